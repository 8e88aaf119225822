#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# tcpaccept: each connection that a program accepts.
. tests/run/tools/common.inc

tool tcpaccept -n python3 -c "$(python talk.py)"
talked
prints all 'PID     COMMAND          IP RADDR                     RPORT LADDR                     LPORT
PID python3           4 127.83.20.8 C1 127.83.20.7 S1
PID python3           6 ::1 C2 ::1 S2'

tool tcpaccept -P 1 -c "$(python talk.py)"
prints other-port 'PID     COMMAND          IP RADDR                     RPORT LADDR                     LPORT'

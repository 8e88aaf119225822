#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# tcpconnect: each connection that a program requests, including a refused one.
. tests/run/tools/common.inc

tool tcpconnect -n python3 -c "$(python talk.py)"
talked
prints all 'PID     COMMAND          IP SADDR                     DADDR                     DPORT
PID python3           4 127.83.20.8               127.83.20.7 S1
PID python3           6 ::1                       ::1 S2
PID python3           4 127.83.20.8               127.83.20.7 S3'

tool tcpconnect -P 1 -c "$(python talk.py)"
prints other-port 'PID     COMMAND          IP SADDR                     DADDR                     DPORT'

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# connlist: outgoing and incoming connections, by address and port.
. tests/run/tools/common.inc

tool connlist -n python3 -c "$(python talk.py)"
talked
{ head -n 1 "$TMP/out"; sed 1d "$TMP/out" | LC_ALL=C sort | sed '/^$/d'; } >"$TMP/sorted"
mv "$TMP/sorted" "$TMP/out"
prints all 'DIR PID     COMMAND          RADDR                                    PORT     COUNT
in  PID python3          127.83.20.8 S1         1
in  PID python3          ::1 S2         1
out PID python3          127.83.20.7 S1         1
out PID python3          127.83.20.7 S3         1
out PID python3          ::1 S2         1'

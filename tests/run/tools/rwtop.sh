#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# rwtop: exact numbers of bytes and of calls for each process; COUNT limits the reports.
. tests/run/tools/common.inc

copy='/bin/dd if=/dev/zero of=/dev/null bs=1000 count=50 status=none'

# the sum of all intervals for a direction
sum() { awk -v to="$1" '$4 == "dd" && $5 == to { n += $6 } END { print n + 0 }' "$TMP/out"; }

tool rwtop -c "$copy"
result written "$([ "$(sum W)" = 50000 ] || cat "$TMP/out" "$TMP/err")"
# including the libraries of dd
started=$(($(sum R) - 50000))
result read "$([ $started -ge 0 ] && [ $started -lt 50000 ] || cat "$TMP/out" "$TMP/err")"

tool rwtop -C -c "$copy"
result calls "$([ "$(sum W)" = 50 ] || cat "$TMP/out" "$TMP/err")"

tool rwtop -t 1 -c "$copy" 100
line="$(id -u) dtrace dd R $((50000 + started))"
result largest "$([ "$(awk 'NF == 6 && $1 != "UID" { print $1, "dtrace", $4, $5, $6 }' "$TMP/out")" = "$line" ] || cat "$TMP/out" "$TMP/err")"

tool rwtop -n nobody 1 1
prints count '
   UID PID     PPID    COMMAND          D        BYTES'

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# syscount: exact numbers of calls, by name and by process, and of failed ones.
. tests/run/tools/common.inc

# runs are compared with each other: other addresses or hashes may cause an additional brk(2)
if [ "${1:-}" != inside ] && setarch -R true 2>"$TMP/err"; then
	exec setarch -R "$0" inside
fi
export PYTHONHASHSEED=0

calls='/usr/bin/python3 -S -E -c "import os
for i in range(100): os.getppid()
for i in range(7):
    try: os.rmdir(\"/\")
    except OSError: pass"'

tool syscount -t 100 -c "$calls"
result calls "$(awk '$1 == "getppid" && $2 == 100 || $1 == "rmdir" && $2 == 7 { n++ } END { if (n != 2) print n " of 2" }' "$TMP/out")"
total=$(awk '{ n += $2 } END { print n }' "$TMP/out")
tool syscount -P -c "$calls"
result process "$([ "$(awk '{ n += $2 } END { print n }' "$TMP/out")" = "$total" ] && [ "$(awk '{ print $1 }' "$TMP/out")" = python3 ] ||
	{ echo "not $total calls of python3"; cat "$TMP/out" "$TMP/err"; })"
tool syscount -x -t 100 -c "$calls"
result failed "$(awk '$1 == "rmdir" && $2 == 7 { n++ } $1 == "getppid" { n = 9 } END { if (n != 1) print "no rmdir" }' "$TMP/out")"
tool syscount -t 1 -c "$calls"
prints largest "$(printf '%-24s %10d' getppid 100)"

# intervals and the rest at the end add up to the same
tool syscount -t 100 -c "$calls" 1
result intervals "$([ "$(awk '{ n += $2 } END { print n }' "$TMP/out")" = "$total" ] || { echo "not $total"; cat "$TMP/out"; })"

# the room for keys that the environment gives, instead of the tool's
(
	export DTRACE_OPT_AGGSIZE=64
	tool syscount -t 100 -c "$calls"
)
result room "$(grep -q ' aggregation drops on CPU' "$TMP/err" || cat "$TMP/out")"

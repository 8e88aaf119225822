#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A program that uses locks while the probes are removed: what it does after exit() is no drop.
. tests/run/common.inc
${CC:-cc} -O1 -fno-optimize-sibling-calls -pthread tests/run/plockstat/end.c -o "$TMP/end" || exit 1

"$TMP/end" &
for run in 1 2 3 4 5 6; do
	"$DT" -qp $! -n 'plockstat$target:::mutex-acquire { @ = count(); } plockstat$target:::mutex-acquire /++n == 1000/ { exit(0); }
		END { printa("%@d\n", @); }' >"$TMP/out" 2>"$TMP/err"
	result $run "$([ $? = 0 ] && [ "$(sed '/^$/d' "$TMP/out")" = 1000 ] && [ ! -s "$TMP/err" ] || cat "$TMP/out" "$TMP/err")"
done
kill $!

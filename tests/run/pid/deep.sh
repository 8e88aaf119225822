#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# More nested calls than the kernel keeps returns for: 2 x 121 entries, 2 x 64 returns, and the messages about the
# others add up, however many there are.
. tests/run/common.inc

"$DT" -x droptags -c "$TRIGGERS/funcs 2 120" -qn 'pid$target:a.out:deep:entry { @in = count(); }
	pid$target:a.out:deep:return { @out = count(); } END { printa("%@d %@d\n", @in, @out); }' >"$TMP/out" 2>"$TMP/err"
result counted "$(grep -q '^242 128$' "$TMP/out" || cat "$TMP/out" "$TMP/err")"
said=$(sed -n 's/^dtrace: \[DTRACEDROP_RETURN\] \([0-9]*\) return drops* (the kernel keeps 64 for each thread)$/\1/p' \
	"$TMP/err" | awk '{ sum += $1 } END { print sum + 0 }')
result said "$([ "$said" = 114 ] || cat "$TMP/err")"

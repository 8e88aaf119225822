#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A script with only BEGIN has small buffers: if a firing needs larger ones for its records, it gets them.
. tests/run/common.inc

{
	echo '#pragma D option strsize=8k'
	echo 'BEGIN { s = "abcdefgh";'
	for i in 1 2 3 4 5 6 7 8 9 10; do echo 's = strjoin(s, s);'; done
	echo '}'
	for i in 1 2 3; do echo 'BEGIN { printf("%s %s %s %s %s %s %s %s %s %s", s, s, s, s, s, s, s, s, s, s); }'; done
	echo 'BEGIN { exit(0); }'
} >"$TMP/large.d"
"$DT" -qs "$TMP/large.d" >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
result all "$([ $status = 0 ] && [ "$(tr -d '\n' <"$TMP/out" | wc -c)" = $((30 * 8191 + 27)) ] ||
	echo "status $status, $(wc <"$TMP/out"): $(cat "$TMP/err")")"

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# String subroutines on random strings, with several string sizes, compared with plain C in tests/triggers/subrs.c,
# which passes the expected result to each firing.
. tests/run/common.inc

# random CASES STRSIZE SEED
random() {
	"$DT" -x strsize="$2" -s tests/run/strings/random.d.in \
		-c "$TRIGGERS/subrs $TMP/wanted $1 $2 $3" >"$TMP/got" 2>"$TMP/err" </dev/null
	status=$?
	echo >>"$TMP/wanted"
	lines=$(wc -l <"$TMP/wanted")
	if [ "$status" -ne 0 ] || [ -s "$TMP/err" ]; then
		echo "not ok strsize-$2: exit status $status"
		head -n 20 "$TMP/err"
	elif [ "$lines" -ne $(($1 * 22 + 1)) ]; then
		echo "not ok strsize-$2: the program expects $lines lines"
	elif diff -u --label expected --label actual "$TMP/wanted" "$TMP/got" >"$TMP/diff"; then
		echo "ok strsize-$2"
	else
		echo "not ok strsize-$2: seed $3"
		head -n 30 "$TMP/diff"
	fi
}

random 400 256 1
random 300 16 2
random 100 8 3
random 100 600 4

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# json() of random texts, some of them damaged or longer than a string can be, compared with tests/triggers/jsons.c,
# which passes the expected result to each firing.
. tests/run/common.inc

# random CASES STRSIZE SEED
random() {
	"$DT" -q -x strsize="$2" -x bufsize=4m -c "$TRIGGERS/jsons $TMP/wanted $1 $2 $3" \
		-n 'jsons$target:::text { printf("[%s]\n", json(copyinstr(arg0), copyinstr(arg1))); }' \
		>"$TMP/got" 2>"$TMP/err" </dev/null
	status=$?
	sed -i '/^$/d' "$TMP/got"
	if [ "$status" -ne 0 ] || [ -s "$TMP/err" ]; then
		echo "not ok strsize-$2: exit status $status"
		head -n 20 "$TMP/err"
	elif [ "$(wc -l <"$TMP/wanted")" -ne "$1" ] || [ "$(grep -vcx '\[\]' "$TMP/wanted")" -lt $(($1 / 100)) ]; then
		echo "not ok strsize-$2: the program expects too little"
	elif diff -u --label expected --label actual "$TMP/wanted" "$TMP/got" >"$TMP/diff"; then
		echo "ok strsize-$2"
	else
		echo "not ok strsize-$2: seed $3"
		head -n 30 "$TMP/diff"
	fi
}

random 5000 256 1
random 5000 100 2
random 2000 1024 3
random 1000 4096 4

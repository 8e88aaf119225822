#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Each option of the command and of -x has a test that compares its exact output: a line in tests/lint/cli-rows,
#
#   KIND ROW FILE [CASE]
#
# KIND is cmd (cmd/options.def) or x (runtime/common/options.def), FILE a file in tests/, CASE a word in it: the
# name of the test case. A row without a line, a line whose file or case is missing, and a line without a row are
# errors. tests/lint/oneliners does the same for one-liners that users type.
set -u
. tests/lint/files.inc
. scripts/def-rows.sh
list=tests/lint/cli-rows

{
	rows cmd/options.def OPT | awk -F '\t' '{ print "cmd", $2 }'
	rows runtime/common/options.def OPT | awk -F '\t' '{ print "x", $1 }'
} | LC_ALL=C sort >"$TMP/rows"
grep -v '^#' $list | awk '{ print $1, $2 }' | LC_ALL=C sort -u >"$TMP/listed"
LC_ALL=C comm -23 "$TMP/rows" "$TMP/listed" | sed "s|.*|$list: no test for &|" >"$TMP/bad"
LC_ALL=C comm -13 "$TMP/rows" "$TMP/listed" | sed "s|.*|$list: there is no row &|" >>"$TMP/bad"
verdict rows

# stands WHERE FILE CASE: complains unless the file contains the case
stands() {
	if [ ! -f "tests/$2" ]; then
		echo "$1: no file tests/$2"
	elif [ -n "$3" ] && ! grep -Eq -e "(^|[^A-Za-z0-9_-])$(echo "$3" | sed 's/[$]/[$]/')([^A-Za-z0-9_-]|\$)" "tests/$2"; then
		echo "$1: no case $3 in tests/$2"
	fi
}

: >"$TMP/bad"
grep -v '^#' $list | while read -r kind row file name; do
	stands "$list: $kind $row" "$file" "$name"
done >>"$TMP/bad"
verdict cases

# the same for one-liners
grep -v '^#' tests/lint/oneliners | while read -r file name text; do
	[ "$name" != - ] || name=
	stands "tests/lint/oneliners: $text" "$file" "$name"
done >"$TMP/bad"
verdict oneliners

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Lengths of files and functions. A file of more than 1000 lines and a function of more than 80 fail; more than
# 600 and 40 are only counted. A function is the text between braces in column 0. A dispatch switch in which
# every case is one call may be listed in tests/lint/long-functions.
set -u
. tests/lint/files.inc

files '*.c' '*.h' '*.l' '*.y' | grep -Ev '^(tests/(golden|fuzz/corpus)|examples)/' >"$TMP/list"

xargs -r awk '
FNR == 1 && NR > 1 { report() }
function report() {
	if (lines > 1000)
		printf "%s: %d lines, at most 1000\n", file, lines >bad
	else if (lines > 600)
		printf "%s: %d lines, should be 600\n", file, lines
}
BEGIN { bad = ENVIRON["TMP"] "/bad" }
{ file = FILENAME; lines = FNR }
END { report() }' <"$TMP/list"
touch "$TMP/bad"
verdict files

: >"$TMP/bad"
xargs -r awk '
BEGIN {
	allow = "tests/lint/long-functions"
	bad = ENVIRON["TMP"] "/bad"
	while ((getline line < allow) > 0) {
		split(line, word, " ")
		allowed[word[1]] = 1
	}
}
FNR == 1 { start = 0; name = "" }
/^[A-Za-z_].*\(/ && !/;[ \t]*$/ { name = $0 }
/^\{/ { start = FNR; next }
/^\}/ && start {
	length_lines = FNR - start - 1
	start = 0
	sub(/\(.*/, "", name)
	sub(/.*[ *]/, "", name)
	count[length_lines]++
	total++
	if (length_lines > 40)
		long++
	if (length_lines > 80 && !((FILENAME ":" name) in allowed))
		printf "%s:%d: %s() has %d lines, at most 80\n", FILENAME, FNR, name, length_lines >bad
}
END {
	for (i = 0; i < 1000 && seen < total / 2; i++)
		seen += count[i]
	printf "%d functions, median %d lines, %d over 40\n", total, i - 1, long
}' <"$TMP/list"
verdict functions

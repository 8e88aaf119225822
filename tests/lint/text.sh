#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Small faults that no compiler finds: scripts with syntax errors, paths of one machine, blanks at line ends,
# leftovers.
set -u
. tests/lint/files.inc

files '*' | grep -Ev '^tests/fuzz/corpus/' >"$TMP/list"

tr '\n' '\0' <"$TMP/list" | xargs -0 -r grep -nIE "/wor[k]/|/tmp/[h]/|/home/[a-z]+/" |
	sed 's/$/  (a path of one machine)/' >"$TMP/bad"
verdict paths

# FILE INTERPRETER of each file that begins with #!
tr '\n' '\0' <"$TMP/list" | xargs -0 -r awk '
FNR == 1 && /^#!\/bin\/(ba)?sh/ { print FILENAME, /bash/ ? "bash" : "sh" }
{ nextfile }' 2>/dev/null | while read -r file shell; do
	"$shell" -n "$file" 2>&1
	[ -x "$file" ] || echo "$file: has #! but can't be executed"
done >"$TMP/bad"
verdict scripts

grep -E '\.([chlyS]|cc|def|sh|inc|awk)$|Makefile$' "$TMP/list" | grep -v '^tests/golden/' >"$TMP/sources"
xargs -r grep -nHE '[ 	]+$' <"$TMP/sources" | sed 's/$/  (blanks at the line end)/' >"$TMP/bad"
xargs -r grep -nHE '\b(TODO|FIXME|XXX)\b' <"$TMP/sources" | grep -v '^tests/lint/' |
	sed 's/$/  (say what is missing in docs, or do it)/' >>"$TMP/bad"
verdict leftovers

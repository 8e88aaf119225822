#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Each row of a table has a test, or a reason in tests/lint/coverage-allow (`TABLE NAME reason`; NAME
# may contain *). A row is `MACRO( name, ...`. One line per table defines what counts as a test:
#   file GLOB      a file of this name, with @ for the row's name
#   word FOLDERS   the name occurs as a word in a file of these folders
set -u
. tests/lint/files.inc
allow=tests/lint/coverage-allow

cat >"$TMP/tables" <<'TABLE'
lang/table/error_tags.def           file  tests/golden/*/@.*.d
lang/table/builtins.def             word  tests/golden tests/run
lang/table/unsupported.def          word  tests/golden
lang/table/other_tools.def          word  tests/golden
runtime/common/options.def          word  tests/golden tests/run tests/cli tests/unit
runtime/provider/providers.def      word  tests/run
runtime/provider/unsupported.def    word  tests/run
runtime/session/resolve/other_tools.defword  tests/run
TABLE

row_names() {
	sed -n 's/^[A-Z_]*([ 	]*"\{0,1\}\([A-Za-z_][A-Za-z0-9_-]*\).*/\1/p' "$1" | sort -u
}

has_file() {
	for path in $(echo "$1" | sed "s/@/$2/"); do
		[ -e "$path" ] && return 0
	done
	return 1
}

# words FOLDER...: every word of the tests there, sorted
words() {
	for folder; do
		[ -d "$folder" ] && find "$folder" -type f ! -name '*.out' ! -name '*.err' -exec cat {} +
	done | tr -cs 'A-Za-z0-9_' '\n' | sort -u
}

# Prints the reason if the row is excused
excused() {
	awk -v table="$1" -v name="$2" '
	$1 == table {
		pattern = $2
		gsub(/\*/, ".*", pattern)
		if (name ~ ("^" pattern "$")) { print $3; exit }
	}' "$allow"
}

uncovered() {
	table=$1 how=$2 where=$3
	[ "$how" = word ] && words $where >"$TMP/words"
	row_names "$table" | while read -r name; do
		case $how in
		file) has_file "$where" "$name" && continue ;;
		word) grep -qx "$name" "$TMP/words" && continue ;;
		esac
		echo "$name"
	done
}

: >"$TMP/bad"
while read -r table how where; do
	[ -f "$table" ] || continue
	uncovered "$table" "$how" "$where" >"$TMP/uncovered"
	bare=$(while read -r name; do
		[ -n "$(excused "$table" "$name")" ] || printf ' %s' "$name"
	done <"$TMP/uncovered")
	[ -z "$bare" ] || echo "$table: no test ($how $where) and no reason in $allow:$bare" >>"$TMP/bad"
	# a reason that is no longer needed must be removed
	awk -v table="$table" '$1 == table && $2 !~ /\*/ { print $2 }' "$allow" | while read -r name; do
		grep -qx "$name" "$TMP/uncovered" || echo "$allow: $table $name is tested now, or is gone"
	done >>"$TMP/bad"
done <"$TMP/tables"
verdict tables

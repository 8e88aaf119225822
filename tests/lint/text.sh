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

# Comments name files of the project that exist: NAME.c, or the end of a path; a path that begins elsewhere
# (linux/bpf.h) is another project's, as are the names below
others='(errno|futex|hdr|foo|uprobes|pthread_impl)[.]h|sys/ifunc[.]h|include/trace/.*|(lib_)?table[.]c'
sed 's|.*|/&|' "$TMP/list" >"$TMP/paths"
grep -E '^(base|cmd|dtrace-gen|elf|lang|linker|runtime|sdt)/.*\.([chly]|def)$' "$TMP/list" | xargs -r awk -v others="^($others)\$" '
FILENAME == ARGV[1] {
	is_path[$0]
	name = $0
	sub(/.*\//, "", name)
	is_name[name]
	folder = $0
	for (sub(/^\//, "", folder); sub(/\/[^\/]*$/, "", folder);) {
		last = folder
		sub(/.*\//, "", last)
		is_folder[last]
	}
	all = all $0 "\n"
	next
}
/^[ \t]*#/ || !/\/\*|^[ \t]*\*|\/\// { next }
{
	rest = $0
	while (match(rest, /[A-Za-z0-9_.\/-]+\.(c|h|def|y|l)([^A-Za-z0-9_.]|$)/)) {
		word = substr(rest, RSTART, RLENGTH)
		rest = substr(rest, RSTART + RLENGTH)
		sub(/[^A-Za-z0-9_]$/, "", word)
		sub(/^-+/, "", word)
		if (word ~ others || word ~ /^\.[a-z]/)
			continue
		first = word
		gsub(/^(\.\.\/)+/, "", word)
		if (word !~ /\//) {
			if (!(word in is_name))
				print FILENAME ":" FNR ": no file " word
			continue
		}
		sub(/\/.*/, "", first)
		if ((first == ".." || first in is_folder) && !index(all, "/" word "\n"))
			print FILENAME ":" FNR ": no file " word
	}
}' "$TMP/paths" >"$TMP/bad"
verdict file-names

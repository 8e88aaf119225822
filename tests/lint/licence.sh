#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The first line of each source (the second after #!) names its licence, and the right one.
set -u
. tests/lint/files.inc

# tests' inputs may need every line for themselves
files '*.c' '*.h' '*.cc' '*.S' '*.l' '*.y' '*.def' '*.sh' '*.inc' '*.awk' '*.cmake' '*.m4' Makefile \
	scripts/deps tests/run-tests tests/run-one tests/fuzz/search .ci/run 'runtime/dlib/*.d' |
	grep -Ev '^tests/(golden/.*/|fuzz/corpus/)' >"$TMP/list"

while read -r file; do
	case $file in
	include/sys/*) want='CC0-1.0' ;;
	runtime/bpf/*) want='(GPL-2.0-only OR BSD-2-Clause)' ;;
	*) want='BSD-2-Clause' ;;
	esac
	case $file in
	# what people copy into their own project may be as free as the header
	docs/buildsystem/* | examples/*) other='CC0-1.0' ;;
	# tables and headers that the generator reads too
	runtime/bpf/*.bpf.*) other=$want ;;
	runtime/bpf/*) other='BSD-2-Clause' ;;
	*) other=$want ;;
	esac
	head -n 2 "$file" | awk -v want="$want" -v other="$other" -v file="$file" '
	NR == 1 && /^#!/ { next }
	{
		at = index($0, "SPDX-License-Identifier: ")
		name = substr($0, at + 25)
		sub(/[ \t]*\*\/.*$/, "", name)
		if (!at || (name != want && name != other))
			printf "%s: the first line must name the licence %s\n", file, want
		exit
	}'
done <"$TMP/list" >"$TMP/bad"
verdict licence

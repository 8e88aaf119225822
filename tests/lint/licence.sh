#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The first line of each source (the second after #!) names its licence, which must be the right one.
set -u
. tests/lint/files.inc

# inputs of tests may need full control over their first line
files '*.c' '*.h' '*.cc' '*.S' '*.l' '*.y' '*.def' '*.sh' '*.inc' '*.awk' '*.cmake' '*.m4' Makefile \
	scripts/deps tests/run-tests tests/run-one tests/fuzz/search .ci/run 'runtime/dlib/*.d' |
	grep -Ev '^tests/(golden/.*/|fuzz/corpus/)' >"$TMP/list"

tr '\n' '\0' <"$TMP/list" | xargs -0 -r awk '
FNR == 1 {
	want = other = "BSD-2-Clause"
	if (FILENAME ~ /^include\/sys\//)
		want = other = "CC0-1.0"
	if (FILENAME ~ /^runtime\/bpf\//)
		want = other = "(GPL-2.0-only OR BSD-2-Clause)"
	# files that users copy into their own projects may have the licence of the header
	if (FILENAME ~ /^(docs\/buildsystem|examples)\//)
		other = "CC0-1.0"
	# tables and headers that the generator includes, too
	if (FILENAME ~ /^runtime\/bpf\// && FILENAME !~ /\.bpf\.[^\/]*$/)
		other = "BSD-2-Clause"
	if (/^#!/)
		next
}
{
	at = index($0, "SPDX-License-Identifier: ")
	name = substr($0, at + 25)
	sub(/[ \t]*\*\/.*$/, "", name)
	if (!at || (name != want && name != other))
		printf "%s: the first line must name the licence %s\n", FILENAME, want
	nextfile
}' >"$TMP/bad"
verdict licence

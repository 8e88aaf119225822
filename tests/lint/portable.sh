#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Code that works on this system but not on others: every shell script and every awk program is parsed by each
# installed shell and awk, and C is compiled as with a libc whose search functions keep const.
# @timeout 600
set -u
. tests/lint/files.inc

files '*' | grep -Ev '^(tests/fuzz/corpus|tests/golden)/|\.(c|h|d|md)$' >"$TMP/list"
tr '\n' '\0' <"$TMP/list" | xargs -0 grep -lE '^#!/bin/(ba)?sh|^#! ?/usr/bin/awk' >"$TMP/scripts"
grep -E '\.(inc|awk)$|(^|/)Makefile$|^scripts/def-rows.sh$' "$TMP/list" >>"$TMP/scripts"

# ---- awk ---------------------------------------------------------------------------------------

mkdir "$TMP/awk"
tr '\n' '\0' <"$TMP/scripts" | xargs -0 tests/lint/awk-programs "$TMP/awk"
# the other versions reject constructs that only a new gawk knows, except these, to which they give another meaning
grep -nE '\[\[[=.]|[^[]\\[<>ysSwWB]' "$TMP"/awk/* | sed "s|^$TMP/awk/||; s/\$/  (not in every awk)/" >"$TMP/bad"
for awk in mawk 'gawk --posix' 'busybox awk' original-awk; do
	$awk 'BEGIN { exit 0 }' 2>/dev/null || continue
	for program in "$TMP"/awk/*; do
		$awk -f "$program" </dev/null 2>&1 >/dev/null | sed "s|^|${program##*/}: |"
	done
done >>"$TMP/bad"
[ "$(find "$TMP/awk" -type f | wc -l)" -gt 150 ] || echo "few awk programs were found" >>"$TMP/bad"
verdict awk

# ---- shells ------------------------------------------------------------------------------------

while read -r file; do
	read -r line <"$file"
	[ "$line" != '#!/bin/sh' ] || echo "$file"
done <"$TMP/scripts" >"$TMP/sh"
for shell in dash 'bash --posix' 'busybox sh'; do
	$shell -c : 2>/dev/null || continue
	while read -r file; do
		$shell -n "$file" 2>&1 | sed "s|^|$shell: |"
	done <"$TMP/sh"
done >"$TMP/bad"
verdict shells

# ---- C -----------------------------------------------------------------------------------------

# as declared by glibc 2.43: if the searched string is const, so is the result
cat >"$TMP/const.h" <<'HEADER'
#include <stdlib.h>
#include <string.h>
#undef memchr
#undef strchr
#undef strrchr
#undef strpbrk
#undef strstr
#undef bsearch
#define CONST_KEPT(from, type, call) \
	_Generic(0 ? (from) : (void *)1, const void *: (type)(call), default: (call))
#define memchr(s, c, len) CONST_KEPT(s, const void *, memchr(s, c, len))
#define strchr(s, c) CONST_KEPT(s, const char *, strchr(s, c))
#define strrchr(s, c) CONST_KEPT(s, const char *, strrchr(s, c))
#define strpbrk(s, set) CONST_KEPT(s, const char *, strpbrk(s, set))
#define strstr(s, part) CONST_KEPT(s, const char *, strstr(s, part))
#define bsearch(key, s, cnt, size, fn) CONST_KEPT(s, const void *, bsearch(key, s, cnt, size, fn))
HEADER
files '*.c' | grep -Ev '^(tests/(golden|peer|real)|examples)/|\.bpf\.c$' | tr '\n' '\0' |
	xargs -0 grep -lE '\b(mem|str|strr)chr\(|\bstrpbrk\(|\bstrstr\(|\bbsearch\(' >"$TMP/list"
xargs -n 4 -P 2 "$CC" -std=gnu11 -D_GNU_SOURCE= -DDTRACE_BUILD_VERSION='""' -Iinclude -I. -I"$BUILD/gen" \
	-I"$BUILD/tests/triggers" -fsyntax-only -include "$TMP/const.h" <"$TMP/list" 2>"$TMP/said"
grep -E 'warning:|error:' "$TMP/said" >"$TMP/bad"
verdict const

# sizeof depends on the installed header: newer ones have members that files and kernels lack
files 'runtime/*.[ch]' | xargs grep -nHE 'sizeof\(struct btf_header\)|btf_header.*sizeof' >"$TMP/bad"
verdict btf-header

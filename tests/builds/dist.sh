#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
#
# make dist: the same bytes each time, from a checkout and from the unpacked archive, which has no git; the archive
# contains no program or object; it builds.
set -u
version=$(scripts/package version)

# another time of day, umask and locale
scripts/package dist "$TMP/one.tar.xz" || echo "not ok dist: failed"
(umask 077 && LC_ALL=C.UTF-8 TZ=Asia/Tokyo scripts/package dist "$TMP/two.tar.xz")
cmp "$TMP/one.tar.xz" "$TMP/two.tar.xz" && echo "ok same-bytes" || echo "not ok same-bytes"

tar -xf "$TMP/one.tar.xz" -C "$TMP"
tree=$TMP/dtrace-$version
mkdir "$tree/build"
: >"$tree/build/made"
(cd "$tree" && GIT_DIR=/nowhere scripts/package dist "$TMP/three.tar.xz")
cmp "$TMP/one.tar.xz" "$TMP/three.tar.xz" && echo "ok same-bytes-unpacked" || echo "not ok same-bytes-unpacked"

# \177ELF or !<arch> at the beginning
find "$tree" -type f -size +3c -exec sh -c 'for file; do printf "%s %s\n" "$(head -c 4 "$file" | od -An -tx1 | tr -d " ")" "$file"; done' sh {} + |
	grep -E '^(7f454c46|213c6172) ' >"$TMP/programs"
[ -s "$TMP/programs" ] && echo "not ok no-programs: $(cat "$TMP/programs")" || echo "ok no-programs"

# make there does the same as make here
would() { (cd "$1" && GIT_DIR=/nowhere make --no-print-directory NODEPS=1 BUILD=/nowhere -n all 2>&1 | sed "s|$1|.|g"); }
rm -r "$tree/build"
would "$PWD" >"$TMP/here"
would "$tree" >"$TMP/there"
grep -q -- '-c cmd/main.c' "$TMP/here" && cmp "$TMP/here" "$TMP/there" && echo "ok builds" || echo "not ok builds"

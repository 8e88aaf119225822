#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
#
# `make CC=clang`: builds without any message, and the result lists the same probes as the other build.
set -u
command -v "$CLANG" >/dev/null || {
	echo "skip clang: needs clang"
	exit 0
}
make -s CC="$CLANG" BUILD="$TMP/build" CFLAGS=-O0 NODEPS=1 all >"$TMP/said" 2>&1
status=$?
grep -v '^$' "$TMP/said"
if [ $status -ne 0 ] || [ -s "$TMP/said" ]; then
	echo "not ok builds: status $status"
	exit 0
fi
echo "ok builds"

"$DTRACE" -l "$BUILD/tests/triggers/loop" >"$TMP/want" 2>&1
"$TMP/build/dtrace" -l "$BUILD/tests/triggers/loop" 2>&1 | diff "$TMP/want" - && echo "ok runs" || echo "not ok runs"
rm -rf "$TMP/build"

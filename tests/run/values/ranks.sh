#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# All operators on variables of each pair of integer types, in each scope, compared with a model of D's rules
# (tests/tools/ranks.c): declared, undeclared, elements and members; all values are printed by printf.
set -eu
model=$(tests/tools/build ranks)

for turn in 0 1 2 3 4 5 6 7 8 9; do
	"$model" table "${SEED:-20261123}" "$turn" >"$TMP/table"
	sed '/^--$/,$d' "$TMP/table" >"$TMP/x.d"
	{
		sed '1,/^--$/d' "$TMP/table"
		echo
	} >"$TMP/wanted"
	"$DTRACE" -qs "$TMP/x.d" >"$TMP/got" 2>"$TMP/err" || true
	if cmp -s "$TMP/wanted" "$TMP/got" && [ ! -s "$TMP/err" ]; then
		echo "ok ranks of scope $turn"
	else
		head -3 "$TMP/err"
		diff "$TMP/wanted" "$TMP/got" | head -10
		echo "not ok ranks of scope $turn"
	fi
done

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Constants are folded by D's rules: the same random integer expressions in each run are given to the
# checker and to a model of the rules (tests/tools/ranks.c); values and types must be equal.
set -eu
tool=$(tests/tools/build lang-dump)
model=$(tests/tools/build ranks)

"$model" fold "${SEED:-20261123}" "${EXPRS:-3000}" >"$TMP/model"
sed 's/|[^|]*$//' "$TMP/model" >"$TMP/exprs"
sed 's/.*|//' "$TMP/model" >"$TMP/wanted"
{
	echo 'BEGIN {'
	sed 's/.*/	trace(&);/' "$TMP/exprs"
	echo '}'
} >"$TMP/x.d"
"$tool" typed "$TMP/x.d" >"$TMP/d.log" 2>&1 || {
	head -5 "$TMP/d.log"
	echo 'not ok fold-ranks: the checker refuses one'
	exit
}
sed -n 's/^  (trace \(.*\))$/\1/p' "$TMP/d.log" >"$TMP/got"

if cmp -s "$TMP/wanted" "$TMP/got"; then
	echo 'ok fold-ranks'
else
	paste -d'@' "$TMP/exprs" "$TMP/wanted" "$TMP/got" | awk -F'@' '$(NF - 1) != $NF' | head -10
	echo "not ok fold-ranks: $(diff "$TMP/wanted" "$TMP/got" | grep -c '^<') of $(wc -l <"$TMP/exprs") differ"
fi

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Do constants fold as the C compiler folds them? Random integer expressions (always the same ones)
# are given to both; the values and the types must be equal.
set -eu
tool=$(tests/tools/build lang-dump)

# One expression per line; divisors and shift counts are such that C defines the result
awk 'BEGIN {
	srand(20261121)
	for (i = 0; i < 1500; i++)
		print expr(1 + int(rand() * 4))
}
function pick(words,  list, n) {
	n = split(words, list, " ")
	return list[1 + int(rand() * n)]
}
function leaf() {
	return pick("0 1 2 7 42 255 256 65535 2147483647 2147483648 4294967295 4294967296 " \
		"0x80000000 0xffffffff 0x7fffffffffffffff 0xffffffffffffffff 017 1u 3U 5L 7UL 9LL 11ull " \
		"(char)200 (unsigned_char)200 (short)40000 (unsigned_short)70000 (unsigned)-1 (long)-1 (_Bool)8")
}
function expr(depth,  kind) {
	if (depth == 0)
		return leaf()
	kind = rand()
	if (kind < 0.55)
		return "(" expr(depth - 1) " " pick("+ - * & | ^") " " expr(depth - 1) ")"
	if (kind < 0.70)
		return "(" expr(depth - 1) pick("== != < <= > >= && ||") expr(depth - 1) ")"
	if (kind < 0.76)
		return "(" expr(depth - 1) pick("/ %") pick("1 3 7u 10L 255UL") ")"
	if (kind < 0.82)
		return "(" expr(depth - 1) pick("<< >>") pick("0 1 5 31") ")"
	if (kind < 0.90)
		return pick("- ~ ! +") "(" expr(depth - 1) ")"
	if (kind < 0.95)
		return pick("(char) (unsigned_char) (short) (unsigned_short) (int) (unsigned) (long) (unsigned_long) (_Bool)") \
			"(" expr(depth - 1) ")"
	return "(" expr(depth - 1) " ? " expr(depth - 1) " : " expr(depth - 1) ")"
}' | sed 's/unsigned_/unsigned /g' >"$TMP/exprs"

{
	echo 'BEGIN {'
	sed 's/.*/	trace(&);/' "$TMP/exprs"
	echo '}'
} >"$TMP/x.d"
"$tool" typed "$TMP/x.d" >"$TMP/d.log" || {
	head -5 "$TMP/d.log"
	echo 'not ok folds: the checker refuses one'
	exit
}
sed -n 's/^  (trace \(.*\))$/\1/p' "$TMP/d.log" >"$TMP/d.out"

{
	cat <<'C'
#include <stdio.h>
#define T(t) t: #t
#define NAME(x) _Generic((x), T(_Bool), T(char), T(signed char), T(unsigned char), T(short), \
	T(unsigned short), T(int), T(unsigned int), T(long), T(unsigned long), T(long long), \
	T(unsigned long long))
#define SHOW(x) do { \
	if ((__typeof__(x))-1 < 1) printf("%lld:%s\n", (long long)(x), NAME(x)); \
	else printf("%llu:%s\n", (unsigned long long)(x), NAME(x)); \
} while (0)
int main(void)
{
C
	sed 's/.*/	SHOW((&));/' "$TMP/exprs"
	echo '}'
} >"$TMP/x.c"
${CC:-gcc} -w -fwrapv -o "$TMP/c" "$TMP/x.c"
"$TMP/c" >"$TMP/c.out"

if cmp -s "$TMP/c.out" "$TMP/d.out"; then
	echo 'ok folds-as-c'
else
	paste -d'|' "$TMP/exprs" "$TMP/c.out" "$TMP/d.out" | awk -F'|' '$(NF - 1) != $NF' | head -10
	echo "not ok folds-as-c: $(diff "$TMP/c.out" "$TMP/d.out" | grep -c '^<') of $(wc -l <"$TMP/exprs") differ"
fi

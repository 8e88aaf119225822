#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Programs that get more stack while they run (-fsplit-stack): each call returns once, and none ends the program.
. tests/run/common.inc

cat >"$TMP/split.c" <<'EOF1'
#include <stdio.h>
#include <string.h>

__attribute__((noinline, noclone)) static int leaf(int x) { __asm__ volatile(""); return x + 1; }

__attribute__((noinline, noclone)) static int deep(int n)
{
	char bytes[3000];

	for (unsigned int i = 0; i < sizeof(bytes); i++)
		*(volatile char *)&bytes[i] = (char)n;
	if (!n)
		return leaf(0);
	return deep(n - 1) + bytes[7] % 2;
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 20; i++)
		sum += deep(i * 5);
	printf("%d\n", sum);
	return 0;
}
EOF1
${CC:-gcc} -O1 -fno-optimize-sibling-calls -fsplit-stack "$TMP/split.c" -o "$TMP/split" || exit 1
untraced=$("$TMP/split")

# 20 calls of deep(0), deep(5) ... deep(95): 970 with those that they make
expect counts 0 -c "$TMP/split" -qn '
	pid$target:a.out:deep:entry, pid$target:a.out:leaf:entry, pid$target:a.out:main:entry,
	pid$target:a.out:deep:return, pid$target:a.out:leaf:return, pid$target:a.out:main:return
	{ @[probefunc, probename] = count(); }' <<EOF1
$untraced

  main                                                entry                                                             1
  main                                                return                                                            1
  leaf                                                entry                                                            20
  leaf                                                return                                                           20
  deep                                                entry                                                           970
  deep                                                return                                                          970
--
EOF1

# a return probe on each function that may have one, those that make the stacks as well
expect all 0 -c "$TMP/split" -qn 'pid$target:a.out::return { calls++; }' <<EOF1
$untraced

--
EOF1
"$DT" -c "$TMP/split" -qn 'pid$target:a.out:__morestack_non_split:return { }' >"$TMP/out" 2>&1
result refused "$(grep -qF "can't be probed there: it is not entered by a call" "$TMP/out" || cat "$TMP/out")"

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @needs machine:x86_64
#
# Coroutines of a program's own, which no symbol tells: they are known by the instructions that switch, in a stripped
# program and in a library as well.
. tests/run/common.inc

cat >"$TMP/switch.c" <<'END'
struct context { void *sp; };

/* saves what a function must preserve on the old stack, takes it from the new one */
void go(struct context *from, struct context *to);
__asm__(".text\n.globl go\n.type go, @function\ngo:\n"
	"push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
#ifdef BY_REGISTER
	"mov (%rsi), %rsi\nmov %rsp, (%rdi)\nmov %rsi, %rsp\n"
#else
	"mov %rsp, (%rdi)\nmov (%rsi), %rsp\n"
#endif
	"pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret\n"
	".size go, . - go");
END
cat >"$TMP/coroutines.c" <<'END'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEEP __attribute__((noinline, noclone, used, visibility("default")))
enum { STACK_BYTES = 1 << 16 };
struct context { void *sp; };
void go(struct context *from, struct context *to);
static struct context one, two;

KEEP int step(int n, struct context *from, struct context *to) { go(from, to); return n + 1; }
static int (*volatile unknown)(int, struct context *, struct context *) = step;
KEEP int passes(int n) { return unknown(n, &one, &two); }
KEEP void other(void)
{
	for (;;)
		step(0, &two, &one);
}

int main(void)
{
	/* above the first stack's use of the heap or not, the stacks are apart */
	char *stack = aligned_alloc(16, STACK_BYTES);
	void **top = (void **)(stack + STACK_BYTES) - 2;
	int sum = 0;

	*top = (void *)other; /* where go() returns to; 6 registers lie below */
	two.sp = top - 6;
	memset(two.sp, 0, 6 * sizeof(*top));
	for (int i = 0; i < 100; i++)
		sum += passes(i);
	printf("sum %d\n", sum);
	return 0;
}
END
cc="${CC:-gcc} -O2 -fcf-protection=none"
$cc -c -foptimize-sibling-calls -rdynamic "$TMP/coroutines.c" -o "$TMP/coroutines.o" &&
	$cc -c -fPIC "$TMP/switch.c" -o "$TMP/switch.o" && $cc -shared "$TMP/switch.o" -o "$TMP/libswitch.so" || exit 1
$cc -rdynamic "$TMP/coroutines.o" "$TMP/switch.o" -o "$TMP/whole" || exit 1
$cc -rdynamic "$TMP/coroutines.o" "$TMP/switch.o" -s -o "$TMP/stripped" || exit 1
$cc -rdynamic "$TMP/coroutines.o" "$TMP/libswitch.so" -Wl,-rpath,"$TMP" -o "$TMP/linked" || exit 1
$cc -DBY_REGISTER -rdynamic "$TMP/coroutines.o" "$TMP/switch.c" -s -o "$TMP/register" || exit 1
for program in whole stripped linked register; do
	# step: 100 calls on the first stack; 100 on the other, of which the last does not return
	expect $program 0 -c "$TMP/$program" -qn 'pid$target:::return { all++; }
		pid$target:a.out:step:return, pid$target:a.out:step:entry { @[probename] = count(); }' <<'END'
sum 5050

  return                                                          199
  entry                                                           200
--
END
	"$DT" -c "$TMP/$program" -qn 'pid$target:a.out:passes:return { }' >"$TMP/out" 2>&1
	result $program-refused "$([ $? = 1 ] && grep -qF "passes can't be probed there: the program switches its threads between stacks: the return would be lost (-x unsafereturns)" "$TMP/out" || cat "$TMP/out")"
done

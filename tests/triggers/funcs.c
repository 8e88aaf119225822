// SPDX-License-Identifier: BSD-2-Clause
/*
 * funcs N [DEPTH]: functions of many kinds, each called N times: of ten
 * arguments, that begin with a loop, recursive (DEPTH deep), with two names,
 * with a long nop, and some of libc. Prints what they returned, all added.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEEP __attribute__((noinline, noclone, used))

KEEP long ten(long a, long b, long c, long d, long e, long f, long g, long h,
	      long i, long j)
{
	return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 +
	       i * 9 + j * 10;
}

KEEP long deep(long n)
{
	return n ? deep(n - 1) + 1 : 0;
}

KEEP long named(long n)
{
	return n + 1;
}
long __named(long n) __attribute__((alias("named")));
long other_name(long n) __attribute__((alias("named"), weak));

#if defined(__x86_64__)
/* rounds(n): a loop from the first instruction after endbr64 */
__asm__(".text\n"
	".globl rounds\n.type rounds, @function\n"
	"rounds: endbr64\n"
	"1: lea 3(%rax), %rax\n"
	"dec %rdi\n"
	"jnz 1b\n"
	"ret\n"
	".size rounds, . - rounds\n"
	/* the same without a first instruction that only calls execute */
	".globl bare_rounds\n.type bare_rounds, @function\n"
	"bare_rounds:\n"
	"lea 3(%rax), %rax\n"
	"dec %rdi\n"
	"jnz bare_rounds\n"
	"ret\n"
	".size bare_rounds, . - bare_rounds\n"
	/* endbr64 and nothing that comes back; a long nop inside; two ends */
	".globl nops\n.type nops, @function\n"
	"nops: endbr64\n"
	"push %rbp\n"
	"mov %rdi, %rax\n"
	".byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n"
	"pop %rbp\n"
	"ret\n"
	".size nops, . - nops\n"
	/* a label without an end */
	".globl endless\n.type endless, @function\n"
	"endless: lea 1(%rdi), %rax\n"
	"ret\n");
#else
/* the same; hint #34 is bti c */
__asm__(".text\n"
	".globl rounds\n.type rounds, @function\n"
	"rounds: hint #34\n"
	"1: add x8, x8, #3\n"
	"subs x0, x0, #1\n"
	"b.ne 1b\n"
	"ret\n"
	".size rounds, . - rounds\n"
	".globl bare_rounds\n.type bare_rounds, @function\n"
	"bare_rounds:\n"
	"add x8, x8, #3\n"
	"subs x0, x0, #1\n"
	"b.ne bare_rounds\n"
	"ret\n"
	".size bare_rounds, . - bare_rounds\n"
	/*
	 * an instruction that depends on its own address, emulated by the
	 * kernel
	 */
	".globl nops\n.type nops, @function\n"
	"nops: hint #34\n"
	"stp x29, x30, [sp, #-16]!\n"
	"adrp x9, nops_seven\n"
	"ldr x9, [x9, :lo12:nops_seven]\n"
	"ldr x10, nops_seven\n"
	"sub x9, x9, x10\n"
	"adr x10, 1f\n"
	"cbz x9, 1f\n"
	"mov x0, #1000\n"
	"1: adr x11, 1b\n"
	"sub x10, x10, x11\n"
	"add x0, x0, x10\n"
	"ldp x29, x30, [sp], #16\n"
	"ret\n"
	".size nops, . - nops\n"
	".balign 8\n"
	"nops_seven: .quad 7\n"
	".globl endless\n.type endless, @function\n"
	"endless: add x0, x0, #1\n"
	"ret\n");
#endif
long rounds(long n);
long bare_rounds(long n);
long nops(long n);
long endless(long n);

int main(int argc, char **argv)
{
	long cnt = argc > 1 ? atol(argv[1]) : 1, sum = 0;
	long depth = argc > 2 ? atol(argv[2]) : 3;
	void *volatile block;

	for (long i = 0; i < cnt; i++) {
		sum += ten(i, 2, 3, 4, 5, 6, 7, 8, 9, -10);
		sum += deep(depth);
		sum += named(i) + __named(i);
		rounds(5);
		bare_rounds(4);
		sum += nops(i) + endless(i);
		block = malloc(64);
		free(block);
	}
	printf("%ld calls, sum %ld\n", cnt, sum);
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * redzone N: a leaf function that keeps sixteen live words in the 128 bytes
 * below its stack pointer around a site; N calls. Prints the number of calls
 * that found a word changed, and exits 1 when there are any.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "redzone.h"

#if defined(__x86_64__)
/* The words lie at -128(%rsp) to -8(%rsp); the site is between. */
static __attribute__((noinline, noclone)) uint64_t leaf(uint64_t seed)
{
	uint64_t bad;

	__asm__ volatile("movl $16, %%ecx\n"
			 "1: leaq (%0,%%rcx), %%rdx\n"
			 "movq %%rdx, -136(%%rsp,%%rcx,8)\n"
			 "decl %%ecx\n"
			 "jnz 1b\n"
			 :
			 : "r"(seed)
			 : "rcx", "rdx", "memory", "cc");
	REDZONE_LEAF(seed);
	__asm__ volatile("xorl %k0, %k0\n"
			 "movl $16, %%ecx\n"
			 "1: leaq (%1,%%rcx), %%rdx\n"
			 "xorq -136(%%rsp,%%rcx,8), %%rdx\n"
			 "orq %%rdx, %0\n"
			 "decl %%ecx\n"
			 "jnz 1b\n"
			 : "=&r"(bad)
			 : "r"(seed)
			 : "rcx", "rdx", "memory", "cc");
	return bad;
}
#else
static __attribute__((noinline)) uint64_t leaf(uint64_t seed)
{
	volatile uint64_t words[16];
	uint64_t bad = 0;

	for (int i = 0; i < 16; i++)
		words[i] = seed + i;
	REDZONE_LEAF(seed);
	for (int i = 0; i < 16; i++)
		bad |= words[i] ^ (seed + i);
	return bad;
}
#endif

int main(int argc, char **argv)
{
	long cnt = argc > 1 ? atol(argv[1]) : 1, bad_cnt = 0;

	for (long i = 0; i < cnt; i++)
		bad_cnt += leaf((uint64_t)i) != 0;
	printf("%ld calls, %ld with a changed word\n", cnt, bad_cnt);
	return bad_cnt != 0;
}

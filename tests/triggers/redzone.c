// SPDX-License-Identifier: BSD-2-Clause
/*
 * redzone N: leaf functions that keep sixteen live words in the 128 bytes
 * below their stack pointer, around a site or around other instructions; N
 * calls of each. Prints the number of calls of one and the number of all that
 * found a word changed, and exits 1 when there are any.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "redzone.h"

#if defined(__x86_64__)
/* The words are at -128(%rsp) to -8(%rsp); MIDDLE is between. */
#define LEAF(name, MIDDLE)                                               \
	static __attribute__((noinline, noclone)) uint64_t name(uint64_t seed) \
	{                                                                \
		uint64_t bad;                                            \
                                                                         \
		__asm__ volatile("movl $16, %%ecx\n"                     \
				 "1: leaq (%0,%%rcx), %%rdx\n"           \
				 "movq %%rdx, -136(%%rsp,%%rcx,8)\n"     \
				 "decl %%ecx\n"                          \
				 "jnz 1b\n"                              \
				 :                                       \
				 : "r"(seed)                             \
				 : "rcx", "rdx", "memory", "cc");        \
		MIDDLE;                                                  \
		__asm__ volatile("xorl %k0, %k0\n"                       \
				 "movl $16, %%ecx\n"                     \
				 "1: leaq (%1,%%rcx), %%rdx\n"           \
				 "xorq -136(%%rsp,%%rcx,8), %%rdx\n"     \
				 "orq %%rdx, %0\n"                       \
				 "decl %%ecx\n"                          \
				 "jnz 1b\n"                              \
				 : "=&r"(bad)                            \
				 : "r"(seed)                             \
				 : "rcx", "rdx", "memory", "cc");        \
		return bad;                                              \
	}

LEAF(leaf, REDZONE_LEAF(seed))
/* nops of every length from 1 to 10 */
LEAF(leaf_nops, __asm__ volatile(
	"nop\n .byte 0x66,0x90\n .byte 0x0f,0x1f,0\n .byte 0x0f,0x1f,0x40,0\n"
	".byte 0x0f,0x1f,0x44,0,0\n .byte 0x66,0x0f,0x1f,0x44,0,0\n"
	".byte 0x0f,0x1f,0x80,0,0,0,0\n .byte 0x0f,0x1f,0x84,0,0,0,0,0\n"
	".byte 0x66,0x0f,0x1f,0x84,0,0,0,0,0\n"
	".byte 0x66,0x2e,0x0f,0x1f,0x84,0,0,0,0,0\n" ::: "memory"))
/* what the kernel emulates, steps elsewhere, or moves with its address */
LEAF(leaf_kinds, __asm__ volatile(
	"jmp 2f\n 2: jmp 3f\n .skip 130, 0x90\n 3: xorl %%eax, %%eax\n"
	"jz 4f\n nop\n 4: leaq 4b(%%rip), %%rax\n cmpq $0, 4b(%%rip)\n"
	"movzbl (%%rax), %%eax\n rdtsc\n cpuid\n lock incl 5f(%%rip)\n"
	"sete %%al\n pause\n lfence\n .pushsection .data\n 5: .long 0\n"
	".popsection\n"
	::: "rax", "rbx", "rcx", "rdx", "memory", "cc"))
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
#define leaf_nops leaf
#define leaf_kinds leaf
#endif

int main(int argc, char **argv)
{
	long cnt = argc > 1 ? atol(argv[1]) : 1, bad_cnt = 0;

	for (long i = 0; i < cnt; i++)
		bad_cnt += (leaf((uint64_t)i) | leaf_nops((uint64_t)i) |
			    leaf_kinds((uint64_t)i)) != 0;
	printf("%ld calls, %ld with a changed word\n", cnt, bad_cnt);
	return bad_cnt != 0;
}

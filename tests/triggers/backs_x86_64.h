/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of backs.c for x86-64. */
#define PADDING ".fill 200, 1, 0x90\n"

/* Rounds in rdi; adds one to rax in each. */
FUNC(by_jmp, "", "inc %rax\n dec %rdi\n jz 1f\n jmp by_jmp\n1: ret");
FUNC(by_far_jmp, "", "inc %rax\n dec %rdi\n jz 1f\n" PADDING "jmp by_far_jmp\n1: ret");
FUNC(by_far_jnz, "", "inc %rax\n" PADDING "dec %rdi\n jnz by_far_jnz\n ret");
/* from two places, with two returns */
FUNC(by_two, "", "inc %rax\n test $1, %dil\n jz 1f\n dec %rdi\n jnz by_two\n ret\n"
		 "1: dec %rdi\n jnz by_two\n ret");
/* after endbr, to it, and to both */
FUNC(branded, "endbr64\n", "1: inc %rax\n dec %rdi\n jnz 1b\n ret");
FUNC(to_brand, "endbr64\n", "inc %rax\n dec %rdi\n jnz to_brand\n ret");
FUNC(to_both, "endbr64\n", "1: inc %rax\n dec %rdi\n jz 2f\n test $1, %dil\n"
			   "jz 1b\n jmp to_both\n2: ret");
/* calls itself: rsi levels of it, with three rounds each */
FUNC(nest, "", "inc %rax\n dec %rdi\n jnz nest\n test %rsi, %rsi\n jz 1f\n"
	       "dec %rsi\n mov $3, %edi\n call nest\n1: ret");
/* enters another by a jump, which is a call of that one */
FUNC(hop, "", "nop\n jmp by_jmp");
/* ends with a jump to another */
FUNC(leaver, "", "inc %rax\n dec %rdi\n jnz leaver\n mov $2, %edi\n jmp by_jmp");
/* functions that are refused */
FUNC(by_loop, "", "inc %rax\n mov %rdi, %rcx\n dec %rdi\n loop by_loop\n ret");
FUNC(by_jrcxz, "", "dec %rdi\n mov %rdi, %rcx\n jrcxz by_jrcxz\n ret");
FUNC(by_table, "", "inc %rax\n dec %rdi\n jnz by_table\n lea 1f(%rip), %rdx\n"
		   "jmp *%rdx\n1: ret");
FUNC(at_once, "", "jmp at_once\n ret");

enum { FLAG_CNT = 32, NO_FLAGS = 0x202 };

/* on_X(flags): a round for each word of flags that meets the condition X */
#define ON(cond)                                                          \
	FUNC(on_##cond, "", "mov (%rdi), %rax\n add $8, %rdi\n push %rax\n" \
			    "popfq\n j" #cond " on_" #cond "\n ret");     \
	long on_##cond(const uint64_t *flags);
#define CONDITIONS(X) \
	X(o) X(no) X(b) X(ae) X(e) X(ne) X(be) X(a) X(s) X(ns) X(p) X(np) X(l) X(ge) X(le) X(g)
CONDITIONS(ON)

static int is_met(int cond, uint64_t flags)
{
	int c = flags & 1, p = flags >> 2 & 1, z = flags >> 6 & 1;
	int s = flags >> 7 & 1, o = flags >> 11 & 1;
	const int met[] = { o, c, z, c | z, s, p, s ^ o, z | (s ^ o) };

	return met[cond / 2] ^ (cond & 1);
}

static uint64_t flags_of(unsigned int bits)
{
	return NO_FLAGS | (bits & 1) | (bits & 2) << 1 | (bits & 4) << 4 |
	       (bits & 8) << 4 | (bits & 16) << 7;
}

static void call_own(void)
{
}

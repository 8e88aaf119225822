/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of backs.c for arm64; hint #34 is bti c. */
#define PADDING ".fill 50, 4, 0xd503201f\n"

/* Rounds in x0; adds one to x8 in each. */
FUNC(by_jmp, "", "add x8, x8, #1\n subs x0, x0, #1\n b.eq 1f\n b by_jmp\n1: ret");
FUNC(by_far_jmp, "", "add x8, x8, #1\n subs x0, x0, #1\n b.eq 1f\n" PADDING
		     "b by_far_jmp\n1: ret");
FUNC(by_far_jnz, "", "add x8, x8, #1\n" PADDING "subs x0, x0, #1\n"
		     "b.ne by_far_jnz\n ret");
/* from two places, with two returns */
FUNC(by_two, "", "add x8, x8, #1\n tbz w0, #0, 1f\n subs x0, x0, #1\n"
		 "b.ne by_two\n ret\n"
		 "1: subs x0, x0, #1\n b.ne by_two\n ret");
/* after the hint, to it, and to both */
FUNC(branded, "hint #34\n", "1: add x8, x8, #1\n subs x0, x0, #1\n b.ne 1b\n ret");
FUNC(to_brand, "hint #34\n", "add x8, x8, #1\n subs x0, x0, #1\n b.ne to_brand\n ret");
FUNC(to_both, "hint #34\n", "1: add x8, x8, #1\n subs x0, x0, #1\n b.eq 2f\n"
			    "tbz w0, #0, 1b\n b to_both\n2: ret");
/* calls itself: x1 levels of it, with three rounds each */
FUNC(nest, "", "add x8, x8, #1\n subs x0, x0, #1\n b.ne nest\n cbz x1, 1f\n"
	       "sub x1, x1, #1\n mov x0, #3\n stp x29, x30, [sp, #-16]!\n"
	       "bl nest\n ldp x29, x30, [sp], #16\n1: ret");
/* enters another by a jump, which is a call of that one */
FUNC(hop, "", "nop\n b by_jmp");
/* ends with a jump to another */
FUNC(leaver, "", "add x8, x8, #1\n subs x0, x0, #1\n b.ne leaver\n mov x0, #2\n"
		 "b by_jmp");
/* by what is in a register: 0 or not, of 32 bits or 64, one bit */
FUNC(by_cbnz, "", "sub x0, x0, #1\n cbnz x0, by_cbnz\n ret");
FUNC(by_cbnz_w, "", "sub x0, x0, #1\n cbnz w0, by_cbnz_w\n ret");
FUNC(by_cbz, "", "subs x0, x0, #1\n cset x17, eq\n cbz x17, by_cbz\n ret");
FUNC(by_cbz_w, "", "subs x0, x0, #1\n csetm x17, eq\n orr x17, x17, #0x100000000\n"
		   "cbz w17, by_cbz_w\n ret");
FUNC(by_tbz, "", "sub x0, x0, #1\n tbz x0, #63, by_tbz\n ret");
FUNC(by_tbnz, "", "sub x0, x0, #1\n tbnz w0, #2, by_tbnz\n ret");
long by_cbnz(long n), by_cbnz_w(long n), by_cbz(long n), by_cbz_w(long n);
long by_tbz(long n), by_tbnz(long n);
/* functions that are refused */
FUNC(by_table, "", "add x8, x8, #1\n subs x0, x0, #1\n b.ne by_table\n adr x2, 1f\n"
		   "br x2\n1: ret");
FUNC(at_once, "", "b at_once\n ret");

enum { FLAG_CNT = 16, NO_FLAGS = 0 };

/* on_X(flags): a round for each word of flags that meets the condition X */
#define ON(cond)                                                               \
	FUNC(on_##cond, "", "ldr x8, [x0], #8\n msr nzcv, x8\n b." #cond       \
			    " on_" #cond "\n ret");                            \
	long on_##cond(const uint64_t *flags);
#define CONDITIONS(X) \
	X(eq) X(ne) X(cs) X(cc) X(mi) X(pl) X(vs) X(vc) X(hi) X(ls) X(ge) X(lt) X(gt) X(le)
CONDITIONS(ON)

static int is_met(int cond, uint64_t flags)
{
	int n = flags >> 31 & 1, z = flags >> 30 & 1;
	int c = flags >> 29 & 1, v = flags >> 28 & 1;
	const int met[] = { z, c, n, v, c & !z, n == v, n == v && !z };

	return met[cond / 2] ^ (cond & 1);
}

static uint64_t flags_of(unsigned int bits)
{
	return (uint64_t)bits << 28;
}

static void call_own(void)
{
	by_cbnz(ROUNDS);
	by_cbnz_w(ROUNDS | 1L << 40);
	by_cbz(ROUNDS);
	by_cbz_w(ROUNDS);
	by_tbz(ROUNDS);
	by_tbnz(ROUNDS + 2);
}

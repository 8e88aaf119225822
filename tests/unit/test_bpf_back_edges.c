// SPDX-License-Identifier: BSD-2-Clause
/*
 * Linux 6.1 goes through a program depth first before it verifies it, and
 * refuses a loop that is closed by anything but a jump ("back-edge"): an
 * instruction, or a call, that falls through into one on the way to it. This
 * depends on how the compiler lays out a loop, so each library function is
 * checked.
 */
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/bpf/lib.h"
#include "runtime/codegen/ir/code.h"

enum state {
	UNSEEN,
	ON_THE_WAY,
	DONE,
};

struct walk {
	const struct bpf_insn *insns;
	uint8_t *states; /* enum state */
	/* an instruction that falls through into its own path; or -1 */
	int bad_insn;
};

static void visit(struct walk *walk, int at);

static void follow(struct walk *walk, int from, int to, bool is_jump)
{
	if (walk->states[to] == ON_THE_WAY && !is_jump)
		walk->bad_insn = from;
	else if (walk->states[to] == UNSEEN)
		visit(walk, to);
}

static bool is_jump(const struct bpf_insn *insn)
{
	uint8_t class = BPF_CLASS(insn->code);

	return (class == BPF_JMP || class == BPF_JMP32) &&
	       BPF_OP(insn->code) != BPF_CALL;
}

static void visit(struct walk *walk, int at)
{
	const struct bpf_insn *insn = &walk->insns[at];
	int next = at + (insn->code == (BPF_LD | BPF_IMM | BPF_DW) ? 2 : 1);

	walk->states[at] = ON_THE_WAY;
	if (!is_jump(insn)) {
		follow(walk, at, next, false);
	} else if (BPF_OP(insn->code) == BPF_JA) {
		follow(walk, at, next + insn->off, true);
	} else if (BPF_OP(insn->code) != BPF_EXIT) {
		follow(walk, at, next, true);
		follow(walk, at, next + insn->off, true);
	}
	walk->states[at] = DONE;
}

static int first_bad(const struct bpf_insn *insns, uint32_t cnt)
{
	struct walk walk = { insns, calloc(cnt, 1), -1 };

	visit(&walk, 0);
	free(walk.states);
	return walk.bad_insn;
}

static void no_loop_of_the_library_is_closed_by_falling_through(void **state)
{
	(void)state;
	for (int i = 0; i < LIB_FUNC_CNT; i++) {
		int bad = first_bad(bpf_lib[i].insns, bpf_lib[i].insn_cnt);

		if (bad >= 0)
			print_error("%s: instruction %d of %u falls through "
				    "into its loop\n", bpf_lib[i].name, bad,
				    bpf_lib[i].insn_cnt);
		assert_int_equal(bad, -1);
	}
}

/* r0 = 0; goto in; back: r0 += 1; in: if r0 < 9 goto back; exit */
static void such_a_loop_is_found(void **state)
{
	const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_JA, .off = 1 },
		{ .code = BPF_ALU64 | BPF_ADD | BPF_K, .imm = 1 },
		{ .code = BPF_JMP | BPF_JLT | BPF_K, .off = -2, .imm = 9 },
		{ .code = BPF_JMP | BPF_EXIT },
	};

	(void)state;
	assert_int_equal(first_bad(insns, 5), 2);
	/* entered at its top it is not a back-edge */
	assert_int_equal(first_bad(insns + 2, 3), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			no_loop_of_the_library_is_closed_by_falling_through),
		cmocka_unit_test(such_a_loop_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

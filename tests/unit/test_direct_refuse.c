// SPDX-License-Identifier: BSD-2-Clause
/*
 * What can't run in a process is refused, with a reason for the user.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>

#include "tests/unit/direct_sample.h"

static struct direct_sample sample;
static uint64_t words[4]; /* the value of whatever is there */

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

/* Calls a function of the library. */
static void lib_code(struct code *code, enum lib_func func)
{
	static const struct bpf_insn insns[] = {
		INSN(BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, 0),
		INSN_EXIT(),
	};

	direct_sample_code(code, insns, CNT(insns));
	direct_sample_ref(code, REF_LIB, 0, func);
}

static void expect_refused(const struct code *code, int err, const char *why)
{
	struct direct_text text;

	assert_int_equal(direct_translate(code, &sample.target, &text), err);
	assert_string_equal(text.why, why);
	assert_null(text.bytes);
	direct_text_deinit(&text);
}

static void refuse(const struct bpf_insn *insns, size_t cnt, int err,
		   const char *why)
{
	struct code code;

	direct_sample_code(&code, insns, cnt);
	expect_refused(&code, err, why);
	code_deinit(&code);
}

#define REFUSE(err, why, ...) \
	refuse((const struct bpf_insn[]){ __VA_ARGS__, INSN_EXIT() }, \
	       CNT(((const struct bpf_insn[]){ __VA_ARGS__, INSN_EXIT() })), \
	       err, why)

static void what_needs_the_kernel_is_refused(void **state)
{
	(void)state;
	REFUSE(-EOPNOTSUPP, "it calls probe_read_user",
	       INSN_CALL(BPF_FUNC_probe_read_user));
	REFUSE(-EOPNOTSUPP, "it calls map_delete_elem",
	       INSN_CALL(BPF_FUNC_map_delete_elem));
	REFUSE(-EOPNOTSUPP, "it calls helper_999", INSN_CALL(999));
	REFUSE(-EOPNOTSUPP, "it reads the time, for which the process needs a "
	       "system call", INSN_CALL(BPF_FUNC_ktime_get_ns));
	REFUSE(-EOPNOTSUPP, "it calls exit()", INSN_CALL(CODE_DIRECT_EXIT));
	REFUSE(-EOPNOTSUPP, "it uses variables of the kernel",
	       INSN_LD_IMM64(1, BPF_PSEUDO_BTF_ID, 5, 0));
	REFUSE(-EOPNOTSUPP, "it calls functions of the kernel",
	       INSN(BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_KFUNC_CALL, 0, 5));
	REFUSE(-EOPNOTSUPP, "it has an unknown instruction 0x30",
	       INSN(BPF_LD | BPF_ABS | BPF_B, 0, 0, 0, 0));
	REFUSE(-EOPNOTSUPP, "it has an unknown instruction 0xdb",
	       INSN(BPF_STX | BPF_ATOMIC | BPF_DW, 1, 2, 0, 0x100));
	REFUSE(-EOPNOTSUPP, "it has an unknown jump 0xe5",
	       INSN(BPF_JMP | 0xe0, 0, 0, 0, 0));
}

static void what_is_not_in_the_process_is_refused(void **state)
{
	static const struct bpf_insn load[] = { INSN_LD_IMM64(1, 0, 0, 0),
						INSN_EXIT() };
	struct direct_place *rings = &sample.places[0];
	uint64_t chunks_addr;
	struct code code;

	(void)state;
	direct_sample_code(&code, load, CNT(load));
	direct_sample_ref(&code, REF_MAP, 0, MAP_SELF);
	expect_refused(&code, -EOPNOTSUPP, "it uses self-> variables");
	code.refs.v[0].kind = REF_MAP_VALUE;
	code.refs.v[0].target = MAP_BELL;
	expect_refused(&code, -EOPNOTSUPP, "it uses the map bell");
	code.refs.v[0].target = MAP_GLOBALS;
	code.refs.v[0].index = 1;
	expect_refused(&code, -EOPNOTSUPP, "it uses global variables");
	code_deinit(&code);

	lib_code(&code, LIB_str_len);
	expect_refused(&code, -EOPNOTSUPP, "it calls str_len of the library, "
		       "which needs scratch memory");
	code_deinit(&code);
	lib_code(&code, LIB_fault_in);
	expect_refused(&code, -EOPNOTSUPP, "fault_in calls copy_from_user");
	code_deinit(&code);

	chunks_addr = rings->value_addr;
	rings->value_addr = 0;
	REFUSE(-EOPNOTSUPP, "it sends records", INSN_CALL(CODE_DIRECT_SEND));
	rings->value_addr = chunks_addr;
}

static void code_that_leads_nowhere_is_refused(void **state)
{
	static const struct bpf_insn endless[] = { INSN_MOV_IMM(0, 0) };
	static const struct bpf_insn half[] = {
		INSN(BPF_JMP | BPF_JA, 0, 0, 1, 0),
		INSN_LD_IMM64(1, 0, 1, 0),
		INSN_EXIT(),
	};
	struct code code;

	(void)state;
	refuse(endless, 1, -EINVAL, "a function does not end");
	REFUSE(-EINVAL, "a jump leads to instruction 7",
	       INSN(BPF_JMP | BPF_JA, 0, 0, 6, 0));
	REFUSE(-EINVAL, "a jump leads to instruction -2",
	       INSN(BPF_JMP | BPF_JA, 0, 0, -3, 0));
	refuse(half, CNT(half), -EINVAL, "a jump leads to instruction 2");
	REFUSE(-EINVAL, "instruction 0 has no such register",
	       INSN_MOV_IMM(11, 0));
	direct_sample_code(&code, endless, 1);
	vec_add(&code.subprogs)->insn_idx = 1;
	expect_refused(&code, -EINVAL, "subprogram 1 is out of order");
	code_deinit(&code);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_needs_the_kernel_is_refused),
		cmocka_unit_test(what_is_not_in_the_process_is_refused),
		cmocka_unit_test(code_that_leads_nowhere_is_refused),
	};
	int status;

	if (!direct_sample_init(&sample)) {
		puts("ok 1 # SKIP all: no direct probes on this machine");
		return 0;
	}
	direct_sample_place(&sample, MAP_RINGS, NULL, words);
	direct_sample_place(&sample, MAP_RING_HEADS, NULL, words);
	direct_sample_place(&sample, MAP_GLOBALS, NULL, words);
	status = cmocka_run_group_tests(tests, NULL, NULL);
	direct_sample_deinit(&sample);
	return status;
}

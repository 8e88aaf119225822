// SPDX-License-Identifier: BSD-2-Clause
/*
 * The kernel checks a program for fentry or fexit against the function for which
 * it is loaded, so only loading one shows whether the function can have it.
 */
#include "runtime/kernel/feature/trial_fentry.h"

#include "runtime/kernel/feature/trial.h"
#include "runtime/kernel/insn.h"

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

/* value = argument 0, or the result */
#define READ(...)                                                   \
	{                                                           \
		INSN_MOV_IMM(BPF_REG_0, 0),                         \
		INSN_STORE(BPF_REG_10, -8, BPF_REG_0), __VA_ARGS__, \
		INSN_MOV_IMM(BPF_REG_0, 0), INSN_EXIT(),            \
	}

static const struct bpf_insn read_arg[] = READ(
	INSN_MOV(BPF_REG_3, BPF_REG_10), INSN_ADD_IMM(BPF_REG_3, -8),
	INSN_MOV_IMM(BPF_REG_2, 0), INSN_CALL(BPF_FUNC_get_func_arg));
static const struct bpf_insn read_result[] = READ(
	INSN_MOV(BPF_REG_2, BPF_REG_10), INSN_ADD_IMM(BPF_REG_2, -8),
	INSN_CALL(BPF_FUNC_get_func_ret));

int kern_fentry_try(int btf_fd, uint32_t btf_id, bool is_return,
		    struct strbuf *why)
{
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_TRACING,
		.attach_type = is_return ? BPF_TRACE_FEXIT : BPF_TRACE_FENTRY,
		.attach_btf_id = btf_id,
		.attach_btf_fd = (uint32_t)btf_fd,
		.insns = is_return ? read_result : read_arg,
		.insn_cnt = is_return ? CNT(read_result) : CNT(read_arg),
	};

	return trial_load(&prog, why);
}

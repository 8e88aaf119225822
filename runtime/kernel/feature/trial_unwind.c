// SPDX-License-Identifier: BSD-2-Clause
/*
 * Trial of the in-kernel library's walk of user stacks: does the verifier
 * accept it? Loads a program that calls it, and never runs it.
 */
#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "runtime/bpf/lib.h"
#include "runtime/kernel/feature/trial.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/program/load.h"
#include "runtime/kernel/sys.h"

enum { SCRATCH_BYTES = 1 << 16 };

static void call(struct code *code, enum lib_func func)
{
	const struct bpf_insn args[] = { INSN_MOV_IMM(1, 0),
					 INSN_MOV_IMM(2, 0) };
	const struct bpf_insn jump = INSN_CALL(0);

	vec_push(&code->insns, args[0]);
	vec_push(&code->insns, args[1]);
	vec_push(&code->refs,
		 ((struct code_ref){ .kind = REF_LIB,
				     .insn_idx = (uint32_t)code->insns.cnt,
				     .target = func }));
	vec_push(&code->insns, jump);
}

static int load(const struct kern_maps *maps, struct strbuf *why)
{
	const struct bpf_insn last[] = { INSN_MOV_IMM(0, 0), INSN_EXIT() };
	struct code code = { .prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT,
			     .name = "trial" };
	struct kern_log log = { 0 };
	int fd = -1, err;

	call(&code, LIB_unwind_begin);
	call(&code, LIB_unwind);
	call(&code, LIB_unwind_has_news);
	call(&code, LIB_unwind_again);
	vec_push(&code.insns, last[0]);
	vec_push(&code.insns, last[1]);
	vec_push(&code.subprogs, ((struct code_subprog){ .name = "trial" }));
	err = kern_load(&code, maps, KERN_UPROBE_PERF, &log, &fd);
	if (err)
		strbuf_puts(why, strbuf_text(&log.message));
	else
		close(fd);
	kern_log_deinit(&log);
	code_deinit(&code);
	return err;
}

int try_unwind(struct strbuf *why)
{
	const struct gen_result gen = { .unwind_bytes = UNW_CHUNK_BYTES };
	struct kern_maps maps = { .cpu_max = 1 };
	struct kern_log log = { 0 };
	int err;

#if !defined(__x86_64__)
	strbuf_puts(why, "not on this machine");
	return -ENOTSUP;
#endif
	for (int role = 0; role < MAP_ROLE_CNT; role++)
		maps.by_role[role].fd = -1;
	maps.by_role[MAP_SCRATCH].fd =
		sys_value_map_create("scratch", SCRATCH_BYTES, 0);
	maps.by_role[MAP_SCRATCH].mem_bytes = SCRATCH_BYTES;
	err = maps.by_role[MAP_SCRATCH].fd < 0 ? maps.by_role[MAP_SCRATCH].fd :
		kern_maps_create_unwind(&maps, &gen, &log);
	if (err)
		trial_fail(why, "maps", err);
	else
		err = load(&maps, why);
	kern_log_deinit(&log);
	maps.by_role[MAP_SCRATCH].mem_bytes = 0;
	kern_maps_destroy(&maps);
	return err;
}

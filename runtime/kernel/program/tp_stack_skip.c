/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/kernel/program/tp_stack_skip.h"

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "runtime/kernel/feature/trial.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/sys.h"

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

enum {
	FRAMES_BYTES = TP_FRAMES_MAX * 8,
	COMM_BYTES = 16,
};

/* Stores the stack in the only element of the map. */
static int load_stack_prog(int map_fd, struct strbuf *why)
{
	const struct bpf_insn insns[] = {
		INSN_LD_IMM64(BPF_REG_2, BPF_PSEUDO_MAP_VALUE, map_fd, 0),
		INSN_MOV_IMM(BPF_REG_3, FRAMES_BYTES),
		INSN_MOV_IMM(BPF_REG_4, 0),
		INSN_CALL(BPF_FUNC_get_stack),
		INSN_MOV_IMM(BPF_REG_0, 0),
		INSN_EXIT(),
	};
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_RAW_TRACEPOINT,
		.insns = insns,
		.insn_cnt = CNT(insns),
	};

	return trial_load(&prog, why);
}

/* Firings in other threads meanwhile store the same first frames. */
static int fire(bool is_syscall)
{
	char comm[COMM_BYTES] = "";

	if (is_syscall) {
		getppid();
		return 0;
	}
	if (prctl(PR_GET_NAME, comm) || prctl(PR_SET_NAME, comm))
		return -errno;
	return 0;
}

int kern_tp_stack_skip(bool is_syscall, uint64_t kaddrs[TP_FRAMES_MAX])
{
	const struct sys_map_spec spec = {
		.name = "frames",
		.type = BPF_MAP_TYPE_ARRAY,
		.key_bytes = sizeof(uint32_t),
		.value_bytes = FRAMES_BYTES,
		.max_entries = 1,
	};
	struct strbuf why = { 0 };
	_cleanup_close_ int map_fd = -1, prog_fd = -1, link_fd = -1;
	uint32_t key = 0;
	int err;

	memset(kaddrs, 0, FRAMES_BYTES);
	map_fd = sys_map_create(&spec);
	if (map_fd < 0)
		return map_fd;
	prog_fd = load_stack_prog(map_fd, &why);
	strbuf_deinit(&why);
	if (prog_fd < 0)
		return prog_fd;
	link_fd = sys_raw_tracepoint_open(
		is_syscall ? "sys_enter" : "task_rename", prog_fd, 0);
	if (link_fd < 0)
		return link_fd;
	err = fire(is_syscall);
	return err ? err : sys_map_lookup(map_fd, &key, kaddrs);
}

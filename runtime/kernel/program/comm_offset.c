/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/kernel/program/comm_offset.h"

#include <linux/bpf.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "runtime/kernel/feature/trial.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/sys.h"

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

enum {
	TASK_BYTES = 8192, /* size of the part of a task to search */
	COMM_BYTES = 16,
};

static int load_and_run(const struct bpf_insn *insns, size_t insn_cnt,
			uint32_t *ret)
{
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_RAW_TRACEPOINT,
		.insns = insns,
		.insn_cnt = insn_cnt,
	};
	struct strbuf why = { 0 };
	_cleanup_close_ int fd = trial_load(&prog, &why);

	strbuf_deinit(&why);
	return fd < 0 ? fd : sys_prog_test_run(fd, NULL, 0, ret);
}

/* Copies this thread's task into the only element of the map. */
static int copy_task(int map_fd)
{
	const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_current_task),
		INSN_LD_IMM64(BPF_REG_1, BPF_PSEUDO_MAP_VALUE, map_fd, 0),
		INSN_MOV_IMM(BPF_REG_2, TASK_BYTES),
		INSN_MOV(BPF_REG_3, BPF_REG_0),
		INSN_CALL(BPF_FUNC_probe_read_kernel),
		INSN_MOV_IMM(BPF_REG_0, 0),
		INSN_EXIT(),
	};

	return load_and_run(insns, CNT(insns), NULL);
}

/* Can programs load the name at this offset, and is it the current one? */
static bool can_load(uint32_t off, const char comm[COMM_BYTES])
{
	const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_current_task_btf),
		INSN_LOAD(BPF_REG_1, BPF_REG_0, (int16_t)off),
		INSN_LOAD(BPF_REG_0, BPF_REG_0, (int16_t)(off + 8)),
		INSN(BPF_ALU64 | BPF_XOR | BPF_X, BPF_REG_0, BPF_REG_1, 0, 0),
		INSN_EXIT(),
	};
	uint64_t words[COMM_BYTES / 8];
	uint32_t ret = 0;

	memcpy(words, comm, sizeof(words));
	return !load_and_run(insns, CNT(insns), &ret) &&
	       ret == (uint32_t)(words[0] ^ words[1]);
}

static uint32_t find_off(int map_fd, const char comm[COMM_BYTES])
{
	static char task[TASK_BYTES];
	uint32_t key = 0;
	const char *at;

	if (copy_task(map_fd) || sys_map_lookup(map_fd, &key, task))
		return 0;
	at = memmem(task, sizeof(task), comm, COMM_BYTES);
	return at && can_load((uint32_t)(at - task), comm) ?
		       (uint32_t)(at - task) : 0;
}

uint32_t kern_comm_off(void)
{
	const char trial[COMM_BYTES] = "dtrace: a trial";
	char before[COMM_BYTES] = "";
	_cleanup_close_ int map_fd =
		sys_value_map_create("task", TASK_BYTES, 0);
	uint32_t off;

	if (map_fd < 0 || prctl(PR_GET_NAME, before) ||
	    prctl(PR_SET_NAME, trial))
		return 0;
	off = find_off(map_fd, trial);
	(void)prctl(PR_SET_NAME, before);
	return off;
}

/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/kernel/program/tp_stack_skip.h"

#include <assert.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stddef.h>
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
	CALL_INSN_CNT = 10, /* most for one call of a helper */
};

/* A map whose only value is the format of a name: -errno on error. */
static int make_format(void)
{
	static const char format[8] = "%ps";
	uint32_t key = 0;
	int fd = sys_value_map_create("format", sizeof(format),
				      BPF_F_RDONLY_PROG);
	int err = fd < 0 ? fd : sys_map_update(fd, &key, format, BPF_ANY);

	if (!err)
		err = sys_map_freeze(fd);
	if (err && fd >= 0)
		close(fd);
	return err ? err : fd;
}

/* bpf_snprintf(names[idx], sizeof(names[idx]), format, &kaddrs[idx], 8) */
static size_t put_name(struct bpf_insn *to, int idx, int map_fd, int format_fd)
{
	const struct bpf_insn insns[] = {
		INSN_LD_IMM64(BPF_REG_1, BPF_PSEUDO_MAP_VALUE, map_fd,
			      (int)offsetof(struct tp_stack, names[idx])),
		INSN_MOV_IMM(BPF_REG_2, TP_NAME_BYTES),
		INSN_LD_IMM64(BPF_REG_3, BPF_PSEUDO_MAP_VALUE, format_fd, 0),
		INSN_LD_IMM64(BPF_REG_4, BPF_PSEUDO_MAP_VALUE, map_fd,
			      (int)offsetof(struct tp_stack, kaddrs[idx])),
		INSN_MOV_IMM(BPF_REG_5, 8),
		INSN_CALL(BPF_FUNC_snprintf),
	};

	static_assert(CNT(insns) <= CALL_INSN_CNT, "room for a call");
	memcpy(to, insns, sizeof(insns));
	return CNT(insns);
}

/* Stores the stack and its names in the only element of the map. */
static int load_stack_prog(int map_fd, int format_fd, struct strbuf *why)
{
	struct bpf_insn insns[(TP_FRAMES_MAX + 2) * CALL_INSN_CNT] = {
		INSN_LD_IMM64(BPF_REG_2, BPF_PSEUDO_MAP_VALUE, map_fd, 0),
		INSN_MOV_IMM(BPF_REG_3, FRAMES_BYTES),
		INSN_MOV_IMM(BPF_REG_4, 0),
		INSN_CALL(BPF_FUNC_get_stack),
	};
	const struct bpf_insn end[] = {
		INSN_MOV_IMM(BPF_REG_0, 0),
		INSN_EXIT(),
	};
	struct trial_prog prog = {
		.type = BPF_PROG_TYPE_RAW_TRACEPOINT,
		.insns = insns,
		.insn_cnt = 5, /* those above */
	};

	for (int i = 0; i < TP_FRAMES_MAX; i++)
		prog.insn_cnt += put_name(insns + prog.insn_cnt, i, map_fd,
					  format_fd);
	memcpy(insns + prog.insn_cnt, end, sizeof(end));
	prog.insn_cnt += CNT(end);
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

int kern_tp_stack_skip(bool is_syscall, struct tp_stack *ret)
{
	struct strbuf why = { 0 };
	_cleanup_close_ int map_fd =
		sys_value_map_create("frames", sizeof(*ret), 0);
	_cleanup_close_ int format_fd = make_format();
	_cleanup_close_ int prog_fd = -1, link_fd = -1;
	uint32_t key = 0;
	int err;

	*ret = (struct tp_stack){ 0 };
	if (map_fd < 0 || format_fd < 0)
		return map_fd < 0 ? map_fd : format_fd;
	prog_fd = load_stack_prog(map_fd, format_fd, &why);
	strbuf_deinit(&why);
	if (prog_fd < 0)
		return prog_fd;
	link_fd = sys_raw_tracepoint_open(
		is_syscall ? "sys_enter" : "task_rename", prog_fd, 0);
	if (link_fd < 0)
		return link_fd;
	err = fire(is_syscall);
	return err ? err : sys_map_lookup(map_fd, &key, ret);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attaches a program to the function with a BTF id; link_holder.c holds the
 * link. The kernel makes a trampoline for the function, which calls the
 * programs; detaching waits for a grace period of tasks (60 to 130 ms), one
 * function after the other, even if several processes close the links.
 */
#include "runtime/kernel/link/fentry.h"

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "runtime/kernel/feature/trial.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/sys.h"

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

/* Is it the BTF that the kernel made for @module? */
static bool is_btf_of(int fd, const char *module)
{
	char name[64] = "";
	struct bpf_btf_info info = {
		.name = (uint64_t)(uintptr_t)name,
		.name_len = sizeof(name),
	};

	return !sys_obj_info(fd, &info, sizeof(info)) && info.kernel_btf &&
	       !strcmp(name, module);
}

int kern_module_btf(const char *module)
{
	union bpf_attr attr = { 0 };
	int fd;

	while (!sys_bpf(BPF_BTF_GET_NEXT_ID, &attr, sizeof(attr))) {
		const uint32_t id = attr.next_id;

		memset(&attr, 0, sizeof(attr));
		attr.btf_id = id;
		fd = sys_bpf(BPF_BTF_GET_FD_BY_ID, &attr, sizeof(attr));
		if (fd >= 0 && is_btf_of(fd, module))
			return fd;
		if (fd >= 0)
			close(fd);
		memset(&attr, 0, sizeof(attr));
		attr.start_id = id;
	}
	return -ENOENT;
}

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

int kern_fentry_attach(struct kern_links *links, int prog_fd)
{
	int fd = sys_raw_tracepoint_open(NULL, prog_fd, 0);

	if (fd < 0)
		return fd;
	kern_links_add(links, fd);
	return 0;
}

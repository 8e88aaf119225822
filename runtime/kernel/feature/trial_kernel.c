/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trials of kernel probes and clocks. Each attaches an empty program for a
 * moment to a function or event that is rare. On a kernel without kprobes, or
 * in lockdown, only these features are missing.
 *
 * fentry needs the id of a function in the kernel's BTF: one pass over the raw
 * types (names are offsets into the strings that follow) finds it in about 1
 * ms.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/btf.h>
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "runtime/kernel/bpf_abi.h"
#include "runtime/kernel/feature/trial.h"
#include "runtime/kernel/feature/trial_fentry.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/sys.h"

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct bpf_insn return_0[] = { INSN_MOV_IMM(0, 0), INSN_EXIT() };

/* A function that every kernel has and rarely calls. */
static const char kernel_target[] = "do_exit";

int try_raw_tp(struct strbuf *why)
{
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_RAW_TRACEPOINT,
		.insns = return_0,
		.insn_cnt = CNT(return_0),
	};
	_cleanup_close_ int prog_fd = trial_load(&prog, why);
	_cleanup_close_ int link_fd = -1;

	if (prog_fd < 0)
		return prog_fd;
	link_fd = sys_raw_tracepoint_open("sched_process_exit", prog_fd, 0);
	return link_fd < 0 ? trial_fail(why, "attach", link_fd) : 0;
}

/* Kernels whose programs can read the cookie also accept one when attaching. */
int try_raw_tp_cookie(struct strbuf *why)
{
	const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_attach_cookie),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_RAW_TRACEPOINT,
		.insns = insns,
		.insn_cnt = CNT(insns),
	};
	_cleanup_close_ int prog_fd = trial_load(&prog, why);

	return prog_fd < 0 ? prog_fd : 0;
}

/* A clock that is never started, on the first online CPU. */
int try_cpu_clock(struct strbuf *why)
{
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_PERF_EVENT,
		.insns = return_0,
		.insn_cnt = CNT(return_0),
	};
	struct perf_event_attr event = {
		.size = sizeof(event),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = 1000000000,
		.disabled = 1,
	};
	_cleanup_close_ int prog_fd = trial_load(&prog, why);
	_cleanup_close_ int event_fd = -1, link_fd = -1;
	struct bpf_link_attr link = { .attach_type = ABI_ATTACH_PERF_EVENT };
	int cpu = 0;

	if (prog_fd < 0)
		return prog_fd;
	do
		event_fd = sys_perf_event_open(&event, -1, cpu);
	while (event_fd == -ENODEV && ++cpu < sysconf(_SC_NPROCESSORS_CONF));
	if (event_fd < 0)
		return trial_fail(why, "perf event", event_fd);
	link.prog_fd = (uint32_t)prog_fd;
	link.target_fd = (uint32_t)event_fd;
	link_fd = sys_link_create(&link);
	return link_fd < 0 ? trial_fail(why, "link", link_fd) : 0;
}

int try_kprobe(struct strbuf *why)
{
	_cleanup_fclose_ FILE *f =
		fopen("/sys/bus/event_source/devices/kprobe/type", "re");
	struct perf_event_attr attr = { .size = sizeof(attr) };
	_cleanup_close_ int fd = -1;

	if (!f || fscanf(f, "%u", &attr.type) != 1) {
		strbuf_puts(
			why,
			"this kernel has no PMU \"kprobe\" (CONFIG_KPROBES)");
		return -ENOENT;
	}
	attr.kprobe_func = (uint64_t)(uintptr_t)kernel_target;
	fd = sys_perf_event_open(&attr, -1, 0);
	return fd < 0 ? trial_fail(why, "perf event", fd) : 0;
}

int try_kprobe_multi(struct strbuf *why)
{
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_KPROBE,
		.attach_type = ABI_ATTACH_KPROBE_MULTI,
		.insns = return_0,
		.insn_cnt = CNT(return_0),
	};
	const char *syms[] = { kernel_target };
	struct bpf_link_attr attr = {
		.attach_type = ABI_ATTACH_KPROBE_MULTI,
		.kprobe_multi = {
			.cnt = 1,
			.syms = (uint64_t)(uintptr_t)syms,
		},
	};
	_cleanup_close_ int prog_fd = trial_load(&prog, why);
	_cleanup_close_ int link_fd = -1;

	if (prog_fd < 0)
		return prog_fd;
	attr.prog_fd = (uint32_t)prog_fd;
	link_fd = sys_link_create(&attr);
	return link_fd < 0 ? trial_fail(why, "link", link_fd) : 0;
}

/* Bytes that follow the common part of a type of this kind. */
static size_t btf_extra_bytes(uint32_t info)
{
	uint32_t vlen = BTF_INFO_VLEN(info);

	switch (BTF_INFO_KIND(info)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return 4;
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return vlen * sizeof(struct btf_member);
	case BTF_KIND_ENUM:
		return vlen * sizeof(struct btf_enum);
	case BTF_KIND_ENUM64:
		return vlen * sizeof(struct btf_enum64);
	case BTF_KIND_FUNC_PROTO:
		return vlen * sizeof(struct btf_param);
	case BTF_KIND_DATASEC:
		return vlen * sizeof(struct btf_var_secinfo);
	}
	return 0;
}

/* Returns the type id of function @name in a BTF blob, or 0. */
static uint32_t btf_func_id(const char *blob, size_t len, const char *name)
{
	const struct btf_header *header = (const void *)blob;
	const char *strings, *at, *end;
	uint32_t id = 1;

	if (len < BTF_HEADER_BYTES || header->magic != BTF_MAGIC)
		return 0;
	at = blob + header->hdr_len + header->type_off;
	end = at + header->type_len;
	strings = blob + header->hdr_len + header->str_off;
	for (; at < end; id++) {
		const struct btf_type *type = (const void *)at;

		if (BTF_INFO_KIND(type->info) == BTF_KIND_FUNC &&
		    !strcmp(strings + type->name_off, name))
			return id;
		at += sizeof(*type) + btf_extra_bytes(type->info);
	}
	return 0;
}

int try_fentry(struct strbuf *why)
{
	_cleanup_free_ char *blob = NULL;
	_cleanup_close_ int prog_fd = -1;
	_cleanup_close_ int link_fd = -1;
	uint32_t id;
	size_t len;
	int err = file_read("/sys/kernel/btf/vmlinux", &blob, &len);

	if (err)
		return trial_fail(why, "/sys/kernel/btf/vmlinux", err);
	id = btf_func_id(blob, len, kernel_target);
	if (!id) {
		strbuf_printf(why, "no function %s in the kernel's BTF",
			      kernel_target);
		return -ENOENT;
	}
	prog_fd = kern_fentry_try(0, id, false, why);
	if (prog_fd < 0)
		return prog_fd;
	link_fd = sys_raw_tracepoint_open(NULL, prog_fd, 0);
	return link_fd < 0 ? trial_fail(why, "attach", link_fd) : 0;
}

/* ------------------------------------------------------------- capabilities */

static int try_cap(int cap, const char *name, struct strbuf *why)
{
	if (kern_has_cap(cap))
		return 0;
	strbuf_printf(why, "%s is missing", name);
	return -EPERM;
}

int try_cap_sys_ptrace(struct strbuf *why)
{
	return try_cap(CAP_SYS_PTRACE, "CAP_SYS_PTRACE", why);
}

/* CAP_SYS_ADMIN includes it. */
int try_cap_checkpoint(struct strbuf *why)
{
	if (kern_has_cap(CAP_SYS_ADMIN))
		return 0;
	return try_cap(CAP_CHECKPOINT_RESTORE, "CAP_CHECKPOINT_RESTORE", why);
}

int try_cap_syslog(struct strbuf *why)
{
	return try_cap(CAP_SYSLOG, "CAP_SYSLOG", why);
}

int try_cap_sys_admin(struct strbuf *why)
{
	return try_cap(CAP_SYS_ADMIN, "CAP_SYS_ADMIN", why);
}

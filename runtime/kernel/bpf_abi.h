/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parts of bpf(2) that an older linux/bpf.h lacks: numbers and argument layouts
 * of program load and link creation, as in the kernel's UAPI. A kernel that does
 * not know a field refuses it only if it is not 0 (-E2BIG), so passing the
 * longer struct is safe.
 */
#ifndef DTRACE_RUNTIME_KERNEL_BPF_ABI_H
#define DTRACE_RUNTIME_KERNEL_BPF_ABI_H

#include <linux/bpf.h>
#include <stdint.h>

enum {
	ABI_ATTACH_PERF_EVENT = 41,    /* BPF_PERF_EVENT, 5.15 */
	ABI_ATTACH_KPROBE_MULTI = 42,  /* BPF_TRACE_KPROBE_MULTI, 5.18 */
	ABI_ATTACH_UPROBE_MULTI = 48,  /* BPF_TRACE_UPROBE_MULTI, 6.6 */
	ABI_KPROBE_MULTI_RETURN = 1,   /* BPF_F_KPROBE_MULTI_RETURN */
	ABI_UPROBE_MULTI_RETURN = 1,   /* BPF_F_UPROBE_MULTI_RETURN */
	/* kernel-internal, but also returned to user space */
	ABI_ENOTSUPP = 524,
};

/* BPF_PROG_LOAD */
struct bpf_load_attr {
	uint32_t prog_type;
	uint32_t insn_cnt;
	uint64_t insns;
	uint64_t license;
	uint32_t log_level;
	uint32_t log_bytes;
	uint64_t log_buf;
	uint32_t kern_version;
	uint32_t prog_flags;
	char prog_name[16];
	uint32_t prog_ifindex;
	uint32_t expected_attach_type;
	uint32_t prog_btf_fd;
	uint32_t func_info_rec_bytes;
	uint64_t func_info;
	uint32_t func_info_cnt;
	uint32_t line_info_rec_bytes;
	uint64_t line_info;
	uint32_t line_info_cnt;
	uint32_t attach_btf_id;
	uint32_t attach_btf_obj_fd; /* of a module; 0: the kernel's own BTF */
	uint32_t core_relo_cnt;
	uint64_t fd_array;
};

/* BPF_RAW_TRACEPOINT_OPEN */
struct bpf_raw_tracepoint_attr {
	uint64_t name;
	uint32_t prog_fd;
	uint32_t zero;
	uint64_t cookie; /* 6.10 */
};

/* BPF_LINK_CREATE, as far as dtrace uses it */
struct bpf_link_attr {
	uint32_t prog_fd;
	uint32_t target_fd; /* perf event */
	uint32_t attach_type;
	uint32_t flags;
	union {
		struct {
			uint64_t cookie;
		} perf_event;
		struct {
			uint64_t path;		   /* char * */
			uint64_t offsets;	   /* uint64_t[cnt] */
			uint64_t ref_ctr_offsets;  /* uint64_t[cnt] or 0 */
			uint64_t cookies;	   /* uint64_t[cnt] or 0 */
			uint32_t cnt;
			uint32_t flags;
			uint32_t pid;
			uint32_t padding;
		} uprobe_multi;
		struct {
			uint32_t flags;
			uint32_t cnt;
			uint64_t syms;
			uint64_t addrs;
			uint64_t cookies;
		} kprobe_multi;
		struct {
			uint64_t info; /* union bpf_iter_link_info * */
			uint32_t info_bytes;
			uint32_t padding;
		} iter;
	};
};

/* BPF_OBJ_GET_INFO_BY_FD of a kprobe_multi link */
struct bpf_kprobe_multi_info {
	uint32_t type;
	uint32_t id;
	uint32_t prog_id;
	uint32_t padding;
	uint64_t addrs;
	uint32_t cnt;
	uint32_t flags;
	uint64_t missed_cnt; /* 6.7 */
};

/*
 * The size that kernels write; struct btf_header in newer versions of
 * linux/btf.h is longer.
 */
enum { BTF_HEADER_BYTES = 24 };

_Static_assert(sizeof(struct bpf_load_attr) == 128, "attr of BPF_PROG_LOAD");
_Static_assert(sizeof(struct bpf_link_attr) == 64, "attr of BPF_LINK_CREATE");

#endif

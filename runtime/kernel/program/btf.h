/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * BTF for one generated program: the types of its functions and the D lines of
 * its instructions, in the format of BPF_PROG_LOAD.
 */
#ifndef DTRACE_RUNTIME_KERNEL_PROGRAM_BTF_H
#define DTRACE_RUNTIME_KERNEL_PROGRAM_BTF_H

#include <linux/bpf.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "base/vec.h"
#include "runtime/kernel/sys.h"

struct kern_btf {
	VEC(uint32_t) types;
	uint32_t type_cnt; /* ids are 1 .. type_cnt */
	struct strbuf strings;
	/* type of a part's context; 0: kern_btf_set_ctx() was not called */
	uint32_t ctx_ptr;
	VEC(struct bpf_func_info) funcs;
	VEC(struct bpf_line_info) lines;
};

/* Types in every blob. */
enum { KERN_BTF_INT = 1, KERN_BTF_LONG = 2, KERN_BTF_PTR = 3 };

enum kern_btf_func_kind {
	KERN_BTF_MAIN,	 /* int f(void *ctx), global */
	KERN_BTF_STATIC, /* long f(long ...), static */
	KERN_BTF_GLOBAL, /* long f(long ...), verified separately */
	KERN_BTF_PART,	 /* the same, but the first argument is the context */
};

void kern_btf_init(struct kern_btf *btf);
void kern_btf_deinit(struct kern_btf *btf);

/* Sets the name of the struct that is the context of the program's type. */
void kern_btf_set_ctx(struct kern_btf *btf, const char *name);
/* Adds a function that begins at instruction @insn_idx; in ascending order. */
void kern_btf_add_func(struct kern_btf *btf, enum kern_btf_func_kind kind,
		       const char *name, uint32_t arg_cnt, uint32_t insn_idx);
/*
 * Says that the code from @insn_idx on comes from this line. In ascending
 * order; a second line for the same instruction replaces the first.
 */
void kern_btf_add_line(struct kern_btf *btf, uint32_t insn_idx,
		       const char *file, const char *text, size_t text_len,
		       uint32_t line, uint32_t column);
/* Loads the types into the kernel: a descriptor or -errno. */
int kern_btf_load(const struct kern_btf *btf);
/*
 * Makes @spec a task storage map with values of @bytes, a multiple of 8, and
 * loads the types that the kernel requires. Returns 0, then the caller closes
 * spec->btf_fd, or -errno.
 */
int kern_btf_task_storage(struct sys_map_spec *spec, uint32_t bytes);

#endif

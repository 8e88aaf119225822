/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * BTF of our own, for one program: the types of its functions and the D
 * lines of its instructions, in the form that BPF_PROG_LOAD takes.
 */
#ifndef DTRACE_RUNTIME_KERNEL_BTF_H
#define DTRACE_RUNTIME_KERNEL_BTF_H

#include <linux/bpf.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "runtime/kernel/sys.h"

struct kern_btf {
	VEC(uint32_t) types;
	uint32_t type_cnt; /* ids are 1 .. type_cnt */
	struct strbuf strings;
	uint32_t ctx_ptr; /* type of a part's context; 0: kern_btf_set_ctx() */
	VEC(struct bpf_func_info) funcs;
	VEC(struct bpf_line_info) lines;
};

/* Types that every blob has. */
enum { KERN_BTF_INT = 1, KERN_BTF_LONG = 2, KERN_BTF_PTR = 3 };

enum kern_btf_func_kind {
	KERN_BTF_MAIN,	 /* int f(void *ctx), global */
	KERN_BTF_STATIC, /* long f(long ...), static */
	KERN_BTF_GLOBAL, /* long f(long ...), verified by itself */
	KERN_BTF_PART,	 /* the same; the first one is the context */
};

void kern_btf_init(struct kern_btf *btf);
void kern_btf_deinit(struct kern_btf *btf);

/* An array of @cnt longs; returns its id. */
uint32_t kern_btf_add_words(struct kern_btf *btf, uint32_t cnt);
/* The name of the struct that the program's type has as its context. */
void kern_btf_set_ctx(struct kern_btf *btf, const char *name);
/* A function begins at instruction @insn_idx; in ascending order. */
void kern_btf_add_func(struct kern_btf *btf, enum kern_btf_func_kind kind,
		       const char *name, uint32_t arg_cnt, uint32_t insn_idx);
/*
 * From @insn_idx on the code comes from this line. In ascending order; a
 * second line for the same instruction replaces the first.
 */
void kern_btf_add_line(struct kern_btf *btf, uint32_t insn_idx,
		       const char *file, const char *text, size_t text_len,
		       uint32_t line, uint32_t column);
/* Gives the types to the kernel: a descriptor or -errno. */
int kern_btf_load(const struct kern_btf *btf);
/*
 * Makes @spec one of task storage with values of @bytes, a multiple of 8; the
 * kernel wants their types. Returns 0, then spec->btf_fd is the caller's to
 * close, or -errno.
 */
int kern_btf_task_storage(struct sys_map_spec *spec, uint32_t bytes);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trials of features.def: one function per row, which returns 0 if the
 * feature works, or -errno with the reason in @why (one line).
 */
#ifndef DTRACE_RUNTIME_KERNEL_FEATURE_TRIAL_H
#define DTRACE_RUNTIME_KERNEL_FEATURE_TRIAL_H

#include <stddef.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "runtime/kernel/bpf_abi.h"

#define FEATURE(name, text, cost) int try_##name(struct strbuf *why);
#include "runtime/kernel/feature/features.def"
#undef FEATURE

/* A program to try. */
struct trial_prog {
	uint32_t type;
	uint32_t attach_type;
	uint32_t attach_btf_id;
	uint32_t attach_btf_fd; /* of a module; 0: the kernel's own BTF */
	uint32_t flags;
	const struct bpf_insn *insns;
	size_t insn_cnt;
};

/*
 * Loads the program. Returns a descriptor, or -errno with the verifier's last
 * line in @why.
 */
int trial_load(const struct trial_prog *prog, struct strbuf *why);
/* Writes "WHAT: REASON" to @why and returns @err. */
int trial_fail(struct strbuf *why, const char *what, int err);
/*
 * Attaches a multi link to a function of dtrace: a descriptor or -errno. Any
 * thread may call it.
 */
int trial_uprobe_link(void);
/* A function that every kernel has and rarely calls. */
extern const char trial_kernel_target[];
/*
 * Creates an mmapable array with one value of 8 bytes: a descriptor or -errno.
 */
int trial_word_map(void);

#endif

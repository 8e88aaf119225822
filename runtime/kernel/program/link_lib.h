/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated code and the library functions that it calls, as one program. */
#ifndef DTRACE_RUNTIME_KERNEL_PROGRAM_LINK_LIB_H
#define DTRACE_RUNTIME_KERNEL_PROGRAM_LINK_LIB_H

#include <linux/bpf.h>
#include <stdint.h>

#include "base/vec.h"
#include "runtime/bpf/lib.h"
#include "runtime/codegen/ir/code.h"
#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/map/maps.h"

/* The instructions of a program. */
struct kern_linked {
	VEC(struct bpf_insn) insns;
	uint32_t lib_at[LIB_FUNC_CNT]; /* first instruction; 0 = not used */
};

/*
 * Fills @prog, which is zeroed. Returns 0, or -errno with a message in @log.
 * In both cases kern_linked_deinit() frees it.
 */
int kern_link_insns(struct kern_linked *prog, const struct code *code,
		    const struct kern_maps *maps, struct kern_log *log);
void kern_linked_deinit(struct kern_linked *prog);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The in-kernel library as the loader uses it: a table that is generated when
 * the project is built (lib.bpf.c -> clang -> embed -> lib_table.c).
 */
#ifndef DTRACE_RUNTIME_BPF_LIB_H
#define DTRACE_RUNTIME_BPF_LIB_H

#include <linux/bpf.h>
#include <stdint.h>

/* A call from one library function to another. */
struct bpf_lib_call {
	/* in the caller, counted from its first instruction */
	uint32_t insn_idx;
	uint32_t func; /* enum lib_func */
};

/* Symbols of lib.bpf.h that the loader gives a value. */
enum bpf_lib_sym {
	BPF_LIB_SCRATCH, /* address of the scratch map's value */
	BPF_LIB_SCRATCH_LAST, /* its size less BPF_LIB_PAD_BYTES */
	/* maps */
	BPF_LIB_UNWIND_SPACE,
	BPF_LIB_UNWIND_KNOWN,
	BPF_LIB_UNWIND_ASKED,
};

/* Bytes of the scratch map after all slots, for reading ahead. */
enum { BPF_LIB_PAD_BYTES = 8192 + 64 };

/* An ld_imm64 of a symbol; its immediate is an offset to add. */
struct bpf_lib_ref {
	uint32_t insn_idx;
	enum bpf_lib_sym sym;
};

struct bpf_lib_func {
	const char *name;
	uint32_t arg_cnt;
	const struct bpf_insn *insns;
	uint32_t insn_cnt;
	const struct bpf_lib_call *calls;
	uint32_t call_cnt;
	const struct bpf_lib_ref *refs;
	uint32_t ref_cnt;
};

/* Indexed by enum lib_func: the rows of lib.def in their order. */
extern const struct bpf_lib_func bpf_lib[];

#endif

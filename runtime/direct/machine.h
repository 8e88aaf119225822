/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Between translate.c, which knows BPF programs, and the encoder of a machine.
 */
#ifndef DTRACE_RUNTIME_DIRECT_MACHINE_H
#define DTRACE_RUNTIME_DIRECT_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/bpf.h>

#include "base/vec.h"
#include "runtime/direct/translate.h"

enum direct_native {
	NATIVE_LOOKUP,
	NATIVE_UPDATE,
	NATIVE_SEND,
	NATIVE_CLOCK,
	NATIVE_STRING,
	NATIVE_STRING_LENGTH,
	NATIVE_LENGTH,
	NATIVE_ENTER,
};

/* Of a native function in the section. */
uint64_t direct_native_off(enum direct_native native);

/* The text so far. */
struct direct_out {
	VEC(unsigned char) text;
	const struct direct_target *target;
	uint64_t heads_addr, chunks_addr; /* of the rings; 0: not there */
	/* of the function under way */
	uint16_t saved; /* bit N: it uses rN, which its caller keeps */
	uint16_t frame_bytes; /* a multiple of 16 */
	bool is_entry;
	bool reads_tid; /* the program has CODE_DIRECT_TID */
	bool has_rdpid, has_rdfsbase; /* the machine has the instruction */
};

/*
 * What a machine has to have. Instructions are BPF's; a jump or call returns
 * where in the text its distance stands, for patch().
 */
struct direct_machine {
	void (*init)(struct direct_out *out);
	/* The hook up to its program: tests, and returns 0. */
	void (*guard)(struct direct_out *out, bool sends);
	void (*tid)(struct direct_out *out); /* r0 = the thread's id */
	/* r0 = the thread's variables; @is_set: they are here from now on */
	void (*selfs)(struct direct_out *out, bool is_set);
	void (*begin)(struct direct_out *out); /* of a function */
	void (*end)(struct direct_out *out);   /* BPF_EXIT */
	/* All that is neither jump nor call nor ld_imm64; false: not known. */
	bool (*insn)(struct direct_out *out, const struct bpf_insn *insn);
	/* false: not known. Without condition if @insn is BPF_JA. */
	bool (*jump)(struct direct_out *out, const struct bpf_insn *insn,
		     size_t *at_ret);
	size_t (*call)(struct direct_out *out);
	void (*patch)(struct direct_out *out, size_t at, size_t to);
	void (*load)(struct direct_out *out, int reg, uint64_t value);
	/* r0 = the function (r1 ... r5), and further arguments of its own */
	void (*native)(struct direct_out *out, enum direct_native native);
	/* Calls what has no parameters, anywhere; r0 = 0. */
	void (*call_place)(struct direct_out *out, uint64_t addr);
	void (*cpu)(struct direct_out *out); /* r0 = number of the CPU */
};

/* NULL: there is none for the machine that dtrace runs on. */
extern const struct direct_machine *const direct_machine;

#endif

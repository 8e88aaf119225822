/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Analysis of machine code for the pid provider: bytes in, offsets out. This
 * folder knows nothing of files, probes or sessions, and it must not include
 * linux/bpf.h, because the disassembler's header defines types with the same
 * names.
 *
 *	machine_code.c	where instructions begin (capstone)
 *	insn_lookup.c	which of them begins at an offset
 *	branch_decode.c	where an instruction leads
 *	data_reference.c	which bytes of its own function an instruction reads
 *	jumps_to_entry.c	whether a function begins with a loop
 *	reachable_code.c	which bytes may be data
 *	stack_switch.c	whether code switches between stacks
 *	reads_return.c	whether a function reads its return address
 *
 * unsteppable.c tells which instructions can't be probed.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_MACHINE_CODE_MACHINE_CODE_H
#define DTRACE_RUNTIME_PROVIDER_MACHINE_CODE_MACHINE_CODE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"

enum code_refusal {
	CODE_OK,
#define REFUSAL(name, reach, text) CODE_REFUSAL_##name,
#include "runtime/provider/machine_code/probe_refusals.def"
#undef REFUSAL
	CODE_REFUSAL_CNT,
};

/* A jump back to the first byte of its function. */
struct code_back {
	uint32_t off;
	uint32_t taken; /* under which condition: ABI_BACK_... */
};

/* A function whose first byte is also the start of a loop. */
struct code_loop {
	VEC(struct code_back) backs;
};

/* An instruction that may leave its function, other than a return. */
struct code_exit {
	int64_t target; /* offset from the start of the function */
	bool is_known; /* the instruction contains its target */
	bool is_call;
	bool is_always; /* an unconditional jump */
	uint32_t off; /* of the instruction itself */
	bool by_table; /* the target comes from a table */
	uint32_t table_vaddr; /* of this table of addresses; 0: of distances */
};

/* An address near an instruction that is its operand. */
struct code_reference {
	int64_t target; /* offset from the start of the function */
	bool is_read; /* otherwise the address is taken */
};

/* Instructions of a function. */
struct code_insns {
	VEC(uint32_t) offs; /* where they begin, ascending */
	/* one for each; that of offset 0 as if it were not the entry */
	VEC(uint8_t) refusals;
	VEC(bool) are_last; /* execution never continues with the next one */
	VEC(struct code_exit) exits; /* ascending */
	VEC(struct code_reference) references;
	uint32_t end_off; /* where decoding ended */
	VEC(uint32_t) return_offs; /* of the return instructions */
	bool sets_sp; /* the stack pointer, to something that may be anywhere */
};

/* -------------------------------------------------------------- machine_code.c */

/*
 * Finds the instructions in @code, which is a whole function. Returns 0, or
 * -errno with a static text in *@why_ret if there is no disassembler for this
 * machine.
 */
int code_insns_find(struct code_insns *insns, uint16_t machine,
		    const uint8_t *code, size_t len, const char **why_ret);
void code_insns_deinit(struct code_insns *insns);
/*
 * Unloads the disassembler, whose tables take 5 MB, until it is needed again.
 * Call before the memory for tracing is allocated.
 */
void code_insns_unload(void);

/* ----------------------------------------------------------- insn_lookup.c */

/* Returns the index of the instruction that begins at @off, or -1. */
ssize_t code_insns_at(const struct code_insns *insns, uint32_t off);

/* ------------------------------------------------------------ reachable_code.c */

/* Refuses all bytes that may be data, if the function @code contains data. */
void code_insns_refuse_data(struct code_insns *insns, const uint8_t *code);

/* -------------------------------------------------------------- branch_decode.c */

/* Returns whether the instruction at @off may branch; then fills *@ret. */
bool code_exit_decode(uint16_t machine, const uint8_t *code, size_t len,
		      uint64_t off, struct code_exit *ret);
/* The number of prefix bytes, REX included, at the start of @code. */
size_t x86_prefix_len(uint16_t machine, const uint8_t *code, size_t len);
/* The REX prefix of @code, of whose bytes @prefix_len are prefixes; 0: none. */
uint8_t x86_rex(uint16_t machine, const uint8_t *code, size_t prefix_len);
/*
 * Whether the jump @code, which follows the instruction @before, takes its
 * target from a table, as compilers make them for `switch`: sets by_table and
 * table_vaddr of @way.
 */
void code_exit_find_table(uint16_t machine, const uint8_t *before,
			  size_t before_len, const uint8_t *code, size_t len,
			  struct code_exit *way);

/* ------------------------------------------------------- data_reference.c */

/*
 * Returns whether the instruction at @off reads from, or takes, an address
 * relative to itself; then fills *@ret.
 */
bool code_reference_find(uint16_t machine, const uint8_t *code, size_t len,
			 uint64_t off, struct code_reference *ret);

/* ------------------------------------------------------------ stack_switch.c */

/*
 * How many bytes before an instruction, and after it, are looked at to find out
 * whether it switches between stacks.
 */
enum { CODE_SWITCH_BEFORE = 64, CODE_SWITCH_AFTER = 11 };

/*
 * Whether @code, of any number of functions, has an instruction from offset
 * @from on, and CODE_SWITCH_AFTER bytes before its end at the latest, that loads
 * the stack pointer from memory off the stack, or from a register after it has
 * been stored off the stack. x86-64 only: false elsewhere.
 * True if there seems to be one and there is no disassembler to make sure.
 */
bool code_switches_stacks(uint16_t machine, const uint8_t *code, size_t len,
			  size_t from);
/*
 * Whether the instruction @code sets the stack pointer in a way that may switch
 * to another stack. Some of these instructions are also used to free memory that
 * a function has on its stack (alloca).
 */
bool code_insn_sets_sp(uint16_t machine, const uint8_t *code, size_t len);

/* ------------------------------------------------------------ reads_return.c */

/*
 * Whether the function @code reads its return address before it moves the stack
 * pointer. x86 only: false elsewhere. True if there seems to be such an
 * instruction and there is no disassembler to make sure.
 */
bool code_reads_return(uint16_t machine, const uint8_t *code, size_t len);

/* ----------------------------------------------------------- unsteppable.c */

/* Returns why the instruction at @code (at most @len bytes) can't be probed. */
enum code_refusal code_insn_refusal(uint16_t machine, const uint8_t *code,
				    size_t len);

/* Tracks the code between an exclusive load and its store, on arm64. */
struct code_exclusive {
	unsigned int left; /* maximum number of instructions until the store */
};

void code_exclusive_init(struct code_exclusive *run);
/*
 * To be called for each instruction in turn: returns whether this one is
 * between an exclusive load and its store.
 */
bool code_exclusive_has(struct code_exclusive *run, const uint8_t *code,
			size_t len);

/* ------------------------------------------------------------ jumps_to_entry.c */

/* Where the branches within a function lead. */
enum {
	CODE_BEGIN_START = 1, /* to its first byte */
	CODE_BEGIN_LOOP = 2, /* likewise, and probes can tell it from a call */
	CODE_BEGIN_BEHIND = 4, /* past the endbr that the function begins with */
};

/*
 * Returns these bits for the function @code. With CODE_BEGIN_LOOP, *@loop_ret,
 * which must be zeroed, is filled; the caller frees it by code_loop_deinit().
 */
unsigned int code_begin_find(uint16_t machine, const uint8_t *code, size_t len,
			     bool has_endbr, struct code_loop *loop_ret);
void code_loop_deinit(struct code_loop *loop);

#endif

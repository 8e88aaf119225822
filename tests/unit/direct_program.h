/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Programs for the tests of translated instructions. All have one form; r9 is
 * the address of the memory:
 *
 *	r9 = memory; r0 ... r8 = its words 0 ... 8; the instructions under test;
 *	words 16 ... 24 = r0 ... r8; exit
 */
#ifndef DTRACE_TESTS_UNIT_DIRECT_PROGRAM_H
#define DTRACE_TESTS_UNIT_DIRECT_PROGRAM_H

#include "tests/unit/direct_sample.h"

enum {
	REG_CNT = 9,
	OUT_WORD = 16,
	/* instructions under test work on these */
	WORK_WORD = 32,
	WORK_WORD_CNT = 16,
	WORD_CNT = 64,
	PROGRAM_MAX = 512,
	/* rows of the tables below */
	EDGE_CNT = 23,
	EDGE_IMM_CNT = 13,
	PROGRAM_JUMP_CNT = 11,
	ATOMIC_CNT = 10,
};

struct memory {
	uint64_t words[WORD_CNT];
};

struct program {
	struct bpf_insn insns[PROGRAM_MAX];
	uint32_t cnt;
};

/* Of translated programs. */
extern struct direct_sample program_sample;
extern struct memory program_memory;
/* Numbers at the ends of ranges; the first immediate is 0. */
extern const uint64_t program_edges[EDGE_CNT];
extern const int32_t program_edge_imms[EDGE_IMM_CNT];
extern const uint8_t program_classes[2]; /* of arithmetic */
extern const uint8_t program_sources[2];
extern const uint8_t program_sizes[4];
extern const uint8_t program_jumps[PROGRAM_JUMP_CNT];
extern const int32_t program_atomics[ATOMIC_CNT];
/* Random programs have instructions that Linux 6.6 has brought. */
extern bool program_has_signed;

/* False: this machine has no direct probes. */
bool direct_program_init(void);
void direct_program_deinit(void);
void program_begin(struct program *program);
void program_add(struct program *program, struct bpf_insn insn);
/*
 * Adds @insn with @base as its address, which leads to WORK_WORD + @at bytes;
 * then base = 0, unless the instruction has loaded it.
 */
void program_add_access(struct program *program, struct bpf_insn insn, int base,
			int at);
void program_end(struct program *program);
/* A program without calls that any verifier accepts. */
void program_random(struct program *program, uint64_t *random);
direct_hook_fn *program_translate(const struct program *program);
void memory_fill(struct memory *ret, uint64_t *random);
/* program_memory is @want, or the test ends with a report. */
void program_expect(const struct program *program, const struct memory *start,
		    const struct memory *want, const char *whose);
/* Runs it on @start, by @hook and by the model. */
void program_compare(const struct program *program, direct_hook_fn *hook,
		     const struct memory *start);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the tests of runtime/direct share: a process that is its own target,
 * with the text and the native functions in executable memory.
 */
#ifndef DTRACE_TESTS_UNIT_DIRECT_SAMPLE_H
#define DTRACE_TESTS_UNIT_DIRECT_SAMPLE_H

#include "runtime/direct/direct_ring.h"
#include "runtime/direct/translate.h"
#include "runtime/kernel/insn.h"

enum {
	SAMPLE_CPU_MAX = 4096,
	SAMPLE_SEMAPHORE = 3,
	SAMPLE_TGID = 4711,
	SAMPLE_RECORD_MAX = 256,
	SAMPLE_PLACE_MAX = 8,
};

struct direct_sample {
	uint16_t semaphore;
	struct direct_target target;
	struct direct_place places[SAMPLE_PLACE_MAX];
	unsigned char *memory; /* executable: native functions, text */
	size_t text_at;	       /* bytes of memory in use */
};

typedef int direct_hook_fn(const long args[]);

/* Sets up; false: this machine has no direct probes. */
bool direct_sample_init(struct direct_sample *sample);
void direct_sample_deinit(struct direct_sample *sample);
void direct_sample_place(struct direct_sample *sample, enum map_role role,
			 void *map, void *value);
/* Translates, and forgets the text of before; or ends the test. */
direct_hook_fn *direct_sample_hook(struct direct_sample *sample,
				   const struct code *code);
/* A code of one function: @insns are copied. code_deinit(). */
void direct_sample_code(struct code *code, const struct bpf_insn *insns,
			size_t insn_cnt);
/* Its instruction @insn_idx refers to @target, of index 0. */
void direct_sample_ref(struct code *code, enum code_ref_kind kind,
		       uint32_t insn_idx, uint32_t target);

/*
 * r1 = address of MAP_GLOBALS, whose references direct_sample_globals() adds:
 * it is what an ld_imm64 of 0 into r1 means. word[@idx] = @reg
 */
#define KEEP(idx, reg) \
	INSN_LD_IMM64(1, 0, 0, 0), INSN_STORE(1, (idx) * 8, reg)
void direct_sample_globals(struct code *code);
/* Translates a code of one function, with these references. */
direct_hook_fn *direct_sample_run(struct direct_sample *sample,
				  const struct bpf_insn *insns, size_t insn_cnt);

/* The next of a sequence of numbers; any *@state but 0 begins one. */
uint64_t direct_random(uint64_t *state);

#endif

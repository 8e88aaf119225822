/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the tests of runtime/codegen share: a D text through parser, checker
 * and generator into one program, and (for root) into the kernel.
 */
#ifndef DTRACE_TESTS_CODEGEN_GEN_SAMPLE_H
#define DTRACE_TESTS_CODEGEN_GEN_SAMPLE_H

#include "lang/ast.h"
#include "runtime/codegen/codegen.h"
#include "runtime/kernel/map/maps.h"

struct gen_sample {
	struct arena arena;
	struct type_table types;
	struct diag_list diags;
	struct program program;
	struct src src;
	struct gen *gen;
	const struct gen_result *result; /* NULL: compilation failed */
	struct strbuf messages; /* all diagnostics */
};

/* 4 CPUs, strsize 256, sleeping allowed: the same on every machine. */
struct gen_env gen_sample_env(void);
/* For BEGIN: runs in state RT_STARTING, without arguments. */
struct probe_abi gen_sample_test_run(void);
/* A uprobe with six integer arguments in registers, two of them 32-bit. */
struct probe_abi gen_sample_uprobe(void);
/*
 * Fires for each element of the list whose first one's address is the context's
 * first word: arg0 is the element, arg1 the second word.
 */
struct probe_abi gen_sample_list(void);

/*
 * Compiles all clauses of @text into one program of @abi. Returns 0 or an
 * error with messages; gen_sample_deinit() in either case.
 */
int gen_sample_compile(struct gen_sample *sample, const char *name,
		       const char *text, const struct gen_env *env,
		       const struct probe_abi *abi);
void gen_sample_deinit(struct gen_sample *sample);

/* A compiled program in the kernel, with its maps. */
struct gen_loaded {
	struct kern_cpus cpus;
	struct kern_maps maps;
	int prog_fd;
};

/* Ends the test with a message when the kernel refuses it. */
void gen_sample_load(const struct gen_sample *sample,
		     struct gen_loaded *loaded);
void gen_loaded_deinit(struct gen_loaded *loaded);
/* One counter, summed over the CPUs. @off: from rt_counter_off(). */
uint64_t gen_loaded_counter(const struct gen_sample *sample,
			    const struct gen_loaded *loaded, uint32_t off);
/* Word @idx of the unkeyed cells, summed over the CPUs. */
uint64_t gen_loaded_unkeyed(const struct gen_sample *sample,
			    const struct gen_loaded *loaded, uint32_t idx);
/* Compiles a BEGIN text for this machine and loads it, or ends the test. */
void gen_sample_start(struct gen_sample *sample, struct gen_loaded *loaded,
		      const char *text, const struct gen_env *env,
		      const struct probe_abi *abi);
void gen_sample_end(struct gen_sample *sample, struct gen_loaded *loaded);
/*
 * Takes the records from all rings, those of one ring in their order. Calls
 * @fn for each; returns their number.
 */
size_t gen_loaded_records(struct gen_loaded *loaded,
			  void (*fn)(const void *record, size_t bytes,
				     void *arg),
			  void *arg);
/* Prints "ok NAME" or "not ok NAME: FORMAT..."; status for main(). */
void check(const char *name, bool is_ok, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int check_status(void);
/* CPUs of this machine: for the env of programs that are loaded. */
uint32_t gen_sample_cpu_max(void);

#endif

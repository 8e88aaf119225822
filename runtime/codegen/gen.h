/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The code generator: typed clauses -> BPF programs, record and aggregation
 * layouts, and the sizes of the maps they need.
 *
 *	struct gen *gen = gen_create(arena, &env, diags);
 *	gen_scan(gen, program);
 *	gen_error_clauses(gen, tag, clauses, clause_cnt, &prog_id);
 *	for each probe class
 *		gen_program(gen, "usdt", &abi, clauses, clause_cnt, &prog_id);
 *	gen_finish(gen, &result);       sizes are known only now
 *	...
 *	gen_destroy(gen);               result dies with it
 */
#ifndef DTRACE_RUNTIME_CODEGEN_GEN_H
#define DTRACE_RUNTIME_CODEGEN_GEN_H

#include "base/diag.h"
#include "lang/ast.h"
#include "runtime/codegen/ir/code.h"
#include "runtime/common/probe_abi.h"
#include "runtime/common/record.h"

/* What the generator must know of the session and the machine. */
/* The program and the function that runs it. */
enum { RAW_TP_FRAMES_MIN = 2 };

/* A number in a per-CPU variable of the kernel. */
struct gen_percpu {
	uint32_t btf_id; /* of the variable, in vmlinux */
	uint32_t off_bytes;
};

/*
 * Where the kernel keeps the addresses that return probes took off the stack,
 * in bytes: task_struct.utask; uprobe_task.return_instances; and in struct
 * return_instance, stack, orig_ret_vaddr and next.
 */
struct gen_return_offs {
	uint32_t utask;
	uint16_t instances, stack, addr, next;
};

struct gen_env {
	uint32_t cpu_max;	   /* possible CPUs: ids are below this */
	uint32_t prog_insns; /* a longer program is cut; 0: the default */
	uint32_t only_cpu; /* 1 + the only one that is traced, or 0 */
	uint32_t strsize_bytes;	   /* of string, NUL included */
	uint32_t scratchsize_bytes; /* most that alloca() can give */
	uint32_t printsize_bytes;   /* most that print() records */
	uint64_t aggsize_bytes;	   /* upper bound of each value map */
	uint32_t ring_bytes;	   /* size of one ring; a power of two */
	uint32_t room_bytes; /* all that records may take of it; 0: all of it */
	bool has_ordered_stores; /* of this machine: other CPUs see their order */
	bool keeps_counts; /* of all firings and records, not only of drops */
	bool ends_when_full; /* a CPU records nothing after its first drop */
	bool overwrites; /* the oldest records; they are read at the end */
	uint64_t dynvarsize_bytes; /* upper bound of all associative arrays */
	bool can_sleep;		   /* sleepable uprobe programs load */
	bool keeps_bounds;	   /* the verifier, of spilled numbers */
	uint32_t nspec;		   /* speculations: ids are 1 to nspec */
	uint32_t specsize_bytes;   /* of one; up to RT_SPEC_BYTES / 2 */
	bool has_task_storage;	   /* else a hash holds self-> variables */
	/* frames of stack(), ustack(), jstack() that name none; of any */
	uint32_t stack_frames, ustack_frames, jstack_frames, max_frames;
	/*
	 * Frames between a program on a raw tracepoint and the function that
	 * has it, the program's own among them; asked for when a clause reads
	 * the kernel's stack. NULL: RAW_TP_FRAMES_MIN.
	 */
	uint32_t (*raw_tp_frames)(void *arg, bool is_syscall);
	/* the same at TRACE_EVENT */
	uint32_t event_frames;
	/* Where a task has its name; asked for when execname is; 0, NULL: the helper */
	uint32_t (*comm_off)(void *arg);
	/* Where the kernel counts the interrupts that a CPU serves. */
	bool (*preempt_count)(void *arg, struct gen_percpu *ret);
	/*
	 * Room for unwind tables, asked for when a user stack is; 0, NULL: there
	 * are none, the kernel follows frame pointers.
	 */
	uint32_t (*unwind_bytes)(void *arg);
	/* Asked for when a user stack is; false: this kernel does not say. */
	bool (*return_offs)(void *arg, struct gen_return_offs *ret);
	void *host_arg; /* of these five */
	/* set in a task that is in a 32-bit system call: see abi_compat */
	uint32_t compat_off, compat_bit;
	/* pages of the stack that go with ustack(); 0: none do */
	uint32_t ustack_pages;
	const char *stages; /* letters of stages to keep as text; or NULL */
	/*
	 * Not 0 when dtrace is in a pid namespace of its own: pids are then
	 * read by bpf_get_ns_current_pid_tgid(dev, ino).
	 */
	uint64_t pidns_dev, pidns_ino;
};

/* One program of the session. */
struct gen_prog {
	struct code code;	/* empty: nothing to load (ERROR) */
	uint32_t prog_id;	/* index; rec_header.prog_id */
	uint32_t row_first;	/* counter rows of its clauses */
	size_t clause_cnt;
	const struct clause **clauses;
	const char *class_name;
	bool is_spare;		/* of gen_spare(): nothing to load */
};

/* Whose a hash is. */
enum dyn_use {
	DYN_ARRAY,
	DYN_WAITS, /* wait_event.c */
	DYN_BACKS, /* loop_entry.c */
};

/* An associative array: a hash map from its key tuple to its value. */
struct dyn_layout {
	enum dyn_use use;
	const struct ident *ident; /* borrowed; NULL: it is no array */
	uint32_t key_bytes;	   /* self->: the thread's word first */
	uint32_t value_bytes;
	uint32_t elem_max;
};

/* Of aggregations that share maps: how many hashes and value maps. */
enum {
	AGG_SHARED_HASH_CNT = 4, /* by the size of the tuple */
	AGG_SHARED_VALUES_CNT = 8,
	AGG_SHARE_CNT = 8, /* each has aggsize / 8 of its value map */
};
static const uint32_t agg_shared_key_bytes[AGG_SHARED_HASH_CNT] = { 32, 128,
								    512, 4096 };

/* Stages of the intermediate code that -x dump can show, by their letters. */
enum gen_stage {
	GEN_STAGE_BUILT,     /* as the clauses made it */
	GEN_STAGE_REDUCED,   /* without unreachable code and unused values */
	GEN_STAGE_ALLOCATED, /* with registers of the machine */
	GEN_STAGE_CNT,
};
#define GEN_STAGE_LETTERS "iom"

struct gen_result {
	VEC(struct gen_prog) progs;
	VEC(struct rec_layout) layouts;	 /* [i].id = REC_LAYOUT_FIRST + i */
	VEC(struct agg_layout) aggs;	 /* [ident->id]; ident NULL: unused */
	uint32_t counter_stride;	 /* bytes per CPU in MAP_COUNTERS */
	uint32_t counter_row_cnt;
	uint32_t scratch_bytes;		 /* of MAP_SCRATCH; 0 = not needed */
	uint32_t unkeyed_stride;	 /* bytes per CPU in MAP_AGG_UNKEYED */
	uint32_t spec_bytes;		 /* of MAP_SPEC; 0 = not needed */
	uint32_t keyed_cnt;		 /* with a hash and values */
	uint32_t *keyed_agg;		 /* keyed_idx -> agg id */
	uint32_t global_bytes;		 /* of MAP_GLOBALS; 0 = not needed */
	uint32_t self_bytes;		 /* variables of a thread; likewise */
	uint32_t self_max;		 /* threads; 0: task storage */
	VEC(struct dyn_layout) dyns;	 /* [index of MAP_DYN] */
	VEC(char) names;		 /* contents of MAP_NAMES */
	uint32_t front_bytes;		 /* of MAP_AGG_FRONT; 0 = not needed */
	uint32_t record_max_bytes;	 /* of all records; 0: there are none */
	uint32_t record_min_bytes; /* of what clauses record; 0: nothing */
	bool has_user_addresses;	 /* records or keys hold such */
	uint32_t unwind_bytes;		 /* of MAP_UNWIND_SPACE; 0 = not needed */
	struct strbuf stage_text[GEN_STAGE_CNT]; /* of gen_env.stages */
};

struct gen;

struct gen *gen_create(struct arena *arena, const struct gen_env *env,
		       struct diag_list *diags);
void gen_destroy(struct gen *gen);

/*
 * Looks at all clauses of a checked program before the first is generated,
 * to size what they share: string keys of an aggregation are as long as the
 * longest that any clause stores. Without it they have strsize bytes.
 */
void gen_scan(struct gen *gen, const struct program *program);

/*
 * Generates one program: the clauses, in this order, for probes of @abi.
 * @class_name (static, up to 10 characters) names it in dumps and bpftool.
 * Returns 0 and the program's number; -E2BIG with nothing said: @abi.context is
 * FENTRY, for which it is too large, or it reads the kernel's stack; or -EINVAL
 * with errors in the list.
 */
int gen_program(struct gen *gen, const char *class_name,
		const struct probe_abi *abi,
		const struct clause *const *clauses, size_t clause_cnt,
		uint32_t *prog_id_ret);

/*
 * The clauses of the ERROR probe, before the first gen_program(): they run
 * inside the programs, when a clause faults. *prog_id_ret: a program without
 * code, whose number their records carry. Returns 0.
 */
int gen_error_clauses(struct gen *gen, uint32_t probe_tag, uint32_t id,
		      const struct clause *const *clauses, size_t clause_cnt,
		      uint32_t *prog_id_ret);

/*
 * An error about @clause, for a provider that can't have a program for it.
 * Returns -EINVAL.
 */
int gen_refuse(struct gen *gen, const struct clause *clause, const char *fmt,
	       ...) __attribute__((format(printf, 3, 4)));

/* Programs made so far: the next one gets this number. */
uint32_t gen_prog_cnt(const struct gen *gen);

/*
 * Room for programs that are made after gen_finish(), for probes that turn
 * up while the session runs: what the records, counters and variables of the
 * clauses need is laid out as if programs at probes of @abi ran them, each
 * alone and all together. A clause may be there again, after itself. Each
 * provider has its own, under its @class_name. Returns 0 or -EINVAL with
 * errors in the list.
 */
int gen_spare(struct gen *gen, const char *class_name,
	      const struct probe_abi *abi, const struct clause *const *clauses,
	      size_t clause_cnt);

/* Lays out maps; the result belongs to @gen. */
const struct gen_result *gen_finish(struct gen *gen);

/*
 * After gen_finish(): a program of clauses that gen_spare() has seen under
 * @class_name. Records carry the number of the first one's spare program.
 * *@code_ret is the caller's (code_deinit()). Returns 0, -ENOSPC: it does not
 * fit into what was laid out (then one for fewer clauses, or for one probe
 * tag, may), or -EINVAL with errors in the list.
 */
int gen_late(struct gen *gen, const char *class_name,
	     const struct probe_abi *abi, const struct clause *const *clauses,
	     size_t clause_cnt, struct code *code_ret);
/*
 * After gen_finish(): a program of the clauses of program @prog_id for another
 * kind of context. It counts and records as that one. Returns as gen_late().
 */
int gen_again(struct gen *gen, uint32_t prog_id, const struct probe_abi *abi,
	      struct code *code_ret);
/* The number of a clause's spare program of that name, or -1. */
int gen_spare_id(const struct gen_result *result, const char *class_name,
		 const struct clause *clause);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The code generator: turns typed clauses into BPF programs, record and
 * aggregation layouts, and the sizes of the maps that they need.
 *
 *	struct gen *gen = gen_create(arena, &env, diags);
 *	gen_scan(gen, program);
 *	gen_error_clauses(gen, tag, clauses, clause_cnt, &prog_id);
 *	for each probe class
 *		gen_program(gen, "usdt", &abi, clauses, clause_cnt, &prog_id);
 *	gen_finish(gen, &result);       sizes are known only now
 *	...
 *	gen_destroy(gen);               frees the result too
 */
#ifndef DTRACE_RUNTIME_CODEGEN_CODEGEN_H
#define DTRACE_RUNTIME_CODEGEN_CODEGEN_H

#include "base/text/diag.h"
#include "lang/ast.h"
#include "runtime/codegen/ir/code.h"
#include "runtime/common/probe_access.h"
#include "runtime/common/record.h"

/*
 * Fewest frames above the traced one: the program and the function that runs
 * it.
 */
enum { RAW_TP_FRAMES_MIN = 2 };

/* A number in a per-CPU variable of the kernel. */
struct gen_percpu {
	uint32_t btf_id; /* of the variable, in vmlinux BTF */
	uint32_t off_bytes;
};

/*
 * Where the kernel keeps the return addresses that return probes replaced on
 * the stack. Offsets in bytes: task_struct.utask; uprobe_task.return_instances;
 * and stack, orig_ret_vaddr and next in struct return_instance.
 */
struct gen_return_offs {
	uint32_t utask;
	uint16_t instances, stack, addr, next;
};

/*
 * Where the kernel keeps the ids of a thread and its process. Offsets in bytes:
 * task_struct.thread_pid and signal; the process in signal_struct.pids; level
 * and numbers in struct pid; and the inode in struct pid_namespace.
 */
struct gen_id_offs {
	uint32_t thread, signal, process;
	uint16_t level, numbers, inode;
};

struct gen_env {
	uint32_t cpu_max; /* number of possible CPUs: all ids are smaller */
	/*
	 * Cells of an aggregation's key: one for each CPU below cell_max - 1,
	 * and one that all others share. 0: one for each CPU.
	 */
	uint32_t cell_max;
	uint32_t prog_insns; /* a longer program is split; 0: default */
	uint32_t only_cpu; /* 1 + the only CPU to trace, or 0 */
	uint32_t strsize_bytes;	   /* size of string, NUL included */
	uint32_t scratchsize_bytes; /* most that alloca() can allocate */
	uint32_t printsize_bytes;   /* most bytes that print() records */
	uint64_t aggsize_bytes;	   /* upper bound of each value map */
	/* the bound with has_large_arrays(), if this is larger; or 0 */
	uint64_t aggsize_large_bytes;
	uint32_t ring_bytes;	   /* size of one ring, a power of two */
	uint32_t room_bytes; /* part of the ring for records; 0: all of it */
	bool has_bufsize; /* it is given: each string counts as strsize */
	bool has_ordered_stores; /* other CPUs see stores in program order */
	bool keeps_counts; /* counts all firings and records, not only drops */
	bool ends_when_full; /* a CPU stops recording after its first drop */
	/* overwrites the oldest records; they are read at the end */
	bool overwrites;
	uint64_t dynvarsize_bytes; /* upper bound of all associative arrays */
	bool keeps_bounds; /* the verifier tracks bounds of spilled numbers */
	uint32_t nspec; /* number of speculations: ids are 1 to nspec */
	/* size of one speculation; at most RT_SPEC_BYTES / 2 */
	uint32_t specsize_bytes;
	bool has_task_storage;	   /* else self-> variables are in a hash */
	/* default frames of stack(), ustack() and jstack(); limit for all */
	uint32_t stack_frames, ustack_frames, jstack_frames, max_frames;
	/*
	 * Frames between a program on a raw tracepoint and the function that
	 * contains the tracepoint, including the program's own. Called when a
	 * clause reads the kernel's stack. NULL: RAW_TP_FRAMES_MIN.
	 */
	uint32_t (*raw_tp_frames)(void *arg, bool is_syscall);
	/* the same for TRACE_EVENT */
	uint32_t event_frames;
	/*
	 * Offset of a task's name, called if execname is used. If NULL or the
	 * result is 0, the helper is used.
	 */
	uint32_t (*comm_off)(void *arg);
	/* Finds the kernel's count of nested interrupts on a CPU. */
	bool (*preempt_count)(void *arg, struct gen_percpu *ret);
	/*
	 * Size of the unwind tables, called if a user stack is used. If NULL or
	 * the result is 0, there are none and the kernel follows frame
	 * pointers.
	 */
	uint32_t (*unwind_bytes)(void *arg);
	/*
	 * Called if a user stack is used; returns false if unknown for this
	 * kernel.
	 */
	bool (*return_offs)(void *arg, struct gen_return_offs *ret);
	/*
	 * Called if an id is used and pidns_ino is not 0; returns false if
	 * unknown for this kernel.
	 */
	bool (*id_offs)(void *arg, struct gen_id_offs *ret);
	/*
	 * Whether programs of user probes can sleep. Called if one reads the
	 * memory of the process or walks its stack. NULL: they can't.
	 */
	bool (*can_sleep)(void *arg);
	/*
	 * Whether such a program can let other threads run. Called if one walks
	 * the stack of the process. NULL: it can't.
	 */
	bool (*can_give_way)(void *arg);
	/*
	 * Whether a value map can have more than 4 MB. Called if a bound is
	 * larger. NULL: it can't.
	 */
	bool (*has_large_arrays)(void *arg);
	/*
	 * How far `timestamp` is ahead of the scheduler's clock, called if a
	 * thread's time on a CPU is read. NULL: not known.
	 */
	int64_t (*clock_lead_ns)(void *arg);
	void *host_arg; /* argument of the callbacks above */
	/*
	 * offset and bit that mark a 32-bit system call in a task: see
	 * abi_compat
	 */
	uint32_t compat_off, compat_bit;
	/* pages of stack recorded with ustack(); 0: none */
	uint32_t ustack_pages;
	const char *stages; /* letters of the stages to keep as text, or NULL */
	/*
	 * Not 0 if dtrace is in a pid namespace of its own: pids are then read
	 * with bpf_get_ns_current_pid_tgid(dev, ino), which fails for threads
	 * in the namespaces below: theirs are looked up with id_offs.
	 */
	uint64_t pidns_dev, pidns_ino;
};

/* One program of the session. */
struct gen_prog {
	struct code code;	/* empty: nothing to load (ERROR) */
	uint32_t prog_id;	/* index in progs; rec_header.prog_id */
	uint32_t row_first;	/* first counter row of its clauses */
	size_t clause_cnt;
	const struct clause **clauses;
	const char *class_name;
	bool is_spare;		/* made by gen_spare(): nothing to load */
};

/* What a hash map is used for. */
enum dyn_use {
	DYN_ARRAY,
	DYN_WAITS, /* waits: see kernel_lock_wait.c */
	DYN_BACKS, /* jumps back to a loop: see loop_entry.c */
	DYN_LOCKS, /* calls of lock functions: see user_lock_call.c */
};

/*
 * A hash map from the key tuples of an associative array to its values, or of
 * several whose tuples and values have the same sizes.
 */
struct dyn_layout {
	enum dyn_use use;
	const struct ident *ident; /* the first; borrowed; NULL: not an array */
	uint32_t sharer_cnt; /* arrays that share it; 0: it has one array */
	uint32_t key_bytes; /* for self->, the thread's word comes first */
	uint32_t value_bytes;
	uint32_t elem_max;
};

/* Number of hashes and value maps for aggregations that share maps. */
enum {
	AGG_SHARED_HASH_CNT = 4, /* chosen by the tuple's size */
	AGG_SHARED_VALUES_CNT = 8,
	AGG_SHARE_CNT = 8, /* each gets aggsize / 8 of its value map */
};
static const uint32_t agg_shared_key_bytes[AGG_SHARED_HASH_CNT] = { 32, 128,
								    512, 4096 };

/* Stages of the intermediate code that -x dump can show, by their letters. */
enum gen_stage {
	GEN_STAGE_BUILT,     /* as generated from the clauses */
	GEN_STAGE_REDUCED,   /* without unreachable code and unused values */
	GEN_STAGE_ALLOCATED, /* with machine registers */
	GEN_STAGE_CNT,
};
#define GEN_STAGE_LETTERS "iom"

struct gen_result {
	VEC(struct gen_prog) progs;
	/* of the ERROR probe, if it has clauses: code.has_error */
	uint32_t error_prog_id, error_tag;
	VEC(struct rec_layout) layouts;	 /* [i].id = REC_LAYOUT_FIRST + i */
	VEC(struct agg_layout) aggs;	 /* [ident->id]; ident NULL: unused */
	uint32_t counter_stride;	 /* bytes per CPU in MAP_COUNTERS */
	uint32_t counter_row_cnt;
	uint32_t scratch_bytes; /* size of MAP_SCRATCH; 0 = not needed */
	uint32_t cell_max;		 /* as in gen_env */
	uint32_t unkeyed_stride; /* bytes per cell in MAP_AGG_UNKEYED */
	uint32_t spec_bytes;		 /* size of MAP_SPEC; 0 = not needed */
	uint32_t keyed_cnt; /* aggregations with a hash and values */
	uint32_t *keyed_agg;		 /* keyed_idx -> agg id */
	uint32_t global_bytes; /* size of MAP_GLOBALS; 0 = not needed */
	VEC(uint32_t) counter_offs; /* in MAP_GLOBALS: those of ident.is_counter */
	uint32_t self_bytes; /* variables of a thread; 0 = not needed */
	uint32_t self_max; /* number of threads; 0: task storage */
	VEC(struct dyn_layout) dyns;	 /* [index of MAP_DYN] */
	VEC(char) names;		 /* contents of MAP_NAMES */
	uint32_t front_bytes; /* size of MAP_AGG_FRONT; 0 = not needed */
	uint32_t watch_bytes; /* of a CPU in MAP_WATCHES; 0 = not needed */
	uint32_t record_max_bytes;	 /* largest record; 0: there are none */
	uint32_t record_min_bytes; /* smallest record of a clause; 0: none */
	bool has_user_addresses; /* some record or key has a user address */
	uint32_t unwind_bytes; /* size of MAP_UNWIND_SPACE; 0 = not needed */
	/* as requested by gen_env.stages */
	struct strbuf stage_text[GEN_STAGE_CNT];
};

struct gen;

struct gen *gen_create(struct arena *arena, const struct gen_env *env,
		       struct diag_list *diags);
void gen_destroy(struct gen *gen);

/*
 * Scans all clauses of a checked program before the first is generated, to size
 * what they share: the string keys of an aggregation are as long as the longest
 * that any clause stores. Without the scan, they have strsize bytes.
 */
void gen_scan(struct gen *gen, const struct program *program);

/*
 * Generates one program that runs the clauses, in this order, for probes of
 * @abi. @class_name (static, up to 10 characters) names it in dumps and
 * bpftool. Returns 0 and the program's number; -EINVAL after reporting errors;
 * or -E2BIG without a report if @abi.context is FENTRY and the program is too
 * large for it or reads the kernel's stack.
 */
int gen_program(struct gen *gen, const char *class_name,
		const struct probe_abi *abi,
		const struct clause *const *clauses, size_t clause_cnt,
		uint32_t *prog_id_ret);

/*
 * Sets the clauses of the ERROR probe; call before the first gen_program().
 * They run inside the programs when a clause faults. *prog_id_ret is a program
 * without code, whose number their records carry. Returns 0.
 */
int gen_error_clauses(struct gen *gen, uint32_t probe_tag, uint32_t id,
		      const struct clause *const *clauses, size_t clause_cnt,
		      uint32_t *prog_id_ret);

/* Do the clauses of ERROR, if there are any, call exit()? */
bool gen_error_exits(const struct gen *gen);

/*
 * Reports an error about @clause, which a provider cannot support. Returns
 * -EINVAL.
 */
int gen_refuse(struct gen *gen, const struct clause *clause, const char *fmt,
	       ...) __attribute__((format(printf, 3, 4)));

/* Number of programs so far, which is the next program's number. */
uint32_t gen_prog_cnt(const struct gen *gen);

/*
 * Reserves room for programs that are generated after gen_finish(), for probes
 * that appear while the session runs. Lays out records, counters and variables
 * as if programs at probes of @abi ran the clauses, each alone and all
 * together. A clause may occur again, directly after itself. Each provider
 * reserves its own room under its @class_name. Returns 0, or -EINVAL after
 * reporting errors.
 */
int gen_spare(struct gen *gen, const char *class_name,
	      const struct probe_abi *abi, const struct clause *const *clauses,
	      size_t clause_cnt);

/* Lays out the maps; the result belongs to @gen. */
const struct gen_result *gen_finish(struct gen *gen);

/*
 * After gen_finish(): generates a program of clauses that gen_spare() has seen
 * under @class_name. Its records carry the number of the first clause's spare
 * program. The caller owns *@code_ret (code_deinit()). Returns 0; -ENOSPC if
 * the program does not fit into the layout (one for fewer clauses, or for one
 * probe tag, may fit); or -EINVAL after reporting errors.
 */
int gen_late(struct gen *gen, const char *class_name,
	     const struct probe_abi *abi, const struct clause *const *clauses,
	     size_t clause_cnt, struct code *code_ret);
/*
 * After gen_finish(): generates the clauses of program @prog_id for another
 * kind of context. The new program uses the counters and record number of
 * @prog_id. Returns as gen_late().
 */
int gen_again(struct gen *gen, uint32_t prog_id, const struct probe_abi *abi,
	      struct code *code_ret);
/* Returns the number of a clause's spare program under @class_name, or -1. */
int gen_spare_id(const struct gen_result *result, const char *class_name,
		 const struct clause *clause);

#endif

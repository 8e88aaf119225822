/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Declarations that the generator's files share. A file also includes what it
 * needs of probe.h (which probe fires, its arguments), lvalue.h (variables) and
 * record_gen.h (records, aggregations, errors, speculations).
 *
 * Conventions: the value of an integer expression is a register that holds it
 * sign- or zero-extended to 64 bits, according to its type. The register may be
 * shared, so never write to a register that gen_expr() returned. The value of a
 * string expression is memory that the caller provides, filled to the last byte
 * with NULs.
 *
 * After an error, generation continues with an arbitrary register to find more
 * errors; the program is not used.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_GEN_INTERNAL_H
#define DTRACE_RUNTIME_CODEGEN_GEN_INTERNAL_H

#include "runtime/codegen/codegen.h"
#include "runtime/codegen/ir/ir.h"

enum {
	/* stack of a function for spilled registers; the rest is for records */
	GEN_SPILL_BYTES = 112,
	/* stack of the entry, and of ERROR, if there are ERROR clauses */
	GEN_ERROR_STACK_BYTES = 224,
	GEN_SCRATCH_SLOT_CNT = 8,
	GEN_SCRATCH_HEAD_BYTES = 64,	/* the bitmap, on its own cache line */
	GEN_SCRATCH_MAX_BYTES = 1 << 20,
	GEN_KEY_MAX_BYTES = 4096,	/* size of a key tuple */
	/* slots of an aggregation with the default aggsize, or a smaller one */
	GEN_AGG_SLOT_MAX = 65536,
	/* of a larger aggsize: 64 bytes for each slot, as 4 MB for 65536 */
	GEN_AGG_BYTES_PER_SLOT = 64,
	/* of more slots than that; a map has at most 512 MB */
	GEN_AGG_VALUES_MAX_BYTES = 256 << 20,
	GEN_KEYED_SUBPROG_MAX = 200,
	GEN_FINDER_MAX = 32,
	/* and ERROR, and sending */
	GEN_SUBPROG_MAX = GEN_KEYED_SUBPROG_MAX + GEN_FINDER_MAX + 2,
	/*
	 * of the 64 maps that a program may use, those for aggregations and
	 * arrays: map_limits.c
	 */
	GEN_KEYED_MAPS = 44,
	GEN_AGG_OWN_MAPS = 32,
	GEN_DYN_OWN_MAPS = 24,
	GEN_DYN_SHARED_MAPS = 12,
	GEN_KEYED_MAX = 64,
	GEN_FRONT_WORD_MAX = 4,		/* varying words of a key tuple */
	GEN_SUBPROG_ERROR = -1,
	GEN_SUBPROG_SEND = -2,
	GEN_SUBPROG_SELF = -3,	   /* finds the thread's block */
	GEN_SUBPROG_FIND = 1 << 24, /* + index: finds an element of MAP_DYN */
	GEN_GLOBAL_MAX_BYTES = 64 << 20,
	GEN_SELF_MAX_BYTES = 32 << 10, /* task storage needs a few bytes more */
	GEN_THIS_REG_MAX = 4,		/* this-> variables kept in registers */
	GEN_THIS_FRAME_MAX_BYTES = 64,	/* a larger block goes to scratch */
	GEN_PROG_INSN_MAX = 4000, /* a longer program is split into parts */
	GEN_PART_ID = 1 << 20, /* ids of parts start here, above all others */
	GEN_LIST_NEXT_ID = (1 << 20) - 2, /* functions of list_loop.c */
	GEN_LIST_ELEMENT_ID,
	/*
	 * stack of two of them, which call the program's function: three times
	 * 32, to which the kernel rounds up
	 */
	GEN_LIST_STACK_BYTES = 96,
};

/*
 * Layout of a split program (program_split.c): the firing's slot, and stack
 * sizes. The longest call chain is entry, part, a subprogram or ERROR, its
 * part, and another subprogram: 512 bytes in all.
 */
enum {
	CUT_SPILL_OFF = 1024,
	CUT_ARGS_OFF = 3072,
	CUT_ARGS_BYTES = 128,
	CUT_THIS_OFF = CUT_ARGS_OFF + CUT_ARGS_BYTES,
	CUT_ENTRY_STACK_BYTES = 96,
	CUT_STACK_BYTES = 352,
	CUT_ERROR_STACK_BYTES = 128,
	CUT_SPILL_BYTES = 112, /* stack of a part, for spilled pointers */
	CUT_HALVING_MAX = 4,
};

/* Properties of one key, over all clauses that store it. */
struct gen_key_info {
	uint32_t bytes;
	enum rec_kind kind;	   /* of a key that is an address */
};

/* The keys of one aggregation, by position. */
struct gen_agg_info {
	const struct ident *ident; /* NULL: no clause stores into it */
	struct gen_key_info *keys; /* NULL: not scanned yet */
	uint32_t stmt_cnt;
	bool has_layout;
};

/* A variable of the program; gen->vars[kind - IDENT_GLOBAL][ident->id]. */
struct gen_var {
	const struct ident *ident;  /* NULL: not used so far */
	uint32_t string_bytes;	    /* size of its string values; 0: strsize */
	uint32_t whole_cnt; /* uses of several strings of an array at once */
	/* of an array's keys, by position; 0: strsize */
	uint32_t *key_string_bytes;
	bool is_placed;
	uint32_t off; /* offset in the globals or the thread's block */
	uint32_t dyn_idx;	    /* index of an associative array's map */
	uint32_t sharer; /* its number among those that share the map; 0: none */
};

/* How many maps of their own aggregations and arrays get: map_limits.c. */
struct gen_map_limits {
	uint32_t agg_max, dyn_max;
	bool shares_dyns; /* some arrays share maps */
};

struct gen_layout_ref {
	const struct clause *clause;
	uint32_t segment;	   /* number of the record in the clause */
	uint32_t layout_idx;
};

struct gen_prog_patch {
	uint32_t prog_idx;
	struct ir_patch patch;
};

/* The clauses of the ERROR probe; clause_cnt is 0 if there are none. */
struct gen_error {
	const struct clause **clauses;
	size_t clause_cnt;
	uint32_t prog_id, row_first;
	/* context and state are those of the faulting program */
	struct probe_abi abi;
	bool reads_user, walks_user;
};

/* One field of the probes' names: a table in MAP_NAMES, indexed by tag. */
struct gen_names {
	struct abi_names names;
	enum abi_field field;
	uint32_t off, entry_bytes;
};

/* Probe ids in MAP_NAMES: 8 bytes for each tag, or struct abi_own_id. */
struct gen_ids {
	void *arg; /* argument of the names' callbacks */
	bool is_own;
	uint32_t off, cnt;
};

/* Tables in MAP_NAMES that give the names of numbers: strerror_signame.c. */
enum gen_number_names {
	GEN_ERROR_NAMES,
	GEN_SIGNAL_NAMES,
	GEN_NUMBER_NAMES_CNT,
};

/* A table in MAP_NAMES with one word for each row: argument_width.c. */
struct gen_widths {
	int8_t (*width)(void *arg, uint32_t row, unsigned int idx);
	void *arg;
	uint32_t off;
};

struct gen {
	struct arena *arena;
	struct gen_env env;
	struct diag_list *diags;
	struct gen_result result;
	VEC(struct gen_agg_info) aggs;		/* indexed by ident->id */
	VEC(struct gen_var) vars[3];		/* globals, self, this */
	VEC(struct gen_layout_ref) layout_refs;
	VEC(struct gen_prog_patch) patches;
	VEC(uint32_t) keyed;			/* keyed_idx -> agg id */
	uint32_t agg_map_cnt, dyn_map_cnt; /* that are not shared */
	struct gen_map_limits map_limits;
	struct gen_error error;
	uint32_t row_cnt;
	uint32_t unkeyed_bytes;
	uint32_t slot_bytes;			/* size of a scratch slot */
	VEC(struct gen_names) names;
	VEC(struct gen_ids) ids;
	VEC(struct gen_widths) widths;
	uint32_t number_names_off[GEN_NUMBER_NAMES_CNT];
	unsigned int has_number_names; /* bit mask: which tables exist */
	bool has_scratch_offs; /* library functions use the scratch map */
	bool wants_ctx; /* a part needs the context but cannot have it */
	bool is_too_dense; /* a part has too many values for its stack */
};

/* Values of the firing, computed on first use and then kept. */
enum firing_value {
	FIRING_PID_TGID,
	FIRING_TIMESTAMP,
	FIRING_CNT,
	FIRING_SELF = FIRING_CNT, /* only a bit in `known`: self_ptr is valid */
};

/* Where a this-> variable of the program is stored. */
struct gen_this {
	const struct ident *ident;
	uint32_t reg;	/* IR_NO_REG: stored in the block */
	uint32_t off;
};

/* When a clause takes its scratch slot. */
enum scratch_need {
	SCRATCH_NONE,
	SCRATCH_BODY,
	SCRATCH_PREDICATE,
};

/* A memory operand: base + off. */
struct mem {
	struct ir_val base; /* REG or FRAME */
	int32_t off;
};

/* How to generate the program; set before generation starts. */
struct pgen_mode {
	bool is_sleepable;
	bool is_error;	 /* generating the ERROR subprogram */
	bool is_late;	 /* uses the counter rows of the spare programs */
	bool is_cut;	 /* split into parts: program_split.c */
	bool has_fronts; /* statements may have a key cache: key_cache.c */
	/* how often the size of the parts was halved */
	unsigned int halving_cnt;
};

/* What generation has found out about the program. */
struct pgen_found {
	bool has_failed;
	bool is_too_long;  /* it must be split */
	bool wants_kprobe; /* it reads what FENTRY cannot provide */
};

/* The firing's values; all but `known` and the labels are registers. */
struct pgen_firing {
	uint32_t ctx, tag, cpu, counters, state;
	uint32_t zero;	     /* of gen_hide_tag(); 0: the tag is not hidden */
	uint32_t args;	     /* where CTX arguments are; usually ctx */
	uint32_t values[FIRING_CNT];
	unsigned int known;  /* bit i: values[i] is computed at this point */
	uint32_t self_ptr;   /* the thread's block; 0: none (yet) */
	uint32_t exit_label;
	uint32_t skip_label; /* target for firings to ignore: gen_leave() */
};

/* The firing's site, for probes of identity SITES: usdt_site.c. */
struct pgen_site {
	uint32_t number, table;
};

/* The call that a firing of struct abi_lock is about; registers. */
struct pgen_lock {
	uint32_t address, result, state;
};

/* The this-> variables of all clauses, zeroed when the firing begins. */
struct pgen_this {
	struct gen_this *v;
	uint32_t cnt;
	struct mem block;
	struct mem strtok; /* strtok()'s state in the block, and its offset */
	uint32_t strtok_off;
	uint32_t word, bit; /* the scratch slot; bit IR_NO_REG: none */
};

/* The scratch slot of a firing whose program is split. */
struct pgen_cut {
	uint32_t slot, off; /* address, and offset in the map */
	uint32_t base;	    /* offset of the area for clauses */
};

/* x and its value, while the right side of `x += e` is generated. */
struct pgen_pinned {
	const struct node *node;
	uint32_t reg;
};

struct pgen_clause {
	const struct clause *ast;
	uint32_t row;
	/* NULL: the clause applies to every probe */
	const struct abi_guard *guard;
	uint32_t frame_floor_bytes;    /* stack in use at the clause's start */
	uint32_t action;	       /* statement, from 1; 0: the predicate */
	uint32_t segment;
	bool in_predicate;
	bool may_speculate;   /* it contains a speculate() */
	bool has_data;	      /* some statement records data */
	uint32_t spec;	      /* the id passed to speculate(); -1: not called */
	uint32_t leave_label; /* end of the clause, taken as completed */
	/*
	 * In a clause of several records: the time of the one before, whose text
	 * the next one may continue, or 0. IR_NO_REG: there is at most one.
	 */
	uint32_t sent_ns;
};

/* Where a clause jumps on a fault. */
struct pgen_fault {
	uint32_t label;
	bool is_used;
	uint32_t action, code, value; /* registers */
};

/* The clause's scratch slot. */
struct pgen_scratch {
	enum scratch_need have, want;
	uint32_t slot, word, bit;
	uint32_t off;	     /* offset of the slot in the map */
	uint32_t none_label; /* target if no slot is free */
	uint32_t bytes;	     /* in use now */
};

/* Scratch memory that clauses allocate: alloca.c. */
struct pgen_heap {
	uint32_t bytes;	     /* size in the slot; 0: no clause allocates */
	uint32_t head_bytes; /* size of the header before the pieces */
	uint32_t max_bytes;  /* most that one firing can allocate */
	/* most that one call can allocate, and the width of an offset in it */
	uint32_t longest_bytes, off_bits;
	uint32_t call_cnt;
	/*
	 * numbers of calls: the next one, the first of this clause and of the
	 * next clause
	 */
	uint32_t call, clause_call, next_call;
	bool is_kept;	     /* clauses share one slot */
	bool may_fail;	     /* the clause's calls may exceed scratchsize */
	/* registers; if is_kept, they describe the slot of all clauses */
	uint32_t bit, word, off, stamp;
	/*
	 * base of the D addresses; the slot's kernel address, or 0 before it is
	 * taken
	 */
	uint32_t addr, real;
	/* offset of the next piece; bytes used by the clause */
	uint32_t next, used;
};

/* For each subprogram, the aggregation whose keys it inserts, or GEN_SUBPROG_. */
struct pgen_subprogs {
	uint32_t agg[GEN_SUBPROG_MAX];
	uint32_t cnt;
};

/*
 * The program being generated; members are ordered from long- to short-lived.
 */
struct pgen {
	struct gen *gen;
	struct ir_func *f;
	const struct probe_abi *abi;
	uint32_t prog_id;
	struct pgen_mode mode;
	struct pgen_found found;
	struct pgen_subprogs subprogs;
	struct pgen_firing firing;
	struct pgen_site site;
	struct pgen_lock lock;
	struct pgen_this this;
	struct pgen_cut cut;
	struct pgen_heap heap;
	struct pgen_clause clause;
	struct pgen_fault fault;
	struct pgen_scratch scratch;
	struct pgen_pinned pinned;
};

/* Temporary memory in use, on the stack and in the clause's slot. */
struct gen_temps {
	uint32_t frame_bytes, scratch_bytes;
};

static inline struct gen_temps gen_temps_mark(const struct pgen *g)
{
	return (struct gen_temps){ g->f->frame_bytes, g->scratch.bytes };
}

/* Frees all temporary memory taken since @mark. */
static inline void gen_temps_release(struct pgen *g, struct gen_temps mark)
{
	g->f->frame_bytes = mark.frame_bytes;
	g->scratch.bytes = mark.scratch_bytes;
}

/* What generating a program adds to the session's state: codegen.c. */
struct gen_mark {
	size_t patch_cnt;
	uint32_t front_bytes;
	size_t text_lens[GEN_STAGE_CNT];
};

struct gen_mark gen_mark(const struct gen *gen);
/* Undoes the additions since @mark; the program will not be loaded. */
void gen_rollback(struct gen *gen, const struct gen_mark *mark);
/* Like gen_rollback(), but keeps the text for -x dump. */
void gen_rollback_code(struct gen *gen, const struct gen_mark *mark);

/* Reports an error, such as "not supported"; generation continues. */
void pgen_error(struct pgen *g, struct loc loc, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* prologue.c */
void gen_prologue(struct pgen *g);
/* Emits the code after exit_label. */
void gen_leave(struct pgen *g);

/* firing_values.c */
uint32_t gen_firing_value(struct pgen *g, enum firing_value value);
/* Returns a new register: the running CPU's number, bounded by cpu_max. */
uint32_t gen_cpu(struct pgen *g);
void gen_cpu_bound(struct pgen *g);
/*
 * Returns a new register: the address of this CPU's part of a map, plus @off.
 */
uint32_t gen_cpu_addr(struct pgen *g, enum map_role map, uint32_t off,
		      enum ir_sym stride);

/* firing_counters.c */
void gen_count(struct pgen *g, enum rt_clause_counter counter);
void gen_count_cpu(struct pgen *g, enum rt_cpu_counter counter);

/* fault.c */
/* Abandons the clause with a fault. */
void gen_fault(struct pgen *g, enum rec_fault fault, struct ir_val value);
/* The end of a clause's fault path: sends the error, runs ERROR clauses. */
void gen_fault_tail(struct pgen *g);

/* clause.c */
void gen_clauses(struct pgen *g, const struct clause *const *clauses,
		 size_t clause_cnt, uint32_t row_first);

/* counter_rows.c */
/* The first row of a clause's counters, if its program's rows begin at @row. */
uint32_t gen_clause_row(const struct pgen *g, const struct clause *clause,
			uint32_t row);

/* program_split.c: programs that are too large for one function */
bool gen_cut_has_ctx(const struct pgen *g);
/* Marks a place where only values of the firing and the clause are alive. */
void gen_cut_mark(struct pgen *g);
/* Call when the firing's slot has been taken. */
void gen_cut_begin(struct pgen *g, uint32_t this_bytes);
/* gen_function() for a function that can be split; fails after errors. */
int gen_done(struct pgen *g, struct gen_prog *prog, struct ir_func *f);

/* clause_scan.c: whether the program should be able to sleep */
bool gen_walks_user(const struct clause *const *clauses, size_t clause_cnt);
bool gen_reads_user(const struct clause *const *clauses, size_t clause_cnt,
		    const struct probe_abi *abi);

/* map_limits.c */
/* The maps of an aggregation that shares none. */
uint32_t gen_agg_maps(const struct ident *ident);
void gen_map_limits_init(struct gen *gen, const struct program *program);

/* lower_function.c */
/* Runs ir_opt(); stores the stages before and after it as text if requested. */
void gen_opt(struct pgen *g, struct ir_func *f);
/*
 * Optimises, allocates, emits. Returns -E2BIG if the function is too large,
 * which it only reports if is_cut.
 */
int gen_function(struct pgen *g, struct gen_prog *prog, struct ir_func *f);
/* Stack of the program's functions, or of its parts if it is split. */
uint32_t gen_stack_bytes(const struct pgen *g);
/* The same for a function that calls the parts of a split one. */
uint32_t gen_driver_stack_bytes(const struct pgen *g);

/* subprogram_calls.c */
/*
 * Returns the number of the subprogram for aggregation @agg_id (or
 * GEN_SUBPROG_...), or 0 if there are too many finders.
 */
uint32_t gen_subprog(struct pgen *g, uint32_t agg_id);

/* codegen.c */
/* Sets the program type that these clauses need. */
void gen_set_type(struct pgen *g, struct code *code,
		  const struct clause *const *clauses, size_t clause_cnt);
/* Generates the whole program. Returns 0 or -EINVAL. */
int gen_entry(struct pgen *g, struct gen_prog *prog,
	      const struct clause *const *clauses, size_t clause_cnt);
/* Patches @code, or if that is NULL, each patch's own program. */
void gen_patch_sizes(struct gen *gen, const struct gen_prog_patch *patches,
		     size_t cnt, struct code *code);

#endif

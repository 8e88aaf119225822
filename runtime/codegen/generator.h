/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the parts of the generator, which also include what they need of
 * probe.h (which probe fires, its arguments), lvalue.h (variables) and
 * record_gen.h (records, aggregations, errors, speculations).
 *
 * Conventions: the value of an integer expression is a register that holds it
 * sign- or zero-extended to 64 bits, according to its type. The register may be
 * shared, so one that gen_expr() returned must not be written to. The value of a
 * string expression is memory that its user provides, filled to the last byte
 * with NULs.
 *
 * After an error generation continues with any register, to find more errors;
 * the program is not used.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_GEN_PRIV_H
#define DTRACE_RUNTIME_CODEGEN_GEN_PRIV_H

#include "runtime/codegen/gen.h"
#include "runtime/codegen/ir/ir.h"

enum {
	/* of a function's stack, for registers; the rest is for records ... */
	GEN_SPILL_BYTES = 112,
	/* with ERROR clauses both the entry and they get no more than this */
	GEN_ERROR_STACK_BYTES = 224,
	GEN_SCRATCH_SLOT_CNT = 8,
	GEN_SCRATCH_HEAD_BYTES = 64,	/* the bitmap, on its own line */
	GEN_SCRATCH_MAX_BYTES = 1 << 20,
	GEN_KEY_MAX_BYTES = 4096,	/* a tuple */
	GEN_AGG_SLOT_MAX = 65536,
	GEN_SUBPROG_MAX = 200 + 1, /* keyed aggregations and ERROR */
	GEN_AGG_OWN_MAPS = 32,	   /* of a program's 64; all others share */
	GEN_KEYED_MAX = 64,
	GEN_FRONT_WORD_MAX = 4,		/* that vary in a key tuple */
	GEN_SUBPROG_ERROR = -1,
	GEN_GLOBAL_MAX_BYTES = 64 << 20,
	GEN_SELF_MAX_BYTES = 32 << 10,	/* task storage takes a bit more */
	GEN_THIS_REG_MAX = 4,		/* this-> variables in registers */
	GEN_THIS_FRAME_MAX_BYTES = 64,	/* a larger block is in scratch */
	GEN_PROG_INSN_MAX = 4000,	/* a longer program is cut */
	GEN_PART_ID = 1 << 20,		/* ids of parts: above all others */
};

/*
 * Of a program that is cut (program_split.c): the firing's slot, and the stack. The
 * chain of calls is entry, part, and after it a subprogram or ERROR, its
 * part, and a subprogram: 512 bytes in all.
 */
enum {
	CUT_SPILL_OFF = 1024,
	CUT_ARGS_OFF = 3072,
	CUT_ARGS_BYTES = 128,
	CUT_THIS_OFF = CUT_ARGS_OFF + CUT_ARGS_BYTES,
	CUT_ENTRY_STACK_BYTES = 96,
	CUT_STACK_BYTES = 352,
	CUT_ERROR_STACK_BYTES = 128,
	CUT_SPILL_BYTES = 112, /* of a part's stack, for pointers */
};

/* What one key needs in all clauses that store it: strings and addresses. */
struct gen_key_info {
	uint32_t bytes;
	enum rec_kind kind;	   /* of an address */
};

/* Keys of one aggregation, by position. */
struct gen_agg_info {
	const struct ident *ident; /* NULL: no clause stores into it */
	struct gen_key_info *keys; /* NULL: not scanned */
	bool has_layout;
};

/* A variable of the program; gen->vars[kind - IDENT_GLOBAL][ident->id]. */
struct gen_var {
	const struct ident *ident;  /* NULL: nothing asked for it yet */
	uint32_t string_bytes;	    /* of its string values; 0: strsize */
	uint32_t *key_string_bytes; /* associative: by position; 0: strsize */
	bool is_placed;
	uint32_t off;		    /* into the globals or the thread's block */
	uint32_t dyn_idx;	    /* associative */
};

struct gen_layout_ref {
	const struct clause *clause;
	uint32_t segment;	   /* number of its record in the clause */
	uint32_t layout_idx;
};

struct gen_prog_patch {
	uint32_t prog_idx;
	struct ir_patch patch;
};

/* Clauses of the ERROR probe; none: clause_cnt 0. */
struct gen_error {
	const struct clause **clauses;
	size_t clause_cnt;
	uint32_t prog_id, row_first;
	struct probe_abi abi;	/* context and state are the faulting ones */
	bool reads_user;
};

/* One field of the names of probes, by tag: a table in the map of names. */
struct gen_names {
	struct abi_names names;
	enum abi_field field;
	uint32_t off, entry_bytes;
};

/* Numbers of probes there: by tag (8 bytes each), or struct abi_own_id. */
struct gen_ids {
	void *arg; /* of the names */
	bool is_own;
	uint32_t off, cnt;
};

/* Tables there for names of numbers: number_name.c. */
enum gen_number_names {
	GEN_ERROR_NAMES,
	GEN_SIGNAL_NAMES,
	GEN_NUMBER_NAMES_CNT,
};

/* A word for each row there: argument_width.c. */
struct gen_widths {
	int8_t (*width)(uint32_t row, unsigned int idx);
	uint32_t off;
};

struct gen {
	struct arena *arena;
	struct gen_env env;
	struct diag_list *diags;
	struct gen_result result;
	VEC(struct gen_agg_info) aggs;		/* by ident->id */
	VEC(struct gen_var) vars[3];		/* globals, self, this */
	VEC(struct gen_layout_ref) layout_refs;
	VEC(struct gen_prog_patch) patches;
	VEC(uint32_t) keyed;			/* keyed_idx -> agg id */
	uint32_t agg_map_cnt;			/* that they don't share */
	struct gen_error error;
	uint32_t row_cnt;
	uint32_t unkeyed_bytes;
	uint32_t slot_bytes;			/* of a scratch slot */
	VEC(struct gen_names) names;
	VEC(struct gen_ids) ids;
	VEC(struct gen_widths) widths;
	uint32_t number_names_off[GEN_NUMBER_NAMES_CNT];
	unsigned int has_number_names;		/* bit: that one is there */
	bool has_scratch_offs;			/* the library works in it */
	bool wants_ctx;		/* a part needs the context and can't get it */
};

/* Values of the firing that are computed at most once, when needed. */
enum firing_value {
	FIRING_PID_TGID,
	FIRING_TIMESTAMP,
	FIRING_CNT,
	FIRING_SELF = FIRING_CNT, /* a bit of `known` only: self_ptr */
};

/* Where a this-> variable of the program lives. */
struct gen_this {
	const struct ident *ident;
	uint32_t reg;	/* IR_NO_REG: in the block */
	uint32_t off;
};

/* When a clause takes its scratch slot. */
enum scratch_need {
	SCRATCH_NONE,
	SCRATCH_BODY,
	SCRATCH_PREDICATE,
};

/* Memory: base + off. */
struct mem {
	struct ir_val base; /* REG or FRAME */
	int32_t off;
};

/* How a program is generated; set before. */
struct pgen_mode {
	bool is_sleepable;
	bool is_error;	 /* in the ERROR subprogram */
	bool is_late;	 /* counts in the rows of spare programs */
	bool is_cut;	 /* program_split.c */
	bool has_fronts; /* its statements may have tables: key_cache.c */
};

/* What turned out meanwhile. */
struct pgen_found {
	bool has_failed;
	bool is_too_long;  /* and should be cut */
	bool wants_kprobe; /* what FENTRY can't give is read */
};

/* The firing; registers. */
struct pgen_firing {
	uint32_t ctx, tag, cpu, counters, state;
	uint32_t args;	     /* where CTX arguments lie: mostly ctx */
	uint32_t values[FIRING_CNT];
	unsigned int known;  /* bit: values[i] is computed here */
	uint32_t self_ptr;   /* the thread's block; 0: none (yet) */
	uint32_t exit_label;
	uint32_t skip_label; /* gen_leave(): of firings that are left out */
};

/* Its site, of an identity SITES: usdt_site.c. */
struct pgen_site {
	uint32_t number, table;
};

/* this-> variables of all clauses, zeroed when the firing begins. */
struct pgen_this {
	struct gen_this *v;
	uint32_t cnt;
	struct mem block;
	struct mem strtok; /* in it: state of strtok(), and its offset */
	uint32_t strtok_off;
	uint32_t word, bit; /* its scratch slot; bit IR_NO_REG: none */
};

/* The slot of a firing whose program is cut. */
struct pgen_cut {
	uint32_t slot, off; /* and its offset in the map */
	uint32_t base;	    /* where the clauses' part begins */
};

/* While the right side of `x += e` is generated: x and its value. */
struct pgen_pinned {
	const struct node *node;
	uint32_t reg;
};

struct pgen_clause {
	const struct clause *ast;
	uint32_t row;
	const struct abi_guard *guard; /* NULL: every probe of the program */
	uint32_t frame_floor_bytes;    /* stack in use where it begins */
	uint32_t action;	       /* statement, from 1; 0 predicate */
	uint32_t segment;
	bool in_predicate;
	bool may_speculate;   /* a speculate() was generated in it */
	bool has_data;	      /* some statement of it records */
	uint32_t spec;	      /* the id given to it; -1: not executed */
	uint32_t leave_label; /* its end, as if all of it was done */
};

/* Where a clause goes that faults. */
struct pgen_fault {
	uint32_t label;
	bool is_used;
	uint32_t action, code, value; /* registers */
};

/* The clause's scratch slot. */
struct pgen_scratch {
	enum scratch_need have, want;
	uint32_t slot, word, bit;
	uint32_t off;	     /* of the slot in the map */
	uint32_t none_label; /* no slot is free */
	uint32_t bytes;	     /* in use now */
};

/* Scratch memory that clauses ask for: alloca.c. */
struct pgen_heap {
	uint32_t bytes;	     /* of the slot; 0: none asks for any */
	uint32_t head_bytes; /* of it, in front of what is allocated */
	uint32_t max_bytes;  /* that can be allocated in a firing */
	uint32_t longest_bytes, off_bits; /* by one call */
	uint32_t call_cnt;
	/* numbers: the next call's, the clause's first, the next clause's */
	uint32_t call, clause_call, next_call;
	bool is_kept;	     /* the slot, from clause to clause */
	bool may_fail;	     /* the clause's calls exceed scratchsize */
	/* registers; the slot, where it is kept, is that of all clauses */
	uint32_t bit, word, off, stamp;
	/* where addresses begin; the slot's, as the kernel has it, or 0 */
	uint32_t addr, real;
	uint32_t next, used; /* offset of the next piece, the clause's bytes */
};

/* Subprograms: the aggregation whose keys each inserts, or _ERROR. */
struct pgen_subprogs {
	uint32_t agg[GEN_SUBPROG_MAX];
	uint32_t cnt;
};

/* The program that is being generated; its parts from long- to short-lived. */
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
	struct pgen_this this;
	struct pgen_cut cut;
	struct pgen_heap heap;
	struct pgen_clause clause;
	struct pgen_fault fault;
	struct pgen_scratch scratch;
	struct pgen_pinned pinned;
};

/* Temporary memory that is in use: on the stack, in the clause's slot. */
struct gen_temps {
	uint32_t frame_bytes, scratch_bytes;
};

static inline struct gen_temps gen_temps_mark(const struct pgen *g)
{
	return (struct gen_temps){ g->f->frame_bytes, g->scratch.bytes };
}

/* What was taken since the mark is free again. */
static inline void gen_temps_release(struct pgen *g, struct gen_temps mark)
{
	g->f->frame_bytes = mark.frame_bytes;
	g->scratch.bytes = mark.scratch_bytes;
}

/* What a program has added to the session's that lasts: gen.c. */
struct gen_mark {
	size_t patch_cnt;
	uint32_t front_bytes;
	size_t text_lens[GEN_STAGE_CNT];
};

struct gen_mark gen_mark(const struct gen *gen);
/* Takes it back: the program will not be loaded. */
void gen_rollback(struct gen *gen, const struct gen_mark *mark);
/* The same, but what -x dump shows of it stays. */
void gen_rollback_code(struct gen *gen, const struct gen_mark *mark);

/* Reports "not supported" and the like; generation goes on. */
void pgen_error(struct pgen *g, struct loc loc, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* scratch.c, slot.c */
struct mem mem_at(struct mem mem, int32_t off);
/*
 * A new register: the slot of the firing, whose program is cut, + @off. All
 * parts have it.
 */
uint32_t gen_cut_slot(struct pgen *g, uint32_t slot, uint32_t off);
/* The same memory with an offset that instructions have room for. */
struct mem gen_mem_near(struct pgen *g, struct mem mem);
/*
 * @bytes of stack or of the clause's scratch slot; not cleared. Released
 * with the frame and scratch_bytes at the end of a statement or clause.
 */
struct mem gen_mem(struct pgen *g, uint32_t bytes);
struct mem gen_frame_mem(struct pgen *g, uint32_t bytes);
/* The clause is to be generated again, with a slot from here on. */
void gen_scratch_want(struct pgen *g);
/* In the slot in any case: for the in-kernel library. */
struct mem gen_scratch_mem(struct pgen *g, uint32_t bytes);
/* A new register: the offset of such memory in the scratch map. */
uint32_t gen_scratch_off(struct pgen *g, struct mem mem);
/* The address as a call's argument. */
struct ir_val gen_mem_addr(struct pgen *g, struct mem mem);
void gen_zero(struct pgen *g, struct mem mem, uint32_t bytes);
void gen_mem_store(struct pgen *g, struct mem mem, uint32_t bytes,
		   struct ir_val val);
/* At the clause's beginning, before anything can fault: no slot yet. */
void gen_scratch_init(struct pgen *g);
void gen_scratch_take(struct pgen *g);
void gen_scratch_release(struct pgen *g);
/* Where one is taken for a whole firing. */
void gen_scratch_release_firing(struct pgen *g);

/* prologue.c; firing.c: values of the firing, counters, faults */
void gen_prologue(struct pgen *g);
/* After exit_label. */
void gen_leave(struct pgen *g);
uint32_t gen_firing_value(struct pgen *g, enum firing_value value);
/* A new register with the number of the running CPU, in bounds. */
uint32_t gen_cpu(struct pgen *g);
void gen_cpu_bound(struct pgen *g);
/* A new register: the address of this CPU's part of a map, @off into it. */
uint32_t gen_cpu_addr(struct pgen *g, enum map_role map, uint32_t off,
		      enum ir_sym stride);
void gen_count(struct pgen *g, enum rt_clause_counter counter);
void gen_count_cpu(struct pgen *g, enum rt_cpu_counter counter);
/* Abandons the clause. */
void gen_fault(struct pgen *g, enum rec_fault fault, struct ir_val value);
void gen_fault_tail(struct pgen *g);

/* expression.c */
uint32_t gen_expr(struct pgen *g, const struct node *node);
void gen_effect(struct pgen *g, const struct node *node);
/* Jumps when the truth of @node is @sense. */
void gen_branch(struct pgen *g, const struct node *node, bool sense,
		uint32_t label);
const struct node *strip_casts(const struct node *node);

/* extend.c */
/* The register's low bits, extended as an integer of this size would be. */
void gen_extend(struct pgen *g, uint32_t reg, uint32_t bytes, bool is_signed);

/* object.c: objects in memory, see lang/object.h */
uint32_t gen_address(struct pgen *g, const struct node *node);
uint32_t gen_load(struct pgen *g, const struct node *node);
/*
 * A bit-field is read as its type where that covers it, as in C; where it is
 * packed, as the 8 bytes from its first byte on.
 */
struct bits {
	uint32_t off;	     /* bytes */
	uint32_t size_bytes; /* of what is read */
	uint32_t shift_bits; /* of the field in it */
	uint32_t field_bits; /* 0: no bit-field */
};
struct bits gen_bits(const struct type_member *member, uint32_t offset_bits);
/* `object = e`, `object op= e`; `object++`: the value */
uint32_t gen_store(struct pgen *g, const struct node *node);
/* Puts a string of @bytes into the one that @left is, in scratch memory. */
void gen_store_text(struct pgen *g, const struct node *left, struct mem text,
		    uint32_t bytes);
uint32_t gen_step(struct pgen *g, const struct node *node);
/* Read @bytes at @addr; a fault when they can't be read. */
void gen_kernel_read(struct pgen *g, uint32_t func_id, struct mem dst,
		     struct ir_val bytes, uint32_t kaddr);
void gen_read(struct pgen *g, enum addr_space space, struct mem dst,
	      struct ir_val bytes, uint32_t addr);
/* Up to a NUL; @bytes with it. */
void gen_read_string(struct pgen *g, enum addr_space space, struct mem dst,
		     uint32_t bytes, uint32_t addr);

/* aggregate_value.c: values that are copied as they are: structs, arrays, floats */
bool gen_is_bytes(const struct node *node);
/* One as a whole, into @dst, whose address is a multiple of 8. */
void gen_bytes(struct pgen *g, const struct node *node, struct mem dst,
	       uint32_t bytes);
/* The right side of the NODE_ASSIGN, as it lies in the left; anywhere. */
void gen_assigned(struct pgen *g, const struct node *node, struct mem dst,
		  uint32_t bytes);
/* For any type of value: a temporary, filled. */
struct mem gen_temp(struct pgen *g, const struct node *node);

/* copy.c */
/* Of offsets that are multiples of 8, word by word; else by the kernel. */
void gen_copy(struct pgen *g, struct mem src, struct mem dst, uint32_t bytes);
/* Its two ways. Words: programs may load from @src. */
void gen_copy_words(struct pgen *g, struct mem src, struct mem dst,
		    uint32_t bytes);
void gen_copy_call(struct pgen *g, struct mem src, struct mem dst,
		   uint32_t bytes);

/* alloca.c */
/* Around all clauses. */
void gen_heap_begin(struct pgen *g, const struct clause *const *clauses,
		    size_t clause_cnt);
void gen_heap_end(struct pgen *g);
/* Before a clause: what its calls will need. */
enum scratch_need gen_alloca_scan(struct pgen *g);
/* The clause's scratch slot, which is the firing's where that is kept. */
void gen_heap_take(struct pgen *g);
/* Does the clause have it here? */
bool gen_heap_is_near(const struct pgen *g);
/*
 * The address that the kernel has for @bytes at @addr if they were allocated,
 * else @addr: which no read can read, or which is an address of the kernel.
 */
uint32_t gen_heap_real(struct pgen *g, uint32_t addr, struct ir_val bytes);
/*
 * @bytes (a register's are limited already) at the number @addr as memory;
 * a fault when the firing has not allocated them.
 */
uint32_t gen_scratch_ptr(struct pgen *g, uint32_t addr, struct ir_val bytes);

/* arithmetic.c */
uint32_t gen_binary(struct pgen *g, const struct node *node);
uint8_t gen_compare_code(enum op op, bool is_signed);

/* string.c */
bool gen_is_string(const struct node *node);
/* Bytes that hold any value of it, NUL included; a multiple of 8. */
uint32_t gen_string_bytes(const struct gen *gen, const struct node *node);
/* Fills @bytes at @dst; cut to what fits with a NUL. */
void gen_string(struct pgen *g, const struct node *node, struct mem dst,
		uint32_t bytes);
/* The same from memory that holds @src_bytes of a string. */
void gen_string_copy(struct pgen *g, struct mem src, uint32_t src_bytes,
		     struct mem dst, uint32_t bytes);
/* A character of a string: s[i]. */
uint32_t gen_string_char(struct pgen *g, const struct node *node);
void gen_string_branch(struct pgen *g, const struct node *node, bool sense,
		       uint32_t label);

/*
 * A built-in variable or subroutine, found by its row of lang/builtins.def:
 * for each row there must be a `const struct ... gen_var_<name>` or
 * gen_subr_<name>, with value() for numbers or the other two for strings.
 * The node of a subroutine is its NODE_CALL.
 */
struct name_gen {
	uint32_t (*value)(struct pgen *g, const struct node *node);
	void (*string)(struct pgen *g, const struct node *node,
		       struct mem dst, uint32_t bytes);
	uint32_t (*string_bytes)(const struct gen *gen,
				 const struct node *node);
	/* of a string: how many, from the first on, differ between firings */
	uint32_t (*varying_bytes)(struct pgen *g);
	bool reads_user; /* memory: the program should be able to sleep */
	bool reads_args; /* what arguments point to, wherever that is */
	/* an address or a stack: gen_pc() stores it */
	enum rec_kind kind;
};
#define VAR(name, type, flags) extern const struct name_gen gen_var_##name;
#define SUBR(name, proto, flags) extern const struct name_gen gen_subr_##name;
#define ACT(name, proto, flags)
#define AGG(name, proto, flags)
#include "lang/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
/* search.c: what strtok() keeps from call to call in a clause. */
uint32_t gen_strtok_bytes(const struct gen *gen);
void gen_strtok_begin(struct pgen *g);
/* The row of a NODE_NAME of a built-in or a NODE_CALL, or NULL. */
const struct name_gen *gen_name(const struct node *node);
const struct name_gen *gen_subr(unsigned int row);

/* stack.c: addresses and stacks, which lie in memory as strings do */
bool gen_is_pc(const struct node *node);
enum rec_kind gen_pc_kind(const struct node *node);
uint32_t gen_pc_bytes(const struct gen *gen, const struct node *node);
/* Bytes of the copy of the stack that goes with it into records, or 0. */
uint32_t gen_pc_copy_bytes(const struct gen *gen, const struct node *node);
/* Stores that copy; every byte of it is written. */
void gen_pc_copy(struct pgen *g, struct mem dst, uint32_t bytes);
/* Reports that @node can't be a key or in a variable, where that is so. */
void gen_pc_check_key(struct pgen *g, const struct node *node);
/* Fills @bytes at @dst. */
void gen_pc(struct pgen *g, const struct node *node, struct mem dst,
	    uint32_t bytes);
/* The same without the frame that only the consumer needs. */
void gen_pc_exact(struct pgen *g, const struct node *node, struct mem dst,
		  uint32_t bytes);
/* registers.c: uregs[e] */
bool gen_is_regs(const struct node *node);
uint32_t gen_regs(struct pgen *g, const struct node *node);
extern const struct name_gen gen_var_caller, gen_var_ucaller,
	gen_var_stackdepth, gen_var_ustackdepth, gen_var_regs, gen_var_uregs,
	gen_subr_stack, gen_subr_ustack, gen_subr_jstack, gen_subr_sym,
	gen_subr_func, gen_subr_mod, gen_subr_usym, gen_subr_ufunc,
	gen_subr_umod, gen_subr_uaddr;

/* clause.c */
void gen_clauses(struct pgen *g, const struct clause *const *clauses,
		 size_t clause_cnt, uint32_t row_first);
/* First row of counters of a clause whose program has it at @row. */
uint32_t gen_clause_row(const struct pgen *g, const struct clause *clause,
			uint32_t row);

/* program_split.c: programs that are too large for one function */
bool gen_cut_has_ctx(const struct pgen *g);
/* Nothing but the firing's and the clause's values lives here. */
void gen_cut_mark(struct pgen *g);
/* The firing's slot is taken. */
void gen_cut_begin(struct pgen *g, uint32_t this_bytes);
int gen_cut(struct pgen *g, struct gen_prog *prog, struct ir_func *f);

/* gen.c: whether the program should be able to sleep */
bool gen_reads_user(const struct clause *const *clauses, size_t clause_cnt,
		    const struct probe_abi *abi);
/* ir_opt(), and the stages before and after it as text where asked for. */
void gen_opt(struct pgen *g, struct ir_func *f);
/* Optimises, allocates, emits. -E2BIG, and silence unless is_cut: too large. */
int gen_function(struct pgen *g, struct gen_prog *prog, struct ir_func *f);
/* Of the program's functions, or of its parts where it is cut. */
uint32_t gen_stack_bytes(const struct pgen *g);
/* The kind of program that these clauses need. */
void gen_set_type(struct pgen *g, struct code *code,
		  const struct clause *const *clauses, size_t clause_cnt);
/* All of a program's code. 0 or -EINVAL. */
int gen_entry(struct pgen *g, struct gen_prog *prog,
	      const struct clause *const *clauses, size_t clause_cnt);
/* @code NULL: each patch's own program. */
void gen_patch_sizes(struct gen *gen, const struct gen_prog_patch *patches,
		     size_t cnt, struct code *code);
/* The same for a function that can be cut, if no error was found in it. */
int gen_done(struct pgen *g, struct gen_prog *prog, struct ir_func *f);

#endif

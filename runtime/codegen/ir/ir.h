/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The linear intermediate code of one BPF function: two-address operations on
 * any number of virtual registers, and forward branches only. A register may be
 * written more than once (also on several paths that join); it must be written
 * on every path before it is read.
 *
 *	the generator builds it -> ir_opt() drops unreachable and unused code
 *	-> ir_alloc() gives each register a machine register or a stack slot
 *	-> ir_emit() writes BPF instructions
 */
#ifndef DTRACE_RUNTIME_CODEGEN_IR_IR_H
#define DTRACE_RUNTIME_CODEGEN_IR_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/src.h"
#include "base/text/strbuf.h"
#include "base/vec.h"
#include "runtime/codegen/ir/code.h"

enum {
	IR_ARG_MAX = 5,
	/*
	 * The kernel gives a chain of calls 512 bytes of stack and rounds each
	 * function up to a multiple of 32. Subprograms get 64, the entry the
	 * rest.
	 */
	IR_ENTRY_STACK_MAX = 448,
	IR_SUBPROG_STACK_MAX = 64,
	IR_INSN_MAX = 30000, /* jumps have 16-bit offsets */
	/* frame offset where a part stores its slot's address */
	IR_SLOT_CELL = -8,
};

/* Operations, one row each in ir.def: IR_OP(NAME, "text"). */
enum ir_op {
#define IR_OP(name, text) IR_##name,
#include "runtime/codegen/ir/ir.def"
#undef IR_OP
	IR_OP_CNT,
};

/* Sizes that are known only after all programs have been generated. */
enum ir_sym {
	SYM_COUNTER_STRIDE,
	SYM_UNKEYED_STRIDE,
	SYM_RING_HEAD_STRIDE,
	SYM_SCRATCH_STRIDE, /* of one CPU */
	SYM_SCRATCH_SLOT, /* of one slot */
	SYM_SCRATCH_LAST, /* largest offset at which a slot begins */
	SYM_SCRATCH_END, /* end of all slots; BPF_LIB_PAD_BYTES follow */
	SYM_RECORD_MAX, /* length of the largest record */
	SYM_CNT,
};

enum ir_val_kind {
	VAL_NONE,
	VAL_REG, /* virtual register */
	VAL_IMM,
	VAL_SYM, /* enum ir_sym, an immediate patched later */
	VAL_FRAME, /* address of the frame + imm (negative) */
	VAL_MAP, /* the map itself */
	VAL_MAP_VALUE, /* address of the map's value + imm */
	VAL_PERCPU, /* per-CPU variable of the kernel: imm is its BTF id */
	VAL_SUBPROG, /* address of a subprogram of the same program: imm */
};

struct ir_val {
	enum ir_val_kind kind;
	uint32_t reg; /* REG: register; SYM: enum ir_sym */
	int64_t imm;
	enum map_role map;
	uint32_t map_idx;
};

enum ir_call_kind {
	CALL_HELPER, /* a BPF helper, by number */
	CALL_LIB, /* enum lib_func */
	CALL_SUBPROG, /* subprogram of the same program */
	CALL_FINDER,  /* the same; it returns the address of a map's value */
};

struct ir_insn {
	enum ir_op op;
	uint8_t code; /* BPF_ADD ..., BPF_JEQ ..., atomic operation */
	uint8_t size_bytes; /* of a memory access */
	enum ir_call_kind call;
	bool is_verifiers; /* BRANCH: only the verifier decides it */
	uint32_t target; /* label, or the function to call */
	uint32_t dst; /* register written (and read by ALU, FETCH) */
	struct ir_val a, b;
	struct ir_val base; /* memory: REG or FRAME */
	int32_t off;
	struct ir_val args[IR_ARG_MAX]; /* CALL; PARAMS: REG */
	uint32_t arg_cnt;
	struct loc loc; /* MARK */
	const char *comment; /* MARK */
};

/* Not a register. */
#define IR_NO_REG UINT32_MAX

/* A register that a part of a function recomputes instead of loading it. */
enum ir_remat_kind {
	REMAT_CTX,	/* the program's context */
	REMAT_SLOT,	/* address of the firing's slot + off */
	REMAT_SLOT_OFF, /* the slot's offset in the scratch map + off */
	REMAT_CPU,
	REMAT_COUNTERS,
	REMAT_ZERO,	/* 0 while not known: then the part looks it up again */
};

struct ir_remat {
	uint32_t reg;
	enum ir_remat_kind kind;
	int32_t off;
};

struct ir_func {
	const char *name;
	uint32_t id; /* target of a CALL_SUBPROG to it */
	bool is_global; /* the verifier checks it separately */
	bool has_ctx; /* its first parameter is the context */
	uint32_t arg_cnt;
	VEC(struct ir_insn) insns;
	uint32_t reg_cnt;
	uint32_t label_cnt;
	uint32_t frame_bytes; /* frame objects in use now */
	uint32_t frame_max_bytes; /* most that were ever in use */
	uint32_t stack_max_bytes; /* limit for objects and spilled registers */
	/*
	 * A part has the address of the firing's slot at FRAME - 8, and spills
	 * numbers that do not fit on the stack into this area of the slot.
	 */
	uint32_t slot_spill_off, slot_spill_bytes;
	VEC(struct ir_remat) remats;
};

/* A state of a function to which generation can return. */
struct ir_mark {
	size_t insn_cnt;
	uint32_t frame_bytes, frame_max_bytes;
};

void ir_func_init(struct ir_func *f, const char *name, uint32_t arg_cnt,
		  uint32_t stack_max_bytes);
void ir_func_deinit(struct ir_func *f);
struct ir_mark ir_mark(const struct ir_func *f);
void ir_rewind(struct ir_func *f, struct ir_mark mark);

/* ---------------------------------------------------------------- operands */

struct ir_val val_reg(uint32_t reg);
struct ir_val val_imm(int64_t imm);
struct ir_val val_sym(enum ir_sym sym);
struct ir_val val_map(enum map_role map, uint32_t map_idx);
struct ir_val val_map_value(enum map_role map, uint32_t map_idx, int64_t off);
struct ir_val val_percpu(uint32_t btf_id);
struct ir_val val_subprog(uint32_t id);

/* ---------------------------------------------------------------- building */

uint32_t ir_reg(struct ir_func *f);
uint32_t ir_label(struct ir_func *f);
/*
 * Takes room on the stack, aligned to 8; it is released by resetting
 * frame_bytes.
 */
struct ir_val ir_frame(struct ir_func *f, uint32_t bytes);

void ir_params(struct ir_func *f, const uint32_t *regs);
void ir_mov(struct ir_func *f, uint32_t dst, struct ir_val a);
/* Returns a new register that holds @a. */
uint32_t ir_copy(struct ir_func *f, struct ir_val a);
/* dst = the low 32 bits of dst, zero-extended. */
void ir_zext32(struct ir_func *f, uint32_t dst);
/* dst = dst CODE a; CODE is BPF_ADD ... */
void ir_alu(struct ir_func *f, uint8_t code, uint32_t dst, struct ir_val a);
void ir_neg(struct ir_func *f, uint32_t dst);
void ir_bswap64(struct ir_func *f, uint32_t dst);
/* Loads are zero-extended. */
void ir_load(struct ir_func *f, uint32_t dst, struct ir_val base, int32_t off,
	     uint8_t size_bytes);
void ir_store(struct ir_func *f, struct ir_val base, int32_t off,
	      uint8_t size_bytes, struct ir_val a);
/* *(base + off) CODE= a, atomically; BPF_ADD, BPF_AND, ... */
void ir_atomic(struct ir_func *f, uint8_t code, struct ir_val base, int32_t off,
	       uint32_t a);
/* Like ir_atomic(); dst holds the operand and receives the old value. */
void ir_fetch(struct ir_func *f, uint8_t code, struct ir_val base, int32_t off,
	      uint32_t dst);
/* dst = old value of *(base + off), which becomes @b if it was @a. */
void ir_cmpxchg(struct ir_func *f, uint32_t dst, struct ir_val base,
		int32_t off, uint8_t size_bytes, struct ir_val a,
		struct ir_val b);
/*
 * Returns the result's register; @args ends at the first VAL_NONE or after
 * five.
 */
uint32_t ir_call(struct ir_func *f, enum ir_call_kind kind, uint32_t target,
		 const struct ir_val *args, uint32_t arg_cnt);
#define ir_helper(f, id, ...)                              \
	ir_call(f, CALL_HELPER, BPF_FUNC_##id,             \
		(struct ir_val[]){ __VA_ARGS__ },          \
		sizeof((struct ir_val[]){ __VA_ARGS__ }) / \
			sizeof(struct ir_val))
#define ir_helper0(f, id) ir_call(f, CALL_HELPER, BPF_FUNC_##id, NULL, 0)

void ir_bind(struct ir_func *f, uint32_t label);
void ir_jump(struct ir_func *f, uint32_t label);
/* Jumps if `a CODE b` holds; CODE is BPF_JEQ ... */
void ir_branch(struct ir_func *f, uint8_t code, uint32_t a, struct ir_val b,
	       uint32_t label);
/* The same, but the branch stays even if its outcome is known. */
void ir_verifier_branch(struct ir_func *f, uint8_t code, uint32_t a,
			struct ir_val b, uint32_t label);
void ir_ret(struct ir_func *f, struct ir_val a);
/* The code that follows belongs to this D text; @comment is static or NULL. */
void ir_note(struct ir_func *f, struct loc loc, const char *comment);
/* Nothing on the stack is in use here: the function may be split here. */
void ir_cut_mark(struct ir_func *f);
/* Ends the parts: the entry continues here, and needs @slot. */
void ir_cut_end(struct ir_func *f, uint32_t slot);
/* Tells ir_cut() how to recompute the register where it is needed. */
void ir_remat(struct ir_func *f, uint32_t reg, enum ir_remat_kind kind,
	      int32_t off);
/*
 * Calls visit(register, is_def) for each register that the instruction names.
 */
void ir_visit(const struct ir_insn *insn,
	      void (*visit)(void *arg, uint32_t reg, bool is_def), void *arg);

/* ------------------------------------------------------------------ passes */

/* Where a register is stored. */
struct ir_place {
	int8_t reg; /* machine register, or -1 */
	int16_t frame_off; /* spilled: bytes from the frame pointer, or 0 */
	int16_t slot_off; /* spilled into the firing's slot; or 0 */
};

struct ir_patch {
	uint32_t insn_idx;
	enum ir_sym sym;
};

void ir_opt(struct ir_func *f);
/* fold.c: decides branches on constants. Returns whether there were any. */
bool ir_fold(struct ir_func *f);
/*
 * Fills reg_cnt elements of @places. Spill slots lie below the frame objects.
 * Returns 0, or -E2BIG if the stack is full.
 */
int ir_alloc(struct ir_func *f, struct ir_place *places);
/*
 * Appends the function to @code as its next subprogram, and its symbolic
 * immediates to @patches. Returns 0, or -E2BIG if it is too long.
 */
struct ir_patches {
	VEC(struct ir_patch) all;
};
int ir_emit(const struct ir_func *f, const struct ir_place *places,
	    struct code *code, struct ir_patches *patches);
/* Prints one line per instruction. @places is NULL before ir_alloc(). */
void ir_dump(const struct ir_func *f, const struct ir_place *places,
	     struct strbuf *sb);

#endif

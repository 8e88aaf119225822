/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Translates intermediate code to BPF instructions. Every virtual register has
 * its place; operands on the stack go through r0 (written operands, and bases)
 * and r5 (operands that are only read), which are never allocated.
 *
 * The arguments of a call are one parallel move into r1..r5: registers first,
 * in an order in which none is overwritten before it is read (a cycle is broken
 * through r0), then all other operands.
 */
#include <assert.h>
#include <errno.h>
#include <limits.h>

#include "runtime/codegen/ir/ir.h"

struct jump {
	uint32_t insn_idx, label;
};

struct emitter {
	const struct ir_func *f;
	const struct ir_place *places;
	struct code *code;
	struct ir_patches *patches;
	uint32_t *label_pos;
	VEC(struct jump) jumps;
};

static void put(struct emitter *e, uint8_t code, int dst, int src, int off,
		int32_t imm)
{
	*vec_add(&e->code->insns) = (struct bpf_insn){
		.code = code,
		.dst_reg = (uint8_t)dst,
		.src_reg = (uint8_t)src,
		.off = (int16_t)off,
		.imm = imm,
	};
}

static bool fits32(int64_t imm)
{
	return imm == (int32_t)imm;
}

static int other_temp(int reg)
{
	return reg == BPF_REG_0 ? BPF_REG_5 : BPF_REG_0;
}

/* base = address of the firing's slot, which a part keeps at this place. */
static void put_slot(struct emitter *e, int base)
{
	put(e, BPF_LDX | BPF_MEM | BPF_DW, base, BPF_REG_10, IR_SLOT_CELL, 0);
}

static void put_imm64(struct emitter *e, int dst, int64_t imm, int src)
{
	put(e, BPF_LD | BPF_IMM | BPF_DW, dst, src, 0, (int32_t)imm);
	put(e, 0, 0, 0, 0, (int32_t)(imm >> 32));
}

static void put_mov(struct emitter *e, int dst, int src)
{
	if (dst != src)
		put(e, BPF_ALU64 | BPF_MOV | BPF_X, dst, src, 0, 0);
}

static void put_ref(struct emitter *e, int dst, const struct ir_val *val)
{
	bool is_value = val->kind == VAL_MAP_VALUE;

	*vec_add(&e->code->refs) = (struct code_ref){
		.kind = is_value ? REF_MAP_VALUE : REF_MAP,
		.insn_idx = (uint32_t)e->code->insns.cnt,
		.target = val->map,
		.index = val->map_idx,
		.addend = is_value ? (uint32_t)val->imm : 0,
	};
	put_imm64(e, dst, 0, 0);
}

static void add_patch(struct emitter *e, uint32_t sym)
{
	*vec_add(&e->patches->all) = (struct ir_patch){
		.insn_idx = (uint32_t)e->code->insns.cnt,
		.sym = (enum ir_sym)sym,
	};
}

/* dst (a machine register) = the operand. */
static void put_val(struct emitter *e, int dst, const struct ir_val *val)
{
	const struct ir_place *place;

	switch (val->kind) {
	case VAL_NONE:
		break;
	case VAL_REG:
		place = &e->places[val->reg];
		if (place->reg >= 0) {
			put_mov(e, dst, place->reg);
		} else if (place->slot_off) {
			put_slot(e, dst);
			put(e, BPF_LDX | BPF_MEM | BPF_DW, dst, dst,
			    place->slot_off, 0);
		} else {
			put(e, BPF_LDX | BPF_MEM | BPF_DW, dst, BPF_REG_10,
			    place->frame_off, 0);
		}
		break;
	case VAL_IMM:
		if (fits32(val->imm))
			put(e, BPF_ALU64 | BPF_MOV | BPF_K, dst, 0, 0,
			    (int32_t)val->imm);
		else
			put_imm64(e, dst, val->imm, 0);
		break;
	case VAL_SYM:
		add_patch(e, val->reg);
		put(e, BPF_ALU64 | BPF_MOV | BPF_K, dst, 0, 0, 0);
		break;
	case VAL_FRAME:
		put_mov(e, dst, BPF_REG_10);
		put(e, BPF_ALU64 | BPF_ADD | BPF_K, dst, 0, 0,
		    (int32_t)val->imm);
		break;
	case VAL_MAP:
	case VAL_MAP_VALUE:
		put_ref(e, dst, val);
		break;
	case VAL_PERCPU:
		put_imm64(e, dst, (uint32_t)val->imm, BPF_PSEUDO_BTF_ID);
		break;
	case VAL_SUBPROG:
		*vec_add(&e->code->refs) = (struct code_ref){
			.kind = REF_SUBPROG_ADDR,
			.insn_idx = (uint32_t)e->code->insns.cnt,
			.target = (uint32_t)val->imm,
		};
		put_imm64(e, dst, 0, 0);
		break;
	}
}

/*
 * Returns a machine register with the operand: its own, or @temp after a load.
 */
static int in_reg(struct emitter *e, const struct ir_val *val, int temp)
{
	if (val->kind == VAL_REG && e->places[val->reg].reg >= 0)
		return e->places[val->reg].reg;
	put_val(e, temp, val);
	return temp;
}

static int dst_reg(struct emitter *e, uint32_t dst, int temp)
{
	return e->places[dst].reg >= 0 ? e->places[dst].reg : temp;
}

/*
 * Stores the register from dst_reg() to the spill slot of @dst, if it has one.
 */
static void put_back(struct emitter *e, uint32_t dst, int reg)
{
	int base = other_temp(reg);

	if (e->places[dst].reg >= 0)
		return;
	if (e->places[dst].slot_off) {
		put_slot(e, base);
		put(e, BPF_STX | BPF_MEM | BPF_DW, base, reg,
		    e->places[dst].slot_off, 0);
	} else if (e->places[dst].frame_off)
		put(e, BPF_STX | BPF_MEM | BPF_DW, BPF_REG_10, reg,
		    e->places[dst].frame_off, 0);
}

static uint8_t mem_size(uint8_t size_bytes)
{
	switch (size_bytes) {
	case 1:
		return BPF_B;
	case 2:
		return BPF_H;
	case 4:
		return BPF_W;
	default:
		return BPF_DW;
	}
}

/* Returns the base of a memory operand, and the offset from it. */
static int mem_base(struct emitter *e, const struct ir_insn *insn, int temp,
		    int *off_ret)
{
	if (insn->base.kind == VAL_FRAME) {
		*off_ret = (int)insn->base.imm + insn->off;
		return BPF_REG_10;
	}
	*off_ret = insn->off;
	return in_reg(e, &insn->base, temp);
}

static void emit_mov(struct emitter *e, const struct ir_insn *insn)
{
	const struct ir_place *place = &e->places[insn->dst];

	if (place->reg >= 0)
		put_val(e, place->reg, &insn->a);
	else if (insn->a.kind == VAL_IMM && fits32(insn->a.imm) &&
		 !place->slot_off)
		put(e, BPF_ST | BPF_MEM | BPF_DW, BPF_REG_10, 0,
		    place->frame_off, (int32_t)insn->a.imm);
	else
		put_back(e, insn->dst, in_reg(e, &insn->a, BPF_REG_0));
}

static void emit_alu(struct emitter *e, const struct ir_insn *insn)
{
	struct ir_val old = val_reg(insn->dst);
	int dst = in_reg(e, &old, BPF_REG_0);

	if (insn->a.kind == VAL_SYM) {
		add_patch(e, insn->a.reg);
		put(e, BPF_ALU64 | insn->code | BPF_K, dst, 0, 0, 0);
	} else if (insn->a.kind == VAL_IMM && fits32(insn->a.imm)) {
		put(e, BPF_ALU64 | insn->code | BPF_K, dst, 0, 0,
		    (int32_t)insn->a.imm);
	} else {
		put(e, BPF_ALU64 | insn->code | BPF_X, dst,
		    in_reg(e, &insn->a, BPF_REG_5), 0, 0);
	}
	put_back(e, insn->dst, dst);
}

/* NEG, BSWAP, ZEXT32: one operand, in place. */
static void emit_unary(struct emitter *e, const struct ir_insn *insn)
{
	struct ir_val old = val_reg(insn->dst);
	int dst = in_reg(e, &old, BPF_REG_0);

	if (insn->op == IR_NEG)
		put(e, BPF_ALU64 | BPF_NEG, dst, 0, 0, 0);
	else if (insn->op == IR_BSWAP)
		put(e, BPF_ALU | BPF_END | BPF_TO_BE, dst, 0, 0, 64);
	else
		put(e, BPF_ALU | BPF_MOV | BPF_X, dst, dst, 0, 0);
	put_back(e, insn->dst, dst);
}

static void emit_load(struct emitter *e, const struct ir_insn *insn)
{
	int off, base = mem_base(e, insn, BPF_REG_0, &off);
	int dst = dst_reg(e, insn->dst, BPF_REG_0);

	put(e, BPF_LDX | BPF_MEM | mem_size(insn->size_bytes), dst, base, off,
	    0);
	put_back(e, insn->dst, dst);
}

static void emit_store(struct emitter *e, const struct ir_insn *insn)
{
	int off, base = mem_base(e, insn, BPF_REG_0, &off);
	uint8_t size = mem_size(insn->size_bytes);

	if (insn->a.kind == VAL_IMM && fits32(insn->a.imm))
		put(e, BPF_ST | BPF_MEM | size, base, 0, off,
		    (int32_t)insn->a.imm);
	else
		put(e, BPF_STX | BPF_MEM | size, base,
		    in_reg(e, &insn->a, BPF_REG_5), off, 0);
}

static void emit_atomic(struct emitter *e, const struct ir_insn *insn)
{
	int off, base = mem_base(e, insn, BPF_REG_0, &off);
	int src;

	if (insn->op == IR_ATOMIC) {
		src = in_reg(e, &insn->a, BPF_REG_5);
		put(e, BPF_STX | BPF_ATOMIC | BPF_DW, base, src, off,
		    insn->code);
		return;
	}
	src = in_reg(e, &(struct ir_val){ .kind = VAL_REG, .reg = insn->dst },
		     BPF_REG_5);
	put(e, BPF_STX | BPF_ATOMIC | BPF_DW, base, src, off,
	    insn->code | BPF_FETCH);
	put_back(e, insn->dst, src);
}

/* ------------------------------------------------------------------- calls */

struct move {
	int dst, src;
};

static bool is_source(const struct move *moves, uint32_t cnt, int reg)
{
	for (uint32_t i = 0; i < cnt; i++) {
		if (moves[i].src == reg)
			return true;
	}
	return false;
}

/* Performs all moves as if at once; r0 is free. Destroys the list. */
static void parallel_moves(struct emitter *e, struct move *moves, uint32_t cnt)
{
	while (cnt) {
		uint32_t i = 0;

		while (i < cnt && moves[i].dst != moves[i].src &&
		       is_source(moves, cnt, moves[i].dst))
			i++;
		if (i < cnt) {
			put_mov(e, moves[i].dst, moves[i].src);
			moves[i] = moves[--cnt];
			continue;
		}
		/* only cycles are left: save one source in r0 */
		put_mov(e, BPF_REG_0, moves[0].src);
		moves[0].src = BPF_REG_0;
	}
}

static void emit_args(struct emitter *e, const struct ir_val *args,
		      uint32_t arg_cnt)
{
	struct move moves[IR_ARG_MAX];
	bool is_moved[IR_ARG_MAX] = { false };
	uint32_t move_cnt = 0;

	for (uint32_t i = 0; i < arg_cnt; i++) {
		if (args[i].kind != VAL_REG || e->places[args[i].reg].reg < 0)
			continue;
		moves[move_cnt++] = (struct move){
			.dst = (int)(BPF_REG_1 + i),
			.src = e->places[args[i].reg].reg,
		};
		is_moved[i] = true;
	}
	parallel_moves(e, moves, move_cnt);
	for (uint32_t i = 0; i < arg_cnt; i++) {
		if (!is_moved[i])
			put_val(e, (int)(BPF_REG_1 + i), &args[i]);
	}
}

static void store_result(struct emitter *e, uint32_t dst)
{
	if (dst == IR_NO_REG)
		return;
	if (e->places[dst].reg >= 0)
		put_mov(e, e->places[dst].reg, BPF_REG_0);
	else
		put_back(e, dst, BPF_REG_0);
}

static void emit_call(struct emitter *e, const struct ir_insn *insn)
{
	emit_args(e, insn->args, insn->arg_cnt);
	if (insn->call == CALL_HELPER) {
		put(e, BPF_JMP | BPF_CALL, 0, 0, 0, (int32_t)insn->target);
	} else {
		*vec_add(&e->code->refs) = (struct code_ref){
			.kind = insn->call == CALL_LIB ? REF_LIB : REF_SUBPROG,
			.insn_idx = (uint32_t)e->code->insns.cnt,
			.target = insn->target,
		};
		put(e, BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, 0);
	}
	store_result(e, insn->dst);
}

static void emit_cmpxchg(struct emitter *e, const struct ir_insn *insn)
{
	struct ir_val args[] = { insn->base, insn->b, insn->a };

	emit_args(e, args, 3);
	put_mov(e, BPF_REG_0, BPF_REG_3);
	put(e, BPF_STX | BPF_ATOMIC | mem_size(insn->size_bytes), BPF_REG_1,
	    BPF_REG_2, insn->off, BPF_CMPXCHG);
	store_result(e, insn->dst);
}

static void emit_params(struct emitter *e, const struct ir_insn *insn)
{
	struct move moves[IR_ARG_MAX];
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < insn->arg_cnt; i++) {
		int reg = e->places[insn->args[i].reg].reg;

		if (reg >= 0)
			moves[cnt++] = (struct move){
				.dst = reg,
				.src = (int)(BPF_REG_1 + i),
			};
		else
			put_back(e, insn->args[i].reg, (int)(BPF_REG_1 + i));
	}
	parallel_moves(e, moves, cnt);
}

/* ----------------------------------------------------------------- control */

static void put_jump(struct emitter *e, uint8_t code, int dst, int src,
		     int32_t imm, uint32_t label)
{
	*vec_add(&e->jumps) = (struct jump){
		.insn_idx = (uint32_t)e->code->insns.cnt,
		.label = label,
	};
	put(e, code, dst, src, 0, imm);
}

/* Does the bound that a comparison proves hold at its target? */
static bool bounds_target(uint8_t code)
{
	return code == BPF_JLT || code == BPF_JLE;
}

/*
 * Verifiers up to 6.x learn a bound for the compared register, but not for the
 * slot that it was loaded from, so it is stored back.
 */
static void emit_spilled_bound(struct emitter *e, const struct ir_insn *insn,
			       int32_t bound)
{
	int a = in_reg(e, &insn->a, BPF_REG_0);

	if (bounds_target(insn->code)) {
		put(e, BPF_JMP | BPF_K |
		    (insn->code == BPF_JLT ? BPF_JGE : BPF_JGT), a, 0, 2,
		    bound);
		put_back(e, insn->a.reg, a);
		put_jump(e, BPF_JMP | BPF_JA, 0, 0, 0, insn->target);
		return;
	}
	put_jump(e, BPF_JMP | insn->code | BPF_K, a, 0, bound, insn->target);
	put_back(e, insn->a.reg, a);
}

static bool is_spilled_bound(const struct emitter *e,
			     const struct ir_insn *insn)
{
	if (insn->a.kind != VAL_REG || e->places[insn->a.reg].reg >= 0 ||
	    !e->places[insn->a.reg].frame_off ||
	    insn->b.kind != VAL_IMM || !fits32(insn->b.imm))
		return false;
	return bounds_target(insn->code) || insn->code == BPF_JGE ||
	       insn->code == BPF_JGT;
}

static void emit_branch(struct emitter *e, const struct ir_insn *insn)
{
	int a;

	if (is_spilled_bound(e, insn)) {
		emit_spilled_bound(e, insn, (int32_t)insn->b.imm);
		return;
	}
	a = in_reg(e, &insn->a, BPF_REG_0);
	if (insn->b.kind == VAL_IMM && fits32(insn->b.imm))
		put_jump(e, BPF_JMP | insn->code | BPF_K, a, 0,
			 (int32_t)insn->b.imm, insn->target);
	else
		put_jump(e, BPF_JMP | insn->code | BPF_X, a,
			 in_reg(e, &insn->b, BPF_REG_5), 0, insn->target);
}

static void emit_ret(struct emitter *e, const struct ir_insn *insn)
{
	put_val(e, BPF_REG_0, &insn->a);
	put(e, BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
}

static void emit_mark(struct emitter *e, const struct ir_insn *insn)
{
	*vec_add(&e->code->marks) = (struct code_mark){
		.insn_idx = (uint32_t)e->code->insns.cnt,
		.loc = insn->loc,
		.comment = insn->comment,
	};
}

static void emit_insn(struct emitter *e, const struct ir_insn *insn)
{
	switch (insn->op) {
	case IR_MOV:
		emit_mov(e, insn);
		break;
	case IR_ALU:
		emit_alu(e, insn);
		break;
	case IR_NEG:
	case IR_BSWAP:
	case IR_ZEXT32:
		emit_unary(e, insn);
		break;
	case IR_LOAD:
		emit_load(e, insn);
		break;
	case IR_STORE:
		emit_store(e, insn);
		break;
	case IR_ATOMIC:
	case IR_FETCH:
		emit_atomic(e, insn);
		break;
	case IR_CMPXCHG:
		emit_cmpxchg(e, insn);
		break;
	case IR_CALL:
		emit_call(e, insn);
		break;
	case IR_PARAMS:
		emit_params(e, insn);
		break;
	case IR_LABEL:
		e->label_pos[insn->target] = (uint32_t)e->code->insns.cnt;
		break;
	case IR_JUMP:
		put_jump(e, BPF_JMP | BPF_JA, 0, 0, 0, insn->target);
		break;
	case IR_BRANCH:
		emit_branch(e, insn);
		break;
	case IR_RET:
		emit_ret(e, insn);
		break;
	case IR_MARK:
		emit_mark(e, insn);
		break;
	case IR_CUT:
	case IR_OP_CNT:
		break;
	}
}

static void resolve_jumps(struct emitter *e)
{
	for (size_t i = 0; i < e->jumps.cnt; i++) {
		const struct jump *jump = &e->jumps.v[i];
		uint32_t to = e->label_pos[jump->label];

		assert(to > jump->insn_idx);
		e->code->insns.v[jump->insn_idx].off =
			(int16_t)(to - jump->insn_idx - 1);
	}
}

/* Returns the frame offset of the lowest spill slot, or 0. */
static int16_t lowest_spill(const struct emitter *e)
{
	int16_t lowest = 0;

	for (uint32_t i = 0; i < e->f->reg_cnt; i++)
		if (e->places[i].frame_off < lowest)
			lowest = e->places[i].frame_off;
	return lowest;
}

/*
 * Linux 6.18 looks for spilled numbers even in states that it saved before
 * their slots were first used, and refuses the program ("verifier bug: stack
 * slot 27, total slots 27"). This writes the lowest slot in the first
 * instruction, so that no such state exists.
 */
static void emit_stack_use(struct emitter *e)
{
	int16_t lowest = lowest_spill(e);

	if (lowest)
		put(e, BPF_ST | BPF_MEM | BPF_DW, BPF_REG_10, 0, lowest, 0);
}

int ir_emit(const struct ir_func *f, const struct ir_place *places,
	    struct code *code, struct ir_patches *patches)
{
	struct emitter e = {
		.f = f,
		.places = places,
		.code = code,
		.patches = patches,
		.label_pos = xcalloc(f->label_cnt + 1, sizeof(uint32_t)),
	};
	size_t first = code->insns.cnt;
	bool is_begun = false;
	int err = 0;

	*vec_add(&code->subprogs) = (struct code_subprog){
		.insn_idx = (uint32_t)code->insns.cnt,
		.name = f->name,
		.arg_cnt = f->arg_cnt,
		.id = f->id,
		.is_global = f->is_global,
		.has_ctx = f->has_ctx,
	};
	for (size_t i = 0; i < f->insns.cnt && !err; i++) {
		/* a function's first mark stays before all code */
		if (!is_begun && f->insns.v[i].op != IR_MARK) {
			emit_stack_use(&e);
			is_begun = true;
		}
		emit_insn(&e, &f->insns.v[i]);
		if (code->insns.cnt - first > IR_INSN_MAX)
			err = -E2BIG;
	}
	if (!err)
		resolve_jumps(&e);
	vec_deinit(&e.jumps);
	free(e.label_pos);
	return err;
}

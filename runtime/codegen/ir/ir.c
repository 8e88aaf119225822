/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds the intermediate code: each function appends the instruction for one
 * operation. Nothing is computed here.
 *
 *	r = ir_helper0(f, ktime_get_ns);             r3 = ktime_get_ns()
 *	ir_store(f, record, 16, 8, val_reg(r));      [fp-64+16] = r3
 */
#include "runtime/codegen/ir/ir.h"

#include <assert.h>

void ir_func_init(struct ir_func *f, const char *name, uint32_t arg_cnt,
		  uint32_t stack_max_bytes)
{
	*f = (struct ir_func){
		.name = name,
		.arg_cnt = arg_cnt,
		.stack_max_bytes = stack_max_bytes,
	};
}

void ir_func_deinit(struct ir_func *f)
{
	vec_deinit(&f->insns);
	vec_deinit(&f->remats);
}

struct ir_mark ir_mark(const struct ir_func *f)
{
	return (struct ir_mark){ f->insns.cnt, f->frame_bytes,
				 f->frame_max_bytes };
}

void ir_rewind(struct ir_func *f, struct ir_mark mark)
{
	f->insns.cnt = mark.insn_cnt;
	f->frame_bytes = mark.frame_bytes;
	f->frame_max_bytes = mark.frame_max_bytes;
}

struct ir_val val_reg(uint32_t reg)
{
	return (struct ir_val){ .kind = VAL_REG, .reg = reg };
}

struct ir_val val_imm(int64_t imm)
{
	return (struct ir_val){ .kind = VAL_IMM, .imm = imm };
}

struct ir_val val_sym(enum ir_sym sym)
{
	return (struct ir_val){ .kind = VAL_SYM, .reg = sym };
}

struct ir_val val_map(enum map_role map, uint32_t map_idx)
{
	return (struct ir_val){ .kind = VAL_MAP,
				.map = map,
				.map_idx = map_idx };
}

struct ir_val val_map_value(enum map_role map, uint32_t map_idx, int64_t off)
{
	return (struct ir_val){ .kind = VAL_MAP_VALUE,
				.map = map,
				.map_idx = map_idx,
				.imm = off };
}

struct ir_val val_percpu(uint32_t btf_id)
{
	return (struct ir_val){ .kind = VAL_PERCPU, .imm = btf_id };
}

struct ir_val val_subprog(uint32_t id)
{
	return (struct ir_val){ .kind = VAL_SUBPROG, .imm = id };
}

uint32_t ir_reg(struct ir_func *f)
{
	return f->reg_cnt++;
}

uint32_t ir_label(struct ir_func *f)
{
	return f->label_cnt++;
}

struct ir_val ir_frame(struct ir_func *f, uint32_t bytes)
{
	f->frame_bytes += (bytes + 7) & ~7u;
	if (f->frame_bytes > f->frame_max_bytes)
		f->frame_max_bytes = f->frame_bytes;
	return (struct ir_val){ .kind = VAL_FRAME,
				.imm = -(int64_t)f->frame_bytes };
}

static struct ir_insn *add(struct ir_func *f, enum ir_op op)
{
	struct ir_insn *insn = vec_add(&f->insns);

	insn->op = op;
	insn->dst = IR_NO_REG;
	return insn;
}

void ir_params(struct ir_func *f, const uint32_t *regs)
{
	struct ir_insn *insn = add(f, IR_PARAMS);

	insn->arg_cnt = f->arg_cnt;
	for (uint32_t i = 0; i < f->arg_cnt; i++)
		insn->args[i] = val_reg(regs[i]);
}

void ir_mov(struct ir_func *f, uint32_t dst, struct ir_val a)
{
	struct ir_insn *insn = add(f, IR_MOV);

	insn->dst = dst;
	insn->a = a;
}

uint32_t ir_copy(struct ir_func *f, struct ir_val a)
{
	uint32_t reg = ir_reg(f);

	ir_mov(f, reg, a);
	return reg;
}

void ir_zext32(struct ir_func *f, uint32_t dst)
{
	add(f, IR_ZEXT32)->dst = dst;
}

void ir_alu(struct ir_func *f, uint8_t code, uint32_t dst, struct ir_val a)
{
	struct ir_insn *insn = add(f, IR_ALU);

	insn->code = code;
	insn->dst = dst;
	insn->a = a;
}

void ir_neg(struct ir_func *f, uint32_t dst)
{
	add(f, IR_NEG)->dst = dst;
}

void ir_bswap64(struct ir_func *f, uint32_t dst)
{
	add(f, IR_BSWAP)->dst = dst;
}

static struct ir_insn *add_mem(struct ir_func *f, enum ir_op op,
			       struct ir_val base, int32_t off,
			       uint8_t size_bytes)
{
	struct ir_insn *insn;

	assert(base.kind == VAL_REG || base.kind == VAL_FRAME);
	if (off != (int16_t)off) { /* an instruction's offset has 16 bits */
		base = val_reg(ir_copy(f, base));
		ir_alu(f, BPF_ADD, base.reg, val_imm(off));
		off = 0;
	}
	insn = add(f, op);
	insn->base = base;
	insn->off = off;
	insn->size_bytes = size_bytes;
	return insn;
}

void ir_load(struct ir_func *f, uint32_t dst, struct ir_val base, int32_t off,
	     uint8_t size_bytes)
{
	add_mem(f, IR_LOAD, base, off, size_bytes)->dst = dst;
}

void ir_store(struct ir_func *f, struct ir_val base, int32_t off,
	      uint8_t size_bytes, struct ir_val a)
{
	add_mem(f, IR_STORE, base, off, size_bytes)->a = a;
}

void ir_atomic(struct ir_func *f, uint8_t code, struct ir_val base, int32_t off,
	       uint32_t a)
{
	struct ir_insn *insn = add_mem(f, IR_ATOMIC, base, off, 8);

	insn->code = code;
	insn->a = val_reg(a);
}

void ir_fetch(struct ir_func *f, uint8_t code, struct ir_val base, int32_t off,
	      uint32_t dst)
{
	struct ir_insn *insn = add_mem(f, IR_FETCH, base, off, 8);

	insn->code = code;
	insn->dst = dst;
}

void ir_cmpxchg(struct ir_func *f, uint32_t dst, struct ir_val base,
		int32_t off, uint8_t size_bytes, struct ir_val a,
		struct ir_val b)
{
	struct ir_insn *insn = add_mem(f, IR_CMPXCHG, base, off, size_bytes);

	assert(base.kind == VAL_REG);
	insn->dst = dst;
	insn->a = a;
	insn->b = b;
}

uint32_t ir_call(struct ir_func *f, enum ir_call_kind kind, uint32_t target,
		 const struct ir_val *args, uint32_t arg_cnt)
{
	uint32_t dst = ir_reg(f);
	struct ir_insn *insn = add(f, IR_CALL);

	assert(arg_cnt <= IR_ARG_MAX);
	insn->call = kind;
	insn->target = target;
	insn->dst = dst;
	insn->arg_cnt = arg_cnt;
	for (uint32_t i = 0; i < arg_cnt; i++)
		insn->args[i] = args[i];
	return dst;
}

void ir_bind(struct ir_func *f, uint32_t label)
{
	add(f, IR_LABEL)->target = label;
}

void ir_jump(struct ir_func *f, uint32_t label)
{
	add(f, IR_JUMP)->target = label;
}

void ir_branch(struct ir_func *f, uint8_t code, uint32_t a, struct ir_val b,
	       uint32_t label)
{
	struct ir_insn *insn = add(f, IR_BRANCH);

	insn->code = code;
	insn->a = val_reg(a);
	insn->b = b;
	insn->target = label;
}

void ir_verifier_branch(struct ir_func *f, uint8_t code, uint32_t a,
			struct ir_val b, uint32_t label)
{
	ir_branch(f, code, a, b, label);
	f->insns.v[f->insns.cnt - 1].is_verifiers = true;
}

void ir_ret(struct ir_func *f, struct ir_val a)
{
	add(f, IR_RET)->a = a;
}

void ir_note(struct ir_func *f, struct loc loc, const char *comment)
{
	struct ir_insn *insn = add(f, IR_MARK);

	insn->loc = loc;
	insn->comment = comment;
}

void ir_cut_mark(struct ir_func *f)
{
	add(f, IR_CUT);
}

void ir_cut_end(struct ir_func *f, uint32_t slot)
{
	struct ir_insn *insn = add(f, IR_CUT);

	insn->code = 1;
	insn->a = val_reg(slot);
}

void ir_remat(struct ir_func *f, uint32_t reg, enum ir_remat_kind kind,
	      int32_t off)
{
	*vec_add(&f->remats) = (struct ir_remat){ reg, kind, off };
}

/* ------------------------------------------------------------- registers */

static void visit_val(const struct ir_val *val,
		      void (*visit)(void *arg, uint32_t reg, bool is_def),
		      void *arg)
{
	if (val->kind == VAL_REG)
		visit(arg, val->reg, false);
}

static bool reads_dst(enum ir_op op)
{
	return op == IR_ALU || op == IR_NEG || op == IR_BSWAP ||
		op == IR_ZEXT32 || op == IR_FETCH;
}

void ir_visit(const struct ir_insn *insn,
	      void (*visit)(void *arg, uint32_t reg, bool is_def), void *arg)
{
	bool is_params = insn->op == IR_PARAMS;

	visit_val(&insn->a, visit, arg);
	visit_val(&insn->b, visit, arg);
	visit_val(&insn->base, visit, arg);
	for (uint32_t i = 0; i < insn->arg_cnt; i++) {
		if (insn->args[i].kind == VAL_REG)
			visit(arg, insn->args[i].reg, is_params);
	}
	if (insn->dst == IR_NO_REG)
		return;
	if (reads_dst(insn->op))
		visit(arg, insn->dst, false);
	visit(arg, insn->dst, true);
}

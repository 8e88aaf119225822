// SPDX-License-Identifier: BSD-2-Clause
/*
 * Register allocation and emission: random functions in intermediate code
 * are run twice, by an interpreter of the intermediate code and, after
 * ir_opt(), ir_alloc() and ir_emit(), by one of BPF instructions. Calls
 * destroy r1-r5 as the kernel's do. Both must return the same number.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "runtime/codegen/ir/ir.h"

enum { REG_CNT = 40, FRAME_BYTES = 64, FUNC_CNT = 3000 };

static uint64_t seed = 20261121;

static uint32_t rnd(uint32_t below)
{
	seed = seed * UINT64_C(6364136223846793005) +
		UINT64_C(1442695040888963407);
	return (uint32_t)(seed >> 33) % below;
}

/* What "helper" @id returns for its arguments. */
static uint64_t helper(uint32_t id, const uint64_t *args, uint32_t cnt)
{
	uint64_t sum = id;

	for (uint32_t i = 0; i < cnt; i++)
		sum = sum * 31 + args[i] + i;
	return sum;
}

static uint64_t alu(uint8_t code, uint64_t a, uint64_t b)
{
	switch (code) {
	case BPF_ADD:
		return a + b;
	case BPF_SUB:
		return a - b;
	case BPF_MUL:
		return a * b;
	case BPF_XOR:
		return a ^ b;
	case BPF_OR:
		return a | b;
	case BPF_AND:
		return a & b;
	case BPF_LSH:
		return a << (b & 63);
	case BPF_RSH:
		return a >> (b & 63);
	case BPF_ARSH:
		return (uint64_t)((int64_t)a >> (b & 63));
	default:
		return b;
	}
}

static bool holds(uint8_t code, uint64_t a, uint64_t b)
{
	switch (code) {
	case BPF_JEQ:
		return a == b;
	case BPF_JNE:
		return a != b;
	case BPF_JGT:
		return a > b;
	case BPF_JGE: /* of a JLT on a spilled register, too */
		return a >= b;
	case BPF_JLT:
		return a < b;
	case BPF_JLE:
		return a <= b;
	case BPF_JSGT:
		return (int64_t)a > (int64_t)b;
	case BPF_JSLE:
		return (int64_t)a <= (int64_t)b;
	case BPF_JSET:
		return a & b;
	case BPF_JSGE:
		return (int64_t)a >= (int64_t)b;
	default:
		return (int64_t)a < (int64_t)b;
	}
}

/* ----------------------------------------------------------------- the tree */

struct machine {
	uint64_t regs[512];
	char frame[512]; /* the frame pointer is at its end */
};

static uint64_t ir_value(const struct machine *m, const struct ir_val *val)
{
	switch ((int)val->kind) {
	case VAL_REG:
		return m->regs[val->reg];
	case VAL_IMM:
		return (uint64_t)val->imm;
	default:
		return 0;
	}
}

static char *ir_cell(struct machine *m, const struct ir_insn *insn)
{
	return m->frame + sizeof(m->frame) + insn->base.imm + insn->off;
}

static void ir_step(struct machine *m, const struct ir_insn *insn)
{
	uint64_t args[IR_ARG_MAX], value;

	switch ((int)insn->op) {
	case IR_PARAMS:
		for (uint32_t i = 0; i < insn->arg_cnt; i++)
			m->regs[insn->args[i].reg] = 1000 + i;
		break;
	case IR_MOV:
		m->regs[insn->dst] = ir_value(m, &insn->a);
		break;
	case IR_ALU:
		m->regs[insn->dst] = alu(insn->code, m->regs[insn->dst],
					 ir_value(m, &insn->a));
		break;
	case IR_NEG:
		m->regs[insn->dst] = -m->regs[insn->dst];
		break;
	case IR_ZEXT32:
		m->regs[insn->dst] = (uint32_t)m->regs[insn->dst];
		break;
	case IR_LOAD:
		memcpy(&m->regs[insn->dst], ir_cell(m, insn), 8);
		break;
	case IR_STORE:
		value = ir_value(m, &insn->a);
		memcpy(ir_cell(m, insn), &value, 8);
		break;
	case IR_CALL:
		for (uint32_t i = 0; i < insn->arg_cnt; i++)
			args[i] = ir_value(m, &insn->args[i]);
		value = helper(insn->target, args, insn->arg_cnt);
		if (insn->dst != IR_NO_REG)
			m->regs[insn->dst] = value;
		break;
	}
}

static uint64_t run_ir(const struct ir_func *f)
{
	struct machine m = { .regs = { 0 } };
	size_t at = 0, label;

	for (;;) {
		const struct ir_insn *insn = &f->insns.v[at++];

		if (insn->op == IR_RET)
			return ir_value(&m, &insn->a);
		ir_step(&m, insn);
		if (insn->op != IR_JUMP &&
		    !(insn->op == IR_BRANCH &&
		      holds(insn->code, ir_value(&m, &insn->a),
			    ir_value(&m, &insn->b))))
			continue;
		for (label = at; f->insns.v[label].op != IR_LABEL ||
		     f->insns.v[label].target != insn->target;)
			label++;
		at = label;
	}
}

/* ---------------------------------------------------------------------- BPF */

struct cpu {
	uint64_t r[11];
	char frame[512];
};

static uint64_t load64(const struct bpf_insn *insn)
{
	return (uint32_t)insn[0].imm | (uint64_t)(uint32_t)insn[1].imm << 32;
}

static void bpf_call(struct cpu *cpu, uint32_t packed)
{
	cpu->r[0] = helper(packed, cpu->r + 1, packed % 8);
	for (int i = 1; i <= 5; i++)
		cpu->r[i] = 0xdead0000u + (uint32_t)i;
}

static void bpf_alu(struct cpu *cpu, const struct bpf_insn *insn)
{
	uint64_t b = BPF_SRC(insn->code) == BPF_X ?
		cpu->r[insn->src_reg] :
		(uint64_t)(int64_t)insn->imm;
	uint64_t *dst = &cpu->r[insn->dst_reg];

	if (BPF_OP(insn->code) == BPF_NEG)
		*dst = -*dst;
	else if (BPF_CLASS(insn->code) == BPF_ALU)
		*dst = (uint32_t)b;
	else
		*dst = alu(BPF_OP(insn->code), *dst, b);
}

static void bpf_mem(struct cpu *cpu, const struct bpf_insn *insn)
{
	bool is_load = BPF_CLASS(insn->code) == BPF_LDX;
	char *cell = (char *)(uintptr_t)
			     cpu->r[is_load ? insn->src_reg : insn->dst_reg] +
		insn->off;
	uint64_t value = BPF_CLASS(insn->code) == BPF_ST ?
		(uint64_t)(int64_t)insn->imm :
		cpu->r[insn->src_reg];

	assert_true(cell >= cpu->frame && cell + 8 <= cpu->frame + 512);
	if (is_load)
		memcpy(&cpu->r[insn->dst_reg], cell, 8);
	else
		memcpy(cell, &value, 8);
}

static uint64_t run_bpf(const struct code *code)
{
	struct cpu cpu = { .r = { 0 } };
	size_t at = 0;

	cpu.r[10] = (uint64_t)(uintptr_t)(cpu.frame + sizeof(cpu.frame));
	for (uint64_t i = 0; i < 5; i++)
		cpu.r[1 + i] = 1000 + i;
	for (;;) {
		const struct bpf_insn *insn = &code->insns.v[at++];
		uint8_t class = BPF_CLASS(insn->code), op = BPF_OP(insn->code);
		uint64_t b = BPF_SRC(insn->code) == BPF_X ?
			cpu.r[insn->src_reg] :
			(uint64_t)(int64_t)insn->imm;

		assert_true(at <= code->insns.cnt);
		if (class == BPF_ALU64 || class == BPF_ALU) {
			bpf_alu(&cpu, insn);
		} else if (class == BPF_LD) {
			cpu.r[insn->dst_reg] = load64(insn);
			at++;
		} else if (class != BPF_JMP) {
			bpf_mem(&cpu, insn);
		} else if (op == BPF_EXIT) {
			return cpu.r[0];
		} else if (op == BPF_CALL) {
			bpf_call(&cpu, (uint32_t)insn->imm);
		} else if (op == BPF_JA || holds(op, cpu.r[insn->dst_reg], b)) {
			at += (size_t)insn->off;
		}
	}
}

/* ---------------------------------------------------------- random functions */

static const uint8_t alu_codes[] = {
	BPF_ADD, BPF_SUB, BPF_MUL, BPF_XOR, BPF_OR, BPF_AND,
	BPF_LSH, BPF_RSH, BPF_ARSH,
};
static const uint8_t jump_codes[] = {
	BPF_JEQ, BPF_JNE, BPF_JGT, BPF_JLT, BPF_JSGE, BPF_JSLT,
	BPF_JGE, BPF_JLE, BPF_JSGT, BPF_JSLE, BPF_JSET,
};

static struct ir_val any_value(uint32_t reg_cnt)
{
	if (rnd(4))
		return val_reg(rnd(reg_cnt));
	return val_imm(rnd(2) ? (int64_t)rnd(1000) - 500 :
				(int64_t)rnd(1u << 31) << 20);
}

static void add_call(struct ir_func *f, uint32_t reg_cnt)
{
	struct ir_val args[IR_ARG_MAX];
	uint32_t cnt = rnd(IR_ARG_MAX + 1), got;

	for (uint32_t i = 0; i < cnt; i++)
		args[i] = any_value(reg_cnt);
	/* the interpreter of BPF learns the number of arguments from the id */
	got = ir_call(f, CALL_HELPER, rnd(100) * 8 + cnt, args, cnt);
	if (rnd(4))
		ir_mov(f, rnd(reg_cnt), val_reg(got));
}

static void add_random(struct ir_func *f, uint32_t reg_cnt, struct ir_val frame)
{
	uint32_t dst = rnd(reg_cnt);
	int32_t off = (int32_t)rnd(FRAME_BYTES / 8) * 8;

	switch (rnd(10)) {
	case 0:
		add_call(f, reg_cnt);
		break;
	case 1:
		ir_mov(f, dst, any_value(reg_cnt));
		break;
	case 2:
		ir_neg(f, dst);
		break;
	case 3:
		ir_zext32(f, dst);
		break;
	case 4:
		ir_store(f, frame, off, 8, any_value(reg_cnt));
		break;
	case 5:
		ir_load(f, dst, frame, off, 8);
		break;
	default:
		ir_alu(f, alu_codes[rnd(sizeof(alu_codes))], dst,
		       any_value(reg_cnt));
		break;
	}
}

/* All registers are written first, so any path may read any of them. */
static void make_random(struct ir_func *f)
{
	uint32_t params[IR_ARG_MAX], reg_cnt, len = 5 + rnd(60);
	uint32_t open[8], open_cnt = 0;
	struct ir_val frame;

	ir_func_init(f, "random", rnd(IR_ARG_MAX + 1), IR_ENTRY_STACK_MAX);
	for (uint32_t i = 0; i < IR_ARG_MAX; i++)
		params[i] = ir_reg(f);
	ir_params(f, params);
	for (uint32_t i = f->arg_cnt; i < REG_CNT; i++)
		ir_mov(f, i < IR_ARG_MAX ? i : ir_reg(f), val_imm(i * 77));
	reg_cnt = 2 + rnd(REG_CNT - 2);
	frame = ir_frame(f, FRAME_BYTES);
	for (int32_t i = 0; i < FRAME_BYTES; i += 8)
		ir_store(f, frame, i, 8, val_imm(i));
	for (uint32_t i = 0; i < len; i++) {
		add_random(f, reg_cnt, frame);
		if (open_cnt < 8 && rnd(6) == 0) {
			open[open_cnt] = ir_label(f);
			ir_branch(f, jump_codes[rnd(sizeof(jump_codes))], rnd(reg_cnt),
				  any_value(reg_cnt), open[open_cnt]);
			open_cnt++;
		}
		if (open_cnt && rnd(8) == 0)
			ir_bind(f, open[--open_cnt]);
	}
	while (open_cnt)
		ir_bind(f, open[--open_cnt]);
	for (uint32_t i = 1; i < reg_cnt; i++)
		ir_alu(f, BPF_XOR, 0, val_reg(i));
	ir_ret(f, val_reg(0));
}

/* Runs it in both machines and frees it. */
static void run_both(struct ir_func *f)
{
	struct ir_patches patches = { 0 };
	struct code code = { 0 };
	struct ir_place *places;
	uint64_t want = run_ir(f);

	ir_opt(f);
	assert_int_equal(run_ir(f), want);
	places = xcalloc(f->reg_cnt + 1, sizeof(*places));
	assert_int_equal(ir_alloc(f, places), 0);
	assert_int_equal(ir_emit(f, places, &code, &patches), 0);
	assert_int_equal(run_bpf(&code), want);
	free(places);
	vec_deinit(&code.insns);
	vec_deinit(&code.refs);
	vec_deinit(&code.marks);
	vec_deinit(&code.subprogs);
	ir_func_deinit(f);
}

static void test_random_functions(void **state)
{
	struct ir_func f;

	(void)state;
	for (int i = 0; i < FUNC_CNT; i++) {
		make_random(&f);
		run_both(&f);
	}
}

/*
 * Parameters go into a call in any order, some twice: values that live in
 * r1-r5 change places. One register that was computed before blocks a hint.
 */
static void test_moves(void **state)
{
	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct ir_val args[IR_ARG_MAX];
		uint32_t params[IR_ARG_MAX], cnt = 2 + rnd(4), got;
		struct ir_func f;

		ir_func_init(&f, "moves", cnt, IR_ENTRY_STACK_MAX);
		for (uint32_t k = 0; k < IR_ARG_MAX; k++)
			params[k] = ir_reg(&f);
		ir_params(&f, params);
		for (uint32_t k = 0; k < cnt; k++) {
			uint32_t from = params[rnd(cnt)];

			args[k] = rnd(8) ? val_reg(from) :
					   val_reg(ir_copy(&f, val_reg(from)));
		}
		got = ir_call(&f, CALL_HELPER, 8 + cnt, args, cnt);
		ir_ret(&f, val_reg(got));
		run_both(&f);
	}
}

/* Code that is unused or unreachable is removed. */
static void test_opt(void **state)
{
	struct ir_func f;
	uint32_t kept, unread, skip;

	(void)state;
	ir_func_init(&f, "opt", 0, IR_ENTRY_STACK_MAX);
	skip = ir_label(&f);
	kept = ir_copy(&f, val_imm(1));
	unread = ir_copy(&f, val_reg(kept));
	ir_alu(&f, BPF_ADD, unread, val_imm(2));
	ir_jump(&f, skip);
	ir_alu(&f, BPF_ADD, kept, val_imm(3));
	ir_bind(&f, skip);
	ir_ret(&f, val_reg(kept));
	ir_opt(&f);
	assert_int_equal(f.insns.cnt, 3);
	assert_int_equal(f.insns.v[0].op, IR_MOV);
	assert_int_equal(f.insns.v[1].op, IR_LABEL);
	assert_int_equal(f.insns.v[2].op, IR_RET);
	ir_func_deinit(&f);
}

static uint32_t branch_cnt(const struct ir_func *f)
{
	uint32_t cnt = 0;

	for (size_t i = 0; i < f->insns.cnt; i++)
		cnt += f->insns.v[i].op == IR_BRANCH;
	return cnt;
}

/*
 * if (5 - 7 >= 0) return 1; if (5 != 5) return 1; <mark>; if (5 != 5) return 1;
 * The last one stays where a part may begin at the mark.
 */
static void fold(bool has_mark, uint32_t wanted_cnt)
{
	struct ir_func f;
	uint32_t a, b, bad, next;

	ir_func_init(&f, "fold", 0, IR_ENTRY_STACK_MAX);
	bad = ir_label(&f);
	next = ir_label(&f);
	a = ir_copy(&f, val_imm(5));
	b = ir_copy(&f, val_reg(a));
	ir_alu(&f, BPF_SUB, b, val_imm(7));
	ir_branch(&f, BPF_JSLT, b, val_imm(0), next);
	ir_jump(&f, bad);
	ir_bind(&f, next);
	ir_branch(&f, BPF_JNE, a, val_imm(5), bad);
	if (has_mark)
		ir_cut_mark(&f);
	ir_branch(&f, BPF_JNE, a, val_imm(5), bad);
	ir_ret(&f, val_imm(0));
	ir_bind(&f, bad);
	ir_ret(&f, val_imm(1));
	ir_opt(&f);
	assert_int_equal(branch_cnt(&f), wanted_cnt);
	ir_func_deinit(&f);
}

static void test_fold(void **state)
{
	(void)state;
	fold(false, 0);
	fold(true, 1);
}

/* What the branch skips is for the verifier, which must find it. */
static void test_verifier_branch(void **state)
{
	struct ir_func f;
	uint32_t one, on;

	(void)state;
	ir_func_init(&f, "verifier", 0, IR_ENTRY_STACK_MAX);
	on = ir_label(&f);
	one = ir_copy(&f, val_imm(1));
	ir_verifier_branch(&f, BPF_JEQ, one, val_imm(1), on);
	ir_helper0(&f, tail_call);
	ir_bind(&f, on);
	ir_ret(&f, val_imm(0));
	ir_opt(&f);
	assert_int_equal(branch_cnt(&f), 1);
	ir_func_deinit(&f);
}

/* More values at once than the stack can hold is an error, not a crash. */
static void test_stack_full(void **state)
{
	struct ir_place *places;
	uint32_t first, regs[100];
	struct ir_func f;

	(void)state;
	ir_func_init(&f, "full", 0, IR_ENTRY_STACK_MAX);
	for (int i = 0; i < 100; i++)
		regs[i] = ir_copy(&f, val_imm(i));
	first = ir_helper0(&f, ktime_get_ns);
	for (int i = 0; i < 100; i++)
		ir_alu(&f, BPF_ADD, first, val_reg(regs[i]));
	ir_ret(&f, val_reg(first));
	ir_opt(&f);
	places = xcalloc(f.reg_cnt, sizeof(*places));
	assert_int_equal(ir_alloc(&f, places), -E2BIG);
	free(places);
	ir_func_deinit(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_functions),
		cmocka_unit_test(test_moves),
		cmocka_unit_test(test_opt),
		cmocka_unit_test(test_fold),
		cmocka_unit_test(test_verifier_branch),
		cmocka_unit_test(test_stack_full),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

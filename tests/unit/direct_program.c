// SPDX-License-Identifier: BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "tests/unit/direct_interp.h"
#include "tests/unit/direct_program.h"

struct direct_sample program_sample;
struct memory program_memory;
bool program_has_signed;

const uint64_t program_edges[EDGE_CNT] = {
	0, 1, 2, 31, 32, 63, 64, 0x7f, 0x80, 0xff, 0x7fff, 0x8000,
	INT32_MAX, 0x80000000, UINT32_MAX, 0x100000000, 0x123456789abcdef0,
	INT64_MAX, (uint64_t)INT64_MIN, UINT64_MAX, UINT64_MAX - 1,
	0xffffffff80000000, 0xffffffff,
};

const int32_t program_edge_imms[EDGE_IMM_CNT] = { 0, 1, -1, 7, 31, 32, 63, 127, 128, -128,
				     INT32_MAX, INT32_MIN, 0x12345678 };

const uint8_t program_classes[2] = { BPF_ALU, BPF_ALU64 };
const uint8_t program_sources[2] = { BPF_K, BPF_X };
const uint8_t program_sizes[4] = { BPF_B, BPF_H, BPF_W, BPF_DW };
const uint8_t program_jumps[PROGRAM_JUMP_CNT] = { BPF_JEQ,  BPF_JNE,  BPF_JGT,  BPF_JGE,
				 BPF_JLT,  BPF_JLE,  BPF_JSGT, BPF_JSGE,
				 BPF_JSLT, BPF_JSLE, BPF_JSET };
const int32_t program_atomics[ATOMIC_CNT] = {
	BPF_ADD, BPF_AND, BPF_OR, BPF_XOR,
	BPF_ADD | BPF_FETCH, BPF_AND | BPF_FETCH, BPF_OR | BPF_FETCH,
	BPF_XOR | BPF_FETCH, BPF_XCHG, BPF_CMPXCHG,
};

bool direct_program_init(void)
{
	if (!direct_sample_init(&program_sample))
		return false;
	direct_sample_place(&program_sample, MAP_GLOBALS, NULL,
			    &program_memory);
	return true;
}

void direct_program_deinit(void)
{
	direct_sample_deinit(&program_sample);
}

void program_add(struct program *program, struct bpf_insn insn)
{
	assert_true(program->cnt < PROGRAM_MAX);
	program->insns[program->cnt++] = insn;
}

void program_begin(struct program *program)
{
	const struct bpf_insn base[] = { INSN_LD_IMM64(9, 0, 0, 0) };

	program->cnt = 0;
	program_add(program, base[0]);
	program_add(program, base[1]);
	for (int i = 0; i < REG_CNT; i++)
		program_add(program, INSN_LOAD(i, 9, i * 8));
}

void program_end(struct program *program)
{
	for (int i = 0; i < REG_CNT; i++)
		program_add(program, INSN_STORE(9, (OUT_WORD + i) * 8, i));
	program_add(program, INSN_MOV_IMM(0, 0));
	program_add(program, INSN_EXIT());
}

direct_hook_fn *program_translate(const struct program *program)
{
	direct_hook_fn *hook;
	struct code code;

	direct_sample_code(&code, program->insns, program->cnt);
	direct_sample_ref(&code, REF_MAP_VALUE, 0, MAP_GLOBALS);
	hook = direct_sample_hook(&program_sample, &code);
	code_deinit(&code);
	return hook;
}

static void print_program(const struct program *program)
{
	for (uint32_t i = 0; i < program->cnt; i++)
		print_error("%3u: code 0x%02x dst r%u src r%u off %d imm %d\n",
			    i, program->insns[i].code,
			    program->insns[i].dst_reg,
			    program->insns[i].src_reg, program->insns[i].off,
			    program->insns[i].imm);
}

void program_expect(const struct program *program,
			const struct memory *start, const struct memory *want,
			const char *whose)
{
	if (!memcmp(&program_memory, want, sizeof(program_memory)))
		return;
	print_program(program);
	for (int i = 0; i < WORD_CNT; i++)
		if (program_memory.words[i] != want->words[i])
			print_error("word %d, at first 0x%llx: 0x%llx, but "
				    "%s: 0x%llx\n", i,
				    (unsigned long long)start->words[i],
				    (unsigned long long)program_memory.words[i], whose,
				    (unsigned long long)want->words[i]);
	fail();
}

void program_compare(const struct program *program, direct_hook_fn *hook,
		    const struct memory *start)
{
	struct memory want = *start;
	const long args[1] = { 0 };

	program_memory = *start;
	interp_run(program->insns, &want);
	assert_int_equal(hook(args), 1);
	program_expect(program, start, &want, "the model");
}

void memory_fill(struct memory *ret, uint64_t *random)
{
	for (int i = 0; i < WORD_CNT; i++) {
		uint64_t at = direct_random(random);

		ret->words[i] = at % 3 ? program_edges[at / 4 % EDGE_CNT] :
					 direct_random(random);
	}
}

void program_add_access(struct program *program, struct bpf_insn insn, int base,
		       int at)
{
	bool is_load = BPF_CLASS(insn.code) == BPF_LDX;

	program_add(program, INSN_MOV(base, 9));
	program_add(program, INSN_ADD_IMM(base, WORK_WORD * 8 + at - insn.off));
	if (is_load)
		insn.src_reg = (uint8_t)base;
	else
		insn.dst_reg = (uint8_t)base;
	program_add(program, insn);
	if (!is_load || insn.dst_reg != base)
		program_add(program, INSN_MOV_IMM(base, 0));
}

/* --------------------------------------------------------- random programs */

static uint32_t pick(uint64_t *random, uint32_t cnt)
{
	return (uint32_t)(direct_random(random) >> 32) % cnt;
}

static void add_arithmetic(struct program *program, uint64_t *random)
{
	static const uint8_t ops[] = { BPF_ADD, BPF_SUB, BPF_MUL, BPF_DIV,
				       BPF_MOD, BPF_AND, BPF_OR,  BPF_XOR,
				       BPF_LSH, BPF_RSH, BPF_ARSH, BPF_MOV,
				       BPF_NEG };
	uint8_t op = ops[pick(random, sizeof(ops))];
	uint8_t class = program_classes[pick(random, 2)];
	uint8_t src = op == BPF_NEG ? BPF_K : program_sources[pick(random, 2)];
	struct bpf_insn insn = INSN(class | op | src, pick(random, REG_CNT), 0,
				    0, 0);

	if (src == BPF_X)
		insn.src_reg = (uint8_t)pick(random, REG_CNT);
	else if (op == BPF_LSH || op == BPF_RSH || op == BPF_ARSH)
		insn.imm = (int32_t)pick(random, class == BPF_ALU ? 32 : 64);
	else if (op != BPF_NEG) /* 0 is no divisor for the verifier */
		insn.imm = program_edge_imms[1 + pick(random, EDGE_IMM_CNT - 1)];
	if (program_has_signed && (op == BPF_DIV || op == BPF_MOD))
		insn.off = (int16_t)pick(random, 2);
	if (program_has_signed && op == BPF_MOV && src == BPF_X)
		insn.off = (int16_t)(pick(random, 3) * 8);
	program_add(program, insn);
}

static void add_swap(struct program *program, uint64_t *random)
{
	program_add(program, INSN(BPF_ALU | BPF_END |
				  (pick(random, 2) ? BPF_TO_BE : BPF_TO_LE),
			  pick(random, REG_CNT), 0, 0, 16 << pick(random, 3)));
}

static void add_memory(struct program *program, uint64_t *random)
{
	int base = (int)pick(random, REG_CNT), other;
	uint8_t size = program_sizes[pick(random, 4)];
	int16_t off = (int16_t)(pick(random, 200) - 100);
	int at = (int)pick(random, WORK_WORD_CNT) * 8;
	int32_t op = program_atomics[pick(random, ATOMIC_CNT)];

	do
		other = (int)pick(random, REG_CNT);
	while (other == base);
	switch (pick(random, 4)) {
	case 0:
		program_add_access(program, INSN(BPF_LDX | BPF_MEM | size, other, 0,
					 off, 0), base, at);
		break;
	case 1:
		program_add_access(program, INSN(BPF_STX | BPF_MEM | size, 0, other,
					 off, 0), base, at);
		break;
	case 2:
		program_add_access(program, INSN(BPF_ST | BPF_MEM | size, 0, 0, off,
					 program_edge_imms[pick(random, EDGE_IMM_CNT)]),
			   base, at);
		break;
	default:
		if (op == BPF_CMPXCHG && !base)
			break;
		size = pick(random, 2) ? BPF_DW : BPF_W;
		program_add_access(program, INSN(BPF_STX | BPF_ATOMIC | size, 0, other,
					 off, op), base, at);
	}
}

/* A register to the stack, and back into another one. */
static void add_stack(struct program *program, uint64_t *random)
{
	int off = -8 * (1 + (int)pick(random, 64));

	program_add(program, INSN_STORE(10, off, pick(random, REG_CNT)));
	program_add(program, INSN_LOAD(pick(random, REG_CNT), 10, off));
}

static void add_any(struct program *program, uint64_t *random)
{
	switch (pick(random, 8)) {
	case 0:
	case 1:
		add_memory(program, random);
		break;
	case 2:
		add_stack(program, random);
		break;
	case 3:
		add_swap(program, random);
		break;
	default:
		add_arithmetic(program, random);
	}
}

/* A jump past some instructions, or not. */
static void add_branch(struct program *program, uint64_t *random)
{
	uint8_t src = program_sources[pick(random, 2)];
	uint32_t jump = program->cnt;

	program_add(program, INSN((pick(random, 2) ? BPF_JMP : BPF_JMP32) | src |
				  program_jumps[pick(random, PROGRAM_JUMP_CNT)],
			  pick(random, REG_CNT),
			  src == BPF_X ? pick(random, REG_CNT) : 0, 0,
			  src == BPF_X ? 0 :
					 program_edge_imms[pick(random, EDGE_IMM_CNT)]));
	for (uint32_t i = 1 + pick(random, 4); i; i--)
		add_any(program, random);
	program->insns[jump].off = (int16_t)(program->cnt - jump - 1);
}

void program_random(struct program *program, uint64_t *random)
{
	program_begin(program);
	for (int i = 0; i < 25; i++) {
		if (pick(random, 6))
			add_any(program, random);
		else
			add_branch(program, random);
	}
	program_end(program);
}

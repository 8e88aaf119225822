/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Disassembly of a generated program, for -S, golden tests and messages
 * about programs that the kernel refused:
 *
 *	; t.d:1: @ = count()
 *	  14: r1 = value of agg_unkeyed + 0
 *	  16: lock *(u64 *)(r1 + 0) += r2
 */
#include <inttypes.h>
#include <string.h>

#include "runtime/codegen/ir/code.h"
#include "runtime/codegen/ir/names.h"

static const struct code_ref *find_ref(const struct code *code, size_t idx)
{
	for (size_t i = 0; i < code->refs.cnt; i++) {
		if (code->refs.v[i].insn_idx == idx)
			return &code->refs.v[i];
	}
	return NULL;
}

static void print_ref(const struct code *code, const struct code_ref *ref,
		      int dst, struct strbuf *sb)
{
	switch (ref->kind) {
	case REF_MAP:
	case REF_MAP_VALUE:
		strbuf_printf(sb, "r%d = %s %s", dst,
			      ref->kind == REF_MAP ? "map" : "value of",
			      code_map_name(ref->target));
		if (ref->target == MAP_AGG_HASH ||
		    ref->target == MAP_AGG_VALUES ||
		    ref->target == MAP_AGG_FREE || ref->target == MAP_DYN)
			strbuf_printf(sb, "[%u]", ref->index);
		if (ref->kind == REF_MAP_VALUE)
			strbuf_printf(sb, " + %u", ref->addend);
		break;
	case REF_LIB:
		strbuf_printf(sb, "r0 = %s()", code_lib_name(ref->target));
		break;
	case REF_SUBPROG_ADDR:
		strbuf_printf(sb, "r%d = address of %s()", dst,
			      code->subprogs.v[ref->target].name);
		break;
	case REF_SUBPROG:
		strbuf_printf(sb, "r0 = %s()",
			      code->subprogs.v[ref->target].name);
		break;
	}
}

static const char *size_name(uint8_t code)
{
	switch (BPF_SIZE(code)) {
	case BPF_B:
		return "u8";
	case BPF_H:
		return "u16";
	case BPF_W:
		return "u32";
	default:
		return "u64";
	}
}

static void print_cell(const struct bpf_insn *insn, int base, struct strbuf *sb)
{
	strbuf_printf(sb, "*(%s *)(r%d %c %d)", size_name(insn->code), base,
		      insn->off < 0 ? '-' : '+',
		      insn->off < 0 ? -insn->off : insn->off);
}

static void print_operand(const struct bpf_insn *insn, struct strbuf *sb)
{
	if (BPF_SRC(insn->code) == BPF_X)
		strbuf_printf(sb, "r%d", insn->src_reg);
	else
		strbuf_printf(sb, "%d", insn->imm);
}

static void print_alu(const struct bpf_insn *insn, struct strbuf *sb)
{
	char prefix = BPF_CLASS(insn->code) == BPF_ALU ? 'w' : 'r';

	if (BPF_OP(insn->code) == BPF_NEG) {
		strbuf_printf(sb, "r%d = -r%d", insn->dst_reg, insn->dst_reg);
	} else if (BPF_OP(insn->code) == BPF_END) {
		strbuf_printf(sb, "r%d = be%d r%d", insn->dst_reg, insn->imm,
			      insn->dst_reg);
	} else if (prefix == 'w') {
		strbuf_printf(sb, "w%d %s w%d", insn->dst_reg,
			      code_alu_name(BPF_OP(insn->code)), insn->src_reg);
	} else {
		strbuf_printf(sb, "r%d %s ", insn->dst_reg,
			      code_alu_name(BPF_OP(insn->code)));
		print_operand(insn, sb);
	}
}

static void print_atomic(const struct bpf_insn *insn, struct strbuf *sb)
{
	strbuf_puts(sb, "lock ");
	if (insn->imm == BPF_CMPXCHG) {
		strbuf_puts(sb, "r0 = cmpxchg ");
		print_cell(insn, insn->dst_reg, sb);
		strbuf_printf(sb, ", r0, r%d", insn->src_reg);
		return;
	}
	if (insn->imm & BPF_FETCH)
		strbuf_printf(sb, "r%d = fetch ", insn->src_reg);
	print_cell(insn, insn->dst_reg, sb);
	if (insn->imm == BPF_XCHG)
		strbuf_puts(sb, " = ");
	else
		strbuf_printf(sb, " %s ",
			      code_alu_name((uint8_t)(insn->imm & ~BPF_FETCH)));
	strbuf_printf(sb, "r%d", insn->src_reg);
}

static void print_store(const struct bpf_insn *insn, struct strbuf *sb)
{
	if (BPF_MODE(insn->code) == BPF_ATOMIC) {
		print_atomic(insn, sb);
		return;
	}
	print_cell(insn, insn->dst_reg, sb);
	if (BPF_CLASS(insn->code) == BPF_ST)
		strbuf_printf(sb, " = %d", insn->imm);
	else
		strbuf_printf(sb, " = r%d", insn->src_reg);
}

static void print_jump(const struct bpf_insn *insn, size_t idx,
		       struct strbuf *sb)
{
	uint8_t op = BPF_OP(insn->code);
	size_t to = idx + 1 + (size_t)(ptrdiff_t)insn->off;

	if (op == BPF_EXIT) {
		strbuf_puts(sb, "exit");
	} else if (op == BPF_CALL) {
		strbuf_puts(sb, "r0 = ");
		code_put_helper(insn->imm, sb);
		strbuf_puts(sb, "()");
	} else if (op == BPF_JA) {
		strbuf_printf(sb, "goto %zu", to);
	} else {
		strbuf_printf(sb, "if r%d %s ", insn->dst_reg,
			      code_cond_name(op));
		print_operand(insn, sb);
		strbuf_printf(sb, " goto %zu", to);
	}
}

static void print_insn(const struct code *code, size_t idx, struct strbuf *sb)
{
	const struct bpf_insn *insn = &code->insns.v[idx];
	const struct code_ref *ref = find_ref(code, idx);

	if (ref) {
		print_ref(code, ref, insn->dst_reg, sb);
		return;
	}
	switch (BPF_CLASS(insn->code)) {
	case BPF_LD:
		strbuf_printf(sb, "r%d = %#" PRIx64 " ll", insn->dst_reg,
			      (uint64_t)(uint32_t)insn->imm |
				      (uint64_t)(uint32_t)insn[1].imm << 32);
		break;
	case BPF_LDX:
		strbuf_printf(sb, "r%d = ", insn->dst_reg);
		print_cell(insn, insn->src_reg, sb);
		break;
	case BPF_ST:
	case BPF_STX:
		print_store(insn, sb);
		break;
	case BPF_ALU:
	case BPF_ALU64:
		print_alu(insn, sb);
		break;
	default:
		print_jump(insn, idx, sb);
		break;
	}
}

void code_dump(const struct code *code, struct strbuf *sb)
{
	size_t mark = 0, sub = 0;

	for (size_t i = 0; i < code->insns.cnt; i++) {
		for (; sub < code->subprogs.cnt &&
		     code->subprogs.v[sub].insn_idx == i;
		     sub++)
			strbuf_printf(sb, "%s:\n", code->subprogs.v[sub].name);
		for (; mark < code->marks.cnt &&
		     code->marks.v[mark].insn_idx == i;
		     mark++)
			code_put_mark(code->marks.v[mark].loc,
				      code->marks.v[mark].comment, sb);
		strbuf_printf(sb, "%5zu: ", i);
		print_insn(code, i, sb);
		strbuf_putc(sb, '\n');
		if (code->insns.v[i].code == (BPF_LD | BPF_IMM | BPF_DW))
			i++;
	}
}

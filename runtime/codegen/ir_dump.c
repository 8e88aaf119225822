/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The intermediate code as text, one line per instruction:
 *
 *	v7 = load u32 [v5 + 0]
 *	if v7 0x50 1 goto L2		(the code of BPF's comparison in hex)
 */
#include <inttypes.h>

#include "runtime/codegen/ir.h"

static const char *const op_names[IR_OP_CNT] = {
#define IR_OP(name, text) [IR_##name] = text,
#include "runtime/codegen/ir.def"
#undef IR_OP
};

static void print_val(const struct ir_val *val, struct strbuf *sb)
{
	switch (val->kind) {
	case VAL_NONE:
		break;
	case VAL_REG:
		strbuf_printf(sb, " v%u", val->reg);
		break;
	case VAL_IMM:
		strbuf_printf(sb, " %" PRId64, val->imm);
		break;
	case VAL_SYM:
		strbuf_printf(sb, " size%u", val->reg);
		break;
	case VAL_FRAME:
		strbuf_printf(sb, " fp%" PRId64, val->imm);
		break;
	case VAL_MAP:
		strbuf_printf(sb, " map%d.%u", val->map, val->map_idx);
		break;
	case VAL_MAP_VALUE:
		strbuf_printf(sb, " value%d.%u+%" PRId64, val->map,
			      val->map_idx, val->imm);
		break;
	case VAL_PERCPU:
		strbuf_printf(sb, " percpu%" PRId64, val->imm);
		break;
	}
}

static bool has_target(enum ir_op op)
{
	return op == IR_CALL || op == IR_LABEL || op == IR_JUMP ||
		op == IR_BRANCH;
}

static void print_insn(const struct ir_insn *insn, struct strbuf *sb)
{
	if (insn->dst != IR_NO_REG)
		strbuf_printf(sb, " v%u =", insn->dst);
	strbuf_printf(sb, " %s", op_names[insn->op]);
	if (insn->code || insn->op == IR_ALU)
		strbuf_printf(sb, " %#x", insn->code);
	if (has_target(insn->op))
		strbuf_printf(sb, insn->op == IR_CALL ? " #%u" : " L%u",
			      insn->target);
	if (insn->base.kind != VAL_NONE) {
		strbuf_printf(sb, " %u [", insn->size_bytes);
		print_val(&insn->base, sb);
		strbuf_printf(sb, " %+d ]", insn->off);
	}
	print_val(&insn->a, sb);
	print_val(&insn->b, sb);
	for (uint32_t i = 0; i < insn->arg_cnt; i++)
		print_val(&insn->args[i], sb);
	if (insn->comment)
		strbuf_printf(sb, " ; %s", insn->comment);
}

void ir_dump(const struct ir_func *f, struct strbuf *sb)
{
	strbuf_printf(sb, "%s:\n", f->name);
	for (size_t i = 0; i < f->insns.cnt; i++) {
		strbuf_printf(sb, "%5zu:", i);
		print_insn(&f->insns.v[i], sb);
		strbuf_putc(sb, '\n');
	}
}

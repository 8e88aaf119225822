/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The intermediate code as text, one line per instruction, with the D text
 * that it comes from:
 *
 *	; t.d:1: @ = count()
 *	   12: v7 = u32 [v5 + 0]
 *	   13: if v7 != 1 goto L2
 *
 * After allocation the registers are those of the machine (r6), or slots in
 * the stack (fp-8) or in the firing's scratch memory (slot+16).
 */
#include <inttypes.h>

#include "runtime/codegen/ir/ir.h"
#include "runtime/codegen/ir/names.h"

struct dump {
	const struct ir_place *places; /* NULL: not allocated yet */
	struct strbuf *sb;
};

static void put_reg(const struct dump *d, uint32_t reg)
{
	const struct ir_place *place = d->places ? &d->places[reg] : NULL;

	if (!place)
		strbuf_printf(d->sb, "v%u", reg);
	else if (place->reg >= 0)
		strbuf_printf(d->sb, "r%d", place->reg);
	else if (place->frame_off)
		strbuf_printf(d->sb, "fp%d", place->frame_off);
	else if (place->slot_off)
		strbuf_printf(d->sb, "slot+%d", place->slot_off);
	else
		strbuf_puts(d->sb, "_"); /* the result is not read */
}

static void put_map(const struct ir_val *val, const struct dump *d)
{
	strbuf_puts(d->sb, code_map_name(val->map));
	if (val->map == MAP_AGG_HASH || val->map == MAP_AGG_VALUES ||
	    val->map == MAP_AGG_FREE || val->map == MAP_DYN)
		strbuf_printf(d->sb, "[%u]", val->map_idx);
}

static const char *const sym_names[SYM_CNT] = {
	[SYM_COUNTER_STRIDE] = "COUNTER_STRIDE",
	[SYM_UNKEYED_STRIDE] = "UNKEYED_STRIDE",
	[SYM_RING_HEAD_STRIDE] = "RING_HEAD_STRIDE",
	[SYM_SCRATCH_STRIDE] = "SCRATCH_STRIDE",
	[SYM_SCRATCH_SLOT] = "SCRATCH_SLOT",
	[SYM_SCRATCH_LAST] = "SCRATCH_LAST",
	[SYM_SCRATCH_END] = "SCRATCH_END",
	[SYM_RECORD_MAX] = "RECORD_MAX",
};

static void put_val(const struct dump *d, const struct ir_val *val)
{
	switch (val->kind) {
	case VAL_NONE:
		break;
	case VAL_REG:
		put_reg(d, val->reg);
		break;
	case VAL_IMM:
		strbuf_printf(d->sb, "%" PRId64, val->imm);
		break;
	case VAL_SYM:
		strbuf_puts(d->sb, sym_names[val->reg]);
		break;
	case VAL_FRAME:
		strbuf_printf(d->sb, "fp%+" PRId64, val->imm);
		break;
	case VAL_MAP:
		strbuf_puts(d->sb, "map ");
		put_map(val, d);
		break;
	case VAL_MAP_VALUE:
		strbuf_puts(d->sb, "value of ");
		put_map(val, d);
		strbuf_printf(d->sb, " %+" PRId64, val->imm);
		break;
	case VAL_PERCPU:
		strbuf_printf(d->sb, "per-cpu %" PRId64, val->imm);
		break;
	case VAL_SUBPROG:
		strbuf_printf(d->sb, "function %" PRId64, val->imm);
		break;
	}
}

static void put_cell(const struct dump *d, const struct ir_insn *insn)
{
	strbuf_printf(d->sb, "u%u [", insn->size_bytes * 8u);
	put_val(d, &insn->base);
	strbuf_printf(d->sb, " %c %d]", insn->off < 0 ? '-' : '+',
		      insn->off < 0 ? -insn->off : insn->off);
}

static void put_args(const struct dump *d, const struct ir_insn *insn)
{
	strbuf_putc(d->sb, '(');
	for (uint32_t i = 0; i < insn->arg_cnt; i++) {
		if (i)
			strbuf_puts(d->sb, ", ");
		put_val(d, &insn->args[i]);
	}
	strbuf_putc(d->sb, ')');
}

static void put_call(const struct dump *d, const struct ir_insn *insn)
{
	if (insn->dst != IR_NO_REG) {
		put_reg(d, insn->dst);
		strbuf_puts(d->sb, " = ");
	}
	switch (insn->call) {
	case CALL_HELPER:
		code_put_helper((int)insn->target, d->sb);
		break;
	case CALL_LIB:
		strbuf_puts(d->sb, code_lib_name(insn->target));
		break;
	case CALL_SUBPROG:
	case CALL_FINDER:
		strbuf_printf(d->sb, "function_%u", insn->target);
		break;
	}
	put_args(d, insn);
}

/* The form of each operation, by its row in ir.def. */
static const char *const op_forms[IR_OP_CNT] = {
#define IR_OP(name, form) [IR_##name] = form,
#include "runtime/codegen/ir/ir.def"
#undef IR_OP
};

static void put_part(const struct dump *d, const struct ir_insn *insn,
		     char part)
{
	switch (part) {
	case 'd':
		put_reg(d, insn->dst);
		break;
	case 'a':
		put_val(d, &insn->a);
		break;
	case 'b':
		put_val(d, &insn->b);
		break;
	case 'm':
		put_cell(d, insn);
		break;
	case 'o':
		strbuf_puts(d->sb,
			    insn->code == BPF_XCHG ?
				    "=" :
				    code_alu_name(insn->code &
						  (uint8_t)~BPF_FETCH));
		break;
	case 'q':
		strbuf_puts(d->sb, code_cond_name(insn->code));
		break;
	case 't':
		strbuf_printf(d->sb, "L%u", insn->target);
		break;
	case 'p':
		put_args(d, insn);
		break;
	case 'f':
		put_call(d, insn);
		break;
	}
}

static void put_insn(const struct dump *d, const struct ir_insn *insn)
{
	for (const char *at = op_forms[insn->op]; *at; at++) {
		if (*at == '%')
			put_part(d, insn, *++at);
		else
			strbuf_putc(d->sb, *at);
	}
}

void ir_dump(const struct ir_func *f, const struct ir_place *places,
	     struct strbuf *sb)
{
	struct dump d = { .places = places, .sb = sb };

	strbuf_printf(sb, "%s:\n", f->name);
	for (size_t i = 0; i < f->insns.cnt; i++) {
		const struct ir_insn *insn = &f->insns.v[i];

		if (insn->op == IR_MARK) {
			code_put_mark(insn->loc, insn->comment, sb);
		} else if (insn->op == IR_LABEL) {
			put_insn(&d, insn);
			strbuf_putc(sb, '\n');
		} else {
			strbuf_printf(sb, "%5zu: ", i);
			put_insn(&d, insn);
			strbuf_putc(sb, '\n');
		}
	}
}

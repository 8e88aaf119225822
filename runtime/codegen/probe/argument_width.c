/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arguments whose width differs between the probes of a program, such as those
 * of system calls: kill(pid_t, int), lseek(unsigned int, off_t, ...). Those of
 * 32-bit calls are also in other registers. A clause whose probes all agree
 * gets straight code; others look the width up by the tag:
 *
 *	if (tag >= tag_min) goto compat
 *	r = regs->di; r <<= shift; r s>>= shift	from a table of words, one
 *	goto end				byte for each argument
 * compat: r = regs->bx; ...
 */
#include "lang/builtin_flags.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

enum { WIDTH_NONE = 127, WIDTH_MIXED = 126 }; /* no probe; the widths differ */
enum { SIGNED_BIT = 0x80, SHIFT_MASK = 0x3f };

/* Merges the width in @row into what its kind of probes has in common. */
static void add_row(const struct pgen *g, uint32_t row, unsigned int idx,
		    int widths[2])
{
	const struct abi_names *names = &g->abi->names;
	int width = g->abi->width(names->arg, row, idx);
	int *common = &widths[names->high_tag && row >= names->high_row];

	if (*common == WIDTH_NONE)
		*common = width;
	else if (*common != width)
		*common = WIDTH_MIXED;
}

static uint32_t row_of(const struct abi_names *names, uint32_t tag)
{
	return names->high_tag && tag >= names->high_tag ?
		       tag - names->high_tag + names->high_row : tag;
}

/* For the clause's probes; [1]: those of 32-bit calls. */
static void find_widths(const struct pgen *g, unsigned int idx, int widths[2])
{
	const struct abi_names *names = &g->abi->names;
	const struct abi_guard *guard = &g->abi->filter.guard;

	if (g->clause.guard && g->clause.guard->cnt)
		guard = g->clause.guard;
	widths[0] = widths[1] = WIDTH_NONE;
	for (uint32_t row = 0; !guard->cnt && row < names->tag_cnt; row++)
		add_row(g, row, idx, widths);
	for (size_t i = 0; i < guard->cnt; i++)
		for (uint32_t tag = guard->ranges[i].first;
		     tag <= guard->ranges[i].last; tag++)
			add_row(g, row_of(names, tag), idx, widths);
}

/*
 * Returns the word of a row: one byte per argument with the shift that keeps
 * the significant bits.
 */
static uint64_t row_word(const struct probe_abi *abi, uint32_t row)
{
	uint64_t word = 0;

	for (unsigned int i = 0; i < ABI_WIDTH_MAX; i++) {
		int width = abi->width(abi->names.arg, row, i);
		int bytes = width < 0 ? -width : width;
		uint64_t code = bytes ? (uint64_t)(64 - bytes * 8) : 0;

		if (width < 0)
			code |= SIGNED_BIT;
		word |= code << i * 8;
	}
	return word;
}

/* Returns the table's offset in MAP_NAMES; writes it on first use. */
static uint32_t width_table(struct pgen *g)
{
	uint32_t cnt = g->abi->names.tag_cnt;
	struct gen_widths *table;
	uint64_t *words;

	for (size_t i = 0; i < g->gen->widths.cnt; i++)
		if (g->gen->widths.v[i].width == g->abi->width &&
		    g->gen->widths.v[i].arg == g->abi->names.arg)
			return g->gen->widths.v[i].off;
	words = arena_new_array(g->gen->arena, uint64_t, cnt);
	for (uint32_t row = 0; row < cnt; row++)
		words[row] = row_word(g->abi, row);
	table = vec_add(&g->gen->widths);
	table->width = g->abi->width;
	table->arg = g->abi->names.arg;
	table->off = gen_names_words(g, words, cnt, cnt);
	return table->off;
}

static void cut_by_table(struct pgen *g, uint32_t reg, unsigned int idx)
{
	struct ir_func *f = g->f;
	uint32_t whole = ir_label(f), no_sign = ir_label(f), shift = ir_reg(f);
	uint32_t off = gen_tag_row(g, whole), addr, sign;

	ir_alu(f, BPF_LSH, off, val_imm(3));
	addr = ir_copy(f, val_map_value(MAP_NAMES, 0, width_table(g) + idx));
	ir_alu(f, BPF_ADD, addr, val_reg(off));
	ir_load(f, shift, val_reg(addr), 0, 1);
	sign = ir_copy(f, val_reg(shift));
	ir_alu(f, BPF_AND, sign, val_imm(SIGNED_BIT));
	ir_alu(f, BPF_AND, shift, val_imm(SHIFT_MASK));
	ir_alu(f, BPF_LSH, reg, val_reg(shift));
	ir_branch(f, BPF_JEQ, sign, val_imm(0), no_sign);
	ir_alu(f, BPF_ARSH, reg, val_reg(shift));
	ir_jump(f, whole);
	ir_bind(f, no_sign);
	ir_alu(f, BPF_RSH, reg, val_reg(shift));
	ir_bind(f, whole);
}

static uint32_t load(struct pgen *g, const struct abi_arg *arg,
		     unsigned int idx, int width)
{
	uint32_t reg = gen_abi_value(g, arg);

	if (width == WIDTH_MIXED)
		cut_by_table(g, reg, idx);
	else if (width)
		gen_extend(g, reg, (uint32_t)(width < 0 ? -width : width),
			   width < 0);
	return reg;
}

bool gen_has_width(const struct pgen *g, unsigned int idx)
{
	return g->abi->width && idx < ABI_WIDTH_MAX &&
	       g->abi->args[idx].kind != ABI_ARG_NONE;
}

uint32_t gen_arg_by_width(struct pgen *g, unsigned int idx)
{
	const struct abi_compat *compat = &g->abi->compat;
	const struct abi_arg *own = &g->abi->args[idx];
	const struct abi_arg *high = compat->args ? &compat->args[idx] : own;
	struct ir_func *f = g->f;
	uint32_t ret, end, is_high;
	int widths[2];

	find_widths(g, idx, widths);
	if (widths[1] == WIDTH_NONE)
		return load(g, own, idx, widths[0]);
	if (widths[0] == WIDTH_NONE)
		return load(g, high, idx, widths[1]);
	if (high == own)
		return load(g, own, idx, widths[0] == widths[1] ? widths[0] :
								  WIDTH_MIXED);
	ret = ir_copy(f, val_reg(g->firing.tag));
	end = ir_label(f);
	is_high = ir_label(f);
	gen_extend(g, ret, 4, true);
	ir_branch(f, BPF_JSGE, ret, val_imm(compat->tag_min), is_high);
	ir_mov(f, ret, val_reg(load(g, own, idx, widths[0])));
	ir_jump(f, end);
	ir_bind(f, is_high);
	ir_mov(f, ret, val_reg(load(g, high, idx, widths[1])));
	ir_bind(f, end);
	return ret;
}

/* Is the thread executing a 32-bit system call? */
static uint32_t value_syscall32(struct pgen *g, const struct node *node)
{
	const struct gen_env *env = &g->gen->env;
	uint32_t bit, ret = ir_copy(g->f, val_imm(0)), no = ir_label(g->f);

	(void)node;
	/* the thread runs user code, or it is dtrace itself */
	if (g->abi->context == ABI_UPROBE || g->abi->context == ABI_TEST_RUN)
		return ret;
	if (g->abi->names.high_tag) {
		bit = ir_copy(g->f, val_reg(g->firing.tag));
		gen_extend(g, bit, 4, true);
		ir_branch(g->f, BPF_JSLT, bit, val_imm(g->abi->compat.tag_min),
			  no);
	} else {
		bit = gen_task_bit(g, env->compat_off, env->compat_bit);
		ir_branch(g->f, BPF_JEQ, bit, val_imm(0), no);
	}
	ir_mov(g->f, ret, val_imm(1));
	ir_bind(g->f, no);
	return ret;
}
const struct name_gen gen_var_syscall32 = { .value = value_syscall32 };

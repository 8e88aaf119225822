/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * id: the number of the firing probe, as in the column ID. In a program for one
 * probe it is a constant; a program for several has a table by tag in
 * MAP_NAMES. If probes have a number for each process, a sorted table of the
 * known ones is searched first, without a branch:
 *
 *	pos = 0; for (step = 4; step; step /= 2)
 *		if (own[pos + step].key <= (tgid << 32 | tag)) pos += step;
 */
#include <string.h>

#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/value/builtins.h"

static uint32_t id_of(const struct pgen *g, uint32_t tag)
{
	const struct abi_names *names = &g->abi->names;
	struct abi_name name = { 0 };

	if (names->id)
		return names->id(names->arg, tag, g->abi->identity.tgid);
	if (!names->name || !names->name(names->arg, tag, &name))
		return 0;
	return name.id;
}

static void push_word(struct pgen *g, uint64_t word)
{
	const char *bytes = (const char *)&word;

	for (size_t i = 0; i < sizeof(word); i++)
		vec_push(&g->gen->result.names, bytes[i]);
}

static const struct gen_ids *find_table(const struct pgen *g, bool is_own)
{
	for (size_t i = 0; i < g->gen->ids.cnt; i++) {
		const struct gen_ids *table = &g->gen->ids.v[i];

		if (table->arg == g->abi->names.arg && table->is_own == is_own)
			return table;
	}
	return NULL;
}

static struct gen_ids *new_table(struct pgen *g, bool is_own, size_t cnt)
{
	struct gen_ids *table = vec_add(&g->gen->ids);

	table->arg = g->abi->names.arg;
	table->is_own = is_own;
	table->off = (uint32_t)g->gen->result.names.cnt;
	table->cnt = (uint32_t)cnt;
	return table;
}

static const struct gen_ids *tag_table(struct pgen *g)
{
	const struct gen_ids *have = find_table(g, false);
	struct gen_ids *table;

	if (have)
		return have;
	table = new_table(g, false, g->abi->names.tag_cnt);
	for (uint32_t row = 0; row < table->cnt; row++)
		push_word(g, id_of(g, abi_row_tag(&g->abi->names, row)));
	return table;
}

/* A power of two entries; those after the last have a key of no probe. */
static const struct gen_ids *own_table(struct pgen *g)
{
	const struct gen_ids *have = find_table(g, true);
	const struct abi_own_id *ids;
	size_t cnt, room = 1;

	if (have || !g->abi->names.own_ids)
		return have;
	ids = g->abi->names.own_ids(g->abi->names.arg, &cnt);
	while (room < cnt)
		room *= 2;
	have = new_table(g, true, cnt ? room : 0);
	for (size_t i = 0; i < have->cnt; i++) {
		push_word(g, i < cnt ? ids[i].key : INT64_MAX);
		push_word(g, i < cnt ? ids[i].id : 0);
	}
	return have;
}

/* Returns a new register: the address of the entry with number @idx. */
static uint32_t entry_addr(struct pgen *g, const struct gen_ids *table,
			   uint32_t idx, uint32_t entry_bytes)
{
	uint32_t off = ir_copy(g->f, val_reg(idx));
	uint32_t addr = ir_copy(g->f, val_map_value(MAP_NAMES, 0, table->off));

	ir_alu(g->f, BPF_MUL, off, val_imm(entry_bytes));
	ir_alu(g->f, BPF_ADD, addr, val_reg(off));
	return addr;
}

static uint32_t own_key(struct pgen *g)
{
	uint32_t key = ir_copy(g->f, val_reg(gen_firing_value(
						     g, FIRING_PID_TGID)));
	uint32_t tag = ir_copy(g->f, val_reg(g->firing.tag));

	ir_alu(g->f, BPF_RSH, key, val_imm(32));
	ir_alu(g->f, BPF_LSH, key, val_imm(32));
	ir_zext32(g->f, tag);
	ir_alu(g->f, BPF_OR, key, val_reg(tag));
	return key;
}

/* Jumps to @found with @ret set if this process has a number of its own. */
static void search_own(struct pgen *g, const struct gen_ids *table,
		       uint32_t ret, uint32_t found)
{
	struct ir_func *f = g->f;
	uint32_t key = own_key(g), pos = ir_copy(f, val_imm(0)), addr, other;
	uint32_t next = ir_label(f);

	for (uint32_t step = table->cnt / 2; step; step /= 2) {
		uint32_t above = ir_copy(f, val_reg(key));

		addr = entry_addr(g, table, pos, sizeof(struct abi_own_id));
		other = ir_reg(f);
		ir_load(f, other, val_reg(addr),
			(int32_t)(step * sizeof(struct abi_own_id)), 8);
		/* all bits are set if the other is not larger */
		ir_alu(f, BPF_SUB, above, val_reg(other));
		ir_alu(f, BPF_ARSH, above, val_imm(63));
		ir_alu(f, BPF_XOR, above, val_imm(-1));
		ir_alu(f, BPF_AND, above, val_imm(step));
		ir_alu(f, BPF_ADD, pos, val_reg(above));
	}
	addr = entry_addr(g, table, pos, sizeof(struct abi_own_id));
	other = ir_reg(f);
	ir_load(f, other, val_reg(addr), offsetof(struct abi_own_id, key), 8);
	ir_branch(f, BPF_JNE, other, val_reg(key), next);
	ir_load(f, ret, val_reg(addr), offsetof(struct abi_own_id, id), 8);
	ir_jump(f, found);
	ir_bind(f, next);
}

/* A tag out of range belongs to no probe. */
static void load_by_tag(struct pgen *g, uint32_t ret)
{
	struct ir_func *f = g->f;
	uint32_t row, none = ir_label(f);
	const struct gen_ids *table;

	if (g->abi->names.tag_cnt <= 1) {
		ir_mov(f, ret, val_imm(id_of(g, g->abi->names.tag_cnt ?
						0 : g->abi->probe_tag)));
		return;
	}
	table = tag_table(g);
	ir_mov(f, ret, val_imm(0));
	row = gen_tag_row(g, none);
	ir_load(f, ret, val_reg(entry_addr(g, table, row, 8)), 0, 8);
	ir_bind(f, none);
}

static uint32_t value_id(struct pgen *g, const struct node *node)
{
	const struct gen_ids *own = g->abi->identity.tgid ? NULL : own_table(g);
	uint32_t ret = ir_reg(g->f), found = ir_label(g->f);
	unsigned int known;

	(void)node;
	if (own && own->cnt)
		search_own(g, own, ret, found);
	known = g->firing.known;
	load_by_tag(g, ret);
	ir_bind(g->f, found);
	g->firing.known = known;
	return ret;
}
const struct name_gen gen_var_id = { .value = value_id };

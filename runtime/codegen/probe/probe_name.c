/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * probeprov, probemod, probefunc, probename: strings by probe tag. In a program
 * for one probe they are constants. A program for several has a table in
 * MAP_NAMES with entries of the same size, one per tag:
 *
 *	probefunc	[tag 0] "read" 0 0 0 0  [tag 1] "write" 0 0 0 ...
 *
 * Provider names that end in a process id are built when the probe fires.
 */
#include <string.h>

#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/string/scratch_string.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/builtins.h"

/* Size of a field; longer names are truncated. */
static const uint32_t field_bytes[ABI_FIELD_CNT] = {
	[ABI_PROVIDER] = 64,
	[ABI_MODULE] = 64,
	[ABI_FUNCTION] = 128,
	[ABI_NAME] = 64,
};

static void field_text(const struct pgen *g, uint32_t tag, enum abi_field field,
		       const char **text_ret, bool *has_pid_ret)
{
	const struct abi_names *names = &g->abi->names;
	struct abi_name name = { 0 };

	if (!names->name || !names->name(names->arg, tag, &name) ||
	    !name.fields[field])
		name.fields[field] = "";
	*text_ret = name.fields[field];
	*has_pid_ret = field == ABI_PROVIDER && name.has_pid;
}

/* Does a tag without a row have a name in this field? */
static bool has_numbers(const struct pgen *g, enum abi_field field)
{
	return field == ABI_FUNCTION && g->abi->names.number_prefix;
}

/* The tag whose field is that of all tags, if the field is_constant(). */
static uint32_t first_tag(const struct pgen *g)
{
	return g->abi->names.tag_cnt ? 0 : g->abi->probe_tag;
}

/* Where any number is a tag, its probes differ by their function only. */
static bool is_constant(const struct pgen *g, enum abi_field field)
{
	const struct abi_names *names = &g->abi->names;

	return names->tag_cnt <= 1 ||
	       (names->number_prefix && field != ABI_FUNCTION);
}

/* Returns the size of an entry: the longest name with its NUL. */
static uint32_t entry_bytes(const struct pgen *g, enum abi_field field)
{
	/* "syscall_-2147483648" */
	size_t most = has_numbers(g, field) ? 19 : 0;
	const char *text;
	bool has_pid;

	for (uint32_t row = 0; row < g->abi->names.tag_cnt; row++) {
		size_t len;

		field_text(g, abi_row_tag(&g->abi->names, row), field, &text, &has_pid);
		len = strlen(text);
		most = most < len ? len : most;
	}
	most = (most + 1 + 7) & ~(size_t)7;
	return text_room(g->gen, most < field_bytes[field] ?
					 most : field_bytes[field]);
}

/* Returns the table of a field in MAP_NAMES; creates it on first use. */
static const struct gen_names *field_table(struct pgen *g, enum abi_field field)
{
	const struct abi_names *names = &g->abi->names;
	struct gen_names *table;
	const char *text;
	uint32_t most;
	bool has_pid;

	for (size_t i = 0; i < g->gen->names.cnt; i++) {
		table = &g->gen->names.v[i];
		if (table->field == field && table->names.arg == names->arg &&
		    table->names.name == names->name)
			return table;
	}
	table = vec_add(&g->gen->names);
	table->names = *names;
	table->field = field;
	table->entry_bytes = entry_bytes(g, field);
	/* names are cut like all strings, so that they equal constants */
	most = gen_string_chars(g->gen, table->entry_bytes);
	table->off = (uint32_t)g->gen->result.names.cnt;
	for (uint32_t row = 0; row < g->abi->names.tag_cnt; row++) {
		field_text(g, abi_row_tag(&g->abi->names, row), field, &text,
			   &has_pid);
		for (uint32_t i = 0; i < table->entry_bytes; i++) {
			bool ends = !*text || i >= most;

			vec_push(&g->gen->result.names, ends ? '\0' : *text);
			text += !ends;
		}
	}
	return table;
}

static uint64_t text_word(const char *text, size_t len, uint32_t at)
{
	uint64_t word = 0;

	if (at < len)
		memcpy(&word, text + at, len - at < 8 ? len - at : 8);
	return word;
}

static void store_constant(struct pgen *g, const char *text, struct mem dst,
			   uint32_t bytes)
{
	size_t len = strnlen(text, gen_string_chars(g->gen, bytes));

	for (uint32_t at = 0; at < bytes; at += 8)
		gen_mem_store(g, mem_at(dst, (int32_t)at), 8,
			      val_imm((int64_t)text_word(text, len, at)));
}

/* Puts the text of the number in register @value at position @at. */
static void put_number(struct pgen *g, const struct text *result,
		       struct ir_val at, uint32_t value)
{
	enum { NUMBER_BYTES = 72 };
	struct text number = text_new(g, NUMBER_BYTES);
	uint32_t from = text_reg(
		g, val_reg(text_lib(g, number_str, val_reg(number.off),
				    val_reg(value), val_imm(10))));
	uint32_t len = text_reg(g, val_imm(NUMBER_BYTES));

	ir_alu(g->f, BPF_SUB, len, val_reg(from));
	ir_alu(g->f, BPF_ADD, from, val_reg(number.off));
	text_put(g, result, at, from, len);
}

/* The function of a tag without a row: "syscall_9999". */
static void store_number(struct pgen *g, struct mem dst, uint32_t bytes)
{
	enum { PREFIX_BYTES = 8 };
	const struct abi_names *names = &g->abi->names;
	struct ir_func *f = g->f;
	struct text result = text_result(g, dst, bytes);
	struct text prefix = text_new(g, 2 * PREFIX_BYTES);
	uint32_t own = ir_label(f), value;

	gen_mem_store(g, prefix.mem, PREFIX_BYTES,
		      val_imm((int64_t)text_word(names->number_prefix,
						 PREFIX_BYTES, 0)));
	text_put(g, &result, val_imm(0), prefix.off,
		 text_reg(g, val_imm(PREFIX_BYTES)));
	value = text_reg(g, val_reg(g->firing.tag));
	ir_alu(f, BPF_LSH, value, val_imm(32));
	ir_alu(f, BPF_ARSH, value, val_imm(32));
	if (names->high_tag) {
		ir_branch(f, BPF_JSLT, value, val_imm(g->abi->compat.tag_min),
			  own);
		ir_alu(f, BPF_SUB, value, val_imm(names->high_tag));
		ir_bind(f, own);
	}
	put_number(g, &result, val_imm(PREFIX_BYTES), value);
	text_finish(g, &result, dst);
}

/* A tag out of range belongs to no probe, unless it is a number. */
static void store_from_table(struct pgen *g, const struct gen_names *table,
			     struct mem dst, uint32_t bytes)
{
	struct ir_func *f = g->f;
	uint32_t none = ir_label(f), end = ir_label(f);
	uint32_t tag = gen_tag_row(g, none), entry;

	ir_alu(f, BPF_MUL, tag, val_imm(table->entry_bytes));
	entry = text_reg(g, val_map_value(MAP_NAMES, 0, table->off));
	ir_alu(f, BPF_ADD, entry, val_reg(tag));
	text_put_entry(g, entry, table->entry_bytes, dst, bytes);
	ir_jump(f, end);
	ir_bind(f, none);
	if (has_numbers(g, table->field))
		store_number(g, dst, bytes);
	else
		gen_zero(g, dst, bytes);
	ir_bind(f, end);
}

static void store_field(struct pgen *g, enum abi_field field, struct mem dst,
			uint32_t bytes)
{
	const char *text;
	bool has_pid;

	if (!is_constant(g, field)) {
		store_from_table(g, field_table(g, field), dst, bytes);
		return;
	}
	field_text(g, first_tag(g), field, &text, &has_pid);
	store_constant(g, text, dst, bytes);
}

/* Stores this process's provider name: "python" and 123. */
static void store_with_pid(struct pgen *g, struct mem dst, uint32_t bytes)
{
	struct text result = text_result(g, dst, bytes);
	struct text name = text_new(g, field_bytes[ABI_PROVIDER]);
	uint32_t pid, at;

	store_field(g, ABI_PROVIDER, name.mem, name.bytes);
	at = text_len(g, &name);
	text_put(g, &result, val_imm(0), name.off, at);
	text_min(g, at, val_imm(bytes - 1));
	pid = text_reg(g, val_reg(gen_firing_value(g, FIRING_PID_TGID)));
	ir_alu(g->f, BPF_RSH, pid, val_imm(32));
	put_number(g, &result, val_reg(at), pid);
	text_finish(g, &result, dst);
}

static uint32_t room(const struct gen *gen, enum abi_field field)
{
	return text_room(gen, field_bytes[field]);
}

/* The bytes of a table's entries after its longest name are constant zeros. */
static uint32_t varying(struct pgen *g, enum abi_field field)
{
	const char *text;
	bool has_pid;

	field_text(g, first_tag(g), field, &text, &has_pid);
	if (has_pid)
		return field_bytes[field];
	return is_constant(g, field) ? 0 : field_table(g, field)->entry_bytes;
}

#define FIELD(var, field)                                                    \
	static uint32_t varying_##var(struct pgen *g)                        \
	{                                                                    \
		return varying(g, field);                                    \
	}                                                                    \
	static uint32_t bytes_##var(const struct gen *gen,                   \
				    const struct node *node)                 \
	{                                                                    \
		(void)node;                                                  \
		return room(gen, field);                                     \
	}                                                                    \
	static void string_##var(struct pgen *g, const struct node *node,    \
				 struct mem dst, uint32_t bytes)             \
	{                                                                    \
		const char *text;                                            \
		bool has_pid;                                                \
                                                                             \
		(void)node;                                                  \
		field_text(g, first_tag(g), field, &text, &has_pid);         \
		if (has_pid)                                                 \
			store_with_pid(g, dst, bytes);                       \
		else                                                         \
			store_field(g, field, dst, bytes);                   \
	}                                                                    \
	const struct name_gen gen_var_##var = {                              \
		.string = string_##var,                                      \
		.string_bytes = bytes_##var,                                 \
		.varying_bytes = varying_##var,                              \
	}

FIELD(probeprov, ABI_PROVIDER);
FIELD(probemod, ABI_MODULE);
FIELD(probefunc, ABI_FUNCTION);
FIELD(probename, ABI_NAME);

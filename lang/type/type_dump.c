// SPDX-License-Identifier: BSD-2-Clause
/*
 * Writes the types of a table as C text: tags first, so that pointers may name
 * them, then typedefs and definitions, in the order in which they were made.
 * Members that were never requested from the source (of a kernel struct that
 * was not resolved) are left out.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lang/type/type.h"

static bool is_tagged(const struct type *type)
{
	return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION ||
	       type->kind == TYPE_ENUM;
}

static const char *tag_word(const struct type *type)
{
	return type->kind == TYPE_STRUCT ? "struct" :
	       type->kind == TYPE_UNION	 ? "union" :
					   "enum";
}

/* The struct, union or enum without a name at the end of @type, or NULL. */
static const struct type *nameless(const struct type *type)
{
	while (type->target &&
	       (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY))
		type = type->target;
	return is_tagged(type) && !type->name ? type : NULL;
}

static void put_body(const struct type *type, int depth, struct strbuf *sb);

/* `TYPE NAME`, with the body in place of a missing tag. */
static void put_declaration(const struct type *type, const char *name,
			    int depth, struct strbuf *sb)
{
	static const char marker[] = "{ ... }";
	const struct type *inner = nameless(type);
	struct strbuf text = { 0 };
	const char *at;

	type_print_named(type, name, &text);
	at = inner ? strstr(strbuf_text(&text), marker) : NULL;
	if (at) {
		strbuf_add(sb, text.text, (size_t)(at - text.text));
		put_body(inner, depth, sb);
		strbuf_puts(sb, at + strlen(marker));
	} else {
		strbuf_puts(sb, strbuf_text(&text));
	}
	strbuf_deinit(&text);
}

static void put_body(const struct type *type, int depth, struct strbuf *sb)
{
	strbuf_puts(sb, "{\n");
	for (size_t i = 0; i < type->member_cnt; i++) {
		strbuf_pad(sb, '\t', (size_t)depth + 1);
		if (type->kind == TYPE_ENUM) {
			strbuf_printf(sb, "%s = %" PRId64 ",\n",
				      type->enumerators[i].name,
				      type->enumerators[i].value);
			continue;
		}
		put_declaration(type->members[i].type,
				type->members[i].name ? type->members[i].name :
							"", depth + 1, sb);
		if (type->members[i].bitfield_bits)
			strbuf_printf(sb, " : %u",
				      type->members[i].bitfield_bits);
		strbuf_puts(sb, ";\n");
	}
	strbuf_pad(sb, '\t', (size_t)depth);
	strbuf_puts(sb, "}");
}

static void put_tags(const struct type_table *table, struct strbuf *sb)
{
	for (size_t i = 0; i < table->tags.cnt; i++) {
		const struct type *type = table->tags.entries[i].value;

		if (type && type->name && type->kind != TYPE_ENUM)
			strbuf_printf(sb, "%s %s;\n", tag_word(type),
				      type->name);
	}
}

static void put_definitions(const struct type_table *table, struct strbuf *sb)
{
	for (size_t i = 0; i < table->tags.cnt; i++) {
		const struct type *type = table->tags.entries[i].value;

		if (!type || !type->name || type->lazy || type->is_incomplete)
			continue;
		strbuf_printf(sb, "%s %s ", tag_word(type), type->name);
		put_body(type, 0, sb);
		strbuf_puts(sb, ";\n");
	}
}

void type_table_print(const struct type_table *table, bool built_in,
		      struct strbuf *sb)
{
	if (!built_in)
		put_tags(table, sb);
	for (size_t i = 0; i < table->names.cnt; i++) {
		const struct type *type = table->names.entries[i].value;

		if (!type || type->kind != TYPE_TYPEDEF ||
		    type->is_builtin != built_in)
			continue;
		strbuf_puts(sb, "typedef ");
		put_declaration(type->target, type->name, 0, sb);
		strbuf_puts(sb, ";\n");
	}
	if (!built_in)
		put_definitions(table, sb);
}

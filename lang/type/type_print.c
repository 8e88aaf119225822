// SPDX-License-Identifier: BSD-2-Clause
/*
 * Types as C text. A C declarator reads from the name outwards, so the text
 * is built that way: starting from "" or a name, a pointer prepends "*", an
 * array appends "[5]" and a function "(int)", with parentheses if a pointer
 * leads to one of these; finally the base type is prepended.
 *
 *	pointer to function of int giving char:  "(*)(int)" -> "char (*)(int)"
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lang/type/type.h"

static void put_front(struct strbuf *sb, const char *text)
{
	char *old = strbuf_take(sb);

	strbuf_puts(sb, text);
	strbuf_puts(sb, old);
	free(old);
}

static const char *qual_words(unsigned int quals)
{
	switch (quals & (QUAL_CONST | QUAL_VOLATILE)) {
	case QUAL_CONST:
		return "const";
	case QUAL_VOLATILE:
		return "volatile";
	case QUAL_CONST | QUAL_VOLATILE:
		return "const volatile";
	}
	return "";
}

static void print_base(const struct type *type, struct strbuf *sb)
{
	if (type->quals)
		strbuf_printf(sb, "%s ", qual_words(type->quals));
	if (type->kind == TYPE_STRUCT)
		strbuf_puts(sb, "struct ");
	else if (type->kind == TYPE_UNION)
		strbuf_puts(sb, "union ");
	else if (type->kind == TYPE_ENUM)
		strbuf_puts(sb, "enum ");
	strbuf_puts(sb, type->name ? type->name : "{ ... }");
}

static void put_params(const struct type *type, struct strbuf *sb)
{
	strbuf_putc(sb, '(');
	for (size_t i = 0; i < type->param_cnt; i++) {
		if (i)
			strbuf_puts(sb, ", ");
		type_print(type->params[i], sb);
	}
	if (type->is_variadic)
		strbuf_puts(sb, type->param_cnt ? ", ..." : "...");
	else if (!type->param_cnt)
		strbuf_puts(sb, "void");
	strbuf_putc(sb, ')');
}

static void put_pointer(const struct type *type, struct strbuf *declarator)
{
	enum type_kind to = type->target->kind;

	if (type->quals) {
		if (declarator->len)
			put_front(declarator, " ");
		put_front(declarator, qual_words(type->quals));
	}
	put_front(declarator, "*");
	if (to == TYPE_ARRAY || to == TYPE_FUNCTION) {
		put_front(declarator, "(");
		strbuf_putc(declarator, ')');
	}
}

void type_print_named(const struct type *type, const char *name,
		      struct strbuf *sb)
{
	struct strbuf declarator = { 0 };

	strbuf_puts(&declarator, name);
	for (;; type = type->target) {
		if (type->kind == TYPE_POINTER)
			put_pointer(type, &declarator);
		else if (type->kind == TYPE_FUNCTION)
			put_params(type, &declarator);
		else if (type->kind != TYPE_ARRAY)
			break;
		else if (type->is_incomplete || !type->elem_cnt)
			strbuf_puts(&declarator, "[]");
		else
			strbuf_printf(&declarator, "[%" PRIu64 "]",
				      type->elem_cnt);
	}
	print_base(type, sb);
	if (declarator.len)
		strbuf_printf(sb, " %s", declarator.text);
	strbuf_deinit(&declarator);
}

void type_print(const struct type *type, struct strbuf *sb)
{
	type_print_named(type, "", sb);
}

const char *type_text(struct arena *arena, const struct type *type)
{
	struct strbuf sb = { 0 };
	const char *text;

	type_print(type, &sb);
	text = arena_strdup(arena, strbuf_text(&sb));
	strbuf_deinit(&sb);
	return text;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Trees as text, stable, one statement per line:
 *
 *	clause 0: syscall::read:entry
 *	  predicate (== (name pid):pid_t (int 5):int):int
 *	  (trace (name arg0):int64_t)
 *
 * Types are shown where the checker has set them. An implicit conversion is
 * written [long](...), a cast of the program (cast long ...).
 */
#include "lang/dump.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "lang/stability.h"

static const char *const spellings[OP_CNT] = {
#define OP(name, spelling, arity) [OP_##name] = spelling,
#include "lang/table/ops.def"
#undef OP
};

const char *op_spelling(enum op op)
{
	return spellings[op];
}

static void dump_list(const struct node *list, struct strbuf *sb)
{
	for (; list; list = list->next) {
		strbuf_putc(sb, ' ');
		ast_dump_node(list, sb);
	}
}

static void dump_string(const char *bytes, size_t len, struct strbuf *sb)
{
	strbuf_putc(sb, '"');
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (c == '"' || c == '\\')
			strbuf_printf(sb, "\\%c", c);
		else if (c == '\n')
			strbuf_puts(sb, "\\n");
		else if (isprint(c))
			strbuf_putc(sb, (char)c);
		else
			strbuf_printf(sb, "\\%03o", c);
	}
	strbuf_putc(sb, '"');
}

static void dump_integer(const struct node *node, struct strbuf *sb)
{
	if (node->type && !type_is_signed(node->type))
		strbuf_printf(sb, "%" PRIu64, node->integer.value);
	else
		strbuf_printf(sb, "%" PRId64, (int64_t)node->integer.value);
}

static void dump_name(const struct node *node, struct strbuf *sb)
{
	if (node->name.scope == IDENT_SELF)
		strbuf_puts(sb, "self->");
	else if (node->name.scope == IDENT_THIS)
		strbuf_puts(sb, "this->");
	else if (node->name.scope == IDENT_SYMBOL)
		strbuf_printf(sb, "%s`", node->name.module);
	strbuf_puts(sb, node->name.name);
}

static void dump_cast(const struct node *node, struct strbuf *sb)
{
	if (node->cast.is_implicit) {
		strbuf_putc(sb, '[');
		type_print(node->cast.to, sb);
		strbuf_puts(sb, "](");
	} else {
		strbuf_puts(sb, "(cast ");
		type_print(node->cast.to, sb);
		strbuf_putc(sb, ' ');
	}
	ast_dump_node(node->cast.operand, sb);
	strbuf_putc(sb, ')');
}

static void dump_size(const struct node *node, struct strbuf *sb)
{
	strbuf_puts(sb, node->kind == NODE_SIZEOF ? "(sizeof " : "(offsetof ");
	if (node->size.of)
		type_print(node->size.of, sb);
	else
		ast_dump_node(node->size.operand, sb);
	if (node->size.member)
		strbuf_printf(sb, " %s", node->size.member);
	strbuf_putc(sb, ')');
}

static void dump_operation(const struct node *node, struct strbuf *sb)
{
	if (node->kind == NODE_UNARY) {
		strbuf_printf(sb, "(%s%s ", node->unary.is_postfix ? "p" : "",
			      op_spelling(node->unary.op));
		ast_dump_node(node->unary.operand, sb);
	} else {
		bool is_checked = node->kind == NODE_ASSIGN && node->type;
		const char *op = node->kind == NODE_COMMA ? "," :
				 is_checked ? op_spelling(OP_ASSIGN) :
				 op_spelling(node->binary.op);
		bool is_assign = node->kind == NODE_ASSIGN && !is_checked &&
				 node->binary.op != OP_ASSIGN;

		strbuf_printf(sb, "(%s%s ", op, is_assign ? "=" : "");
		ast_dump_node(node->binary.left, sb);
		strbuf_putc(sb, ' ');
		ast_dump_node(node->binary.right, sb);
	}
	strbuf_putc(sb, ')');
}

static void dump_cond(const struct node *node, const char *word,
		      struct strbuf *sb)
{
	const struct node *parts[] = { node->cond.cond, node->cond.then,
				       node->cond.els };

	if (node->kind == NODE_IF_STMT) {
		parts[0] = node->if_stmt.cond;
		parts[1] = node->if_stmt.then;
		parts[2] = node->if_stmt.els;
	}
	strbuf_printf(sb, "(%s", word);
	for (size_t i = 0; i < 3 && (i < 2 || parts[i]); i++) {
		strbuf_putc(sb, ' ');
		if (parts[i])
			ast_dump_node(parts[i], sb);
		else
			strbuf_puts(sb, "{}");
	}
	strbuf_putc(sb, ')');
}

static void dump_head(const char *word, const char *name,
		      const struct node *base, const struct node *list,
		      struct strbuf *sb)
{
	strbuf_printf(sb, "(%s%s", word, name);
	if (base) {
		strbuf_putc(sb, ' ');
		ast_dump_node(base, sb);
	}
	dump_list(list, sb);
	strbuf_putc(sb, ')');
}

static void dump_kind(const struct node *node, struct strbuf *sb)
{
	switch (node->kind) {
	case NODE_INT:
		dump_integer(node, sb);
		break;
	case NODE_STRING:
		dump_string(node->string.bytes, node->string.len, sb);
		break;
	case NODE_NAME:
		dump_name(node, sb);
		break;
	case NODE_AGG:
		dump_head("@", node->agg.name, NULL, node->agg.keys, sb);
		break;
	case NODE_INDEX:
		dump_head("index", "", node->index.base, node->index.keys, sb);
		break;
	case NODE_MEMBER:
		dump_head(node->member.is_arrow ? "->" : ".",
			  node->member.name, node->member.base, NULL, sb);
		break;
	case NODE_CALL:
		dump_head("", node->call.name, NULL, node->call.args, sb);
		break;
	case NODE_UNARY:
	case NODE_BINARY:
	case NODE_ASSIGN:
	case NODE_COMMA:
		dump_operation(node, sb);
		break;
	case NODE_COND:
		dump_cond(node, "?", sb);
		break;
	case NODE_CAST:
		dump_cast(node, sb);
		break;
	case NODE_SIZEOF:
	case NODE_OFFSETOF:
		dump_size(node, sb);
		break;
	case NODE_XLATE:
		strbuf_puts(sb, "(xlate ");
		type_print(node->xlate.to, sb);
		strbuf_putc(sb, ' ');
		ast_dump_node(node->xlate.operand, sb);
		strbuf_putc(sb, ')');
		break;
	case NODE_EXPR_STMT:
		ast_dump_node(node->expr_stmt.expr, sb);
		break;
	case NODE_AGG_STMT:
		dump_head("=", "", node->agg_stmt.agg, node->agg_stmt.call, sb);
		break;
	case NODE_IF_STMT:
		dump_cond(node, "if", sb);
		break;
	case NODE_BLOCK_STMT:
		dump_head("{}", "", NULL, node->block.stmts, sb);
		break;
	}
}

void ast_dump_node(const struct node *node, struct strbuf *sb)
{
	dump_kind(node, sb);
	if (node->type && node->type->kind != TYPE_VOID &&
	    node->kind != NODE_CAST) {
		strbuf_putc(sb, ':');
		type_print(node->type, sb);
	}
}

static void dump_clause(const struct clause *clause, struct strbuf *sb)
{
	strbuf_printf(sb, "clause %u:", clause->id);
	for (const struct probe_spec *spec = clause->specs; spec;
	     spec = spec->next) {
		if (spec->id)
			strbuf_printf(sb, " #%u", spec->id);
		else
			strbuf_printf(sb, " %s:%s:%s:%s", spec->provider,
				      spec->module, spec->function,
				      spec->name);
	}
	strbuf_puts(sb, clause->has_body ? "\n" : " (no body)\n");
	if (clause->predicate) {
		strbuf_puts(sb, "  predicate ");
		ast_dump_node(clause->predicate, sb);
		strbuf_putc(sb, '\n');
	}
	for (const struct node *stmt = clause->stmts; stmt;
	     stmt = stmt->next) {
		strbuf_puts(sb, "  ");
		ast_dump_node(stmt, sb);
		strbuf_putc(sb, '\n');
	}
}

static void dump_params(const char *word, const struct probe_param *list,
			struct strbuf *sb)
{
	for (; list; list = list->next)
		strbuf_printf(sb, "    %s %s | %s | %s\n", word,
			      *list->name ? list->name : "-", list->type_text,
			      list->decl_text);
}

static void dump_probe(const struct probe_decl *probe, struct strbuf *sb)
{
	strbuf_printf(sb, "  probe %s\n", probe->name);
	dump_params("native", probe->native, sb);
	dump_params("translated", probe->translated, sb);
	if (probe->translated_cnt) {
		strbuf_puts(sb, "    map");
		for (size_t i = 0; i < probe->translated_cnt &&
				   i < sizeof(probe->map); i++)
			strbuf_printf(sb, " %u", probe->map[i]);
		strbuf_putc(sb, '\n');
	}
}

static void dump_provider(const struct provider_decl *provider,
			  struct strbuf *sb)
{
	strbuf_printf(sb, "provider %s\n  attributes", provider->name);
	for (size_t i = 0; i < PROVIDER_ATTR_CNT; i++)
		strbuf_printf(sb, " %s/%s/%s",
			      stability_level_word(provider->attrs[i].name),
			      stability_level_word(provider->attrs[i].data),
			      stability_class_word(provider->attrs[i].class));
	strbuf_putc(sb, '\n');
	for (const struct probe_decl *probe = provider->probes; probe;
	     probe = probe->next)
		dump_probe(probe, sb);
}

static void dump_ident(const char *prefix, const struct ident *ident,
		       struct strbuf *sb)
{
	strbuf_printf(sb, "variable %s", prefix);
	if (ident->type)
		type_print_named(ident->type, ident->name, sb);
	else
		strbuf_puts(sb, ident->name);
	for (size_t i = 0; i < ident->key_cnt; i++) {
		strbuf_puts(sb, i ? ", " : "[");
		type_print(ident->key_types[i], sb);
	}
	strbuf_puts(sb, ident->key_cnt ? "]\n" : "\n");
}

void ast_dump(const struct program *program, struct strbuf *sb)
{
	for (const struct pragma_option *option = program->options; option;
	     option = option->next)
		strbuf_printf(sb, "option %s%s%s\n", option->name,
			      option->value ? "=" : "",
			      option->value ? option->value : "");
	if (*program->decl_text)
		strbuf_printf(sb, "declarations\n%s", program->decl_text);
	for (size_t i = 0; i < program->globals.cnt; i++)
		dump_ident("", program->globals.v[i], sb);
	for (size_t i = 0; i < program->selfs.cnt; i++)
		dump_ident("self ", program->selfs.v[i], sb);
	for (size_t i = 0; i < program->thiss.cnt; i++)
		dump_ident("this ", program->thiss.v[i], sb);
	for (size_t i = 0; i < program->aggs.cnt; i++)
		dump_ident("@", program->aggs.v[i], sb);
	for (const struct provider_decl *provider = program->providers;
	     provider; provider = provider->next)
		dump_provider(provider, sb);
	for (const struct clause *clause = program->clauses; clause;
	     clause = clause->next)
		dump_clause(clause, sb);
}

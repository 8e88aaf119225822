// SPDX-License-Identifier: BSD-2-Clause
/*
 * Translators while they are parsed:
 *
 *	translator psinfo_t < struct task_struct *T > { pr_pid = T->tgid; };
 *
 * becomes a struct translator of the program. Its expressions are kept as
 * parsed: each use of a member is a copy that is checked where it is used
 * (check_xlate.c), so an unused member costs nothing and may refer to
 * something that this kernel does not have.
 */
#include <string.h>

#include "lang/check/checker.h"
#include "lang/parse/decl.h"

struct translation *translation_new(struct parser *p, const char *name,
				    struct node *expr, struct loc loc)
{
	struct translation *one = arena_new(p->arena, struct translation);

	one->name = name;
	one->expr = expr;
	one->loc = loc;
	return one;
}

/*
 * The script has a type of the name that the library uses, for example the
 * siginfo_t of a C header. Its members may differ.
 */
static bool is_shadowed(struct parser *p, const struct type *out)
{
	return p->library && out->kind == TYPE_TYPEDEF && !out->is_library &&
	       type_find_declared(p->types, out->name) == out;
}

/*
 * Checks that the names on the left are members of the output type, each once.
 */
static void check_names(struct parser *p, const struct translator *translator)
{
	const struct type *out = type_resolve(translator->out);
	const struct translation *other;
	uint32_t offset_bits;

	for (struct translation *one = translator->members; one;
	     one = one->next) {
		if (!type_find_member(out, one->name, &offset_bits)) {
			if (!is_shadowed(p, translator->out))
				diag_error(p->diags, one->loc, "D_XLATE_MEMB",
					   "translator member %s is not a "
					   "member of \"%s\"", one->name,
					   type_text(p->arena,
						     translator->out));
			one->is_bad = true;
		}
		for (other = translator->members; other != one;
		     other = other->next)
			if (strcmp(other->name, one->name) == 0)
				break;
		if (other != one) {
			diag_error(p->diags, one->loc, "D_XLATE_REDECL",
				   "translator member %s is defined twice",
				   one->name);
			one->is_bad = true;
		}
	}
}

void translator_add(struct parser *p, struct loc loc, const struct type *out,
		    struct decl_specs *specs, struct declarator *declarator,
		    struct translation *members)
{
	struct translator *translator = arena_new(p->arena, struct translator);
	enum type_kind kind = type_resolve(out)->kind;

	if (p->is_lax)
		return;
	translator->loc = loc;
	translator->out = out;
	translator->in = decl_type(p, specs, declarator);
	translator->param = declarator && declarator->name ?
				    declarator->name : "";
	translator->members = members;
	translator->seq = p->library ? 0 : p->program->clause_cnt;
	if (kind == TYPE_UNKNOWN)
		return; /* reported */
	if (kind != TYPE_STRUCT && kind != TYPE_UNION) {
		diag_error(p->diags, loc, "D_XLATE_SOU",
			   "translator output type must be a struct or union: "
			   "%s", type_text(p->arena, out));
		return;
	}
	if (translator_find(p->program, out, translator->in)) {
		if (p->library)
			return;
		diag_error(p->diags, loc, "D_XLATE_REDECL",
			   "translator from \"%s\" to \"%s\" has already been "
			   "declared", type_text(p->arena, translator->in),
			   type_text(p->arena, out));
		return;
	}
	check_names(p, translator);
	*p->program->translators_tail = translator;
	p->program->translators_tail = &translator->next;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Computes the stability of a checked clause: the lowest of all names in it.
 * All of D is Stable/Stable/Common except the rows below; names of kernel
 * variables and types may change with every version of the kernel.
 */
#include "lang/check/clause_stability.h"

#include <string.h>

#include "base/text/strbuf.h"
#include "lang/builtin_flags.h"
#include "lang/stability.h"
#include "lang/walk.h"

static const struct stability stable = { STABILITY_Stable, STABILITY_Stable,
					 CLASS_Common };
static const struct stability evolving = { STABILITY_Evolving,
					   STABILITY_Evolving, CLASS_Common };
static const struct stability kernel_data = { STABILITY_Stable,
					      STABILITY_Private, CLASS_Common };
static const struct stability kernel_name = {
	STABILITY_Private, STABILITY_Private, CLASS_Unknown
};

/* Built-in names that are not stable. */
static const struct {
	const char *name;
	const struct stability *attr;
} builtin_attrs[] = {
	{ "curthread", &kernel_data }, { "htonl", &evolving },
	{ "htonll", &evolving },       { "htons", &evolving },
	{ "json", &evolving },	       { "ntohl", &evolving },
	{ "ntohll", &evolving },       { "ntohs", &evolving },
};

static struct stability builtin_attr(const char *name)
{
	for (size_t i = 0;
	     i < sizeof(builtin_attrs) / sizeof(builtin_attrs[0]); i++)
		if (!strcmp(builtin_attrs[i].name, name))
			return *builtin_attrs[i].attr;
	return stable;
}

/*
 * The stability of what @node itself names; *@name_ret: its name in the
 * program, or NULL.
 */
static struct stability node_attr(const struct node *node,
				  const char **name_ret)
{
	const struct ident *ident = NULL;

	*name_ret = NULL;
	if (node->kind == NODE_NAME)
		ident = node->name.ident;
	else if (node->kind == NODE_CALL)
		ident = node->call.ident;
	if (!ident)
		return stable;
	*name_ret = ident->name;
	switch ((int)ident->kind) {
	case IDENT_BUILTIN:
	case IDENT_SUBR:
	case IDENT_ACTION:
		return builtin_attr(ident->name);
	case IDENT_SYMBOL:
		return kernel_name;
	default:
		return ident->attr ? *ident->attr : stable;
	}
}

static void add_node(const struct node *node, void *arg)
{
	struct stability *least = arg;
	const char *name;

	*least = stability_min(*least, node_attr(node, &name));
}

struct stability clause_stability(const struct clause *clause)
{
	struct stability ret = stable;

	clause_walk(clause, add_node, &ret);
	for (const struct attr_use *use = clause->attr_uses; use;
	     use = use->next)
		ret = stability_min(ret, *use->ident->attr);
	return ret;
}

struct search {
	struct stability least;
	struct diag_list *diags;
	bool has_reported;
};

/* Reports the first name that is below the minimum. */
static void compare(struct search *search, struct stability attr,
		    const char *name, struct loc loc)
{
	struct strbuf text = { 0 };

	if (search->has_reported || !stability_is_below(attr, search->least))
		return;
	search->has_reported = true;
	strbuf_printf(&text, "attributes of %s (", name ? name : "this");
	stability_text(attr, &text);
	strbuf_puts(&text, ") are below the minimum ");
	stability_text(search->least, &text);
	diag_error(search->diags, loc, "D_ATTR_MIN", "%s", text.text);
	strbuf_deinit(&text);
}

static void compare_node(const struct node *node, void *arg)
{
	const char *name;
	struct stability attr = node_attr(node, &name);

	compare(arg, attr, name, node->loc);
}

void check_attributes(const struct clause *clause, struct stability least,
		      struct diag_list *diags)
{
	struct search search = { .least = least, .diags = diags };

	clause_walk(clause, compare_node, &search);
	for (const struct attr_use *use = clause->attr_uses; use;
	     use = use->next)
		compare(&search, *use->ident->attr, use->ident->name,
			use->loc);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Provider definitions: checks them and puts them into the program.
 *
 *	provider pg { probe lock__wait(int db, char *rel) : (string rel); };
 *
 * gives one provider_decl with one probe_decl: two native parameters, one
 * translated, map = { 1 } because `rel` names native parameter 1. Translated
 * parameters whose names are not native ones keep their own position.
 */
#include <ctype.h>
#include <string.h>

#include "lang/parse/decl.h"

enum {
	PROVIDER_ARG_MAX = 12, /* DTRACE_PROBE12 is the last one */
	PROVIDER_NAME_MAX = 64, /* bytes, the NUL included */
};

static bool is_identifier(const char *name)
{
	if (!isalpha((unsigned char)*name) && *name != '_')
		return false;
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && *name != '_')
			return false;
	return true;
}

/* @what is "provider" or "probe". */
static void check_name(struct parser *p, const char *what, const char *name,
		       struct loc loc)
{
	if (!is_identifier(name))
		diag_error(p->diags, loc, "D_PROV_BADNAME",
			   "%s name \"%s\" is not an identifier", what, name);
	else if (strlen(name) >= PROVIDER_NAME_MAX)
		diag_error(p->diags, loc, "D_PROV_BADNAME",
			   "%s name is longer than %d characters", what,
			   PROVIDER_NAME_MAX - 1);
}

void provider_begin(struct parser *p, const char *name, struct loc loc)
{
	struct program *program = p->program;
	struct provider_decl *provider =
		arena_new(p->arena, struct provider_decl);
	struct stability unstable = { STABILITY_Unstable, STABILITY_Unstable,
				      CLASS_Common };

	check_name(p, "provider", name, loc);
	if (*name && isdigit((unsigned char)name[strlen(name) - 1]))
		diag_warning(p->diags, loc, "D_PROV_BADNAME",
			     "provider name \"%s\" ends in a digit, which "
			     "tracers take for a part of the process id",
			     name);
	for (struct provider_decl *old = program->providers; old;
	     old = old->next)
		if (strcmp(old->name, name) == 0)
			diag_error(p->diags, loc, "D_PROV_INCOMPAT",
				   "provider %s is already defined", name);
	provider->name = name;
	provider->loc = loc;
	p->provider = provider;
	p->probes_tail = &provider->probes;
	map_deinit(&p->probe_names);
	for (size_t i = 0; i < PROVIDER_ATTR_CNT; i++)
		provider->attrs[i] = unstable;
	*program->providers_tail = provider;
	program->providers_tail = &provider->next;
}

static void check_param(struct parser *p, const struct param *param)
{
	enum type_kind kind = type_resolve(param->type)->kind;

	if (kind == TYPE_FUNCTION || kind == TYPE_DYN)
		diag_error(p->diags, param->loc, "D_DECL_PROTO_TYPE",
			   "a function may not be used as an argument type");
}

static struct probe_param *make_param(struct parser *p,
				      const struct param *param)
{
	struct probe_param *made = arena_new(p->arena, struct probe_param);
	const struct declarator *d = param->declarator;

	check_param(p, param);
	made->loc = param->loc;
	made->name = d && d->name ? d->name : "";
	made->type = param->type;
	made->type_text = type_text(p->arena, param->type);
	made->decl_text =
		lex_joined_text(p, param->loc.begin, param->loc.end);
	return made;
}

/* `(void)` is no argument at all. */
static bool is_void_list(const struct param_list *list)
{
	return list->cnt == 1 && !list->first->declarator &&
	       type_resolve(list->first->type)->kind == TYPE_VOID;
}

static size_t make_params(struct parser *p, const struct param_list *list,
			  struct probe_param **ret)
{
	size_t cnt = 0;

	if (list->is_variadic)
		diag_error(p->diags, list->loc, "D_DECL_PROTO_VARARGS",
			   "a probe can't have a variable argument list");
	decl_check_params(p, list);
	if (is_void_list(list))
		return 0;
	for (const struct param *param = list->first; param;
	     param = param->next, cnt++) {
		*ret = make_param(p, param);
		ret = &(*ret)->next;
	}
	if (cnt > PROVIDER_ARG_MAX)
		diag_error(p->diags, list->loc, "D_PROV_PRARGLEN",
			   "%zu arguments: a probe can have %d", cnt,
			   PROVIDER_ARG_MAX);
	return cnt;
}

static void check_param_names(struct parser *p, const struct probe_param *list)
{
	for (const struct probe_param *a = list; a; a = a->next)
		for (const struct probe_param *b = list;
		     b != a; b = b->next)
			if (*a->name && strcmp(a->name, b->name) == 0) {
				diag_error(p->diags, a->loc,
					   "D_DECL_PROTO_NAME",
					   "two arguments are called %s",
					   a->name);
				return;
			}
}

/* The position of the native parameter @name, or @otherwise. */
static size_t native_index(const struct probe_decl *probe, const char *name,
			   size_t otherwise)
{
	size_t i = 0;

	for (const struct probe_param *param = probe->native; param;
	     param = param->next, i++)
		if (*name && strcmp(param->name, name) == 0)
			return i;
	return otherwise;
}

static void map_translated(struct parser *p, struct probe_decl *probe)
{
	size_t i = 0;

	for (const struct probe_param *param = probe->translated;
	     param && i < sizeof(probe->map); param = param->next, i++) {
		size_t from = native_index(probe, param->name, i);

		if (from >= probe->native_cnt)
			diag_error(p->diags, param->loc, "D_PROV_PRXLATOR",
				   "no native argument for translated argument "
				   "#%zu%s%s", i + 1, *param->name ? " " : "",
				   param->name);
		else
			probe->map[i] = (uint8_t)from;
	}
}

void provider_add_probe(struct parser *p, const char *name, struct loc loc,
			struct param_list *native,
			struct param_list *translated)
{
	struct probe_decl *probe = arena_new(p->arena, struct probe_decl);
	void **slot = map_put_str(&p->probe_names, name);

	check_name(p, "probe", name, loc);
	probe->name = name;
	probe->loc = loc;
	if (*slot) {
		diag_error(p->diags, loc, "D_PROV_PRDUP",
			   "probe %s:::%s is already declared",
			   p->provider->name, name);
		return;
	}
	*slot = probe;
	probe->native_cnt = make_params(p, native, &probe->native);
	if (translated) {
		probe->has_translated = true;
		probe->translated_cnt =
			make_params(p, translated, &probe->translated);
	}
	/* --stap-lax goes on, but no macro and no note has so many */
	if (probe->native_cnt > PROVIDER_ARG_MAX ||
	    probe->translated_cnt > PROVIDER_ARG_MAX)
		return;
	check_param_names(p, probe->native);
	map_translated(p, probe);
	*p->probes_tail = probe;
	p->probes_tail = &probe->next;
	p->provider->probe_cnt++;
}

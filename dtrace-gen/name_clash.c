// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: provider definitions. Out: an error for each probe whose macro or
 * semaphore has the name of another one. A compiler would use the last of two
 * macros, and a linker would refuse two semaphores.
 *
 * The macro of p:::x__enabled replaces the test of p:::x, P_X_ENABLED(). That is
 * only a warning, because a program may do without the test.
 */
#include "dtrace-gen/name_clash.h"

#include <string.h>

#include "base/map.h"
#include "sdt/name.h"

struct unique {
	struct arena *arena;
	struct diag_list *diags;
	struct map owners; /* "P_A_B", "p_a__b_semaphore" -> "p:::a__b" */
};

/* Reports an error if another probe already has @text as its @what. */
static bool check_one(struct unique *u, const struct provider_decl *prov,
		      const struct probe_decl *probe, const char *what,
		      const char *text)
{
	void **owner = map_put_str(&u->owners, text);

	if (*owner) {
		diag_error(u->diags, probe->loc, "D_PROV_PRDUP",
			   "probe %s:::%s would have the %s of %s: %s",
			   prov->name, probe->name, what, (const char *)*owner,
			   text);
		return false;
	}
	*owner = arena_printf(u->arena, "%s:::%s", prov->name, probe->name);
	return true;
}

static void check_probe(struct unique *u, const struct provider_decl *prov,
			const struct probe_decl *probe)
{
	struct strbuf macro = { 0 };

	sdt_macro_name(prov->name, probe->name, &macro);
	if (check_one(u, prov, probe, "macro",
		      arena_strdup(u->arena, strbuf_text(&macro))))
		check_one(u, prov, probe, "semaphore",
			  arena_printf(u->arena, "%s_%s_semaphore", prov->name,
				       probe->name));
	strbuf_deinit(&macro);
}

/* After all macros are known. */
static void check_test(struct unique *u, const struct provider_decl *prov,
		       const struct probe_decl *probe)
{
	static const char suffix[] = "_ENABLED";
	const size_t suffix_len = sizeof(suffix) - 1;
	struct strbuf macro = { 0 };
	void **owner = NULL;

	sdt_macro_name(prov->name, probe->name, &macro);
	if (macro.len > suffix_len &&
	    !strcmp(macro.text + macro.len - suffix_len, suffix))
		owner = map_find(&u->owners, macro.text,
				 macro.len - suffix_len);
	if (owner)
		diag_warning(u->diags, probe->loc, "D_PROV_PRDUP",
			     "the macro of probe %s:::%s replaces the test whether %s is "
			     "enabled: %s()",
			     prov->name, probe->name, (const char *)*owner,
			     macro.text);
	strbuf_deinit(&macro);
}

static void each_probe(struct unique *u, const struct program *program,
		       void (*fn)(struct unique *, const struct provider_decl *,
				  const struct probe_decl *))
{
	for (const struct provider_decl *prov = program->providers; prov;
	     prov = prov->next)
		for (const struct probe_decl *probe = prov->probes; probe;
		     probe = probe->next)
			fn(u, prov, probe);
}

void gen_check_unique(const struct program *program, struct diag_list *diags)
{
	struct unique u = { .arena = program->arena, .diags = diags };

	each_probe(&u, program, check_probe);
	each_probe(&u, program, check_test);
	map_deinit(&u.owners);
}

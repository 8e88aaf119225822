// SPDX-License-Identifier: BSD-2-Clause
/*
 * Resolves the descriptions of all clauses, each once and before the clauses
 * are checked: to the sites where the clause will run and, where it uses
 * args[], to the argument types that the providers report for its probes.
 * Those that are used must be equal for all of them.
 *
 * Equal types may have different sources: the ports of tcp:::send are in the
 * packet, those of tcp:::connect-established in the socket. Such a clause is
 * split into one for each source:
 *
 *	tcp:::send,tcp:::connect-established { ... args[4]->tcp_sport ... }
 *	->
 *	tcp:::send { ... }
 *	tcp:::connect-established { ... }
 */
#include "runtime/session/resolve/resolve.h"

#include <errno.h>
#include <string.h>

#include "base/arena.h"
#include "base/text/identifier.h"
#include "base/vec.h"
#include "lang/check/check.h"
#include "lang/check/copy_tree.h"
#include "lang/stability.h"
#include "runtime/provider/provider.h"
#include "runtime/session/resolve/match.h"
#include "runtime/session/resolve/no_match.h"
#include "runtime/session/resolve/resolved.h"
#include "runtime/session/resolve/syscall_hint.h"
#include "runtime/session/session_state.h"

enum { WAY_MAX = 16 };

/* For a description of its own. */
struct split_probe {
	const struct probe *probe;
	const struct stability *attrs;
};

/* A clause that is being resolved. */
struct resolving {
	struct prov_sink sink;
	struct arena *arena;
	bool uses_args;
	struct resolved_clause result;
	struct resolved_spec *spec; /* the description being matched */
	VEC(struct lang_args) ways;
	bool differs; /* in ways for which a clause can't be split */
	/*
	 * of the last probe found: how it passes arguments, for each of its
	 * sites
	 */
	uint8_t way;
	struct split_probe last;
	VEC(struct split_probe) probes;
};

static bool has_type(const struct lang_args *args, size_t idx, const char *type)
{
	return idx < args->cnt && !strcmp(args->types[idx], type);
}

/* Whether the text has @word, of @len characters, as a word. */
static bool has_word(const char *text, const char *word, size_t len)
{
	while (*text) {
		size_t text_len = identifier_len(text);

		if (text_len == len && !memcmp(text, word, len))
			return true;
		text += text_len ? text_len : 1;
	}
	return false;
}

/* Whether @type needs @decls: one of its words, not of C, is there. */
static bool needs(const char *type, const char *decls)
{
	static const char words_of_c[] =
		"void char short int long signed unsigned float double const "
		"volatile restrict struct union enum _Bool";

	while (*type) {
		size_t len = identifier_len(type);

		if (len && !has_word(words_of_c, type, len) &&
		    has_word(decls, type, len))
			return true;
		type += len ? len : 1;
	}
	return false;
}

/* Whether argument @idx is @type, and means the same with @decls. */
static bool is_same_type(const struct lang_args *args, size_t idx,
			 const char *type, const char *decls)
{
	const char *own = args->decls ? args->decls : "";

	decls = decls ? decls : "";
	return has_type(args, idx, type) &&
		(!strcmp(own, decls) ||
		 !(needs(type, own) || needs(type, decls)));
}

/* Whether the types, the raw arguments and their native types are equal. */
static bool is_same_way(const struct lang_args *args,
			const struct prov_match *match)
{
	if (args->cnt != match->arg_cnt || !args->map != !match->arg_map ||
	    !args->natives != !match->arg_natives)
		return false;
	for (size_t i = 0; i < args->cnt; i++)
		if (!is_same_type(args, i, match->arg_types[i],
				  match->arg_decls) ||
		    (args->map && args->map[i] != match->arg_map[i]) ||
		    (args->natives &&
		     args->natives[i] != match->arg_natives[i]))
			return false;
	return true;
}

/* Copies the provider's answer, which is valid only during the call. */
static struct lang_args keep(struct resolving *r,
			     const struct prov_match *match)
{
	const char **types =
		arena_new_array(r->arena, const char *, match->arg_cnt + 1);
	const struct type **natives = arena_new_array(
		r->arena, const struct type *, match->arg_cnt + 1);
	uint8_t *map = arena_new_array(r->arena, uint8_t, match->arg_cnt + 1);

	for (size_t i = 0; i < match->arg_cnt; i++) {
		types[i] = arena_strdup(r->arena, match->arg_types[i]);
		if (match->arg_natives)
			natives[i] = match->arg_natives[i];
		map[i] = match->arg_map ? match->arg_map[i] : (uint8_t)i;
	}
	return (struct lang_args){
		.types = types,
		.cnt = match->arg_cnt,
		.natives = match->arg_natives ? natives : NULL,
		.map = match->arg_map ? map : NULL,
		.decls = match->arg_decls ?
				 arena_strdup(r->arena, match->arg_decls) :
				 NULL,
		.is_user = match->has_user_args,
	};
}

static uint8_t way_of(struct resolving *r, const struct prov_match *match)
{
	size_t i = 0;

	while (i < r->ways.cnt && !is_same_way(&r->ways.v[i], match))
		i++;
	if (i == r->ways.cnt)
		vec_push(&r->ways, keep(r, match));
	return (uint8_t)i;
}

static void add_way(struct resolving *r, const struct prov_match *match)
{
	if (r->ways.cnt && r->ways.v[0].is_user != match->has_user_args)
		r->differs = true;
	if (r->differs)
		return;
	r->way = way_of(r, match);
	r->differs = r->ways.cnt > WAY_MAX;
}

static void found(struct prov_sink *sink, const struct prov_match *match)
{
	struct resolving *r = (struct resolving *)sink;
	struct resolved_spec *spec = r->spec;

	spec->function = match->probe->function;
	for (int i = 0; i < PROVIDER_ATTR_CNT; i++)
		spec->least[i] = stability_min(spec->least[i],
					       match->attrs[i]);
	r->last = (struct split_probe){ match->probe, match->attrs };
	if (r->uses_args)
		add_way(r, match);
}

static void add_site(struct prov_sink *sink, uint32_t site)
{
	struct resolving *r = (struct resolving *)sink;

	vec_push(&r->result.sites, ((struct resolved_site){
			.site = site, .provider = sink->row, .way = r->way }));
	if (r->uses_args)
		vec_push(&r->probes, r->last);
}

/* ------------------------------------------------------------- descriptions */

/* Whether the caller needs the probes, not only their sites. */
static bool wants_probes(const struct session *session,
			 const struct resolving *r,
			 const struct probe_spec *spec)
{
	return r->uses_args || session->options.value[OPT_verbose] ||
	       session->asked.lang_env.least_stability ||
	       session_may_hint(session, spec);
}

static void resolve_spec(struct resolving *r, struct session *session,
			 struct probe_spec *spec)
{
	size_t before = r->result.sites.cnt;

	r->sink.found = wants_probes(session, r, spec) ? found : NULL;
	r->spec = vec_add(&r->result.specs);
	r->spec->spec = spec;
	for (int i = 0; i < PROVIDER_ATTR_CNT; i++)
		r->spec->least[i] = stability_highest();
	r->spec->cnt = session_match_spec(session, spec, &r->sink,
					  &r->spec->why,
					  &r->spec->is_fallback);
	r->spec->site_cnt = r->result.sites.cnt - before;
}

/* ------------------------------------------------------- what args[] is here */

/* Finds the arguments whose types differ between the ways. */
static void find_mixed(const struct resolving *r, struct lang_args *ret)
{
	const struct lang_args *first = &r->ways.v[0];

	for (size_t way = 1; way < r->ways.cnt; way++) {
		const struct lang_args *args = &r->ways.v[way];

		for (size_t i = 0; i < 32; i++) {
			if (i >= args->cnt)
				ret->mixed |= (uint32_t)(i < first->cnt) << i;
			else if (!has_type(first, i, args->types[i]))
				ret->mixed |= 1u << i;
			else if (!is_same_type(first, i, args->types[i],
					       args->decls))
				ret->mixed_decls |= 1u << i;
		}
	}
}

/* Whether the ways differ only in types, not in the source. */
static bool comes_alike(const struct resolving *r)
{
	for (size_t way = 0; way < r->ways.cnt; way++)
		if (r->ways.v[way].map || r->ways.v[way].natives)
			return r->ways.cnt == 1;
	return true;
}

/* Each clause gets one answer. Why there are no probes is determined later. */
static struct lang_args *args_of(const struct session *session,
				 const struct resolving *r)
{
	struct lang_args *ret = arena_new(r->arena, struct lang_args);

	if (!r->ways.cnt) {
		ret->err = -ENOENT;
	} else if (r->differs ||
		   (!comes_alike(r) && session->mode != SESSION_LIST)) {
		ret->err = -EMLINK;
	} else {
		*ret = r->ways.v[0];
		find_mixed(r, ret);
	}
	return ret;
}

static const struct lang_args *args_of_way(const struct resolving *r,
					   size_t way)
{
	struct lang_args *ret = arena_new(r->arena, struct lang_args);

	*ret = r->ways.v[way];
	find_mixed(r, ret);
	return ret;
}

/* ----------------------------------------------------- a clause for each way */

/* A description that matches only @probe and is displayed as @spec. */
static struct resolved_spec spec_of_probe(struct arena *arena,
					  const struct probe_spec *spec,
					  const struct split_probe *of)
{
	struct probe_spec *own = arena_new(arena, struct probe_spec);
	struct resolved_spec ret = { .spec = own, .cnt = 1, .site_cnt = 1,
				     .function = of->probe->function };

	*own = *spec;
	own->provider = of->probe->provider;
	own->module = of->probe->module;
	own->function = of->probe->function;
	own->name = of->probe->name;
	own->part_cnt = 4;
	memcpy(ret.least, of->attrs, sizeof(ret.least));
	return ret;
}

static struct resolved_spec spec_as_written(struct arena *arena,
					    const struct resolved_spec *spec)
{
	struct probe_spec *own = arena_new(arena, struct probe_spec);
	struct resolved_spec ret = *spec;

	*own = *spec->spec;
	ret.spec = own;
	return ret;
}

/*
 * Adds the part of a description whose probes pass arguments in @way: the whole
 * description or nothing if it has one way, else one for each probe. A
 * description that matches nothing is kept with the first way, to be reported.
 * Its sites are those from number @first on: these providers have one for each
 * probe.
 */
static void add_spec(const struct resolving *r,
		     const struct resolved_spec *spec, size_t first, size_t way,
		     struct resolved_clause *ret)
{
	const struct resolved_site *sites = r->result.sites.v + first;
	size_t cnt = 0;

	for (size_t i = 0; i < spec->site_cnt; i++)
		cnt += sites[i].way == way;
	if (cnt == spec->site_cnt && (cnt || !way))
		vec_push(&ret->specs, spec_as_written(r->arena, spec));
	for (size_t i = 0; i < spec->site_cnt; i++) {
		if (sites[i].way != way)
			continue;
		vec_push(&ret->sites, sites[i]);
		if (cnt != spec->site_cnt)
			vec_push(&ret->specs,
				 spec_of_probe(r->arena, spec->spec,
					       &r->probes.v[first + i]));
	}
}

/* Reduces @clause to the descriptions whose probes pass arguments in @way. */
static struct resolved_clause part_of(const struct resolving *r, size_t way,
				      struct clause *clause)
{
	struct resolved_clause ret = { .clause = clause };
	struct probe_spec *next = NULL;
	size_t first = 0;

	for (size_t i = 0; i < r->result.specs.cnt; i++) {
		add_spec(r, &r->result.specs.v[i], first, way, &ret);
		first += r->result.specs.v[i].site_cnt;
	}
	for (size_t i = ret.specs.cnt; i-- > 0;) {
		struct probe_spec *spec = ret.specs.v[i].spec;

		spec->next = next;
		next = spec;
	}
	clause->specs = next;
	clause->args = args_of_way(r, way);
	return ret;
}

static void put_behind(struct session *session, struct clause *clause,
		       struct clause *copy)
{
	clause->next = copy;
	for (size_t i = 0; i < session->asked.texts.cnt; i++)
		if (session->asked.texts.v[i]->last == clause)
			session->asked.texts.v[i]->last = copy;
	if (session->program.clauses_tail == &clause->next)
		session->program.clauses_tail = &copy->next;
}

/* The clauses keep the number of the clause that the user wrote. */
static struct clause *take_apart(struct session *session,
				 const struct resolving *r,
				 struct clause *clause)
{
	struct clause *last = clause;

	vec_push(&session->matched.clauses, part_of(r, 0, clause));
	for (size_t way = 1; way < r->ways.cnt; way++) {
		struct clause *copy = clause_copy(r->arena, last);

		vec_push(&session->matched.clauses, part_of(r, way, copy));
		put_behind(session, last, copy);
		last = copy;
	}
	return last;
}

/* ----------------------------------------------------------------- all clauses */

static void resolved_deinit(struct resolved_clause *clause)
{
	vec_deinit(&clause->specs);
	vec_deinit(&clause->sites);
}

/* Returns the last of the clauses that it became. */
static struct clause *resolve(struct session *session, struct clause *clause,
			      bool uses_args)
{
	bool is_listing = session->mode == SESSION_LIST;
	struct resolving r = {
		.sink = { .site = is_listing ? NULL : add_site,
			  .is_brief = !uses_args },
		.arena = &session->arena,
		.uses_args = uses_args,
		.result = { .clause = clause },
	};

	for (struct probe_spec *spec = clause->specs; spec; spec = spec->next)
		resolve_spec(&r, session, spec);
	if (uses_args && !is_listing && !r.differs && r.ways.cnt &&
	    !comes_alike(&r) && !r.ways.v[0].is_user) {
		clause = take_apart(session, &r, clause);
		resolved_deinit(&r.result);
	} else {
		if (uses_args)
			clause->args = r.result.args = args_of(session, &r);
		vec_push(&session->matched.clauses, r.result);
	}
	vec_deinit(&r.ways);
	vec_deinit(&r.probes);
	return clause;
}

/* For the message of the checker on a clause that uses args[]. */
static void explain_args(struct session *session,
			 const struct resolved_clause *resolved)
{
	const struct resolved_spec *spec;

	if (!resolved->args || resolved->args->err != -ENOENT)
		return;
	spec = &resolved->specs.v[0];
	resolved->args->why_none = session->options.value[OPT_zdefs] ?
		"until there are some, use arg0 to arg9" :
		session_why_no_match(session, spec->spec, &spec->why);
}

void session_resolve(struct session *session)
{
	session_open_providers(session);
	for (struct clause *clause = session->program.clauses; clause;
	     clause = clause->next) {
		bool uses_args = clause_uses_args(&session->program, clause);

		/* -l will search for them itself */
		if (uses_args || session->mode != SESSION_LIST)
			clause = resolve(session, clause, uses_args);
	}
	for (size_t i = 0; i < session->matched.clauses.cnt; i++)
		explain_args(session, &session->matched.clauses.v[i]);
}

void session_drop_resolved(struct session *session)
{
	for (size_t i = 0; i < session->matched.clauses.cnt; i++)
		resolved_deinit(&session->matched.clauses.v[i]);
	vec_deinit(&session->matched.clauses);
}

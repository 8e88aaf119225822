// SPDX-License-Identifier: BSD-2-Clause
/*
 * What args[] is in a clause: the argument types that the providers tell of
 * the clause's probes. Those that are used must be the same for all of them.
 * Only clauses that name args[] are asked for, before they are checked and
 * while they are; so their probes are matched several times.
 *
 * The same types can come in different ways: of tcp:::send the ports are in
 * the packet, of tcp:::connect-established in the socket. Such a clause is
 * taken apart into one for each way:
 *
 *	tcp:::send,tcp:::connect-established { ... args[4]->tcp_sport ... }
 *	->
 *	tcp:::send { ... }
 *	tcp:::connect-established { ... }
 */
#include <errno.h>
#include <string.h>

#include "lang/copy.h"
#include "lang/walk.h"
#include "runtime/session_state.h"

enum { WAY_MAX = 16 };

/* A probe that a description means. */
struct found_probe {
	const struct probe_spec *spec;
	const struct probe *probe;
	size_t way; /* in which its arguments come: index of `ways` */
};

struct collecting {
	struct prov_sink sink;
	struct arena *arena;
	const struct probe_spec *spec; /* that is matched */
	VEC(struct lang_args) ways;
	VEC(struct found_probe) probes;
	bool differs; /* in too many ways */
	struct prov_why why; /* there are none */
};

static bool has_type(const struct lang_args *args, size_t idx, const char *type)
{
	return idx < args->cnt && !strcmp(args->types[idx], type);
}

/* Are they the same, and come in the same arguments, and as the same? */
static bool is_same_way(const struct lang_args *args,
			const struct prov_match *match)
{
	if (args->cnt != match->arg_cnt || !args->map != !match->arg_map ||
	    !args->natives != !match->arg_natives)
		return false;
	for (size_t i = 0; i < args->cnt; i++)
		if (!has_type(args, i, match->arg_types[i]) ||
		    (args->map && args->map[i] != match->arg_map[i]) ||
		    (args->natives &&
		     args->natives[i] != match->arg_natives[i]))
			return false;
	return true;
}

/* What the provider tells lives only as long as the call. */
static struct lang_args keep(struct collecting *c,
			     const struct prov_match *match)
{
	const char **types =
		arena_new_array(c->arena, const char *, match->arg_cnt + 1);
	const struct type **natives = arena_new_array(
		c->arena, const struct type *, match->arg_cnt + 1);
	uint8_t *map = arena_new_array(c->arena, uint8_t, match->arg_cnt + 1);

	for (size_t i = 0; i < match->arg_cnt; i++) {
		types[i] = arena_strdup(c->arena, match->arg_types[i]);
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
				 arena_strdup(c->arena, match->arg_decls) :
				 NULL,
		.is_user = match->has_user_args,
	};
}

static size_t way_of(struct collecting *c, const struct prov_match *match)
{
	size_t i = 0;

	while (i < c->ways.cnt && !is_same_way(&c->ways.v[i], match))
		i++;
	if (i == c->ways.cnt)
		vec_push(&c->ways, keep(c, match));
	return i;
}

static void collect(struct prov_sink *sink, const struct prov_match *match)
{
	struct collecting *c = (struct collecting *)sink;
	struct found_probe found = { c->spec, match->probe, 0 };

	if (c->ways.cnt && c->ways.v[0].is_user != match->has_user_args)
		c->differs = true;
	if (c->differs)
		return;
	found.way = way_of(c, match);
	vec_push(&c->probes, found);
	c->differs = c->ways.cnt > WAY_MAX;
}

/* The arguments whose type is not the same in all ways. */
static uint32_t mixed_args(const struct collecting *c)
{
	const struct lang_args *first = &c->ways.v[0];
	uint32_t mixed = 0;

	for (size_t way = 1; way < c->ways.cnt; way++)
		for (size_t i = 0; i < 32; i++)
			if (i < c->ways.v[way].cnt ?
				    !has_type(first, i, c->ways.v[way].types[i]) :
				    i < first->cnt)
				mixed |= 1u << i;
	return mixed;
}

/* Does only what they are differ, and not where it comes from? */
static bool comes_alike(const struct collecting *c)
{
	for (size_t way = 0; way < c->ways.cnt; way++)
		if (c->ways.v[way].map || c->ways.v[way].natives)
			return c->ways.cnt == 1;
	return true;
}

static void collect_clause(struct collecting *c, struct session *session,
			   const struct clause *clause)
{
	c->sink.found = collect;
	c->arena = &session->arena;
	session_open_providers(session);
	for (c->spec = clause->specs; c->spec; c->spec = c->spec->next)
		session_match_spec(session, c->spec, NULL, &c->sink, &c->why);
}

static const char *why_none(struct session *session,
			    const struct collecting *c,
			    const struct clause *clause)
{
	return session->options.value[OPT_zdefs] ?
		       "until there are some, use arg0 to arg9" :
		       session_explain(session, clause->specs, &c->why);
}

static void collect_end(struct collecting *c)
{
	vec_deinit(&c->ways);
	vec_deinit(&c->probes);
}

int session_find_args(void *ctx, const struct clause *clause,
		      struct lang_args *ret)
{
	struct session *session = ctx;
	struct collecting c = { 0 };
	int err = 0;

	collect_clause(&c, session, clause);
	if (!c.ways.cnt) {
		ret->why_none = why_none(session, &c, clause);
		err = -ENOENT;
	} else if (c.differs ||
		   (!comes_alike(&c) && session->mode != SESSION_LIST)) {
		err = -EMLINK;
	} else {
		*ret = c.ways.v[0];
		ret->mixed = mixed_args(&c) | clause->mixed_args;
	}
	collect_end(&c);
	return err;
}

/* ---------------------------------------------------------- taking apart */

/* A description of nothing but @probe, which shows as @spec. */
static struct probe_spec *spec_of_probe(struct arena *arena,
					const struct probe_spec *spec,
					const struct probe *probe)
{
	struct probe_spec *ret = arena_new(arena, struct probe_spec);

	*ret = *spec;
	ret->provider = probe->provider;
	ret->module = probe->module;
	ret->function = probe->function;
	ret->name = probe->name;
	ret->part_cnt = 4;
	return ret;
}

/*
 * Of @spec what comes in @way: all or nothing as it is written, else each
 * probe. What means nothing stays with the first way, to be told of.
 */
static struct probe_spec **add_specs(const struct collecting *c,
				     const struct probe_spec *spec, size_t way,
				     struct probe_spec **tail)
{
	size_t all = 0, cnt = 0;

	for (size_t i = 0; i < c->probes.cnt; i++) {
		all += c->probes.v[i].spec == spec;
		cnt += c->probes.v[i].spec == spec && c->probes.v[i].way == way;
	}
	if (cnt == all && (all || !way)) {
		*tail = arena_new(c->arena, struct probe_spec);
		**tail = *spec;
		tail = &(*tail)->next;
	} else {
		for (size_t i = 0; i < c->probes.cnt; i++) {
			if (c->probes.v[i].spec != spec ||
			    c->probes.v[i].way != way)
				continue;
			*tail = spec_of_probe(c->arena, spec,
					      c->probes.v[i].probe);
			tail = &(*tail)->next;
		}
	}
	*tail = NULL;
	return tail;
}

static struct probe_spec *specs_of(const struct collecting *c,
				   const struct clause *clause, size_t way)
{
	struct probe_spec *first = NULL, **tail = &first;

	for (const struct probe_spec *spec = clause->specs; spec;
	     spec = spec->next)
		tail = add_specs(c, spec, way, tail);
	return first;
}

static void put_behind(struct session *session, struct clause *clause,
		       struct clause *copy)
{
	clause->next = copy;
	for (size_t i = 0; i < session->texts.cnt; i++)
		if (session->texts.v[i]->last == clause)
			session->texts.v[i]->last = copy;
	if (session->program.clauses_tail == &clause->next)
		session->program.clauses_tail = &copy->next;
}

/* The clauses keep the number of the one that the user wrote. */
static void take_apart(struct session *session, const struct collecting *c,
		       struct clause *clause)
{
	struct probe_spec *own = specs_of(c, clause, 0);
	struct clause *last = clause;

	clause->mixed_args = mixed_args(c);
	for (size_t way = 1; way < c->ways.cnt; way++) {
		struct clause *copy = clause_copy(c->arena, last);

		copy->specs = specs_of(c, clause, way);
		put_behind(session, last, copy);
		last = copy;
	}
	clause->specs = own;
}

static void find_args_name(const struct node *node, void *arg)
{
	if (node->kind == NODE_NAME && node->name.scope == IDENT_GLOBAL &&
	    strcmp(node->name.name, "args") == 0)
		*(bool *)arg = true;
}

void session_split_clauses(struct session *session)
{
	for (struct clause *clause = session->program.clauses; clause;
	     clause = clause->next) {
		struct collecting c = { 0 };
		bool uses_args = false;

		clause_walk(clause, find_args_name, &uses_args);
		if (!uses_args)
			continue;
		collect_clause(&c, session, clause);
		if (!c.differs && c.ways.cnt && !comes_alike(&c) &&
		    !c.ways.v[0].is_user)
			take_apart(session, &c, clause);
		collect_end(&c);
	}
}

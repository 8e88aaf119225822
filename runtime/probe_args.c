// SPDX-License-Identifier: BSD-2-Clause
/*
 * What args[] is in a clause: the argument types that the providers tell of
 * the clause's probes, which must be the same for all of them. Only clauses
 * that name args[] are asked for, while they are checked; so their probes are
 * matched twice.
 */
#include <errno.h>
#include <string.h>

#include "runtime/session_state.h"

struct collecting {
	struct prov_sink sink;
	struct arena *arena;
	struct lang_args *args;
	bool has_args, differs;
};

static bool is_same(const struct lang_args *args,
		    const struct prov_match *match)
{
	if (args->cnt != match->arg_cnt ||
	    args->is_user != match->has_user_args ||
	    !args->map != !match->arg_map ||
	    !args->natives != !match->arg_natives)
		return false;
	for (size_t i = 0; i < args->cnt; i++)
		if (strcmp(args->types[i], match->arg_types[i]) ||
		    (args->map && args->map[i] != match->arg_map[i]) ||
		    (args->natives &&
		     args->natives[i] != match->arg_natives[i]))
			return false;
	return true;
}

/* What the provider tells lives only as long as the call. */
static void keep(struct collecting *c, const struct prov_match *match)
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
	*c->args = (struct lang_args){
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

static void collect(struct prov_sink *sink, const struct prov_match *match)
{
	struct collecting *c = (struct collecting *)sink;

	if (!c->has_args)
		keep(c, match);
	else if (!is_same(c->args, match))
		c->differs = true;
	c->has_args = true;
}

int session_find_args(void *ctx, const struct clause *clause,
		      struct lang_args *ret)
{
	struct session *session = ctx;
	struct collecting collecting = {
		.sink = { .found = collect },
		.arena = &session->arena,
		.args = ret,
	};
	struct prov_why why = { 0 };

	session_open_providers(session);
	for (const struct probe_spec *spec = clause->specs; spec;
	     spec = spec->next)
		session_match_spec(session, spec, NULL, &collecting.sink,
				   &why);
	if (!collecting.has_args)
		return -ENOENT;
	return collecting.differs ? -EMLINK : 0;
}

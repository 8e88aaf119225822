// SPDX-License-Identifier: BSD-2-Clause
/*
 * Functions of processes, which need no preparation:
 *
 *	pidPID : file : function : entry, return or an offset in hexadecimal
 *
 * A description names one process or, as pid*, all processes. Nothing is listed
 * without a description, because only it tells where to look. An address may
 * have several names (aliases): a pattern shows the plainest name that matches,
 * a full name shows that name.
 */

#include "runtime/provider/pid/pid.h"

static void *pid_create(const struct prov_env *env)
{
	struct pid_state *state = xcalloc(1, sizeof(*state));

	user_code_init(&state->code, env);
	vec_add(&state->sets);
	return state;
}

static void pid_destroy(void *p)
{
	struct pid_state *state = p;

	for (size_t i = 0; i < state->sets.cnt; i++)
		vec_deinit(&state->sets.v[i].clauses);
	pid_drop_classes(state);
	user_code_deinit(&state->code);
	vec_deinit(&state->tags);
	vec_deinit(&state->sites);
	vec_deinit(&state->sets);
	vec_deinit(&state->classes);
	vec_deinit(&state->marks);
	vec_deinit(&state->gaps);
	vec_deinit(&state->laters);
	map_deinit(&state->offset_tags);
	map_deinit(&state->offset_sites);
	map_deinit(&state->next_set);
	free(state);
}

static const struct probe *pid_lookup(void *p, uint32_t prog_id, uint32_t tag,
				      uint32_t tgid)
{
	const struct pid_state *state = p;

	(void)prog_id;
	(void)tgid;
	return tag < state->tags.cnt ? pid_tag_probe(state, tag) : NULL;
}

/*
 * The main thread of a process may end while others continue. If that leaves
 * probes untraced, this notifies the session.
 */
static void watch(const struct prov_env *env)
{
	if (env->watch && (env->options->str[OPT_objects] ||
			   prov_backend(env) == KERN_UPROBE_PERF))
		env->watch(env->ctx);
}

/* Matches the files of @pid, including those that it maps in the meantime. */
static int match_process(struct pid_matching *m, pid_t pid)
{
	uint32_t first;
	int err = user_find(&m->state->code, pid);

	if (err)
		return err;
	pid_match_objects(m, pid, 0);
	if (!prov_wants_sites(m->sink) || !pid_can_come(m->state, m->spec, pid))
		return 0;
	first = (uint32_t)m->state->code.objects.cnt;
	err = user_watch(&m->state->code, pid);
	pid_match_objects(m, pid, first);
	return err;
}

static int pid_match(void *p, const struct probe_spec *spec,
		     struct prov_sink *sink, struct prov_why *why_ret)
{
	struct pid_matching m = { .state = p, .spec = spec, .sink = sink };
	pid_t pid = spec->id ? 0 : pid_of_provider(spec->provider);
	size_t gap_cnt = m.state->gaps.cnt;
	int err;

	if (!spec->id && pid_is_all(spec->provider)) {
		m.number = ++m.state->match_cnt;
		return pid_match_all(&m, why_ret);
	}
	if (!pid && !spec->id && why_ret)
		pid_explain_number(m.state->code.env->arena, spec->provider,
				   why_ret);
	if (!pid)
		return 0;
	if (prov_wants_sites(sink))
		watch(m.state->code.env);
	m.number = ++m.state->match_cnt;
	err = match_process(&m, pid);
	if (!m.cnt)
		m.state->gaps.cnt = gap_cnt;
	if (!m.cnt && why_ret)
		*why_ret = pid_explain(&m, pid, err);
	return m.cnt;
}

/* ---------------------------------------------------------------- enabling */

/* Returns the set that has the clauses of @set_idx and then @clause. */
static uint32_t set_with(struct pid_state *state, uint32_t set_idx,
			 const struct clause *clause)
{
	const struct pid_set *set = &state->sets.v[set_idx];
	uint64_t key[2] = { set_idx, (uintptr_t)clause };
	struct pid_set *next;
	void **slot;

	if (set->clauses.cnt &&
	    set->clauses.v[set->clauses.cnt - 1] == clause)
		return set_idx;
	slot = map_put(&state->next_set, key, sizeof(key));
	if (!*slot) {
		next = vec_add(&state->sets);
		set = &state->sets.v[set_idx];
		for (size_t i = 0; i < set->clauses.cnt; i++)
			vec_push(&next->clauses, set->clauses.v[i]);
		vec_push(&next->clauses, clause);
		*slot = (void *)(uintptr_t)(state->sets.cnt - 1);
	}
	return (uint32_t)(uintptr_t)*slot;
}

static void pid_enable(void *p, uint32_t site_idx, const struct clause *clause)
{
	struct pid_state *state = p;
	struct pid_site *site = &state->sites.v[site_idx];

	site->set_idx = set_with(state, site->set_idx, clause);
}

static int generate(void *state, struct gen *gen)
{
	int err = pid_generate(state, gen);

	return err ? err : pid_spare(state, gen);
}

const struct provider_ops provider_pid = {
	.name = "pid",
	.create = pid_create,
	.destroy = pid_destroy,
	.match = pid_match,
	.enable = pid_enable,
	.enable_later = pid_enable_later,
	.generate = generate,
	.attach = pid_attach,
	.mapped = pid_mapped,
	.lookup = pid_lookup,
};

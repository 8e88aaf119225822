// SPDX-License-Identifier: BSD-2-Clause
/*
 * The dtrace provider: BEGIN, END and ERROR. They need no event of the kernel:
 * the session runs the programs of BEGIN and END itself by a test run, in the
 * process dtrace; the clauses of ERROR are a part of all programs.
 */
#include <errno.h>
#include <string.h>

#include "runtime/common/record.h"
#include "runtime/provider/provider.h"

/* Rows in order of probe id; each is made when the session begins. */
static const struct {
	const char *name;
	uint32_t state; /* in which its program runs */
} dtrace_probes[] = {
	{ "BEGIN", RT_STARTING },
	{ "END", RT_ENDING },
	{ "ERROR", RT_ACTIVE }, /* that of the clause that faults */
};

enum { PROBE_ERROR = 2, DTRACE_PROBE_CNT = 3 };

struct dtrace_state {
	const struct prov_env *env;
	const struct probe *probes[DTRACE_PROBE_CNT];
	VEC(const struct clause *) clauses[DTRACE_PROBE_CNT];
	int prog_ids[DTRACE_PROBE_CNT]; /* -1: no clause */
};

/* Stability of the probes; levels and classes are rows of
 * lang/table/stability.def. */
static const struct stability dtrace_attrs[PROVIDER_ATTR_CNT] = {
	{ STABILITY_Stable, STABILITY_Stable, CLASS_Common },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Stable, STABILITY_Stable, CLASS_Common },
	{ STABILITY_Stable, STABILITY_Stable, CLASS_Common },
};

static void *dtrace_create(const struct prov_env *env)
{
	struct dtrace_state *state = xcalloc(1, sizeof(*state));

	state->env = env;
	for (int i = 0; i < DTRACE_PROBE_CNT; i++) {
		state->probes[i] = probe_get(env->probes, "dtrace", "", "",
					     dtrace_probes[i].name);
		state->prog_ids[i] = -1;
	}
	return state;
}

static void dtrace_destroy(void *p)
{
	struct dtrace_state *state = p;

	for (int i = 0; i < DTRACE_PROBE_CNT; i++)
		vec_deinit(&state->clauses[i]);
	free(state);
}

static int dtrace_match(void *p, const struct probe_spec *spec,
			struct prov_sink *sink, struct prov_why *why_ret)
{
	struct dtrace_state *state = p;
	int cnt = 0;

	(void)why_ret;

	for (int i = 0; i < DTRACE_PROBE_CNT; i++) {
		const struct probe *probe = state->probes[i];
		struct prov_match match = {
			.probe = probe, .attrs = dtrace_attrs };

		if (!spec_means(spec, probe))
			continue;
		cnt++;
		if (prov_wants_probes(sink))
			sink->found(sink, &match);
		prov_tell_site(sink, (uint32_t)i);
	}
	return cnt;
}

static void dtrace_enable(void *p, uint32_t site, const struct clause *clause)
{
	struct dtrace_state *state = p;

	prov_add_clause(&state->clauses[site], clause);
}

static bool dtrace_name(void *p, uint32_t tag, struct abi_name *ret)
{
	struct dtrace_state *state = p;

	prov_abi_name(state->probes[tag], ret);
	return true;
}

static int dtrace_generate(void *p, struct gen *gen)
{
	struct dtrace_state *state = p;
	uint32_t error_id;
	int err = 0;

	if (state->clauses[PROBE_ERROR].cnt)
		err = gen_error_clauses(gen, PROBE_ERROR,
					state->probes[PROBE_ERROR]->id,
					state->clauses[PROBE_ERROR].v,
					state->clauses[PROBE_ERROR].cnt,
					&error_id);
	for (int i = 0; i < DTRACE_PROBE_CNT; i++) {
		struct probe_abi abi = {
			.context = ABI_TEST_RUN,
			.probe_tag = (uint32_t)i,
			.filter.active_state = dtrace_probes[i].state,
			.names = { .name = dtrace_name, .arg = state },
		};
		uint32_t prog_id;
		int res;

		if (!state->clauses[i].cnt || i == PROBE_ERROR)
			continue;
		res = gen_program(gen, dtrace_probes[i].name, &abi,
				  state->clauses[i].v, state->clauses[i].cnt,
				  &prog_id);
		if (res)
			err = res;
		else
			state->prog_ids[i] = (int)prog_id;
	}
	return err;
}

static int dtrace_attach(void *p, const int *prog_fds,
			 struct kern_links *links, struct strbuf *warn)
{
	(void)p;
	(void)prog_fds;
	(void)links;
	(void)warn;
	return 0;
}

static const struct probe *dtrace_lookup(void *p, uint32_t prog_id,
					 uint32_t probe_tag, uint32_t tgid)
{
	struct dtrace_state *state = p;

	(void)prog_id;
	(void)tgid;
	return probe_tag < DTRACE_PROBE_CNT ? state->probes[probe_tag] : NULL;
}

static int dtrace_prog_id(void *p, const char *name)
{
	struct dtrace_state *state = p;

	for (int i = 0; i < DTRACE_PROBE_CNT; i++)
		if (!strcmp(dtrace_probes[i].name, name))
			return state->prog_ids[i];
	return -1;
}

const struct provider_ops provider_dtrace = {
	.name = "dtrace",
	.create = dtrace_create,
	.destroy = dtrace_destroy,
	.match = dtrace_match,
	.enable = dtrace_enable,
	.generate = dtrace_generate,
	.attach = dtrace_attach,
	.lookup = dtrace_lookup,
	.prog_id = dtrace_prog_id,
};

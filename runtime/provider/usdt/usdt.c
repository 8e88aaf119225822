// SPDX-License-Identifier: BSD-2-Clause
/*
 * User statically defined probes: the sites of .note.stapsdt, as
 *
 *	PROVIDERpid : file : function : name
 *
 * A description matches probes of processes that run now. If its provider field
 * ends in a glob that matches any pid (`postgresql*`), it is enabled for the
 * file as a whole, so that processes which start later are traced, too; their
 * probes are created with their first record.
 */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "base/text/glob.h"
#include "runtime/provider/profile/profile.h"
#include "runtime/provider/usdt/usdt.h"

static void *usdt_create(const struct prov_env *env)
{
	struct usdt_state *state = xcalloc(1, sizeof(*state));

	state->env = env;
	state->scanner = sdt_scanner_create(SDT_WANT_SITES | SDT_WANT_ARGS |
					    SDT_WANT_SYMBOLS |
					    SDT_WANT_FUNCTIONS |
					    SDT_WANT_TYPES);
	return state;
}

static void close_file(const struct usdt_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	if (file->lock > 0)
		close(file->lock);
}

static void usdt_destroy(void *p)
{
	struct usdt_state *state = p;

	for (size_t i = 0; i < state->named.cnt; i++)
		sdt_file_close(state->named.v[i]);
	for (size_t i = 0; i < state->files.cnt; i++)
		close_file(&state->files.v[i]);
	for (size_t i = 0; i < state->known.cnt; i++)
		sdt_file_close(state->known.v[i].elf);
	for (size_t i = 0; i < state->enablings.cnt; i++)
		vec_deinit(&state->enablings.v[i].clauses);
	usdt_drop_classes(state);
	vec_deinit(&state->named);
	vec_deinit(&state->scanned_pids);
	vec_deinit(&state->objects);
	vec_deinit(&state->files);
	vec_deinit(&state->templates);
	vec_deinit(&state->enablings);
	vec_deinit(&state->classes);
	prov_files_deinit(&state->file_numbers);
	map_deinit(&state->template_by_name);
	map_deinit(&state->enabling_by_site);
	vec_deinit(&state->known);
	vec_deinit(&state->laters);
	map_deinit(&state->seen);
	map_deinit(&state->probe_by_tag);
	free(state->own_ids);
	vec_deinit(&state->directs);
	vec_deinit(&state->arrivals);
	strbuf_deinit(&state->direct_whys);
	sdt_scanner_destroy(state->scanner);
	free(state);
}

/* ---------------------------------------------------------------- matching */

/*
 * The pid at the end of a provider field that is plain text: "python123" ->
 * 123. 0: there is none.
 */
static pid_t plain_pid(const struct probe_spec *spec)
{
	const char *provider = spec->provider;
	size_t len = strlen(provider), digits = spec->pid_digits;
	unsigned long pid;

	if (!glob_is_plain(provider))
		return 0;
	while (!spec->pid_digits && digits < len &&
	       isdigit((unsigned char)provider[len - digits - 1]))
		digits++;
	if (!digits || digits == len || digits > 9)
		return 0;
	pid = strtoul(provider + len - digits, NULL, 10);
	return (pid_t)pid;
}

/*
 * BEGIN, tick-1s and similar names without a provider mean the dtrace and
 * profile providers: searching all processes for a user probe called BEGIN
 * would make every script slow to start.
 */
static bool is_for_us(const struct probe_spec *spec)
{
	static const char *const ours[] = { "BEGIN", "END", "ERROR" };
	uint64_t period_ns;
	bool is_tick;

	if (spec->id)
		return true;
	if (glob_is_plain(spec->provider))
		return plain_pid(spec) > 0 &&
		       !prov_is_builtin(spec->provider);
	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
		if (!*spec->provider && !strcmp(spec->name, ours[i]))
			return false;
	if (prov_is_builtin(spec->provider))
		return false; /* functions and locks, of pid and plockstat */
	return *spec->provider ||
	       profile_parse(spec->name, &is_tick, &period_ns);
}

static const struct probe *usdt_lookup(void *p, uint32_t prog_id, uint32_t tag,
				       uint32_t tgid)
{
	(void)prog_id;
	return usdt_probe(p, tag, tgid);
}

/*
 * Finds a probe by its number, as -l showed it: ids are assigned in the order
 * of a full listing, so one is made here. Returns the description by name, or
 * false.
 */
static bool spec_from_id(struct usdt_matching *m, struct probe_spec *ret)
{
	static const struct probe_spec any = {
		.provider = "", .module = "", .function = "", .name = "" };
	const struct probe_table *probes = m->state->env->probes;
	struct usdt_matching all = { .state = m->state, .spec = &any };
	const struct probe *probe;

	usdt_find_all(m->state);
	usdt_match_objects(&all);
	map_deinit(&all.seen);
	if (m->spec->id > probes->probes.cnt)
		return false;
	probe = probes->probes.v[m->spec->id - 1];
	*ret = any;
	ret->provider = probe->provider;
	ret->module = probe->module;
	ret->function = probe->function;
	ret->name = probe->name;
	return true;
}

/* Explains why a process that was named has no matching probes. */
static const char *explain_pid(struct usdt_matching *m, pid_t pid, int err)
{
	struct arena *arena = m->state->env->arena;

	if (err)
		return prov_process_text(arena, pid, err);
	for (size_t i = 0; i < m->state->objects.cnt; i++)
		if (m->state->objects.v[i].pid == pid)
			return arena_printf(arena, "process %d has other "
					    "probes: see dtrace -l", pid);
	return arena_printf(arena, "no file of process %d has probe notes "
			    "(.note.stapsdt)%s", pid,
			    prov_unopened_text(m->state->env, pid));
}

/*
 * Whether @spec can match files that appear later: it does not name the pid, or
 * it names a process that may load them.
 */
static bool is_for_later(const struct probe_spec *spec, pid_t pid)
{
	size_t len = strlen(spec->provider);

	if (spec->id)
		return false;
	if (pid) /* pid123 is the pid provider */
		return strspn(spec->provider, "0123456789") != len &&
		       !(strncmp(spec->provider, "pid", 3) == 0 &&
			 isdigit((unsigned char)spec->provider[3]));
	return !len || spec->provider[len - 1] == '*';
}

static int usdt_match(void *p, const struct probe_spec *spec,
		      struct prov_sink *sink, struct prov_why *why_ret)
{
	struct usdt_matching m = { .state = p, .spec = spec, .sink = sink };
	pid_t pid = plain_pid(spec);
	struct probe_spec by_name;
	int err = 0;

	if (!is_for_us(spec))
		return 0;
	if (m.state->env->watch && is_for_later(spec, pid))
		m.state->env->watch(m.state->env->ctx);
	if (spec->id) {
		if (!spec_from_id(&m, &by_name))
			return 0;
		m.spec = &by_name;
	} else if (pid) {
		err = usdt_find_pid(m.state, pid);
	} else {
		usdt_find_all(m.state);
	}
	usdt_match_objects(&m);
	if (!m.cnt && pid)
		m.why = explain_pid(&m, pid, err);
	map_deinit(&m.seen);
	if (m.why && why_ret)
		*why_ret = (struct prov_why){ m.why, err ? "D_PROC_BADPID" :
						     pid ? "D_PROC_USDT" :
							   NULL };
	return m.cnt;
}

/* ---------------------------------------------------------------- enabling */

static void usdt_enable(void *p, uint32_t site, const struct clause *clause)
{
	struct usdt_state *state = p;
	struct usdt_enabling *enabling = &state->enablings.v[site];

	if (site < state->attached_cnt)
		return; /* it runs */
	prov_add_clause(&enabling->clauses, clause);
}

/*
 * Matches files that no process maps: all of them if the description is for any
 * process; if it names a pid, only if nothing else was found, because examining
 * all files takes long.
 */
static void usdt_enable_later(void *p, const struct probe_spec *spec,
			      const struct clause *clause, bool is_found)
{
	struct usdt_state *state = p;
	pid_t pid = plain_pid(spec);
	struct usdt_later later = {
		.spec = *spec, .clause = clause, .pid = pid };

	if (!state->env->watch || !is_for_us(spec) ||
	    !is_for_later(spec, pid) || (pid && usdt_find_pid(state, pid)))
		return;
	vec_push(&state->laters, later);
	if (pid && is_found)
		return;
	usdt_find_known(state, &later);
	for (size_t i = 0; i < state->objects.cnt; i++)
		if (state->objects.v[i].is_later)
			usdt_enable_object(state, &later,
					   &state->objects.v[i]);
}

static int generate(void *state, struct gen *gen)
{
	int err = usdt_generate(state, gen);

	return err ? err : usdt_spare(state, gen);
}

const struct provider_ops provider_usdt = {
	.name = "usdt",
	.create = usdt_create,
	.destroy = usdt_destroy,
	.match = usdt_match,
	.enable = usdt_enable,
	.enable_later = usdt_enable_later,
	.generate = generate,
	.attach = usdt_attach,
	.mapped = usdt_mapped,
	.lookup = usdt_lookup,
};

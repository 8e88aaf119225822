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
#include <stdio.h>
#include <string.h>

#include "runtime/provider/profile/profile.h"
#include "runtime/provider/usdt/usdt.h"
#include "sdt/name.h"

/* Stability, unless `#pragma D attributes` says otherwise. */
static const struct stability usdt_attr = {
	STABILITY_Unstable, STABILITY_Unstable, CLASS_Common
};

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

static void usdt_destroy(void *p)
{
	struct usdt_state *state = p;

	for (size_t i = 0; i < state->named.cnt; i++)
		sdt_file_close(state->named.v[i]);
	for (size_t i = 0; i < state->files.cnt; i++)
		close(state->files.v[i].fd);
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
	map_deinit(&state->file_numbers);
	map_deinit(&state->template_by_name);
	map_deinit(&state->enabling_by_site);
	vec_deinit(&state->known);
	vec_deinit(&state->laters);
	map_deinit(&state->seen);
	map_deinit(&state->probe_by_tag);
	free(state->own_ids);
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

bool usdt_fits_any_pid(const char *pattern, const char *provider)
{
	char name[SDT_NAME_LEN_MAX + 16];
	size_t len = strlen(pattern);

	if (len && pattern[len - 1] != '*')
		return false;
	for (char digit = '1'; digit <= '9'; digit++) {
		snprintf(name, sizeof(name), "%s%c", provider, digit);
		if (!glob_match(pattern, name))
			return false;
	}
	return true;
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

const char *usdt_provider_name(char *buf, size_t buf_bytes,
			       const char *provider, uint32_t pid)
{
	if (pid)
		snprintf(buf, buf_bytes, "%s%u", provider, pid);
	else
		snprintf(buf, buf_bytes, "%s", provider);
	return buf;
}

static void template_attrs(const struct sdt_file *elf, const char *provider,
			   struct stability *attrs)
{
	for (int i = 0; i < PROVIDER_ATTR_CNT; i++)
		attrs[i] = usdt_attr;
	for (size_t i = 0; i < elf->type_cnt; i++) {
		if (strcmp(elf->types[i].name, provider))
			continue;
		for (int a = 0; a < PROVIDER_ATTR_CNT; a++)
			attrs[a] = (struct stability){
				elf->types[i].stability[a].name,
				elf->types[i].stability[a].data,
				elf->types[i].stability[a].dep_class,
			};
		return;
	}
}

/* Returns the tag of a site's template, which it creates if it is new. */
static uint32_t template_get(struct usdt_state *state,
			     const struct usdt_object *object,
			     const struct sdt_site *site, const char *name)
{
	struct arena *arena = state->env->arena;
	struct strbuf key = { 0 };
	struct usdt_template *template;
	void **slot;

	strbuf_printf(&key, "%s:%s:%s:%s", site->provider, object->module,
		      site->function, name);
	slot = map_put(&state->template_by_name, key.text, key.len);
	strbuf_deinit(&key);
	if (!*slot) {
		template = vec_add(&state->templates);
		template->provider = arena_strdup(arena, site->provider);
		template->module = object->module;
		template->function = arena_strdup(arena, site->function);
		template->name = arena_strdup(arena, name);
		template_attrs(object->elf, site->provider, template->attrs);
		*slot = (void *)(uintptr_t)state->templates.cnt;
	}
	return (uint32_t)(uintptr_t)*slot - 1;
}

const struct probe *usdt_probe(struct usdt_state *state, uint32_t tag,
			       uint32_t tgid)
{
	uint32_t key[2] = { tag, tgid };
	char provider[SDT_NAME_LEN_MAX + 16];
	const struct usdt_template *template;
	void **slot;

	if (tag >= state->templates.cnt)
		return NULL;
	template = &state->templates.v[tag];
	slot = map_put(&state->probe_by_tag, key, sizeof(key));
	if (*slot)
		return *slot;
	if (tgid && state->is_attached && state->shares_ids)
		return usdt_shared_probe(state, tag, tgid);
	*slot = (void *)probe_get(state->env->probes,
				  usdt_provider_name(provider,
						     sizeof(provider),
						     template->provider, tgid),
				  template->module, template->function,
				  template->name);
	return *slot;
}

static const struct probe *usdt_lookup(void *p, uint32_t prog_id, uint32_t tag,
				       uint32_t tgid)
{
	(void)prog_id;
	return usdt_probe(p, tag, tgid);
}

/*
 * Returns the number of the enabling, which it creates if it is new; @tgid 0:
 * every process.
 */
static uint32_t enabling_get(struct usdt_state *state, uint32_t file_idx,
			     uint32_t site_idx, uint32_t tgid, uint32_t tag)
{
	uint32_t key[3] = { file_idx, site_idx, tgid };
	struct usdt_enabling *enabling;
	void **slot = map_put(&state->enabling_by_site, key, sizeof(key));

	if (!*slot) {
		enabling = vec_add(&state->enablings);
		enabling->file_idx = file_idx;
		enabling->site_idx = site_idx;
		enabling->tgid = tgid;
		enabling->tag = tag;
		*slot = (void *)(uintptr_t)state->enablings.cnt;
	}
	return (uint32_t)(uintptr_t)*slot - 1;
}

/* Argument types of a site: from the provider's types, else from its note. */
static void tell_arg_types(const struct sdt_file *elf,
			   const struct sdt_site *site,
			   const char *types[SDT_PARAM_MAX],
			   struct prov_match *match)
{
	const struct sdt_type_probe *decl =
		sdt_file_types(elf, site->provider, site->name);
	size_t cnt = site->arg_cnt;

	if (!decl) {
		for (size_t i = 0; i < cnt; i++)
			types[i] = usdt_arg_type(&site->args[i]);
	} else if (decl->xlate_cnt) {
		cnt = decl->xlate_cnt;
		for (size_t i = 0; i < cnt; i++)
			types[i] = decl->xlates[i].type;
		match->arg_map = decl->map;
	} else {
		cnt = decl->native_cnt;
		for (size_t i = 0; i < cnt; i++)
			types[i] = decl->natives[i].type;
	}
	match->arg_cnt = cnt;
	if (decl)
		match->arg_decls = sdt_file_decls(elf, site->provider);
}

struct matching {
	struct usdt_state *state;
	const struct probe_spec *spec;
	pid_t later_pid; /* of a file that no process has: whose, or 0 */
	struct prov_sink *sink; /* or NULL */
	struct map seen;	/* ids of probes told */
	int cnt;
	const char *why;
};

/* -lv of a running process: whether the kernel can keep the semaphore. */
static const char *sema_warning(const struct usdt_state *state,
				const struct usdt_object *object,
				const struct sdt_site *site)
{
	enum sdt_sema_state sema;

	if (!state->env->options->value[OPT_verbose] ||
	    !object->mapping.file || !site->sema_fileoff ||
	    sdt_sema_state(object->pid, &object->mapping, site->sema_fileoff,
			   &sema))
		return NULL;
	switch (sema) {
	case SDT_SEMA_OK:
	case SDT_SEMA_UNMAPPED:
		return NULL;
	case SDT_SEMA_READONLY:
		return "the semaphore is in a page that is not writable: it "
		       "would stay set for ever";
	case SDT_SEMA_SHARED:
		return "the semaphore is in a shared mapping: the file would "
		       "be changed";
	}
	return NULL;
}

static void tell(struct matching *m, const struct usdt_object *object,
		 const struct sdt_site *site, const struct probe *probe,
		 uint32_t tag)
{
	const char *types[SDT_PARAM_MAX];
	struct prov_match match = {
		.probe = probe,
		.arg_types = types,
		.has_user_args = true,
		.attrs = m->state->templates.v[tag].attrs,
	};

	match.warning = sema_warning(m->state, object, site);
	tell_arg_types(object->elf, site, types, &match);
	m->sink->found(m->sink, &match);
}

/* Whether the description names a probe @name at the site. */
static bool site_fits(const struct matching *m,
		      const struct usdt_object *object,
		      const struct sdt_site *site, const char *name)
{
	char buf[SDT_NAME_LEN_MAX + 16];
	const char *provider = site->provider;
	struct probe_spec spec = *m->spec;

	if (object->is_later && !m->later_pid) {
		if (!usdt_fits_any_pid(spec.provider, provider))
			return false;
		spec.provider = "";
	} else {
		provider = usdt_provider_name(buf, sizeof(buf), provider,
			(uint32_t)(object->is_later ? m->later_pid :
						      object->pid));
	}
	return spec_matches(&spec, provider, object->module, site->function,
			    name) ||
	       (object->is_exe && spec_matches(&spec, provider, "a.out",
					       site->function, name));
}

/*
 * Finds the number of the site's enabling. Returns false if the file can't be
 * opened.
 */
static bool enabling_of(struct matching *m, struct usdt_object *object,
			uint32_t site_idx, uint32_t tag, uint32_t *ret)
{
	const struct sdt_site *site = &object->elf->sites[site_idx];
	int file_idx = usdt_object_file(m->state, object);
	pid_t pid = object->is_later ? m->later_pid : object->pid;

	if (file_idx < 0) {
		if (!object->is_later)
			m->why = arena_printf(m->state->env->arena, "%s: %s",
					      object->path,
					      strerror(-file_idx));
		return false;
	}
	if (usdt_fits_any_pid(m->spec->provider, site->provider))
		pid = 0;
	*ret = enabling_get(m->state, (uint32_t)file_idx, site_idx,
			    (uint32_t)pid, tag);
	return true;
}

/* The probe of a site in the process that has it. */
static void found(struct matching *m, const struct usdt_object *object,
		  const struct sdt_site *site, uint32_t tag)
{
	const struct probe *probe =
		usdt_probe(m->state, tag, (uint32_t)object->pid);
	void **seen = map_put(&m->seen, &probe->id, sizeof(probe->id));

	if (*seen)
		return;
	*seen = m;
	m->cnt++;
	if (prov_wants_probes(m->sink))
		tell(m, object, site, probe, tag);
}

static void match_site(struct matching *m, struct usdt_object *object,
		       uint32_t site_idx)
{
	const struct sdt_site *site = &object->elf->sites[site_idx];
	struct strbuf name = { 0 };
	uint32_t tag, enabling = 0;

	sdt_name_display(site->name, &name);
	if (!site_fits(m, object, site, name.text)) {
		strbuf_deinit(&name);
		return;
	}
	tag = template_get(m->state, object, site, name.text);
	strbuf_deinit(&name);
	if (prov_wants_sites(m->sink) &&
	    !enabling_of(m, object, site_idx, tag, &enabling))
		return;
	if (!object->is_later) /* else there is no such probe yet */
		found(m, object, site, tag);
	prov_tell_site(m->sink, enabling);
}

static void match_object(struct matching *m, struct usdt_object *object)
{
	for (uint32_t i = 0; i < object->elf->site_cnt; i++)
		match_site(m, object, i);
}

/* Matches the probes of processes, and of files that are named. */
static void match_objects(struct matching *m)
{
	for (size_t i = 0; i < m->state->objects.cnt; i++)
		if (!m->state->objects.v[i].is_later)
			match_object(m, &m->state->objects.v[i]);
}

/*
 * Finds a probe by its number, as -l showed it: ids are assigned in the order
 * of a full listing, so one is made here. Returns the description by name, or
 * false.
 */
static bool spec_from_id(struct matching *m, struct probe_spec *ret)
{
	static const struct probe_spec any = {
		.provider = "", .module = "", .function = "", .name = "" };
	const struct probe_table *probes = m->state->env->probes;
	struct matching all = { .state = m->state, .spec = &any };
	const struct probe *probe;

	usdt_find_all(m->state);
	match_objects(&all);
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
static const char *explain_pid(struct matching *m, pid_t pid, int err)
{
	struct arena *arena = m->state->env->arena;

	if (err)
		return prov_process_text(arena, pid, err);
	for (size_t i = 0; i < m->state->objects.cnt; i++)
		if (m->state->objects.v[i].pid == pid)
			return arena_printf(arena, "process %d has others: "
					    "see dtrace -l", pid);
	return arena_printf(arena, "no file of process %d has probe notes "
			    "(.note.stapsdt)", pid);
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
	struct matching m = { .state = p, .spec = spec, .sink = sink };
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
	match_objects(&m);
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

void usdt_enable_object(struct usdt_state *state,
			const struct usdt_later *later,
			struct usdt_object *object)
{
	struct prov_enabler enabler = { { .site = prov_enable_site },
					&provider_usdt, state, later->clause };
	struct matching m = {
		.state = state,
		.spec = &later->spec,
		.sink = &enabler.sink,
		.later_pid = later->pid,
	};

	match_object(&m, object);
	map_deinit(&m.seen);
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

const struct provider_ops provider_usdt = {
	.name = "usdt",
	.create = usdt_create,
	.destroy = usdt_destroy,
	.match = usdt_match,
	.enable = usdt_enable,
	.enable_later = usdt_enable_later,
	.generate = usdt_generate,
	.attach = usdt_attach,
	.mapped = usdt_mapped,
	.lookup = usdt_lookup,
};

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Matches a description with the sites of files, in processes that run and in
 * files that are named.
 */
#include <stdio.h>
#include <string.h>

#include "runtime/provider/usdt/usdt.h"
#include "sdt/name.h"

/* Stability, unless `#pragma D attributes` says otherwise. */
static const struct stability usdt_attr = {
	STABILITY_Unstable, STABILITY_Unstable, CLASS_Common
};

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

/* The map of a probe whose arguments are not in their order, or NULL. */
static const uint8_t *map_of(const struct sdt_type_probe *decl)
{
	for (size_t i = 0; i < decl->xlate_cnt; i++)
		if (decl->map[i] != i)
			return decl->map;
	return NULL;
}

/* Whether the type is of a pointer, but not one to bytes. */
static bool points_to_more(const char *type)
{
	const char *mark = strpbrk(type, "*[");

	return mark && (strpbrk(mark + 1, "*[") ||
			!(strstr(type, "char") || strstr(type, "void")));
}

/*
 * D lays types out for 64 bits: what a pointer of a 32-bit program points to
 * would be read in the wrong places, so that it is a number.
 */
static void narrow_types(const struct sdt_site *site,
			 const char *types[SDT_PARAM_MAX],
			 struct prov_match *match)
{
	match->arg_decls = NULL;
	for (size_t i = 0; i < match->arg_cnt; i++) {
		size_t idx = match->arg_map ? match->arg_map[i] : i;

		if (points_to_more(types[i]))
			types[i] = idx < site->arg_cnt ?
				usdt_arg_type(&site->args[idx]) :
				"uint32_t";
	}
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
		match->arg_map = map_of(decl);
	} else {
		cnt = decl->native_cnt;
		for (size_t i = 0; i < cnt; i++)
			types[i] = decl->natives[i].type;
	}
	match->arg_cnt = cnt;
	if (decl && elf->format.is_64)
		match->arg_decls = sdt_file_decls(elf, site->provider);
	else if (decl)
		narrow_types(site, types, match);
}

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

static void tell(struct usdt_matching *m, const struct usdt_object *object,
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
static bool site_fits(const struct usdt_matching *m,
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
static bool enabling_of(struct usdt_matching *m, struct usdt_object *object,
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
static void found(struct usdt_matching *m, const struct usdt_object *object,
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

static void match_site(struct usdt_matching *m, struct usdt_object *object,
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

static void match_object(struct usdt_matching *m, struct usdt_object *object)
{
	for (uint32_t i = 0; i < object->elf->site_cnt; i++)
		match_site(m, object, i);
}

void usdt_match_objects(struct usdt_matching *m)
{
	for (size_t i = 0; i < m->state->objects.cnt; i++)
		if (!m->state->objects.v[i].is_later)
			match_object(m, &m->state->objects.v[i]);
}

void usdt_enable_object(struct usdt_state *state,
			const struct usdt_later *later,
			struct usdt_object *object)
{
	struct prov_enabler enabler = { { .site = prov_enable_site },
					&provider_usdt, state, later->clause };
	struct usdt_matching m = {
		.state = state,
		.spec = &later->spec,
		.sink = &enabler.sink,
		.later_pid = later->pid,
	};

	match_object(&m, object);
	map_deinit(&m.seen);
}

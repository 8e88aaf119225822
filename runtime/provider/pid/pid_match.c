// SPDX-License-Identifier: BSD-2-Clause
/*
 * Matches a description with the functions of the files that a process maps.
 */
#include <elf.h>
#include <string.h>

#include "base/text/glob.h"
#include "runtime/provider/pid/pid.h"

/* Stability: Private names of Evolving probes. */
static const struct stability pid_attrs[PROVIDER_ATTR_CNT] = {
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_ISA },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_ISA },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
};

static bool object_matches(const struct user_object *object,
			   const char *pattern)
{
	return user_module_fits(pattern, object->path, object->is_exe);
}

/* ------------------------------------------------------------ what is found */

/*
 * Returns the number of a spot of function @id of the object. Numbers count from
 * 1; 0 is none yet.
 */
static uint32_t spot_number(const struct pid_matching *m, uint32_t (*spots)[2],
			    const struct map *offsets, uint32_t id,
			    uint32_t spot)
{
	uint32_t key[3] = { m->object_idx, id, spot };
	void **slot;

	if (spot < PID_OFFSET)
		return spots[id][spot];
	slot = map_find(offsets, key, sizeof(key));
	return slot ? (uint32_t)(uintptr_t)*slot : 0;
}

static void spot_set_number(const struct pid_matching *m, uint32_t (*spots)[2],
			    struct map *offsets, uint32_t id, uint32_t spot,
			    size_t number)
{
	uint32_t key[3] = { m->object_idx, id, spot };

	if (spot < PID_OFFSET)
		spots[id][spot] = (uint32_t)number;
	else
		*map_put(offsets, key, sizeof(key)) = (void *)number;
}

/* Returns the tag of a probe; functions with the same name share one. */
static uint32_t tag_get(struct pid_matching *m, uint32_t func_idx, uint32_t spot)
{
	struct pid_state *state = m->state;
	const struct user_file *file =
		&state->code.files.v[m->object->file_idx];
	uint32_t id = file->funcs.v[func_idx].name_id;
	uint32_t number = spot_number(m, m->object->func_tags,
				      &state->offset_tags, id, spot);

	if (number)
		return number - 1;
	vec_push(&state->tags, ((struct pid_tag){
			m->object_idx, func_idx, spot, 0 }));
	spot_set_number(m, m->object->func_tags, &state->offset_tags, id, spot,
			state->tags.cnt);
	return (uint32_t)state->tags.cnt - 1;
}

/* Returns the number of a site, which it creates if it is new. */
static uint32_t site_get(struct pid_matching *m, uint32_t tag,
			 uint32_t func_idx, uint32_t spot, uint64_t fileoff,
			 bool is_inside)
{
	struct pid_state *state = m->state;
	uint32_t number = spot_number(m, m->object->func_sites,
				      &state->offset_sites, func_idx, spot);

	if (!number) {
		vec_push(&state->sites, ((struct pid_site){
				.tag = tag,
				.func_idx = func_idx,
				.fileoff = fileoff,
				.is_inside = is_inside,
			}));
		number = (uint32_t)state->sites.cnt;
		spot_set_number(m, m->object->func_sites, &state->offset_sites,
				func_idx, spot, number);
	}
	return number - 1;
}

static void tell(struct pid_matching *m, uint32_t tag, const char *warning)
{
	struct prov_match match = {
		.probe = pid_tag_probe(m->state, tag),
		.has_user_args = true,
		.attrs = pid_attrs,
		.warning = warning,
	};

	m->sink->found(m->sink, &match);
}

/* Reports a function that is left out, for -lv. */
static void tell_refused(struct pid_matching *m, uint32_t tag,
			 enum code_refusal refusal)
{
	const struct probe *probe = pid_tag_probe(m->state, tag);

	tell(m, tag,
	     arena_printf(m->state->code.env->arena,
			  "%s:%s:%s can't be probed: %s", probe->module,
			  probe->function, probe->name,
			  code_refusal_text(refusal)));
}

/*
 * Reports one probe at one place, or, if @refusal is not CODE_OK, that it is left
 * out. @is_inside: see struct pid_site.
 */
static void found(struct pid_matching *m, uint32_t func_idx, uint32_t spot,
		  uint64_t fileoff, bool is_inside, enum code_refusal refusal)
{
	const struct user_file *file =
		&m->state->code.files.v[m->object->file_idx];
	bool is_listing = m->sink && m->sink->left_out;
	uint32_t tag, *told;

	if (refusal != CODE_OK) {
		m->refusal = refusal;
		m->refused = file->funcs.v[func_idx].name;
		if (is_listing)
			tell_refused(m, tag_get(m, func_idx, spot), refusal);
		return;
	}
	tag = tag_get(m, func_idx, spot);
	told = &m->state->tags.v[tag].told;
	if (*told != m->number) {
		*told = m->number;
		m->cnt++;
		if (prov_wants_probes(m->sink))
			tell(m, tag, NULL);
	}
	if (prov_wants_sites(m->sink))
		m->sink->site(m->sink, site_get(m, tag, func_idx, spot,
						fileoff, is_inside));
}

/* -------------------------------------------------------------- one function */

static void match_offset(struct pid_matching *m, uint32_t func_idx,
			 const struct code_insns *insns, uint32_t off)
{
	const struct user_file *file =
		&m->state->code.files.v[m->object->file_idx];
	const struct user_func *func = &file->funcs.v[func_idx];

	m->is_outside = off >= func->size_bytes;
	found(m, func_idx, PID_OFFSET + off, func->fileoff + off, false,
	      user_func_offset(file, func, insns, off));
}

/* Matches offsets: the one that is named, or those that match the pattern. */
static void match_offsets(struct pid_matching *m, uint32_t func_idx)
{
	const char *pattern = m->spec->name;
	const struct code_insns *insns;
	uint32_t off;
	char name[16];

	if (glob_is_plain(pattern) && !pid_parse_offset(pattern, &off))
		return;
	insns = user_func_insns(&m->state->code, m->object->file_idx, func_idx,
				&m->why);
	if (!insns)
		return;
	if (glob_is_plain(pattern)) {
		match_offset(m, func_idx, insns, off);
		return;
	}
	for (size_t i = 0; i < insns->offs.cnt; i++) {
		off = insns->offs.v[i];
		if (glob_match(pattern, pid_spot_name(PID_OFFSET + off, name)))
			match_offset(m, func_idx, insns, off);
	}
}

/*
 * A function that is named in full loses its returns in one of several files: a
 * script that pairs them with the entries would go wrong without a word.
 */
static void note_gap(struct pid_matching *m, uint32_t func_idx,
		     enum code_refusal refusal)
{
	struct pid_state *state = m->state;

	if (!prov_wants_sites(m->sink) ||
	    strcmp(m->spec->name, "return") != 0 ||
	    !glob_is_plain(m->spec->function))
		return;
	for (size_t i = 0; i < state->gaps.cnt; i++)
		if (state->gaps.v[i].object_idx == m->object_idx &&
		    state->gaps.v[i].func_idx == func_idx)
			return;
	vec_push(&state->gaps,
		 ((struct pid_gap){ m->object_idx, func_idx, refusal }));
}

/*
 * Reports the return probe of a function. Its site is the entry, where the kernel
 * replaces the return address, or the first of the return instructions.
 */
static void match_return(struct pid_matching *m, uint32_t func_idx,
			 enum code_refusal refusal)
{
	uint32_t file_idx = m->object->file_idx;
	const struct user_func *func =
		&m->state->code.files.v[file_idx].funcs.v[func_idx];
	uint64_t fileoff = func->fileoff + func->entry_off;
	bool is_inside;

	/* the first instruction may be unsteppable, which refuses the entry */
	is_inside = code_refusal_is_of_one(refusal) &&
		user_func_returns(&m->state->code, file_idx, func_idx);
	if (is_inside) {
		refusal = CODE_OK;
	} else if (refusal == CODE_OK) {
		refusal = user_func_return(&m->state->code, m->object_idx,
					   func_idx, &is_inside);
		if (refusal != CODE_OK)
			note_gap(m, func_idx, refusal);
	}
	if (refusal == CODE_OK && is_inside)
		fileoff = user_func_returns(&m->state->code, file_idx, func_idx)
				  ->fileoffs.v[0];
	found(m, func_idx, PID_RETURN, fileoff, is_inside, refusal);
}

static void match_func(struct pid_matching *m, uint32_t func_idx)
{
	struct user_file *file = &m->state->code.files.v[m->object->file_idx];
	struct user_func *func = &file->funcs.v[func_idx];
	const char *name = m->spec->name;
	enum code_refusal refusal = user_func_place(file, func);
	bool is_inside_fine =
		refusal == CODE_REFUSAL_loop || code_refusal_is_of_one(refusal);

	m->func_cnt++;
	if (glob_match(name, "entry"))
		found(m, func_idx, PID_ENTRY, func->fileoff + func->entry_off,
		      false, refusal);
	if (glob_match(name, "return"))
		match_return(m, func_idx, refusal);
	if (refusal != CODE_OK && !is_inside_fine) {
		m->refusal = refusal;
		m->refused = func->name;
		return;
	}
	match_offsets(m, func_idx);
}

/* ---------------------------------------------------------------- one object */

/*
 * The function `-` stands for the whole file. The probe's name is then an offset
 * from the first address of the file or, as on other systems, an address.
 */
static void match_address(struct pid_matching *m)
{
	struct user_file *file = &m->state->code.files.v[m->object->file_idx];
	uint64_t base = UINT64_MAX;
	uint32_t off;

	if (!pid_parse_offset(m->spec->name, &off))
		return;
	for (size_t i = 0; i < file->image.segment_cnt; i++)
		if (file->image.segments[i].type == PT_LOAD &&
		    file->image.segments[i].vaddr < base)
			base = file->image.segments[i].vaddr;
	for (uint32_t i = 0; i < file->funcs.cnt; i++) {
		struct user_func *func = &file->funcs.v[i];
		uint64_t in_file = base + off - func->vaddr;
		uint64_t in_memory = off - func->vaddr;
		const struct code_insns *insns;

		if (func->refusal == CODE_REFUSAL_part ||
		    (in_file >= func->size_bytes &&
		     in_memory >= func->size_bytes))
			continue;
		m->func_cnt++;
		insns = user_func_insns(&m->state->code, m->object->file_idx, i,
					&m->why);
		if (insns)
			match_offset(m, i, insns,
				     (uint32_t)(in_file < func->size_bytes ?
						in_file : in_memory));
		return;
	}
}

/*
 * Of the functions at one address, [@first, @end), a pattern shows one: the
 * first match that can be probed.
 */
static void match_aliases(struct pid_matching *m, const struct user_file *file,
			  uint32_t first, uint32_t end)
{
	bool is_plain = glob_is_plain(m->spec->function);
	uint32_t best = end;

	for (uint32_t i = first; i < end; i++) {
		const struct user_func *func = &file->funcs.v[i];

		if (!glob_match(m->spec->function, func->name))
			continue;
		if (is_plain) {
			match_func(m, i);
			return;
		}
		if (best == end ||
		    (file->funcs.v[best].refusal != CODE_OK &&
		     func->refusal == CODE_OK))
			best = i;
	}
	if (best != end)
		match_func(m, best);
}

/* Reads the functions of the object's file, once. */
static struct user_file *load_object(struct pid_state *state,
				     struct user_object *object)
{
	struct user_file *file = &state->code.files.v[object->file_idx];

	user_file_load(file, object->pid);
	if (!object->func_tags) {
		object->func_tags = xcalloc(file->funcs.cnt + 1,
					    sizeof(*object->func_tags));
		object->func_sites = xcalloc(file->funcs.cnt + 1,
					     sizeof(*object->func_sites));
	}
	return file;
}

static void match_object(struct pid_matching *m, uint32_t object_idx)
{
	struct user_file *file;
	uint32_t end;

	m->object_idx = object_idx;
	m->object = &m->state->code.objects.v[object_idx];
	file = load_object(m->state, &m->state->code.objects.v[object_idx]);
	m->object_cnt++;
	if (file->is_stripped)
		m->stripped = file;
	if (!strcmp(m->spec->function, "-")) {
		if (m->object->is_exe || *m->spec->module)
			match_address(m);
		return;
	}
	for (uint32_t i = 0; i < file->funcs.cnt; i = end) {
		for (end = i + 1; end < file->funcs.cnt; end++)
			if (file->funcs.v[end].vaddr != file->funcs.v[i].vaddr)
				break;
		match_aliases(m, file, i, end);
	}
}

void pid_match_objects(struct pid_matching *m, pid_t pid, uint32_t first)
{
	for (uint32_t i = first; i < m->state->code.objects.cnt; i++)
		if (m->state->code.objects.v[i].pid == pid &&
		    object_matches(&m->state->code.objects.v[i], m->spec->module))
			match_object(m, i);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * From enablings to links.
 *
 * Enablings with the same clauses, whose arguments (those that the clauses
 * read) are at the same places, form a class: one program. The cookie tells
 * the program which probe it is and to which process it must hold. Within a
 * class the sites of one file and process are one link; of many processes too
 * (crowd.h).
 */
#include <elf.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "lang/builtin.h"
#include "runtime/provider/usdt.h"

/* ----------------------------------------------------------------- classes */

/*
 * A clause that runs at a site for every process must not run a second time
 * through an enabling of one process.
 */
static void drop_doubles(struct usdt_state *state, size_t first)
{
	for (size_t i = first; i < state->enablings.cnt; i++) {
		struct usdt_enabling *one = &state->enablings.v[i];
		uint32_t key[3] = { one->file_idx, one->site_idx, 0 };
		const struct usdt_enabling *all;
		size_t kept = 0;
		void **slot;

		slot = one->tgid ? map_find(&state->enabling_by_site, key,
					    sizeof(key)) : NULL;
		if (!slot)
			continue;
		all = &state->enablings.v[(uintptr_t)*slot - 1];
		for (size_t c = 0; c < one->clauses.cnt; c++) {
			bool is_double = false;

			for (size_t a = 0; a < all->clauses.cnt; a++)
				if (all->clauses.v[a] == one->clauses.v[c])
					is_double = true;
			if (!is_double)
				one->clauses.v[kept++] = one->clauses.v[c];
		}
		one->clauses.cnt = kept;
	}
}

static bool usdt_name(void *p, uint32_t tag, struct abi_name *ret)
{
	const struct usdt_state *state = p;
	const struct usdt_template *template;

	if (tag >= state->templates.cnt)
		return false;
	template = &state->templates.v[tag];
	ret->fields[ABI_PROVIDER] = template->provider;
	ret->fields[ABI_MODULE] = template->module;
	ret->fields[ABI_FUNCTION] = template->function;
	ret->fields[ABI_NAME] = template->name;
	ret->has_pid = true;
	return true;
}

void usdt_site_abi(struct usdt_state *state,
		   const struct usdt_enabling *enabling, struct probe_abi *ret)
{
	const struct sdt_file *elf = state->files.v[enabling->file_idx].elf;
	const struct sdt_site *site = &elf->sites[enabling->site_idx];
	uint32_t used = clauses_probe_args(enabling->clauses.v,
				       enabling->clauses.cnt);

	memset(ret, 0, sizeof(*ret)); /* compared as bytes, padding too */
	ret->context = ABI_UPROBE;
	ret->has_cookie = true;
	ret->names.name = usdt_name;
	ret->names.arg = state;
	ret->names.id = usdt_id;
	ret->names.own_ids = usdt_own_ids;
	ret->names.tag_cnt = (uint32_t)state->templates.cnt;
	ret->active_state = RT_ACTIVE;
	for (unsigned int i = 0; i < SDT_ARG_MAX; i++)
		if (used & (1u << i))
			usdt_arg_abi(elf, site, i, &ret->args[i]);
}

static void classify(struct usdt_state *state, uint32_t enabling_idx)
{
	struct usdt_enabling *enabling = &state->enablings.v[enabling_idx];
	struct strbuf key = { 0 };
	struct usdt_class *class;
	struct probe_abi abi;
	void **slot;

	usdt_site_abi(state, enabling, &abi);
	enabling->number = enabling->tag;
	strbuf_add(&key, enabling->clauses.v,
		   enabling->clauses.cnt * sizeof(enabling->clauses.v[0]));
	strbuf_add(&key, &abi, sizeof(abi));
	slot = map_put(&state->class_by_key, key.text, key.len);
	strbuf_deinit(&key);
	if (!*slot) {
		class = vec_add(&state->classes);
		class->abi = abi;
		class->abi.probe_tag = enabling->tag; /* to speak of one */
		class->clauses = enabling->clauses.v;
		class->clause_cnt = enabling->clauses.cnt;
		*slot = (void *)(uintptr_t)state->classes.cnt;
	}
	class = &state->classes.v[(uintptr_t)*slot - 1];
	vec_push(&class->enablings, enabling_idx);
}

/*
 * A class of one probe in one process (or in all) needs no cookie: the
 * program is of that probe only.
 */
static bool is_of_one(const struct usdt_state *state,
		      const struct usdt_class *class)
{
	const struct usdt_enabling *first =
		&state->enablings.v[class->enablings.v[0]];

	for (size_t i = 1; i < class->enablings.cnt; i++) {
		const struct usdt_enabling *e =
			&state->enablings.v[class->enablings.v[i]];

		if (e->tag != first->tag || e->tgid != first->tgid)
			return false;
	}
	return true;
}

/* Sites that are enabled for many processes share a link. */
static void share_links(struct usdt_state *state, struct usdt_class *class)
{
	size_t cnt = class->enablings.cnt;
	_cleanup_free_ struct crowd_site *sites = xcalloc(cnt, sizeof(*sites));

	for (size_t i = 0; i < cnt; i++) {
		const struct usdt_enabling *e =
			&state->enablings.v[class->enablings.v[i]];
		const struct sdt_file *elf = state->files.v[e->file_idx].elf;

		sites[i] = (struct crowd_site){
			.file_idx = e->file_idx,
			.tgid = e->tgid,
			.place = elf->sites[e->site_idx].pc_fileoff,
			.tag = e->tag,
		};
	}
	crowd_form(&class->crowd, sites, cnt, &class->abi.rows);
	for (size_t i = 0; i < cnt; i++)
		state->enablings.v[class->enablings.v[i]].row = sites[i].row;
}

void usdt_settle_identity(struct usdt_state *state, struct usdt_class *class)
{
	const struct usdt_enabling *first =
		&state->enablings.v[class->enablings.v[0]];

	if (is_of_one(state, class)) {
		class->abi.has_cookie = false;
		class->abi.probe_tag = first->tag;
		class->abi.tgid = first->tgid;
		class->abi.names.tag_cnt = 0;
	} else if (prov_backend(state->env) == KERN_UPROBE_MULTI) {
		share_links(state, class);
	}
}

void usdt_classify(struct usdt_state *state, size_t first)
{
	drop_doubles(state, first);
	for (uint32_t i = (uint32_t)first; i < state->enablings.cnt; i++)
		if (state->enablings.v[i].clauses.cnt)
			classify(state, i);
	for (size_t i = 0; i < state->classes.cnt; i++)
		usdt_settle_identity(state, &state->classes.v[i]);
}

void usdt_class_deinit(struct usdt_class *class)
{
	vec_deinit(&class->enablings);
	crowd_deinit(&class->crowd);
	vec_deinit(&class->sites);
}

void usdt_drop_classes(struct usdt_state *state)
{
	for (size_t i = 0; i < state->classes.cnt; i++)
		usdt_class_deinit(&state->classes.v[i]);
	vec_deinit(&state->classes);
	map_deinit(&state->class_by_key);
	state->class_by_key = (struct map){ 0 };
}

int usdt_generate(void *p, struct gen *gen)
{
	struct usdt_state *state = p;

	usdt_classify(state, 0);
	for (size_t i = 0; i < state->classes.cnt; i++) {
		struct usdt_class *class = &state->classes.v[i];
		int err = gen_program(gen, "usdt", &class->abi,
				      class->clauses, class->clause_cnt,
				      &class->prog_id);

		if (err)
			return err;
	}
	return usdt_spare(state, gen);
}

/* --------------------------------------------------------------- attaching */

/*
 * A breakpoint replaces the first byte of what is there, so there has to be
 * a nop. NULL: fine; else the reason against it.
 */
static const char *site_objection(const struct usdt_file *file,
				  const struct sdt_site *site)
{
	/* endless variety of nops, but these are the ones in use */
	static const uint8_t nop5[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
	uint8_t bytes[5] = { 0 };
	ssize_t got;

	if (!site->has_fileoff)
		return "it is in no part of the file that is loaded";
	got = pread(file->fd, bytes, sizeof(bytes), (off_t)site->pc_fileoff);
	if (got < 1)
		return "the file ends before it: was it changed?";
	if (file->elf->machine != EM_X86_64)
		return NULL;
	if (got == 5 && !memcmp(bytes, nop5, sizeof(nop5)))
		return "it is a 5-byte nop, on which kernels that optimise "
		       "probes damage the stack of the program";
	if (bytes[0] == 0x90 || (bytes[0] == 0x66 && bytes[1] == 0x90) ||
	    (bytes[0] == 0x0f && bytes[1] == 0x1f))
		return NULL;
	return "there is no nop in the file: was it changed?";
}

struct link_group {
	struct usdt_state *state;
	const struct usdt_file *file;
	uint32_t tgid;
	bool is_late; /* the process runs on, and may end */
	VEC(struct kern_site) sites;
	VEC(uint32_t) enablings; /* of each site, for messages */
	struct strbuf *warn;
};

static void warn_site(const struct link_group *group, uint32_t enabling_idx,
		      const char *reason)
{
	const struct usdt_enabling *enabling =
		&group->state->enablings.v[enabling_idx];
	const struct usdt_template *t =
		&group->state->templates.v[enabling->tag];
	const struct sdt_site *site =
		&group->file->elf->sites[enabling->site_idx];

	/* of a file that perhaps nobody runs: only for who wants to know */
	if (group->file->is_later &&
	    !group->state->env->options->value[OPT_verbose])
		return;
	strbuf_printf(group->warn, "%s:%s:%s:%s at %s+0x%lx is not probed: "
		      "%s\n", t->provider, t->module, t->function, t->name,
		      group->file->path, (unsigned long)site->pc_fileoff,
		      reason);
}

static void bad_site(void *arg, size_t site_idx, int err)
{
	const struct link_group *group = arg;

	warn_site(group, group->enablings.v[site_idx], kern_site_error(err));
}

/*
 * The semaphore for a probe at @fileoff: the kernel keeps one per address,
 * so when notes at the same place differ, the first that has one decides.
 */
static uint64_t sema_for(const struct sdt_file *elf,
			 const struct sdt_site *site)
{
	for (size_t i = 0; i < elf->site_cnt && !site->sema_fileoff; i++)
		if (elf->sites[i].pc_fileoff == site->pc_fileoff &&
		    elf->sites[i].sema_fileoff)
			return elf->sites[i].sema_fileoff;
	return site->sema_fileoff;
}

static void group_add(struct link_group *group, uint32_t enabling_idx)
{
	const struct usdt_enabling *enabling =
		&group->state->enablings.v[enabling_idx];
	const struct sdt_site *site =
		&group->file->elf->sites[enabling->site_idx];
	const char *objection = site_objection(group->file, site);

	if (objection) {
		warn_site(group, enabling_idx, objection);
		return;
	}
	for (size_t i = 0; i < group->sites.cnt; i++)
		if (group->sites.v[i].fileoff == site->pc_fileoff)
			return; /* two notes, one place */
	vec_push(&group->sites, ((struct kern_site){
			.fileoff = site->pc_fileoff,
			.sema_fileoff = sema_for(group->file->elf, site),
			.cookie = enabling->row ?
				ABI_ROW | (enabling->row - 1) :
				(uint64_t)enabling->tgid << 32 |
					enabling->number,
		}));
	vec_push(&group->enablings, enabling_idx);
}

static int group_attach(struct link_group *group, int prog_fd,
			struct kern_links *links)
{
	const struct prov_link link = {
		.fd = group->file->fd,
		.path = group->file->path,
		.may_be_gone = group->is_late,
		.bad = bad_site,
		.arg = group,
		.links = links,
		.warn = group->warn,
	};
	struct kern_uprobe req = {
		.prog_fd = prog_fd,
		.pid = prov_filter_pid(group->tgid),
		.sites = group->sites.v,
		.site_cnt = group->sites.cnt,
	};

	return group->sites.cnt ? prov_link_sites(&link, &req) : 0;
}

/* Whether two enablings of a class go into one link. */
static bool is_together(const struct usdt_enabling *a,
			const struct usdt_enabling *b)
{
	return a->file_idx == b->file_idx && !a->row == !b->row &&
	       (a->row || a->tgid == b->tgid);
}

/* One link for the enablings that go with number @first of a class. */
static int attach_group(struct usdt_state *state,
			const struct usdt_class *class, size_t first,
			bool *done, int prog_fd, struct kern_links *links,
			struct strbuf *warn)
{
	const struct usdt_enabling *model =
		&state->enablings.v[class->enablings.v[first]];
	struct link_group group = {
		.state = state,
		.file = &state->files.v[model->file_idx],
		.tgid = model->row ? 0 : model->tgid,
		.is_late = state->is_attached,
		.warn = warn,
	};
	int err;

	for (size_t i = first; i < class->enablings.cnt; i++) {
		const struct usdt_enabling *e =
			&state->enablings.v[class->enablings.v[i]];

		if (done[i] || !is_together(e, model))
			continue;
		done[i] = true;
		group_add(&group, class->enablings.v[i]);
	}
	err = group_attach(&group, prog_fd, links);
	vec_deinit(&group.sites);
	vec_deinit(&group.enablings);
	return err;
}

int usdt_attach_class(struct usdt_state *state, const struct usdt_class *class,
		      int prog_fd, struct kern_links *links,
		      struct strbuf *warn)
{
	bool *done = xcalloc(class->enablings.cnt, sizeof(*done));
	int err = 0;

	for (size_t i = 0; i < class->enablings.cnt && !err; i++)
		if (!done[i])
			err = attach_group(state, class, i, done, prog_fd,
					   links, warn);
	free(done);
	return err;
}

int usdt_attach(void *p, const int *prog_fds, struct kern_links *links,
		struct strbuf *warn)
{
	struct usdt_state *state = p;
	int err = 0;

	for (size_t i = 0; i < state->classes.cnt && !err; i++)
		err = usdt_attach_class(state, &state->classes.v[i],
					prog_fds[state->classes.v[i].prog_id],
					links, warn);
	state->attached_cnt = state->enablings.cnt;
	state->is_attached = true;
	return err;
}

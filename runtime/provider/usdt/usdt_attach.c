// SPDX-License-Identifier: BSD-2-Clause
/*
 * From programs to links.
 *
 * Within a class (usdt_program.c) the sites of one file and process are one
 * link, or those of many processes (tgid_dispatch.h). A site that can't be
 * probed is left out, with a warning that says why.
 */
#include <elf.h>
#include <string.h>
#include <unistd.h>

#include "base/text/printable.h"
#include "runtime/provider/usdt/usdt.h"

/*
 * A breakpoint replaces the first byte of an instruction, which must be a nop.
 * Returns NULL, or why the site can't be probed.
 */
static const char *site_objection(const struct usdt_file *file,
				  const struct sdt_site *site, uint64_t fileoff)
{
	/* the forms of nop that are in use */
	static const uint8_t nop5[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
	uint8_t bytes[5] = { 0 };
	ssize_t got;

	if (!site->has_fileoff)
		return "it is in no loaded segment of the file";
	got = pread(file->fd, bytes, sizeof(bytes), (off_t)fileoff);
	if (got < 1)
		return "the file ends before it: was it changed?";
	if (file->elf->machine != EM_X86_64)
		return NULL;
	if (got == 5 && !memcmp(bytes, nop5, sizeof(nop5)))
		return "it is a 5-byte nop, where kernels that optimise "
		       "probes damage the stack of the program";
	if (bytes[0] == 0x90 || (bytes[0] == 0x66 && bytes[1] == 0x90) ||
	    (bytes[0] == 0x0f && bytes[1] == 0x1f))
		return NULL;
	return "there is no nop in the file: was it changed?";
}

static void warn_site(const struct prov_link *link, uint32_t enabling_idx,
		      const char *reason)
{
	struct usdt_state *state = link->arg;
	const struct usdt_enabling *enabling =
		&state->enablings.v[enabling_idx];
	const struct usdt_template *t = &state->templates.v[enabling->tag];
	struct usdt_file *file = &state->files.v[enabling->file_idx];

	file->has_unattached = true;
	/* of a file that perhaps no process runs: only for an explanation */
	if (file->is_later && !state->env->options->value[OPT_verbose])
		return;
	printable_line(link->warn, "%s:%s:%s:%s at %s+0x%lx is not probed: %s",
		       t->provider, t->module, t->function, t->name, link->path,
		       (unsigned long)usdt_place(state, enabling), reason);
}

static void bad_site(const struct prov_link *link, uint32_t enabling_idx,
		     int err)
{
	warn_site(link, enabling_idx, kern_site_error(err));
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

/* Whether a process that the enabling is for may map the file from now on. */
static bool is_for_later(const struct usdt_state *state,
			 const struct usdt_enabling *enabling)
{
	for (size_t i = 0; enabling->tgid && i < state->objects.cnt; i++) {
		const struct usdt_object *object = &state->objects.v[i];

		if (object->pid == (pid_t)enabling->tgid &&
		    object->file_idx == (int)enabling->file_idx &&
		    object->mapping.file)
			return false;
	}
	return true;
}

/* Once for each file. */
static void warn_sema(struct usdt_state *state,
		      const struct usdt_enabling *enabling,
		      uint64_t sema_fileoff, const struct prov_link *link)
{
	struct usdt_file *file = &state->files.v[enabling->file_idx];

	if (file->has_said_sema ||
	    !sdt_file_misses_sema(file->elf, sema_fileoff) ||
	    !is_for_later(state, enabling))
		return;
	file->has_said_sema = true;
	printable_line(link->warn, "%s: processes that map it from now on may "
		       "not fire probes, because they do not see that these "
		       "are enabled: its linker (lld, mold) has put the semaphores "
		       "into a page that two segments share; link it with a "
		       "new object of dtrace -G", file->path);
}

static void add_site(struct usdt_state *state, uint32_t enabling_idx,
		     struct prov_link *link)
{
	const struct usdt_enabling *enabling =
		&state->enablings.v[enabling_idx];
	const struct usdt_file *file = &state->files.v[enabling->file_idx];
	const struct sdt_site *site = &file->elf->sites[enabling->site_idx];
	struct kern_site place = { .fileoff = usdt_place(state, enabling) };
	const char *objection = site_objection(file, site, place.fileoff);

	if (objection) {
		warn_site(link, enabling_idx, objection);
		return;
	}
	for (size_t i = 0; i < link->sites.cnt; i++)
		if (link->sites.v[i].fileoff == place.fileoff)
			return; /* two notes, one place */
	place.sema_fileoff = sema_for(file->elf, site);
	if (place.sema_fileoff)
		warn_sema(state, enabling, place.sema_fileoff, link);
	place.cookie = enabling->row ?
		ABI_ROW | (enabling->row - 1) :
		(uint64_t)enabling->tgid << 32 | enabling->number;
	prov_link_add(link, place, enabling_idx);
}

/* Whether two enablings of a class go into one link. */
static bool is_together(const struct usdt_enabling *a,
			const struct usdt_enabling *b)
{
	return a->file_idx == b->file_idx && !a->row == !b->row &&
		(a->row || a->tgid == b->tgid);
}

/*
 * Makes one link for the enablings of a class that share a link with number
 * @first.
 */
static int attach_group(struct usdt_state *state,
			const struct usdt_class *class, size_t first,
			bool *done, int prog_fd, struct kern_links *links,
			struct strbuf *warn)
{
	const struct usdt_enabling *model =
		&state->enablings.v[class->enablings.v[first]];
	const struct usdt_file *file = &state->files.v[model->file_idx];
	struct prov_link link = {
		.fd = file->fd,
		.path = file->path,
		.tgid = model->row ? 0 : model->tgid,
		.may_be_gone = state->is_attached,
		.bad = bad_site,
		.arg = state,
		.links = links,
		.warn = warn,
	};
	int err;

	for (size_t i = first; i < class->enablings.cnt; i++) {
		const struct usdt_enabling *e =
			&state->enablings.v[class->enablings.v[i]];

		if (done[i] || !is_together(e, model))
			continue;
		done[i] = true;
		add_site(state, class->enablings.v[i], &link);
	}
	err = prov_link_attach(&link, prog_fd);
	prov_link_deinit(&link);
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
	usdt_find_arrivals(state);
	if (state->env->options->value[OPT_verbose])
		strbuf_add(warn, state->direct_whys.text,
			   state->direct_whys.len);
	return err;
}

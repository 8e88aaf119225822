// SPDX-License-Identifier: BSD-2-Clause
/*
 * From programs to links.
 *
 * Within a class (pid_generate.c) all sites of one file and process, or of many
 * processes (tgid_dispatch.h), are one link. A link takes an address only once,
 * so if an address has several names, each further name goes into a further
 * link.
 */
#include <stdlib.h>

#include "base/cleanup.h"
#include "base/text/printable.h"
#include "runtime/provider/pid/pid.h"

/* A site of a class that is about to be linked. */
struct placed {
	uint64_t links; /* sites with equal numbers share links */
	uint32_t site_idx;
	uint64_t fileoff;
};

static void bad_site(const struct prov_link *link, uint32_t site_idx, int err)
{
	const struct pid_state *state = link->arg;
	const struct pid_site *site = &state->sites.v[site_idx];
	const struct probe *probe =
		provider_pid.lookup(link->arg, 0, site->tag, 0);

	printable_line(link->warn, "%s:%s:%s:%s at %s+0x%lx is not probed: %s",
		       probe->provider, probe->module, probe->function,
		       probe->name, link->path, (unsigned long)site->fileoff,
		       kern_site_error(err));
}

static int compare_placed(const void *a_, const void *b_)
{
	const struct placed *a = a_, *b = b_;

	if (a->links != b->links)
		return a->links < b->links ? -1 : 1;
	if (a->fileoff != b->fileoff)
		return a->fileoff < b->fileoff ? -1 : 1;
	return a->site_idx < b->site_idx ? -1 : a->site_idx > b->site_idx;
}

static uint64_t site_cookie(const struct pid_class *class,
			    const struct pid_site *site, pid_t pid)
{
	if (site->row)
		return ABI_ROW | (site->row - 1);
	return (uint64_t)pid << 32 |
	       (class->page_tags.cnt ? site->event_idx : site->tag);
}

/*
 * Makes the links of the @cnt sites of one object or shared file, which are
 * sorted by address: a link with the first name of each address, one with the
 * second, and so on.
 */
static int attach_object(struct pid_state *state, const struct placed *placed,
			 size_t cnt, const struct pid_class *class,
			 int prog_fd, struct kern_links *links,
			 struct strbuf *warn)
{
	const struct pid_site *first = &state->sites.v[placed[0].site_idx];
	const struct user_object *object = pid_site_object(state, first);
	const struct user_file *file = &state->code.files.v[object->file_idx];
	struct prov_link link = {
		.fd = file->fd,
		.path = file->path,
		.tgid = first->row ? 0 : (uint32_t)object->pid,
		.is_return = !pid_class_has_address(class),
		.may_be_gone = state->code.is_attached,
		.bad = bad_site,
		.arg = state,
		.links = links,
		.warn = warn,
	};
	size_t left = cnt;
	int err = 0;

	for (size_t round = 0; left && !err; round++) {
		for (size_t i = 0; i < cnt; i++) {
			const struct pid_site *site =
				&state->sites.v[placed[i].site_idx];
			struct kern_site place = {
				.fileoff = site->fileoff,
				.cookie = site_cookie(class, site, object->pid),
			};

			if (i < round || (i > round && placed[i - round - 1]
					  .fileoff == site->fileoff) ||
			    placed[i - round].fileoff != site->fileoff)
				continue;
			prov_link_add(&link, place, placed[i].site_idx);
		}
		left -= link.sites.cnt;
		err = prov_link_attach(&link, prog_fd);
	}
	prov_link_deinit(&link);
	return err;
}

/* Collects the sites of a class, each row once. Returns how many there are. */
static size_t place_sites(const struct pid_state *state,
			  const struct pid_class *class, struct placed *ret)
{
	const struct abi_identity *identity = &class->abi.identity;
	size_t row_cnt = identity->kind == ABI_ID_ROWS ? identity->rows.row_cnt : 0;
	_cleanup_free_ bool *has_row = xcalloc(row_cnt + 1, sizeof(*has_row));
	size_t cnt = 0;

	for (size_t i = 0; i < class->sites.cnt; i++) {
		uint32_t site_idx = class->sites.v[i];
		const struct pid_site *site = &state->sites.v[site_idx];
		uint32_t object_idx = state->tags.v[site->tag].object_idx;
		uint64_t links = object_idx;

		if (site->row && has_row[site->row])
			continue;
		if (class->is_entry && pid_site_func(state, site)->is_unmarked)
			continue;
		has_row[site->row] = true;
		if (site->row)
			links = 1ull << 32 |
				state->code.objects.v[object_idx].file_idx;
		ret[cnt++] = (struct placed){ links, site_idx, site->fileoff };
	}
	return cnt;
}

int pid_attach_class(struct pid_state *state, const struct pid_class *class,
		     int prog_fd, struct kern_links *links,
		     struct strbuf *warn)
{
	_cleanup_free_ struct placed *placed =
		xcalloc(class->sites.cnt, sizeof(*placed));
	size_t cnt = place_sites(state, class, placed), end;
	int err = 0;

	qsort(placed, cnt, sizeof(*placed), compare_placed);
	for (size_t i = 0; i < cnt && !err; i = end) {
		for (end = i + 1; end < cnt; end++)
			if (placed[end].links != placed[i].links)
				break;
		err = attach_object(state, placed + i, end - i, class, prog_fd,
				    links, warn);
	}
	return err;
}

void pid_say_gaps(struct pid_state *state, struct strbuf *lines)
{
	for (size_t i = 0; i < state->gaps.cnt; i++) {
		const struct pid_gap *gap = &state->gaps.v[i];
		const struct user_object *object =
			&state->code.objects.v[gap->object_idx];
		const struct user_file *file =
			&state->code.files.v[object->file_idx];

		printable_line(lines, "%s:%s:return is not probed: %s",
			       object->module,
			       file->funcs.v[gap->func_idx].name,
			       code_refusal_text(gap->refusal));
	}
	state->gaps.cnt = 0;
}

int pid_attach(void *p, const int *prog_fds, struct kern_links *links,
	       struct strbuf *warn)
{
	struct pid_state *state = p;
	int err;

	pid_say_gaps(state, warn);
	if (state->has_mark_prog)
		state->mark_prog_fd = prog_fds[state->mark_prog_id];
	err = pid_back_attach(state, links, warn);
	for (size_t i = 0; i < state->classes.cnt && !err; i++)
		err = pid_attach_class(state, &state->classes.v[i],
				       prog_fds[state->classes.v[i].prog_id],
				       links, warn);
	state->attached_cnt = state->sites.cnt;
	state->code.is_attached = true;
	return err;
}

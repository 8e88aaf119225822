// SPDX-License-Identifier: BSD-2-Clause
/*
 * From programs to links. The programs that begin calls are attached last, so
 * that no part of a recorded call is missed. The kernel runs the program that
 * was attached last first: WAITED is attached after the other programs at
 * returns, so its probe fires before theirs.
 */
#include <errno.h>

#include "base/text/printable.h"
#include "runtime/kernel/link/tracepoint_link.h"
#include "runtime/provider/plockstat/plockstat.h"

static void bad_site(const struct prov_link *link, uint32_t tag, int err)
{
	const struct probe *probe = plock_tag_probe(link->arg, tag);

	printable_line(link->warn, "%s:%s:%s: locks are not traced there: %s",
		       probe->provider, probe->module, probe->function,
		       kern_site_error(err));
}

/* Links the sites of a program in one object, from number @first on. */
static int attach_object(struct plock_state *state,
			 const struct plock_program *program, int prog_fd,
			 uint32_t object_idx, struct kern_links *links,
			 struct strbuf *warn)
{
	const struct user_object *object = &state->code.objects.v[object_idx];
	const struct user_file *file = &state->code.files.v[object->file_idx];
	struct prov_link link = {
		.fd = file->fd,
		.path = file->path,
		.tgid = (uint32_t)object->pid,
		.is_return = program->abi.lock.event == ABI_LOCK_LEAVE &&
			     program->is_return,
		.bad = bad_site,
		.arg = state,
		.links = links,
		.warn = warn,
	};
	int err;

	for (size_t i = 0; i < program->sites.cnt; i++) {
		const struct plock_site *site = &program->sites.v[i];
		struct kern_site place = {
			.fileoff = site->fileoff,
			.cookie = (uint64_t)object->pid << 32 | site->tag,
		};

		if (state->functions.v[site->function_idx].object_idx ==
		    object_idx)
			prov_link_add(&link, place, site->tag);
	}
	err = prov_link_attach(&link, prog_fd);
	prov_link_deinit(&link);
	return err;
}

static int attach_program(struct plock_state *state,
			  const struct plock_program *program, int prog_fd,
			  struct kern_links *links, struct strbuf *warn)
{
	struct kern_log log = { 0 };
	int err = 0;

	if (!program->tracepoint) {
		for (uint32_t i = 0; i < state->code.objects.cnt && !err; i++)
			err = attach_object(state, program, prog_fd, i, links,
					    warn);
		return err;
	}
	err = kern_tracepoint_attach(links, prog_fd, program->tracepoint,
				     program->is_bound, &log);
	if (err)
		printable_line(warn, "plockstat: %s", strbuf_text(&log.message));
	kern_log_deinit(&log);
	return err;
}

/* In which round a program is attached. */
static int round_of(const struct plock_program *program)
{
	if (program->abi.lock.event == ABI_LOCK_LEAVE)
		return program->abi.lock.want == ABI_LOCK_WAITED;
	return program->abi.lock.event == ABI_LOCK_ENTER ? 3 : 2;
}

/* Reports functions that the clauses would count, but that can't be probed. */
static void say_refused(const struct plock_state *state, struct strbuf *warn)
{
	for (size_t i = 0; i < state->functions.cnt; i++) {
		const struct plock_function *function = &state->functions.v[i];
		const struct user_object *object =
			plock_object_of(state, function);

		if (function->refusal != CODE_OK)
			printable_line(warn,
				       "%s:%s: locks are not traced "
				       "there: %s",
				       object->path, function->row->name,
				       code_refusal_text(function->refusal));
	}
}

int plock_attach(void *p, const int *prog_fds, struct kern_links *links,
		 struct strbuf *warn)
{
	struct plock_state *state = p;
	int err = 0;

	if (state->programs.cnt)
		say_refused(state, warn);
	for (int round = 0; round <= 3; round++)
		for (size_t i = 0; i < state->programs.cnt && !err; i++)
			if (round_of(&state->programs.v[i]) == round)
				err = attach_program(
					state, &state->programs.v[i],
					prog_fds[state->programs.v[i].prog_id],
					links, warn);
	state->code.is_attached = true;
	return err;
}

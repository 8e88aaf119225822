// SPDX-License-Identifier: BSD-2-Clause
/*
 * Attaches the loaded programs to their probes. Meanwhile the unwind tables of
 * the processes of -c and -p are built.
 */
#include "runtime/session/load/attach.h"

#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "runtime/kernel/link/links.h"
#include "runtime/kernel/link/uprobe/uprobe_helper_process.h"
#include "runtime/process/needed_files.h"
#include "runtime/provider/provider.h"
#include "runtime/session/progress.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"
#include "runtime/session/unwind/unwind_keeper.h"

/* The unwind tables of -c and -p are built while probes are attached. */
static int start_unwinding(struct session *session)
{
	const struct process_list *list = &session->asked.processes;
	int err = 0;

	if (!session->generated.result->unwind_bytes)
		return 0;
	session->loaded.keeper = unwind_keeper_start(
		&session->loaded.maps, &session->limits.cpus, &err);
	if (!session->loaded.keeper)
		return err;
	for (size_t i = 0; i < list->procs.cnt; i++) {
		const struct process *proc = &list->procs.v[i];
		struct closure closure = { 0 };

		unwind_keeper_add_process(session->loaded.keeper, proc->pid,
					  proc->go_fd >= 0);
		if (proc->go_fd < 0)
			continue;
		closure_add(&closure, proc->exe_path);
		for (size_t j = 0; j < closure.paths.cnt; j++)
			unwind_keeper_add_file(session->loaded.keeper,
					       closure.paths.v[j]);
		closure_deinit(&closure);
	}
	return 0;
}

static int attach_providers(struct session *session)
{
	struct strbuf warn = { 0 };
	int err = 0;

	for (int i = 0; i < PROVIDER_CNT && !err; i++)
		err = provider_table[i]->attach(session->matched.providers[i],
						session->loaded.prog_fds,
						session->loaded.links, &warn);
	session_say_lines(&warn);
	return err;
}

static int say_no_unwinding(int err)
{
	session_say("could not enable tracing: unwind tables: %s",
		    strerror(-err));
	return -EINVAL;
}

int session_attach(struct session *session)
{
	int err = start_unwinding(session);

	if (err)
		return say_no_unwinding(err);
	session->loaded.links = kern_links_create(session->loaded.backend);
	kern_links_set_helper(session->loaded.links,
			      take_ptr(session->loaded.uprobe_helper));
	progress_step(PROGRESS_ATTACH);
	err = attach_providers(session);
	if (!err) {
		err = unwind_keeper_see_ends(session->loaded.keeper);
		if (err)
			err = say_no_unwinding(err);
	}
	unwind_keeper_wait(session->loaded.keeper);
	session_debug(session, "attached");
	return err;
}

void session_detach(struct session *session)
{
	kern_links_close(take_ptr(session->loaded.links));
	uprobe_helper_destroy(take_ptr(session->loaded.uprobe_helper));
}

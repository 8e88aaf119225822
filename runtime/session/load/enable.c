// SPDX-License-Identifier: BSD-2-Clause
/*
 * From generated programs to attached ones: maps, loading, unwind tables, links.
 */
#include "runtime/session/load/enable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/diag.h"
#include "base/strbuf.h"
#include "runtime/kernel/feature/backend.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/link.h"
#include "runtime/kernel/link/uprobe/uprobe_helper.h"
#include "runtime/kernel/log.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/kernel/program/load.h"
#include "runtime/process/needed_files.h"
#include "runtime/provider/provider.h"
#include "runtime/session/load/needs.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"
#include "runtime/session/unwind/unwind_keeper.h"

/* A kernel's refusal: D place, message, the verifier's last lines. */
static int say_kernel_log(struct session *session, const char *what,
			  struct kern_log *log)
{
	if (log->loc.src) {
		diag_error(&session->diags, log->loc, "D_UNKNOWN", "%s: %s",
			   what, strbuf_text(&log->message));
		session_report(session);
	} else {
		session_say("%s: %s", what, strbuf_text(&log->message));
	}
	session_say_text(strbuf_text(&log->detail));
	kern_log_deinit(log);
	return -EINVAL;
}

/* -x bpflog: of a program that was accepted. */
static void say_verifier(const char *name, struct kern_log *log)
{
	session_say("the verifier on %s:", name);
	session_say_text(strbuf_text(&log->detail));
	strbuf_clear(&log->detail);
}

static int load_programs(struct session *session, enum kern_backend backend)
{
	const struct gen_result *result = session->generated.result;
	struct kern_log log = {
		.all_bytes = session->options.value[OPT_bpflog] ?
			(uint32_t)session->options.value[OPT_bpflogsize] : 0,
	};

	session->loaded.prog_fds = xmalloc(result->progs.cnt * sizeof(int));
	for (size_t i = 0; i < result->progs.cnt; i++)
		session->loaded.prog_fds[i] = -1;
	for (size_t i = 0; i < result->progs.cnt; i++) {
		const struct gen_prog *prog = &result->progs.v[i];

		if (!prog->code.insns.cnt)
			continue;
		if (kern_load(&prog->code, &session->loaded.maps, backend, &log,
			      &session->loaded.prog_fds[i]))
			return say_kernel_log(session,
					      "could not enable tracing", &log);
		if (log.all_bytes)
			say_verifier(prog->class_name, &log);
		session_debug(session, "loaded %s: %zu instructions",
			      prog->class_name, prog->code.insns.cnt);
	}
	kern_log_deinit(&log);
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

/* Files that appear later are checked then. */
static int check_needs(const struct session *session)
{
	const struct gen_result *result = session->generated.result;
	int err = 0;

	for (size_t i = 0; i < result->progs.cnt && !err; i++)
		if (!result->progs.v[i].is_spare)
			err = session_check_needs(session,
				(const struct clause *const *)
					result->progs.v[i].clauses,
				result->progs.v[i].clause_cnt);
	return err;
}

/* The unwind tables of -c and -p are built while probes are attached. */
static int start_unwinding(struct session *session)
{
	const struct process_list *list = &session->asked.processes;
	int err = 0;

	if (!session->generated.result->unwind_bytes)
		return 0;
	session->loaded.keeper = unwind_keeper_start(
		&session->loaded.maps, &session->limits.cpus, &err);
	if (!session->loaded.keeper) {
		session_say("could not enable tracing: unwind tables: %s",
			    strerror(-err));
		return -EINVAL;
	}
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

int session_enable(struct session *session)
{
	struct kern_log log = { 0 };
	enum kern_backend backend = KERN_UPROBE_MULTI;
	bool has_links = false;
	int err;

	if (check_needs(session))
		return -EINVAL;
	for (size_t i = 0; i < session->generated.result->progs.cnt; i++)
		if (session->generated.prog_provider[i] != PROVIDER_dtrace)
			has_links = true;
	if (has_links)
		backend = session->options.value[OPT_nouprobemulti] ?
				  KERN_UPROBE_PERF : kern_backend();
	if (kern_maps_create(&session->loaded.maps, session->generated.result,
			     &session->limits.cpus, session->limits.ring_bytes,
			     &log))
		return say_kernel_log(session, "could not enable tracing",
				      &log);
	if (load_programs(session, backend) || start_unwinding(session))
		return -EINVAL;
	session->loaded.backend = backend;
	session->loaded.links = kern_links_create(backend);
	kern_links_set_helper(session->loaded.links,
			      take_ptr(session->loaded.uprobe_helper));
	err = attach_providers(session);
	unwind_keeper_wait(session->loaded.keeper);
	session_debug(session, "attached");
	return err;
}

void session_detach(struct session *session)
{
	kern_links_close(take_ptr(session->loaded.links));
	uprobe_helper_destroy(take_ptr(session->loaded.uprobe_helper));
}

void session_unload(struct session *session)
{
	struct session_loaded *loaded = &session->loaded;

	for (size_t i = 0; loaded->prog_fds &&
	     i < session->generated.result->progs.cnt; i++)
		if (loaded->prog_fds[i] >= 0)
			close(loaded->prog_fds[i]);
	free(loaded->prog_fds);
	unwind_keeper_stop(loaded->keeper);
	kern_maps_destroy(&loaded->maps);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * From generated programs to loaded ones and their maps.
 */
#include "runtime/session/load/load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text/diag.h"
#include "base/text/strbuf.h"
#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/feature/uprobe_backend.h"
#include "runtime/kernel/helper_thread.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/kernel/program/load.h"
#include "runtime/provider/provider.h"
#include "runtime/session/load/check_needs.h"
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

/*
 * The verifier refuses with one of these errors. If it was not asked, for lack
 * of memory or of descriptors, a trial would not tell why.
 */
static bool is_of_verifier(int err)
{
	return err == -EACCES || err == -EINVAL || err == -E2BIG;
}

static int say_refused(struct session *session, struct kern_log *log,
		       int load_err)
{
	int err = say_kernel_log(session, "could not enable tracing", log);

	if (is_of_verifier(load_err) &&
	    session->generated.result->unwind_bytes && !feature_has(FEAT_unwind))
		session_say("this kernel refuses to walk user stacks with "
			    "unwind tables: with -x unwindsize=0, ustack( ) "
			    "follows frame pointers");
	return err;
}

/* -x bpflog: the log of a program that was accepted. */
static void say_verifier(const char *name, struct kern_log *log)
{
	session_say("the verifier on %s:", name);
	session_say_text(strbuf_text(&log->detail));
	strbuf_clear(&log->detail);
}

/* ----------------------------------------------------- at the same time */

enum {
	THREAD_MAX = 8,
	/* fewer instructions are verified sooner than a thread starts */
	WORTH_INSNS = 300,
};

/* Programs that several threads load: each takes the next one. */
struct loading {
	struct session *session;
	size_t next;
};

static void *load_next(void *arg)
{
	struct loading *loading = arg;
	const struct session *session = loading->session;
	const struct gen_result *result = session->generated.result;

	for (;;) {
		size_t i = __atomic_fetch_add(&loading->next, 1,
					      __ATOMIC_RELAXED);

		if (i >= result->progs.cnt)
			return NULL;
		if (result->progs.v[i].code.insns.cnt)
			(void)kern_load(&result->progs.v[i].code,
					&session->loaded.maps,
					session->loaded.backend, NULL,
					&session->loaded.prog_fds[i]);
	}
}

/* How many threads, besides this one, have enough to do? */
static size_t count_threads(const struct session *session)
{
	const struct gen_result *result = session->generated.result;
	const struct kern_cpus *cpus = &session->limits.cpus;
	size_t worth = 0, cpu_cnt = 0;

	for (uint32_t i = 0; i < cpus->cpu_max; i++)
		cpu_cnt += cpus->online[i];
	for (size_t i = 0; i < result->progs.cnt; i++)
		worth += result->progs.v[i].code.insns.cnt >= WORTH_INSNS;
	if (worth > cpu_cnt)
		worth = cpu_cnt;
	if (worth > THREAD_MAX)
		worth = THREAD_MAX;
	return worth ? worth - 1 : 0;
}

/*
 * Verifying programs takes most of the start-up time, and the kernel does it on
 * as many CPUs as request it. Programs that are refused here are loaded again
 * later, in order and with a log.
 */
static void load_together(struct session *session)
{
	struct loading loading = { .session = session };
	size_t wanted = count_threads(session), cnt = 0;
	pthread_t threads[THREAD_MAX];

	if (!wanted)
		return;
	while (cnt < wanted &&
	       !kern_thread_start(&threads[cnt], load_next, &loading))
		cnt++;
	load_next(&loading);
	while (cnt)
		pthread_join(threads[--cnt], NULL);
}

static int load_programs(struct session *session)
{
	const struct gen_result *result = session->generated.result;
	struct kern_log log = {
		.all_bytes = session->options.value[OPT_bpflog] ?
			(uint32_t)session->options.value[OPT_bpflogsize] : 0,
	};

	session->loaded.prog_fds = xmalloc(result->progs.cnt * sizeof(int));
	for (size_t i = 0; i < result->progs.cnt; i++)
		session->loaded.prog_fds[i] = -1;
	if (!log.all_bytes)
		load_together(session);
	for (size_t i = 0; i < result->progs.cnt; i++) {
		const struct gen_prog *prog = &result->progs.v[i];
		int *fd = &session->loaded.prog_fds[i];
		int err = 0;

		if (!prog->code.insns.cnt)
			continue;
		if (*fd < 0)
			err = kern_load(&prog->code, &session->loaded.maps,
					session->loaded.backend, &log, fd);
		if (err)
			return say_refused(session, &log, err);
		if (log.all_bytes)
			say_verifier(prog->class_name, &log);
		session_debug(session, "loaded %s: %zu instructions",
			      prog->class_name, prog->code.insns.cnt);
	}
	kern_log_deinit(&log);
	return 0;
}

/* Programs for files that appear later are checked then. */
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

/* How programs for user probes are attached, now or later; others need no
 * trial. */
static enum kern_backend backend_of(const struct session *session)
{
	const struct gen_result *result = session->generated.result;
	bool has_uprobes = session->watched.watches_all;

	for (size_t i = 0; i < result->progs.cnt; i++)
		has_uprobes |= result->progs.v[i].code.is_uprobe ||
			       result->progs.v[i].is_spare;
	if (!has_uprobes)
		return KERN_UPROBE_MULTI;
	return session->options.value[OPT_nouprobemulti] ? KERN_UPROBE_PERF :
							   kern_backend();
}

int session_load(struct session *session)
{
	struct kern_log log = { 0 };

	if (check_needs(session))
		return -EINVAL;
	session->loaded.backend = backend_of(session);
	if (kern_maps_create(&session->loaded.maps, session->generated.result,
			     &session->limits.cpus, session->limits.ring_bytes,
			     &log))
		return say_kernel_log(session, "could not enable tracing",
				      &log);
	return load_programs(session);
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

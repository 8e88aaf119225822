// SPDX-License-Identifier: BSD-2-Clause
/*
 * Runs or checks a session that is completely specified. A run is
 *
 *	privileges -> sizes -> compile (resolve, check) -> bind -> generate
 *	-> enable (load, attach) -> session_trace() (trace.c)
 */
#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/strbuf.h"
#include "runtime/common/option.h"
#include "runtime/kernel/cpu.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/uprobe/uprobe_helper.h"
#include "runtime/process/to_main.h"
#include "runtime/session/generate/buffer_limits.h"
#include "runtime/session/generate/generate.h"
#include "runtime/session/load/enable.h"
#include "runtime/session/programs.h"
#include "runtime/session/report.h"
#include "runtime/session/resolve/bind.h"
#include "runtime/session/session.h"
#include "runtime/session/session_state.h"
#include "runtime/session/trace/trace.h"
#include "sdt/file.h"

/*
 * ^C waits for interrupt_open(); the end of a pipe and a file that may not
 * grow (RLIMIT_FSIZE) are errors of write(2).
 */
static void block_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
}

/* Only BEGIN and END: a script that records little needs small rings. */
static bool has_only_own_probes(const struct session *session)
{
	for (const struct clause *c = session->program.clauses; c; c = c->next)
		for (const struct probe_spec *spec = c->specs; spec;
		     spec = spec->next)
			if (strcmp(spec->name, "BEGIN") &&
			    strcmp(spec->name, "END") &&
			    strcmp(spec->name, "ERROR"))
				return false;
	return true;
}

/* -x cpu=N: BEGIN, END and clocks run there too. */
static int bind_to_cpu(struct session *session)
{
	int64_t cpu = session->options.value[OPT_cpu];
	cpu_set_t *set;
	size_t bytes;
	int err;

	if (cpu < 0)
		return 0;
	set = CPU_ALLOC((size_t)cpu + 1);
	bytes = CPU_ALLOC_SIZE((size_t)cpu + 1);
	CPU_ZERO_S(bytes, set);
	CPU_SET_S((size_t)cpu, bytes, set);
	err = sched_setaffinity(0, bytes, set) ? -errno : 0;
	CPU_FREE(set);
	if (err)
		session_say("can't trace CPU %lld: it is not online, or not "
			    "allowed here", (long long)cpu);
	return err;
}

enum { SMALL_RING_BYTES = 65536 };

static int size_rings(struct session *session)
{
	/* overwriting is not reported, so rings get the requested size */
	bool is_small = has_only_own_probes(session) &&
			session->options.value[OPT_bufpolicy] != POLICY_RING;
	uint64_t bytes;

	if (kern_cpus_init(&session->limits.cpus)) {
		session_say("the list of CPUs in /sys/devices/system/cpu is "
			    "unreadable");
		return -EINVAL;
	}
	if (session_fit(session, !is_small))
		return -ENOMEM;
	bytes = (uint64_t)session->options.value[OPT_bufsize];
	if (is_small && bytes > SMALL_RING_BYTES)
		bytes = SMALL_RING_BYTES;
	session_set_ring(session, bytes);
	return 0;
}

/* -x lockmem. Kernels from 5.11 on charge it for little more than events. */
static void limit_locked_memory(const struct session *session)
{
	rlim_t bytes = (rlim_t)session->options.value[OPT_lockmem];
	struct rlimit limit = { bytes, bytes };

	if (bytes && setrlimit(RLIMIT_MEMLOCK, &limit))
		session_say("cannot raise the limit of locked memory: %s",
			    strerror(errno));
}

static void say_bad_object(const struct session *session, const char *path,
			   const char *why)
{
	struct strbuf giver = { 0 }, shown = { 0 };

	option_put_giver(&giver, &session->options, OPT_objects);
	option_put_value(&shown, path);
	session_say("%s: %s: %s", strbuf_text(&giver), strbuf_text(&shown), why);
	strbuf_deinit(&giver);
	strbuf_deinit(&shown);
}

/* -x objects: reports files that are not programs or libraries, which would
 * otherwise be ignored silently. */
static int check_objects(const struct session *session)
{
	const char *names = session->options.str[OPT_objects];
	int err = 0;

	while (names && *names) {
		size_t len = strcspn(names, ":");
		_cleanup_free_ char *path = xstrndup(names, len);
		const char *why = NULL;
		struct sdt_file *file = NULL;
		int res = len ? sdt_file_open(path, 0, &file, &why) : 0;

		if (res) {
			say_bad_object(session, path,
				       res == -ENOEXEC ? why : strerror(-res));
			err = -EINVAL;
		}
		sdt_file_close(file);
		names += len + (names[len] == ':');
	}
	return err;
}

/* Processes of pid123 and app$target, whose sites need a search. */
static bool has_process_probes(const struct session *session)
{
	for (const struct clause *c = session->program.clauses; c; c = c->next)
		for (const struct probe_spec *spec = c->specs; spec;
		     spec = spec->next) {
			size_t len = strlen(spec->provider);

			if (len && isdigit((unsigned char)
					   spec->provider[len - 1]))
				return true;
		}
	return false;
}

/* -x evaltime=postinit, main: commands are traced from there on. */
static int run_to_main(struct session *session)
{
	struct process_list *list = &session->asked.processes;

	if (session->options.value[OPT_evaltime] < EVALTIME_POSTINIT)
		return 0;
	for (size_t i = 0; i < list->procs.cnt; i++) {
		const char *why;

		if (list->procs.v[i].go_fd < 0 ||
		    !process_run_to_main(&list->procs.v[i], &why))
			continue;
		session_say("failed to run %s up to its main() (-x evaltime): "
			    "%s", list->procs.v[i].exe_path, why);
		return -EINVAL;
	}
	return 0;
}

/*
 * Starts early if it will certainly be needed, to overlap its start-up. An
 * error is reported only if the start also fails when it is needed.
 */
static void start_uprobe_helper(struct session *session)
{
	if (has_process_probes(session))
		uprobe_helper_start(!session->options.value[OPT_nouprobemulti],
				    &session->loaded.uprobe_helper);
}

int session_run(struct session *session)
{
	block_signals();
	if (!session->asked.texts.cnt) {
		session_say("no probes specified");
		return 1;
	}
	if (session->options.value[OPT_grabanon]) {
		session_say("No anonymous tracing state");
		return 1;
	}
	if (!feature_has(FEAT_bpf)) {
		session_say("failed to initialize dtrace: DTrace requires "
			    "additional privileges: %s; run it as root",
			    feature_reason(FEAT_bpf));
		return 1;
	}
	if (check_objects(session) || session_check_sizes(session) ||
	    size_rings(session) || run_to_main(session))
		return 1;
	start_uprobe_helper(session);
	if (session_compile(session) || session_bind(session) ||
	    bind_to_cpu(session) || session_generate(session) ||
	    session_enable(session))
		return 1;
	limit_locked_memory(session);
	session_say_fit(session);
	if (session->options.value[OPT_destructive] &&
	    !session->options.value[OPT_quiet])
		session_say("allowing destructive actions");
	return session_trace(session);
}

int session_check(struct session *session)
{
	session_set_ring(session,
			 (uint64_t)session->options.value[OPT_bufsize]);
	if (check_objects(session) || session_check_sizes(session) ||
	    session_compile(session) ||
	    session_bind(session) || session_generate(session))
		return 1;
	return 0;
}

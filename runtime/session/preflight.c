// SPDX-License-Identifier: BSD-2-Clause
/*
 * What precedes the programs: is dtrace allowed to trace, are the files of the
 * command line programs, do the processes of -c run up to where they are traced.
 */
#include "runtime/session/preflight.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/system/cpu_binding.h"
#include "base/system/end_signals.h"
#include "base/text/strbuf.h"
#include "runtime/common/option.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/uprobe/uprobe_helper_process.h"
#include "runtime/process/to_main.h"
#include "runtime/session/anonymous/claim.h"
#include "runtime/session/anonymous/hold.h"
#include "runtime/session/generate/buffer_limits.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"
#include "sdt/file.h"

/*
 * ^C waits for interrupt_open(); the end of a pipe and a file that may not
 * grow (RLIMIT_FSIZE) are errors of write(2).
 */
static void block_signals(void)
{
	sigset_t set;

	end_signals_set(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
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
int session_check_objects(struct session *session)
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

/* Processes of pid123 and app$target, in which sites are searched. */
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

static int check_asked(struct session *session)
{
	if (!session->asked.texts.cnt) {
		session_say("no probes specified");
		return -EINVAL;
	}
	if (session->options.value[OPT_grabanon]) {
		session_say(anonymous_exists() ?
				    "-a claims existing data and takes no program" :
				    "No anonymous tracing state");
		return -EINVAL;
	}
	if (session->anonymous.is_asked && session->asked.processes.procs.cnt) {
		session_say("an anonymous session traces no process of -c or "
			    "-p: it waits for dtrace -a");
		return -EINVAL;
	}
	return session->anonymous.is_asked ? session_check_anonymous() : 0;
}

static int check_privileges(struct session *session)
{
	(void)session;
	if (feature_has(FEAT_bpf))
		return 0;
	session_say("failed to initialize dtrace: DTrace requires additional "
		    "privileges: %s; run it as root%s",
		    feature_reason(FEAT_bpf), kern_in_user_namespace() ?
		    " outside of the user namespace" : "");
	return -EPERM;
}

/*
 * Processes are looked up in /proc by ids of our PID namespace. If it shows
 * another one, they would be other processes, with other files and symbols.
 */
static int check_proc(struct session *session)
{
	char self[16];
	ssize_t len = readlink("/proc/self", self, sizeof(self) - 1);

	if (len <= 0)
		return 0; /* not there: whoever needs it says so */
	self[len] = '\0';
	if (strtol(self, NULL, 10) == getpid())
		return 0;
	if (session->asked.processes.procs.cnt || has_process_probes(session)) {
		session_say("can't find the processes of -c, -p and pidPID: "
			    "/proc shows another PID namespace; mount it here "
			    "(unshare --mount-proc)");
		return -EINVAL;
	}
	session_say("/proc shows another PID namespace: probes of programs and "
		    "user symbols may be those of other processes; mount it "
		    "here (unshare --mount-proc)");
	return 0;
}

/* -x top draws on a terminal, and only text. */
static int check_top(struct session *session)
{
	struct strbuf giver = { 0 };
	const char *why = NULL;

	if (!session->options.value[OPT_top])
		return 0;
	if (!isatty(fileno(session->out)))
		why = "the output is not a terminal";
	else if (session->options.value[OPT_oformat] != OFORMAT_text)
		why = "it is text, so oformat must be text";
	else if (session->options.value[OPT_bufpolicy] != POLICY_SWITCH)
		why = "buffers are read at the end (-x bufpolicy)";
	if (!why)
		return 0;
	option_put_giver(&giver, &session->options, OPT_top);
	session_say("%s cannot draw: %s", strbuf_text(&giver), why);
	strbuf_deinit(&giver);
	return -EINVAL;
}

/* In this order: commands of -c run only after nothing else is wrong. */
static int (*const checks[])(struct session *session) = {
	check_asked,	    check_privileges,	   check_proc,
	check_top,	    session_check_objects, session_check_sizes,
	session_size_rings, run_to_main,
};

int session_prepare(struct session *session)
{
	block_signals();
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
		if (checks[i](session))
			return -EINVAL;
	start_uprobe_helper(session);
	return 0;
}

int session_bind_to_cpu(struct session *session)
{
	int64_t cpu = session->options.value[OPT_cpu];
	int err = cpu < 0 ? 0 : cpu_binding_set((size_t)cpu);

	if (err)
		session_say("can't trace CPU %lld: it is not online, or not "
			    "allowed here", (long long)cpu);
	return err;
}

void session_limit_memory(const struct session *session)
{
	int64_t bytes = session->options.value[OPT_lockmem];
	rlim_t most = bytes == INT64_MAX ? RLIM_INFINITY : (rlim_t)bytes;
	struct rlimit limit = { most, most };

	if (bytes && setrlimit(RLIMIT_MEMLOCK, &limit))
		session_say("cannot raise the limit of locked memory: %s",
			    strerror(errno));
}

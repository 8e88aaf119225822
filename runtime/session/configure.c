// SPDX-License-Identifier: BSD-2-Clause
/*
 * Collects what the command line asks for: option values, processes, files.
 */
#include "runtime/session/configure.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/system/file.h"
#include "base/text/src.h"
#include "base/text/strbuf.h"
#include "base/vec.h"
#include "lang/stability.h"
#include "runtime/common/option.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/process/process.h"
#include "runtime/session/dump.h"
#include "runtime/session/report.h"
#include "runtime/session/session.h"
#include "runtime/session/session_state.h"
#include "runtime/types/btf.h"
#include "sdt/process.h"

static void set_macros(struct lang_env *env)
{
	env->macros[MACRO_pid] = getpid();
	env->macros[MACRO_ppid] = getppid();
	env->macros[MACRO_pgid] = getpgrp();
	env->macros[MACRO_sid] = getsid(0);
	env->macros[MACRO_uid] = getuid();
	env->macros[MACRO_euid] = geteuid();
	env->macros[MACRO_gid] = getgid();
	env->macros[MACRO_egid] = getegid();
}

void session_init_asked(struct session_asked *asked, int argc,
			char *const *argv)
{
	process_list_init(&asked->processes);
	asked->args_used = xcalloc((size_t)argc + 1, sizeof(bool));
	asked->lang_env.args = (const char *const *)argv;
	asked->lang_env.arg_cnt = (size_t)argc;
	asked->lang_env.args_used = asked->args_used;
	set_macros(&asked->lang_env);
}

void session_deinit_asked(struct session_asked *asked)
{
	process_list_deinit(&asked->processes);
	for (size_t i = 0; i < asked->texts.cnt; i++) {
		src_deinit(&asked->texts.v[i]->src);
		free(asked->texts.v[i]->text);
		free(asked->texts.v[i]->name);
		free(asked->texts.v[i]);
	}
	vec_deinit(&asked->texts);
	vec_deinit(&asked->files);
	free(asked->args_used);
}

/* ----------------------------------------------------------------- options */

/* -x amin=NAME/DATA/CLASS */
static int set_least_stability(struct session *session, const char *text)
{
	int err = stability_read(text, &session->asked.least_stability);

	if (!err)
		session->asked.lang_env.least_stability =
			&session->asked.least_stability;
	return err;
}

/* -x setenv=NAME=VALUE */
static int set_environment(const char *text)
{
	const char *equals = strchr(text, '=');
	char *name;
	int err;

	if (!equals || equals == text)
		return -EINVAL;
	name = xstrndup(text, (size_t)(equals - text));
	err = setenv(name, equals + 1, 1);
	free(name);
	return err ? -EINVAL : 0;
}

int session_set_option(struct session *session, const char *name,
		       const char *value)
{
	int err = option_set(&session->options, OPTION_COMMAND, name, value);

	/* commands of -c start later and inherit it */
	if (!err && !strcmp(name, "setenv"))
		err = set_environment(value);
	else if (!err && !strcmp(name, "amin"))
		err = set_least_stability(session, value);
	else if (!err && !strcmp(name, "unsetenv") && unsetenv(value))
		err = -EINVAL;
	else if (!err && !strcmp(name, "dump") && !session_dump_is_valid(value))
		err = -EINVAL;
	else if (!err && !strcmp(name, "btfpath"))
		btf_source_set_folder(session->symbols.type_source, value);
	return err;
}

const char *session_option_error(struct session *session, const char *name,
				 int err)
{
	struct strbuf text = { 0 };
	const char *ret;

	option_put_error(&text, name, err);
	ret = arena_strdup(&session->arena, strbuf_text(&text));
	strbuf_deinit(&text);
	return ret;
}

static void say_bad_environment(struct session *session,
				const struct option_env *env,
				const char *value, int err)
{
	struct strbuf shown = { 0 };

	option_put_value(&shown, value);
	session_say("failed to set %s to '%s': %s", env->variable,
		    strbuf_text(&shown),
		    session_option_error(session, env->option, err));
	strbuf_deinit(&shown);
}

/* A name that is none of ours is a mistake, as with -x. */
static int refuse_unknown_environment(struct session *session)
{
	const char *unknown = option_unknown_env();
	char *variable, *name;

	if (!unknown)
		return 0;
	variable =
		arena_strndup(&session->arena, unknown, strcspn(unknown, "="));
	name = arena_strdup(&session->arena,
			    variable + strlen(OPTION_ENV_PREFIX));
	for (char *s = name; *s; s++)
		*s = (char)tolower((unsigned char)*s);
	for (int i = 0; i < OPT_CNT; i++) {
		struct option_env env;

		option_from_env((enum option)i, &env);
		if (strcmp(env.option, name))
			continue;
		session_say("failed to set %s: Invalid option name (did you "
			    "mean %s?)",
			    variable, env.variable);
		return -ENOENT;
	}
	session_say("failed to set %s: %s", variable,
		    session_option_error(session, name, -ENOENT));
	return -ENOENT;
}

int session_set_environment(struct session *session)
{
	int err = refuse_unknown_environment(session);

	for (int i = 0; !err && i < OPT_CNT; i++) {
		struct option_env env;
		const char *value = option_from_env((enum option)i, &env);

		if (!value)
			continue;
		err = session_set_option(session, env.option,
					 *value ? value : NULL);
		session->options.is_of_environment[i] = !err;
		if (err)
			say_bad_environment(session, &env, value, err);
	}
	return err;
}

bool session_wants_cpp(const struct session *session)
{
	return session->options.value[OPT_cpp];
}

/* ------------------------------------------------- output, processes, files */

int session_set_output(struct session *session, const char *path)
{
	int fd = file_open_append(path);
	FILE *out = fd < 0 ? NULL : fdopen(fd, "a");

	if (!out)
		return fd < 0 ? fd : -errno;
	if (session->out != stdout)
		fclose(session->out);
	session->out = out;
	session->asked.out_path = arena_strdup(&session->arena, path);
	return 0;
}

static void set_target(struct session *session)
{
	session->asked.lang_env.macros[MACRO_target] =
		session->asked.processes.procs.v[0].pid;
}

int session_add_process(struct session *session, pid_t pid)
{
	int err = process_grab(&session->asked.processes, pid);
	pid_t leader = err ? sdt_process_of_thread(pid) : 0;

	if (leader)
		session_say("failed to grab pid %d: it is a thread of process "
			    "%d", pid, leader);
	else if (err)
		session_say("failed to grab pid %d: %s", pid, strerror(-err));
	else
		set_target(session);
	if (!err && !process_is_open(pid))
		session_say("process %d: %s: no user probes in it, no names "
			    "for its addresses", pid,
			    feature_has(FEAT_cap_sys_ptrace) ?
				    "dtrace may not inspect it" :
				    feature_reason(FEAT_cap_sys_ptrace));
	return err;
}

int session_add_command(struct session *session, const char *command)
{
	bool is_caller = session->options.value[OPT_asuser];
	int err = is_caller ? process_use_caller(&session->asked.processes) : 0;

	if (err) {
		session_say("failed to execute %s: asuser is for runs under "
			    "sudo: SUDO_UID and SUDO_GID are not both set",
			    command);
		return err;
	}
	err = process_spawn(&session->asked.processes, command);
	if (err == -EINVAL)
		session_say("failed to execute '%s': there is no command",
			    command);
	else if (err == -EBADMSG)
		session_say("failed to execute %s: a quote has no end (quotes "
			    "and backslashes are those of sh)", command);
	else if (err)
		session_say("failed to execute %s: %s", command,
			    strerror(-err));
	else
		set_target(session);
	return err;
}

int session_add_file(struct session *session, const char *path)
{
	int err = file_check_access(path, R_OK);

	if (err) {
		session_say("failed to open %s: %s", path, strerror(-err));
		return err;
	}
	vec_push(&session->asked.files, arena_strdup(&session->arena, path));
	return 0;
}

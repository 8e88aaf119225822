// SPDX-License-Identifier: BSD-2-Clause
/*
 * Collects what the command line specifies: option values, processes, program
 * texts. Texts are parsed in their order and checked together later, because a
 * later one may use definitions of an earlier one.
 */
#include "runtime/session/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/src.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "lang/check/check.h"
#include "lang/check/clause_stability.h"
#include "lang/parse/parse.h"
#include "lang/type/type.h"
#include "runtime/codegen/gen.h"
#include "runtime/common/option.h"
#include "runtime/common/probe.h"
#include "runtime/consume/consumer.h"
#include "runtime/dlib/dlib.h"
#include "runtime/kernel/cpu.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/link.h"
#include "runtime/kernel/link/uprobe/uprobe_helper.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/kernel/mmaps.h"
#include "runtime/process/process.h"
#include "runtime/provider/provider.h"
#include "runtime/session/asked.h"
#include "runtime/session/dump.h"
#include "runtime/session/report.h"
#include "runtime/session/resolve/resolve.h"
#include "runtime/session/session_state.h"
#include "runtime/session/unwind/unwind_keeper.h"
#include "runtime/symbol/demangle.h"
#include "runtime/symbol/kallsyms.h"
#include "runtime/symbol/unwind/unwind.h"
#include "runtime/symbol/usersym.h"
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

/* -x amin=NAME/DATA/CLASS */
static int set_least_stability(struct session *session, const char *text)
{
	int err = stability_read(text, &session->asked.least_stability);

	if (!err)
		session->asked.lang_env.least_stability =
			&session->asked.least_stability;
	return err;
}

struct session *session_create(enum session_mode mode, int argc,
			       char *const *argv)
{
	struct session *session = xcalloc(1, sizeof(*session));

	session->mode = mode;
	session->out = stdout;
	options_init(&session->options);
	if (getenv("DTRACE_DEBUG"))
		session->options.value[OPT_debug] = 1;
	arena_init(&session->arena);
	diag_init(&session->diags, &session->arena);
	session->symbols.kallsyms = kallsyms_create(NULL);
	session->symbols.usersym = usersym_create();
	session->symbols.demangler = demangler_create();
	session->symbols.type_source =
		btf_source_create(NULL, session->symbols.kallsyms);
	type_table_init(&session->types, &session->arena,
			session->symbols.type_source);
	program_init(&session->program, &session->arena, &session->types);
	session->symbols.dlib = dlib_create(&session->arena);
	session->program.library = dlib_library(session->symbols.dlib);
	process_list_init(&session->asked.processes);
	probe_table_init(&session->matched.probes);
	session->asked.args_used = xcalloc((size_t)argc + 1, sizeof(bool));
	session->asked.lang_env.args = (const char *const *)argv;
	session->asked.lang_env.arg_cnt = (size_t)argc;
	session->asked.lang_env.args_used = session->asked.args_used;
	set_macros(&session->asked.lang_env);
	return session;
}

static void close_providers(struct session *session)
{
	for (int i = 0; i < PROVIDER_CNT; i++)
		if (session->matched.providers[i])
			provider_table[i]->destroy(
				session->matched.providers[i]);
}

void session_destroy(struct session *session)
{
	bool dumps_core;

	if (!session)
		return;
	kern_links_close(session->loaded.links);
	uprobe_helper_destroy(session->loaded.uprobe_helper);
	if (session->consuming.has_consumer)
		consumer_deinit(&session->consuming.consumer);
	for (size_t i = 0; session->loaded.prog_fds &&
	     i < session->generated.result->progs.cnt;
	     i++)
		if (session->loaded.prog_fds[i] >= 0)
			close(session->loaded.prog_fds[i]);
	unwind_keeper_stop(session->loaded.keeper);
	kern_maps_destroy(&session->loaded.maps);
	kern_cpus_deinit(&session->limits.cpus);
	session_drop_resolved(session);
	close_providers(session);
	if (session->generated.gen)
		gen_destroy(session->generated.gen);
	process_list_deinit(&session->asked.processes);
	for (size_t i = 0; i < session->asked.texts.cnt; i++) {
		src_deinit(&session->asked.texts.v[i]->src);
		free(session->asked.texts.v[i]->text);
		free(session->asked.texts.v[i]->name);
		free(session->asked.texts.v[i]);
	}
	vec_deinit(&session->asked.texts);
	vec_deinit(&session->asked.files);
	free(session->loaded.prog_fds);
	free(session->generated.prog_provider);
	free(session->asked.args_used);
	probe_table_deinit(&session->matched.probes);
	program_deinit(&session->program);
	dlib_destroy(session->symbols.dlib);
	type_table_deinit(&session->types);
	btf_source_destroy(session->symbols.type_source);
	kallsyms_destroy(session->symbols.kallsyms);
	unwinder_destroy(session->symbols.unwinder);
	usersym_destroy(session->symbols.usersym);
	demangler_destroy(session->symbols.demangler);
	kern_mmaps_destroy(session->watched.mmaps);
	diag_deinit(&session->diags);
	dumps_core = session->options.value[OPT_core];
	options_deinit(&session->options);
	arena_deinit(&session->arena);
	strbuf_deinit(&session->limits.resized);
	if (session->out != stdout)
		fclose(session->out);
	free(session);
	if (dumps_core) {
		fflush(NULL);
		abort();
	}
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
	else if (!err && !strcmp(name, "dump") && value[strspn(value, "atpiombr")])
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

int session_set_environment(struct session *session)
{
	int err = 0;

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
	if (access(path, R_OK)) {
		int err = -errno;

		session_say("failed to open %s: %s", path, strerror(-err));
		return err;
	}
	vec_push(&session->asked.files, arena_strdup(&session->arena, path));
	return 0;
}

/* The options that the parser uses. */
static void update_lang_env(struct session *session)
{
	const int64_t *value = session->options.value;
	struct lang_env *env = &session->asked.lang_env;

	env->default_args = value[OPT_defaultargs];
	env->allows_unused_args = value[OPT_argref];
	env->allows_empty = value[OPT_empty];
	env->version = (uint32_t)value[OPT_version];
	/* too large a one is an error before anything is made of it */
	type_set_strsize(&session->types, value[OPT_strsize] < UINT32_MAX ?
			 (uint32_t)value[OPT_strsize] : UINT32_MAX);
}

/* `#pragma D option`: takes effect from its line on. */
static void option_seen(void *ctx, const struct pragma_option *option)
{
	struct session *session = ctx;
	int err = option_set(&session->options, OPTION_PROGRAM, option->name,
			     option->value);

	if (err)
		diag_error(&session->diags, option->loc, "D_PRAGMA_OPTSET",
			   "failed to set option '%s' to '%s': %s",
			   option->name, option->value ? option->value : "",
			   session_option_error(session, option->name, err));
	update_lang_env(session);
}

/* -x syslibdir replaces the built-in files; its folder is searched before those
 * of -L. */
static void set_library(struct session *session)
{
	const char *own = session->options.str[OPT_syslibdir];
	const char *more = session->options.str[OPT_libdir];
	bool has_own = !session->options.value[OPT_nolibs];
	const char *folders = more;

	if (own && has_own)
		folders = arena_printf(&session->arena, "%s%s%s", own,
				       more ? ":" : "", more ? more : "");
	dlib_set(session->symbols.dlib, folders, has_own && !own);
}

static const enum desc_form forms[] = {
	[SPEC_SCRIPT] = DESC_FILE,
	[SPEC_PROVIDER] = DESC_PROVIDER,
	[SPEC_MODULE] = DESC_MODULE,
	[SPEC_FUNCTION] = DESC_FUNCTION,
	[SPEC_NAME] = DESC_NAME,
	[SPEC_ID] = DESC_ID,
};

int session_add_program(struct session *session, enum session_spec spec,
			const char *name, const char *text, size_t len)
{
	struct session_text *unit = xcalloc(1, sizeof(*unit));
	struct clause **clauses = session->program.clauses_tail;
	struct lang_env *env = &session->asked.lang_env;
	int err;

	unit->spec = spec;
	unit->text = xstrndup(text, len);
	unit->name = xstrdup(name);
	vec_push(&session->asked.texts, unit);
	src_init(&unit->src, spec == SPEC_SCRIPT ? SRC_FILE : SRC_ARG,
		 unit->name, unit->text, len);
	env->form = forms[spec];
	env->is_pspec = spec != SPEC_SCRIPT || session->options.value[OPT_pspec];
	env->is_preprocessed = false;
	env->option_seen = option_seen;
	env->ctx = session;
	update_lang_env(session);
	set_library(session);
	err = lang_parse_program(&session->program, env, &unit->src,
				 &session->diags);
	unit->first = *clauses;
	for (struct clause *c = unit->first; c; c = c->next)
		unit->last = c;
	session_report(session);
	return err;
}

int session_compile(struct session *session)
{
	int err;

	session->types.strsize_bytes =
		(uint32_t)session->options.value[OPT_strsize];
	session->asked.lang_env.scratchsize_bytes =
		(uint64_t)session->options.value[OPT_scratchsize];
	session_resolve(session);
	session_dump(session, 'a');
	dlib_read_folders(session->symbols.dlib, &session->program,
			  &session->diags);
	err = session->diags.error_cnt ?
		-EINVAL :
		lang_check_program(&session->program, &session->asked.lang_env,
				   &session->diags);
	session_report(session);
	if (!err) {
		session_dump(session, 't');
		session_debug(session,
			      "compiled %zu programs, %zu files of "
			      "the library",
			      session->asked.texts.cnt,
			      dlib_parsed_cnt(session->symbols.dlib));
	}
	return err;
}

int session_print_features(void)
{
	struct strbuf text = { 0 };

	feature_print(&text);
	fputs(strbuf_text(&text), stdout);
	strbuf_deinit(&text);
	return 0;
}

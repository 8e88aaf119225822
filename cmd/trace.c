// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: the command line of tracing, -l, -e, --explain, -A or -a. Out: calls of
 * runtime/session/session.h in the order that the manual promises:
 *
 *	options (-x and the letters that are short for one), in their order
 *	processes (-p, -c), in their order
 *	files (operands of -l, unless they are $1 ...)
 *	programs (-s, -n, -P, -m, -f, -i), in their order
 *	list, check or run
 *
 * Messages about programs and processes are printed by the session.
 */
#include "cmd/trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/cleanup.h"
#include "base/system/fd_limit.h"
#include "base/system/file.h"
#include "cmd/anonymous.h"
#include "cmd/preprocess.h"
#include "cmd/say.h"
#include "runtime/session/session.h"

struct trace {
	const struct cmd_args *args;
	struct session *session;
	enum session_mode mode;
	bool has_program;
};

/* ---- options */

static int set_xoption(struct trace *trace, const char *text)
{
	_cleanup_free_ char *name = xstrdup(text);
	char *value = strchr(name, '=');
	int err;

	if (value)
		*value++ = '\0';
	err = session_set_option(trace->session, name, value);
	if (err)
		say("failed to set -x %s: %s", name,
		    session_option_error(trace->session, name, err));
	return err;
}

/* Sets the option @name, for which @letter is short. */
static int set_letter(struct trace *trace, const char *letter, const char *name,
		      const char *value)
{
	int err = session_set_option(trace->session, name, value);

	if (err)
		say("failed to set %s%s%s: %s", letter, value ? " " : "",
		    value ? value : "",
		    session_option_error(trace->session, name, err));
	return err;
}

static int set_output(struct trace *trace, const char *path)
{
	int err = session_set_output(trace->session, path);

	if (err)
		say("failed to open output file '%s': %s", path,
		    file_output_error(-err));
	return err;
}

static int refuse(const char *message)
{
	say("%s", message);
	return -ENOTSUP;
}

static int apply_option(struct trace *trace, const struct cmd_option *option)
{
	switch ((int)option->id) {
	case CMD_XOPTION:
		return set_xoption(trace, option->value);
	case CMD_BUFSIZE:
		return set_letter(trace, "-b", "bufsize", option->value);
	case CMD_OUTPUT:
		return set_output(trace, option->value);
	case CMD_LIBDIR:
		return set_letter(trace, "-L", "libdir", option->value);
	case CMD_QUIET:
		return set_letter(trace, "-q", "quiet", NULL);
	case CMD_DESTRUCTIVE:
		return set_letter(trace, "-w", "destructive", NULL);
	case CMD_ZDEFS:
		return set_letter(trace, "-Z", "zdefs", NULL);
	case CMD_VERBOSE:
		return set_letter(trace, "-v", "verbose", NULL);
	case CMD_FLOWINDENT:
		return set_letter(trace, "-F", "flowindent", NULL);
	case CMD_DISASM:
		return set_letter(trace, "-S", "dump", "b");
	case CMD_CPP_STD:
		return set_letter(trace, "-X", "stdc", option->value);
	case CMD_TEST:
		return set_letter(trace, "-B", "oformat", "json");
	case CMD_ANON_HOLD:
		session_set_anonymous(trace->session);
		return 0;
	case CMD_BITS32:
		return refuse(
			"programs of the 32-bit data model are not supported");
	}
	return 0;
}

/* ---- processes */

static int add_process(struct trace *trace, const char *text)
{
	char *end;
	long pid = strtol(text, &end, 10);

	if (*end || end == text || pid <= 0 || pid > 0x7fffffff) {
		say("invalid pid: %s", text);
		return -EINVAL;
	}
	return session_add_process(trace->session, (pid_t)pid);
}

static int add_target(struct trace *trace, const struct cmd_option *option)
{
	if (option->id == CMD_PROCESS)
		return add_process(trace, option->value);
	if (option->id == CMD_COMMAND)
		return session_add_command(trace->session, option->value);
	return 0;
}

/* ---- programs */

static bool wants_cpp(const struct trace *trace)
{
	return args_last(trace->args, CMD_CPP) ||
		session_wants_cpp(trace->session);
}

static int add_script(struct trace *trace, const char *path)
{
	_cleanup_free_ char *text = NULL;
	size_t len = 0;
	int err;

	if (wants_cpp(trace)) {
		err = preprocess(trace->args, path, true, &text, &len);
	} else {
		err = file_read(path, &text, &len);
		if (err)
			say("failed to open %s: %s", path, strerror(-err));
	}
	return err ? err :
		     session_add_program(trace->session, SPEC_SCRIPT, path,
					 text, len);
}

/* The kind of program text that an option gives; -1 if it gives none. */
static int spec_of(enum cmd_option_id id)
{
	static const struct {
		enum cmd_option_id id;
		enum session_spec spec;
	} specs[] = {
		{ CMD_SCRIPT, SPEC_SCRIPT },	 { CMD_NAME, SPEC_NAME },
		{ CMD_FUNCTION, SPEC_FUNCTION }, { CMD_MODULE, SPEC_MODULE },
		{ CMD_PROVIDER, SPEC_PROVIDER }, { CMD_ID, SPEC_ID },
		{ CMD_EXPLAIN, SPEC_NAME }
	};

	for (size_t i = 0; i < sizeof(specs) / sizeof(specs[0]); i++)
		if (specs[i].id == id)
			return (int)specs[i].spec;
	return -1;
}

static int add_program(struct trace *trace, const struct cmd_option *option)
{
	int spec = spec_of(option->id);

	if (spec < 0)
		return 0;
	trace->has_program = true;
	if (spec == SPEC_SCRIPT)
		return add_script(trace, option->value);
	return session_add_program(trace->session, (enum session_spec)spec,
				   option->word, option->value,
				   strlen(option->value));
}

/* Does the text contain $1, $$1, $2 ...? */
static bool has_macro_arg(const char *text)
{
	for (const char *at = strchr(text, '$'); at; at = strchr(at + 1, '$'))
		if (at[1] >= '1' && at[1] <= '9')
			return true;
	return false;
}

/*
 * Operands of -l and --explain are files, whose sites are listed, unless a
 * script or a description takes them as macro arguments.
 */
static bool lists_files(const struct trace *trace)
{
	if (trace->mode != SESSION_LIST || args_last(trace->args, CMD_SCRIPT))
		return false;
	for (size_t i = 0; i < trace->args->options.cnt; i++) {
		const struct cmd_option *option = &trace->args->options.v[i];

		if (spec_of(option->id) >= 0 && has_macro_arg(option->value))
			return false;
	}
	return true;
}

static int add_files(struct trace *trace)
{
	int err = 0;

	if (!lists_files(trace))
		return 0;
	for (size_t i = 0; !err && i < trace->args->operands.cnt; i++)
		err = session_add_file(trace->session,
				       trace->args->operands.v[i]);
	return err;
}

/* ---- the whole */

static int for_each_option(struct trace *trace,
			   int (*fn)(struct trace *, const struct cmd_option *))
{
	int err = 0;

	for (size_t i = 0; !err && i < trace->args->options.cnt; i++)
		err = fn(trace, &trace->args->options.v[i]);
	return err;
}

static void say_no_probes(const struct cmd_args *args)
{
	if (args->operands.cnt)
		say("no probes specified (%s is an operand: -s runs a script, "
		    "-n a program)", args->operands.v[0]);
	else
		say("no probes specified");
}

static int run(struct trace *trace)
{
	if (session_set_environment(trace->session) ||
	    for_each_option(trace, apply_option) ||
	    for_each_option(trace, add_target) || add_files(trace) ||
	    for_each_option(trace, add_program))
		return 1;
	if (trace->args->mode == MODE_EXPLAIN)
		return session_explain(trace->session);
	if (trace->mode == SESSION_LIST)
		return session_list(trace->session);
	if (!trace->has_program) {
		say_no_probes(trace->args);
		return 1;
	}
	if (trace->mode == SESSION_CHECK)
		return session_check(trace->session);
	fd_limit_raise();
	return session_run(trace->session);
}

/* A low limit of open files may be the reason why files were not found. */
static void say_few_files(void)
{
	enum { ENOUGH = 64 }; /* for a few probes */
	struct rlimit limit;

	if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_cur < ENOUGH)
		say("the limit of open files (RLIMIT_NOFILE, ulimit -n) is %llu"
		    ": tracing needs %d or more",
		    (unsigned long long)limit.rlim_cur, ENOUGH);
}

static bool asks_features(const struct cmd_args *args)
{
	for (size_t i = 0; i < args->options.cnt; i++)
		if (args->options.v[i].id == CMD_XOPTION &&
		    !strcmp(args->options.v[i].value, "features"))
			return true;
	return false;
}

/* `$0` `$1` ...: the script (or the command), then the operands. */
static char **macro_args(const struct cmd_args *args, int *argc_ret)
{
	char **ret = xcalloc(args->operands.cnt + 2, sizeof(*ret));
	const char *script = args_last(args, CMD_SCRIPT);

	ret[0] = (char *)(script ? script : "dtrace");
	for (size_t i = 0; i < args->operands.cnt; i++)
		ret[1 + i] = args->operands.v[i];
	*argc_ret = (int)args->operands.cnt + 1;
	return ret;
}

int trace_main(const struct cmd_args *args)
{
	struct trace trace = { .args = args, .mode = SESSION_TRACE };
	char **argv;
	int argc, status;

	if (asks_features(args))
		return session_print_features();
	if (args_last(args, CMD_ANON_CLAIM))
		return anonymous_take(args);
	if (args_last(args, CMD_ANON_MAKE) && args->mode != MODE_TRACE) {
		say("-A is for tracing: -l and --explain enable nothing");
		return 2;
	}
	if (args_last(args, CMD_ANON_MAKE) && !anonymous_has_program(args))
		return anonymous_remove();
	if (args_last(args, CMD_ANON_MAKE) && !anonymous_can_save(args))
		return 1;
	if (args->mode == MODE_LIST || args->mode == MODE_EXPLAIN)
		trace.mode = SESSION_LIST;
	else if (args_last(args, CMD_COMPILE) || args_last(args, CMD_ANON_MAKE))
		trace.mode = SESSION_CHECK;
	argv = macro_args(args, &argc);
	if (lists_files(&trace))
		argc = 1;
	trace.session = session_create(trace.mode, argc, argv);
	status = run(&trace);
	if (status)
		say_few_files();
	if (!status && args_last(args, CMD_ANON_MAKE))
		status = anonymous_make(args, wants_cpp(&trace));
	session_destroy(trace.session);
	free(argv);
	return status;
}

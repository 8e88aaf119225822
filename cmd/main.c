// SPDX-License-Identifier: BSD-2-Clause
/*
 * dtrace(1): one command for both sides. Finds the mode and hands over:
 *
 *	-h, -G			build.c		needs no kernel, no root
 *	--check			check_sites.c
 *	-l, --explain, -e, tracing
 *				trace.c		a session of runtime/
 *
 * Exit status: 0; 1 when something failed; 2 for a wrong command line; when
 * tracing, what the program gave to exit().
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/system/child_signals.h"
#include "cmd/args.h"
#include "cmd/build.h"
#include "cmd/check_sites.h"
#include "cmd/say.h"
#include "cmd/shebang_args.h"
#include "cmd/trace.h"
#include "cmd/version.h"

static int print_help(FILE *out)
{
	struct strbuf sb = { 0 };

	args_help(&sb);
	fputs(strbuf_text(&sb), out);
	strbuf_deinit(&sb);
	return out == stderr ? 2 : 0;
}

static int say_usage(const struct strbuf *why, int err)
{
	struct strbuf sb = { 0 };

	say("%s", strbuf_text(why));
	if (err != -EINVAL)
		return 2;
	args_usage(&sb);
	strbuf_puts(&sb, "Try `dtrace --help'.\n");
	fputs(strbuf_text(&sb), stderr);
	strbuf_deinit(&sb);
	return 2;
}

static int print_version(const struct cmd_args *args)
{
	printf("dtrace: %s\n", D_VERSION_TEXT);
	if (args_last(args, CMD_VERBOSE))
		printf("This is DTrace %s\n"
		       "dtrace(1) version-control ID: %s\n"
		       "libdtrace version-control ID: %s\n",
		       DTRACE_BUILD_VERSION, DTRACE_BUILD_VERSION,
		       DTRACE_BUILD_VERSION);
	return 0;
}

static int run(const struct cmd_args *args)
{
	switch (args->mode) {
	case MODE_HEADER:
	case MODE_OBJECT:
		return build_main(args);
	case MODE_CHECK_ARGS:
		return check_main(args);
	case MODE_TRACE:
	case MODE_LIST:
	case MODE_EXPLAIN:
		return trace_main(args);
	case MODE_VERSION:
		return print_version(args);
	case MODE_HELP:
		return print_help(stdout);
	}
	return 1;
}

/* Reports output that could not be written, now or earlier. */
static int flush_output(void)
{
	int err = fflush(stdout) ? errno : 0;

	if (!err && !ferror(stdout))
		return 0;
	if (err != EPIPE)
		say("failed to write to <stdout>%s%s", err ? ": " : "",
		    err ? strerror(err) : "");
	return 1;
}

/*
 * If the caller closed a standard descriptor, the next opened file would get
 * its number, and messages would go into the data of -o. A placeholder keeps
 * reading and writing it an error, and commands of -c still find it closed.
 */
static void keep_standard_files(void)
{
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
		    open("/dev/null",
			 (fd ? O_RDONLY : O_WRONLY) | O_CLOEXEC) != fd)
			return;
}

int main(int argc, char **argv)
{
	struct strbuf why = { 0 };
	struct first_line line;
	struct cmd_args args;
	int status, err;

	keep_standard_files();
	child_signals_init();
	first_line_init(&line, argc, argv);
	if (argc == 1) {
		status = print_help(stderr);
		args = (struct cmd_args){ 0 };
	} else {
		err = args_scan(line.argc, line.argv, &args, &why);
		status = err ? say_usage(&why, err) : run(&args);
	}
	if (!status)
		status = flush_output();
	args_deinit(&args);
	strbuf_deinit(&why);
	first_line_deinit(&line);
	return status;
}

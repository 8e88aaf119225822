// SPDX-License-Identifier: BSD-2-Clause
#include "cmd/anonymous.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/system/file.h"
#include "base/text/strbuf.h"
#include "cmd/preprocess.h"
#include "cmd/say.h"
#include "runtime/session/anonymous/claim.h"

#define FOLDER   "/etc/dtrace"
#define SAVED    FOLDER "/anonymous"
#define SCRIPTS  SAVED "-*.d"
#define UNITS    "/etc/systemd/system"
#define UNIT     "dtrace-anonymous.service"
#define WANTS    UNITS "/sysinit.target.wants"

/*
 * DefaultDependencies=no, so that it starts with the first services; it counts
 * as started once its probes are enabled (Type=notify). SIGTERM goes to dtrace
 * alone, which ends its helpers in order.
 */
static const char unit_text[] =
	"# Written by dtrace -A; dtrace -A without a program removes it.\n"
	"[Unit]\n"
	"Description=Anonymous tracing by dtrace\n"
	"DefaultDependencies=no\n"
	"After=systemd-remount-fs.service sys-kernel-tracing.mount\n"
	"Before=sysinit.target shutdown.target\n"
	"Conflicts=shutdown.target\n"
	"\n"
	"[Service]\n"
	"Type=notify\n"
	"NotifyAccess=all\n"
	"KillMode=mixed\n"
	"ExecStart=/bin/sh " SAVED "\n"
	"\n"
	"[Install]\n"
	"WantedBy=sysinit.target\n";

/* The files to write; texts and paths of scripts are owned. */
struct saving {
	const struct cmd_args *args;
	bool wants_cpp;
	struct strbuf command;
	VEC(struct file_output) files;
	size_t script_cnt;
};

static void saving_deinit(struct saving *saving)
{
	for (size_t i = 0; i < saving->script_cnt; i++) {
		free((char *)saving->files.v[i].path);
		free((char *)saving->files.v[i].data);
	}
	vec_deinit(&saving->files);
	strbuf_deinit(&saving->command);
}

bool anonymous_has_program(const struct cmd_args *args)
{
	static const enum cmd_option_id ids[] = { CMD_SCRIPT,	CMD_NAME,
						  CMD_FUNCTION, CMD_MODULE,
						  CMD_PROVIDER, CMD_ID };

	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		if (args_last(args, ids[i]))
			return true;
	return false;
}

/* As one word of sh. */
static void put_quoted(struct strbuf *sb, const char *word)
{
	strbuf_puts(sb, " '");
	for (; *word; word++)
		if (*word == '\'')
			strbuf_puts(sb, "'\\''");
		else
			strbuf_printf(sb, "%c", *word);
	strbuf_puts(sb, "'");
}

/*
 * Early during boot, the file systems of the script and of what it includes may
 * not be mounted.
 */
static int copy_script(struct saving *saving, const char *path)
{
	struct strbuf name = { 0 };
	char *text;
	size_t len;
	int err = saving->wants_cpp ?
		preprocess(saving->args, path, true, &text, &len) :
		file_read(path, &text, &len);

	if (err) {
		if (!saving->wants_cpp)
			say("failed to open %s: %s", path, strerror(-err));
		return err;
	}
	strbuf_printf(&name, "%s-%zu.d", SAVED, ++saving->script_cnt);
	put_quoted(&saving->command, strbuf_text(&name));
	vec_push(&saving->files, ((struct file_output){
		.path = xstrdup(strbuf_text(&name)), .data = text, .len = len }));
	strbuf_deinit(&name);
	return 0;
}

/* Options that can't be saved, and why. */
static const char *refusal(enum cmd_option_id id)
{
	switch ((int)id) {
	case CMD_COMMAND:
	case CMD_PROCESS:
		return "the processes of -c and -p do not exist at boot";
	case CMD_OUTPUT:
		return "name the output file when claiming: dtrace -a -o";
	case CMD_COMPILE:
		return "use -e when claiming: dtrace -ae";
	}
	return NULL;
}

bool anonymous_can_save(const struct cmd_args *args)
{
	for (size_t i = 0; i < args->options.cnt; i++) {
		const char *why = refusal(args->options.v[i].id);

		if (why) {
			say("-A: %s", why);
			return false;
		}
	}
	return true;
}

/* What follows the first of @fronts that @text begins with, or NULL. */
static const char *after_front(const char *text, const char *const *fronts,
			       size_t cnt)
{
	for (size_t i = 0; i < cnt; i++)
		if (!strncmp(text, fronts[i], strlen(fronts[i])))
			return text + strlen(fronts[i]);
	return NULL;
}

static bool is_of_cpp(const struct cmd_option *option)
{
	static const char *const options[] = { "cpp", "define=", "undef=",
					       "incdir=" };

	return option->id == CMD_CPP || option->id == CMD_INCLUDE ||
		option->id == CMD_DEFINE || option->id == CMD_UNDEFINE ||
		option->id == CMD_CPP_HEADERS ||
		(option->id == CMD_XOPTION &&
		 after_front(option->value, options,
			     sizeof(options) / sizeof(options[0])));
}

/* Options without effect when the command is run, because of copy_script(). */
static bool is_done_already(const struct saving *saving,
			    const struct cmd_option *option)
{
	return option->id == CMD_ANON_MAKE || option->id == CMD_ANON_HOLD ||
		(saving->wants_cpp && is_of_cpp(option));
}

/* The value of -x for options whose values are paths, separated by colons. */
static const char *paths_of(const char *value)
{
	static const char *const options[] = { "libdir=", "syslibdir=",
					       "objects=" };

	return after_front(value, options,
			   sizeof(options) / sizeof(options[0]));
}

/* Appends @path as it must be in a process whose working directory is /. */
static void add_absolute(struct strbuf *sb, const char *path)
{
	_cleanup_free_ char *folder =
		*path && *path != '/' ? realpath(".", NULL) : NULL;

	strbuf_printf(sb, "%s%s%s", folder ? folder : "", folder ? "/" : "",
		      path);
}

static void put_paths(struct strbuf *command, const char *front,
		      const char *paths)
{
	_cleanup_free_ char *copy = xstrdup(paths);
	char *rest = copy, *path;
	struct strbuf word = { 0 };

	strbuf_puts(&word, front);
	while ((path = strsep(&rest, ":"))) {
		add_absolute(&word, path);
		if (rest)
			strbuf_puts(&word, ":");
	}
	put_quoted(command, strbuf_text(&word));
	strbuf_deinit(&word);
}

static void put_value(struct saving *saving, const struct cmd_option *option)
{
	const char *paths = option->id == CMD_XOPTION ?
		paths_of(option->value) : NULL;

	if (option->id == CMD_LIBDIR) {
		put_paths(&saving->command, "", option->value);
	} else if (paths) {
		_cleanup_free_ char *front =
			xstrndup(option->value, (size_t)(paths - option->value));

		put_paths(&saving->command, front, paths);
	} else if (option->value) {
		put_quoted(&saving->command, option->value);
	}
}

static int put_option(struct saving *saving, const struct cmd_option *option)
{
	if (is_done_already(saving, option))
		return 0;
	strbuf_printf(&saving->command, " %s", args_text(option->id));
	if (option->id == CMD_SCRIPT)
		return copy_script(saving, option->value);
	put_value(saving, option);
	return 0;
}

/* The path of this program, to be used after the next boot. */
static int put_program(struct saving *saving)
{
	char path[4096];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (len < 0) {
		say("-A: the path of dtrace is unknown: %s", strerror(errno));
		return -errno;
	}
	path[len] = '\0';
	strbuf_puts(&saving->command,
		    "#!/bin/sh\n"
		    "# Written by dtrace -A; dtrace -A without a program "
		    "removes it.\n"
		    "# What it traces is claimed by dtrace -a.\n"
		    "exec");
	put_quoted(&saving->command, path);
	strbuf_printf(&saving->command, " %s", args_text(CMD_ANON_HOLD));
	return 0;
}

static int put_command(struct saving *saving)
{
	const struct cmd_args *args = saving->args;
	int err = put_program(saving);

	for (size_t i = 0; !err && i < args->options.cnt; i++)
		err = put_option(saving, &args->options.v[i]);
	if (err)
		return err;
	if (args->operands.cnt)
		strbuf_puts(&saving->command, " --");
	for (size_t i = 0; i < args->operands.cnt; i++)
		put_quoted(&saving->command, args->operands.v[i]);
	strbuf_puts(&saving->command, "\n");
	return 0;
}

static bool has_systemd(void)
{
	return !access(UNITS, F_OK);
}

static int say_failed(const char *path, int err)
{
	say("failed to write %s: %s", path, file_output_error(-err));
	return err;
}

/* Removes copies of scripts, but for the first @keep_cnt. Returns how many. */
static int remove_scripts(size_t keep_cnt)
{
	size_t number;
	glob_t found;
	int cnt = 0;

	if (glob(SCRIPTS, 0, NULL, &found))
		return 0;
	for (size_t i = 0; i < found.gl_pathc; i++)
		if (sscanf(found.gl_pathv[i], SAVED "-%zu.d", &number) == 1 &&
		    number > keep_cnt)
			cnt += !unlink(found.gl_pathv[i]);
	globfree(&found);
	return cnt;
}

/* Removes all but FOLDER. Returns the number of files that were removed. */
static int remove_saved(void)
{
	return !unlink(WANTS "/" UNIT) + !unlink(UNITS "/" UNIT) +
	       !unlink(SAVED) + remove_scripts(0);
}

/* Returns 1, 0 if it was enabled before, or -errno. */
static int enable_unit(void)
{
	if (mkdir(WANTS, 0755) && errno != EEXIST)
		return say_failed(WANTS, -errno);
	if (!symlink("../" UNIT, WANTS "/" UNIT))
		return 1;
	return errno == EEXIST ? 0 : say_failed(WANTS "/" UNIT, -errno);
}

static int write_files(struct saving *saving)
{
	size_t bad = 0;
	int err, is_new;

	vec_push(&saving->files, ((struct file_output){
		.path = SAVED, .data = strbuf_text(&saving->command),
		.len = saving->command.len }));
	if (has_systemd())
		vec_push(&saving->files, ((struct file_output){
			.path = UNITS "/" UNIT, .data = unit_text,
			.len = strlen(unit_text) }));
	if (mkdir(FOLDER, 0755) && errno != EEXIST)
		return say_failed(FOLDER, -errno);
	is_new = has_systemd() ? enable_unit() : 0;
	if (is_new < 0)
		return is_new;
	err = file_write_all_atomic(saving->files.v, saving->files.cnt, &bad);
	if (!err) {
		remove_scripts(saving->script_cnt);
		return 0;
	}
	if (is_new)
		unlink(WANTS "/" UNIT);
	return say_failed(saving->files.v[bad].path, err);
}

int anonymous_make(const struct cmd_args *args, bool wants_cpp)
{
	struct saving saving = { .args = args, .wants_cpp = wants_cpp };
	int err = put_command(&saving);

	if (!err)
		err = write_files(&saving);
	saving_deinit(&saving);
	if (err)
		return 1;
	say("saved anonymous enabling in %s", SAVED);
	if (has_systemd())
		say("%s enables it at the next boot; dtrace -a claims the data",
		    UNIT);
	else
		say("run it as early as possible during boot, in the "
		    "background; dtrace -a claims the data");
	return 0;
}

int anonymous_remove(void)
{
	if (remove_saved())
		say("cleaned up old anonymous enabling in %s", SAVED);
	else if (!access(SAVED, F_OK)) {
		say("failed to remove %s: %s", SAVED, strerror(errno));
		return 1;
	}
	return 0;
}

/* Options of -a; the others belong to the session that was enabled. */
static bool is_of_claim(enum cmd_option_id id)
{
	return id == CMD_ANON_CLAIM || id == CMD_COMPILE || id == CMD_QUIET ||
	       id == CMD_OUTPUT;
}

int anonymous_take(const struct cmd_args *args)
{
	const char *path = args_last(args, CMD_OUTPUT);
	_cleanup_close_ int file_fd = -1;
	unsigned int flags = 0;

	for (size_t i = 0; i < args->options.cnt; i++)
		if (!is_of_claim(args->options.v[i].id)) {
			say("-a takes only -e, -q and -o: %s is an option of -A",
			    args_text(args->options.v[i].id));
			return 2;
		}
	if (path) {
		file_fd = file_open_append(path);
		if (file_fd < 0) {
			say("failed to open output file '%s': %s", path,
			    file_output_error(-file_fd));
			return 1;
		}
	}
	if (args_last(args, CMD_COMPILE))
		flags |= ANON_ENDS;
	if (args_last(args, CMD_QUIET))
		flags |= ANON_QUIET;
	return anonymous_claim(path ? file_fd : STDOUT_FILENO, flags);
}

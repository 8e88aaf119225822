// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: the name of a file. Out: its text after the preprocessor, through a
 * pipe: no temporary files.
 *
 * $CPP is split as a shell would split it: "cpp", "gcc -E", "clang -E -xc"
 * all work, because `-x c` is always passed (otherwise compilers take a .d
 * file for linker input). A file with a #! line, which preprocessors reject,
 * is passed on stdin without that line; so is a pipe, which can be read only
 * once.
 */
#include "cmd/preprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/map.h"
#include "base/system/file.h"
#include "base/text/words.h"
#include "cmd/say.h"
#include "cmd/version.h"
#include "runtime/common/option.h"

/* A command being put together. */
struct command {
	struct arena arena;
	struct words words;
	struct strbuf variables; /* names of those that gave words */
};

/* The environment variable that set the option, for messages; or NULL. */
static const char *variable(struct command *cmd, enum option option,
			    struct option_env *env)
{
	const char *value = option_from_env(option, env);

	if (value)
		strbuf_printf(&cmd->variables, "%s%s",
			      cmd->variables.len ? ", " : "", env->variable);
	return value;
}


static void put(struct command *cmd, const char *word)
{
	vec_push(&cmd->words.v, word);
}

static void put_joined(struct command *cmd, const char *flag, const char *value)
{
	put(cmd, arena_printf(&cmd->arena, "%s%s", flag, value));
}

/* "gcc" does more than preprocess unless told; "cpp" takes -E, too. */
static bool needs_e(const char *program)
{
	const char *slash = strrchr(program, '/');
	const char *name = slash ? slash + 1 : program;

	return strstr(name, "gcc") || strstr(name, "clang") ||
		!strcmp(name, "cc");
}

static void put_program(struct command *cmd, const struct cmd_args *args,
			bool for_script)
{
	const char *cpp = getenv("CPP");
	struct option_env env;
	const char *path = for_script ? variable(cmd, OPT_cpppath, &env) :
						NULL;

	if (path)
		put(cmd, path);
	else
		words_split(&cmd->words, &cmd->arena, cpp ? cpp : "");
	for (size_t i = 0; i < args->options.cnt; i++)
		if (args->options.v[i].id == CMD_XOPTION &&
		    !strncmp(args->options.v[i].value, "cpppath=", 8)) {
			words_deinit(&cmd->words);
			put(cmd, args->options.v[i].value + 8);
		}
	if (!cmd->words.v.cnt)
		put(cmd, "cpp");
	for (size_t i = 0; i < cmd->words.v.cnt; i++)
		if (!strcmp(cmd->words.v.v[i], "-E"))
			return;
	for (size_t i = 0; i < cmd->words.v.cnt; i++)
		if (needs_e(cmd->words.v.v[i])) {
			put(cmd, "-E");
			return;
		}
}

/* -x define=X and so on: the same as letters. */
static void put_xoption(struct command *cmd, const char *value)
{
	static const struct {
		const char *name;
		const char *flag;
	} flags[] = { { "define=", "-D" },
		      { "undef=", "-U" },
		      { "incdir=", "-I" } };

	if (!strncmp(value, "cppargs=", 8)) /* several, split as by a shell */
		words_split(&cmd->words, &cmd->arena, value + 8);
	if (!strcmp(value, "cpphdrs"))
		put(cmd, "-H");
	if (!strncmp(value, "stdc=", 5))
		put(cmd, value[5] == 's' ? "-traditional-cpp" : "-std=gnu99");
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		size_t len = strlen(flags[i].name);

		if (!strncmp(value, flags[i].name, len))
			put_joined(cmd, flags[i].flag, value + len);
	}
}

/* DTRACE_OPT_DEFINE=X and so on: the same as -x. */
static void put_environment(struct command *cmd)
{
	static const enum option given[] = { OPT_define, OPT_undef, OPT_incdir,
					     OPT_cppargs, OPT_stdc };
	struct option_env env;
	struct options options;
	const char *value;

	for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
		value = variable(cmd, given[i], &env);
		if (value)
			put_xoption(cmd, arena_printf(&cmd->arena, "%s=%s",
						      env.option, value));
	}
	options_init(&options);
	value = variable(cmd, OPT_cpphdrs, &env);
	if (value && !option_set(&options, OPTION_COMMAND, env.option,
				 *value ? value : NULL) &&
	    options.value[OPT_cpphdrs])
		put(cmd, "-H");
	options_deinit(&options);
}

static void put_option(struct command *cmd, const struct cmd_option *option)
{
	if (option->id == CMD_INCLUDE)
		put_joined(cmd, "-I", option->value);
	else if (option->id == CMD_DEFINE)
		put_joined(cmd, "-D", option->value);
	else if (option->id == CMD_UNDEFINE)
		put_joined(cmd, "-U", option->value);
	else if (option->id == CMD_CPP_HEADERS)
		put(cmd, "-H");
	else if (option->id == CMD_CPP_STD)
		put(cmd,
		    option->value[0] == 's' ? "-traditional-cpp" :
					      "-std=gnu99");
	else if (option->id == CMD_XOPTION)
		put_xoption(cmd, option->value);
}

static void put_script_macros(struct command *cmd)
{
	struct utsname host;

	put(cmd, "-D__linux");
	put(cmd, "-D__unix");
	put(cmd, "-D__SVR4");
#if defined __x86_64__
	put(cmd, "-D__amd64");
#endif
	if (!uname(&host))
		put_joined(cmd, "-D__", host.sysname);
	/*
	 * <errno.h> is replaced by an empty file: it would make the variable
	 * errno a call. D defines its constants.
	 */
	put(cmd, "-D_ERRNO_H=1");
	put(cmd, "-D__SUNW_D=1");
	put(cmd, "-D__SUNW_D_64");
	put(cmd,
	    arena_printf(&cmd->arena, "-D__SUNW_D_VERSION=0x%02x%03x%03x",
			 D_VERSION_MAJOR, D_VERSION_MINOR, D_VERSION_MICRO));
}

static int read_all(int fd, struct strbuf *sb)
{
	char chunk[65536];
	ssize_t got;

	while ((got = read(fd, chunk, sizeof(chunk))) != 0) {
		if (got < 0 && errno != EINTR)
			return -errno;
		if (got > 0)
			strbuf_add(sb, chunk, (size_t)got);
	}
	return 0;
}

static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -EINVAL;
}

static void say_failed(const struct command *cmd, int err)
{
	const char *variables = strbuf_text(&cmd->variables);
	const char *with = *variables ? ", with options of " : "";
	struct strbuf name = { 0 };

	option_put_value(&name, cmd->words.v.v[0]);
	if (err)
		say("failed to run the preprocessor %s%s%s: %s",
		    strbuf_text(&name), with, variables, strerror(-err));
	else
		say("the preprocessor %s failed%s%s", strbuf_text(&name), with,
		    variables);
	strbuf_deinit(&name);
}

/* Runs the words with @in_fd as stdin (or -1); appends its stdout to @sb. */
static int run(struct command *cmd, int in_fd, struct strbuf *sb)
{
	const char *const *words = cmd->words.v.v;
	posix_spawn_file_actions_t actions;
	int pipe_fds[2], err;
	pid_t pid;

	if (pipe2(pipe_fds, O_CLOEXEC))
		return -errno;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, pipe_fds[1], STDOUT_FILENO);
	if (in_fd >= 0)
		posix_spawn_file_actions_adddup2(&actions, in_fd, STDIN_FILENO);
	err = -posix_spawnp(&pid, words[0], &actions, NULL,
			    (char *const *)words, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(pipe_fds[1]);
	if (err) {
		say_failed(cmd, err);
	} else {
		int read_err = read_all(pipe_fds[0], sb);

		err = wait_for(pid);
		if (err)
			say_failed(cmd, 0);
		else
			err = read_err;
	}
	close(pipe_fds[0]);
	return err;
}

/* Puts the text into an anonymous file positioned at its start; or -errno. */
static int open_text(const struct strbuf *sb)
{
	_cleanup_close_ int fd = memfd_create("script", MFD_CLOEXEC);

	if (fd < 0 || write(fd, sb->text, sb->len) != (ssize_t)sb->len ||
	    lseek(fd, 0, SEEK_SET))
		return -EIO;
	return take_fd(fd);
}

static bool can_be_read_again(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

/*
 * The preprocessor's stdin, with correct line markers: the rest of a file with
 * a #! line, or a text that can be read only once (a pipe). Returns a
 * descriptor, -1 when the preprocessor can read the file itself, or -errno
 * below that.
 */
static int open_for_stdin(const char *path)
{
	_cleanup_free_ char *text = NULL;
	struct strbuf sb = { 0 };
	size_t len, mark, skip;
	int fd, err = file_read(path, &text, &len);

	if (err) {
		say("failed to open %s: %s", path, strerror(-err));
		return err == -EPERM ? -EACCES : err;
	}
	mark = strncmp(text, "\xef\xbb\xbf", 3) ? 0 : 3; /* byte order mark */
	skip = mark;
	if (!strncmp(text + skip, "#!", 2)) {
		skip += strcspn(text + skip, "\n");
		skip += text[skip] == '\n';
	} else if (can_be_read_again(path)) {
		return -1;
	}
	strbuf_printf(&sb, "# %d \"%s\"\n", skip > mark ? 2 : 1, path);
	strbuf_add(&sb, text + skip, len - skip);
	fd = open_text(&sb);
	strbuf_deinit(&sb);
	return fd;
}

/* Adds the folder of a file passed on stdin to the search path of its
 * headers. */
static void put_stdin(struct command *cmd, const char *path)
{
	const char *slash = strrchr(path, '/');

	if (slash) {
		put(cmd, "-iquote");
		put(cmd,
		    arena_printf(&cmd->arena, "%.*s",
				 slash == path ? 1 : (int)(slash - path),
				 path));
	}
	put(cmd, "-");
}

int preprocess(const struct cmd_args *args, const char *path, bool for_script,
	       char **text_ret, size_t *len_ret)
{
	_cleanup_close_ int in_fd = open_for_stdin(path);
	struct command cmd = { 0 };
	struct strbuf sb = { 0 };
	int err;

	if (in_fd < -1)
		return in_fd;
	put_program(&cmd, args, for_script);
	if (for_script)
		put_environment(&cmd);
	for (size_t i = 0; i < args->options.cnt; i++)
		put_option(&cmd, &args->options.v[i]);
	if (for_script)
		put_script_macros(&cmd);
	put(&cmd, "-x");
	put(&cmd, "c");
	if (in_fd >= 0)
		put_stdin(&cmd, path);
	else
		put(&cmd, path);
	put(&cmd, NULL);
	err = run(&cmd, in_fd, &sb);
	if (!err) {
		*len_ret = sb.len;
		*text_ret = strbuf_take(&sb);
	}
	strbuf_deinit(&sb);
	strbuf_deinit(&cmd.variables);
	words_deinit(&cmd.words);
	arena_deinit(&cmd.arena);
	return err;
}

/* Extracts the file name from a line `# 12 "name" ...`; false for any other
 * line. */
static bool marker_file(const char *line, const char **name_ret,
			size_t *len_ret)
{
	const char *quote;

	if (line[0] != '#' || line[1] != ' ' || line[2] < '0' || line[2] > '9')
		return false;
	quote = line + 2 + strspn(line + 2, "0123456789");
	if (strncmp(quote, " \"", 2))
		return false;
	*name_ret = quote + 2;
	*len_ret = strcspn(*name_ret, "\"\n");
	return *len_ret && **name_ret != '<' &&
		(*name_ret)[*len_ret - 1] != '/';
}

static void put_make_name(struct strbuf *sb, const char *name)
{
	for (; *name; name++) {
		if (*name == ' ' || *name == '#')
			strbuf_putc(sb, '\\');
		if (*name == '$')
			strbuf_putc(sb, '$');
		strbuf_putc(sb, *name);
	}
}

void preprocess_depends(const char *target, const char *path, const char *text,
			struct strbuf *sb)
{
	struct map seen = { 0 };

	map_put_str(&seen, path);
	while (text && *text) {
		const char *name, *end = strchr(text, '\n');
		size_t len;

		if (marker_file(text, &name, &len))
			map_put(&seen, name, len);
		text = end ? end + 1 : NULL;
	}
	put_make_name(sb, target);
	strbuf_putc(sb, ':');
	for (size_t i = 0; i < seen.cnt; i++) {
		strbuf_puts(sb, i ? " \\\n  " : " ");
		put_make_name(sb, seen.entries[i].key);
	}
	strbuf_putc(sb, '\n');
	map_deinit(&seen);
}

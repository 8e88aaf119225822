// SPDX-License-Identifier: BSD-2-Clause
/*
 * The search follows ld.so(8): DT_RPATH (when there is no DT_RUNPATH),
 * LD_LIBRARY_PATH, DT_RUNPATH, the cache of ldconfig, default directories.
 * Hardware-capability subdirectories are found through the cache, whose
 * entries name them, best first: all entries before the plain library are
 * taken, since it is not known here which one this CPU will use.
 */
#include "runtime/process/needed_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/strbuf.h"
#include "elf/byte_order.h"
#include "runtime/process/ldcache.h"
#include "sdt/file.h"

enum { SCRIPT_DEPTH_MAX = 4, INTERP_LINE_MAX = 256, SHELL_HEAD_BYTES = 64 };

static const char *const default_dirs[] = {
	"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu",
	"/lib/aarch64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
	"/lib64", "/usr/lib64", "/lib", "/usr/lib",
};

struct search {
	struct closure *closure;
	struct ld_cache cache;
	/* of the program: libraries for other machines are skipped */
	uint16_t machine;
	struct elf_format format;
};

void closure_deinit(struct closure *closure)
{
	for (size_t i = 0; i < closure->paths.cnt; i++)
		free(closure->paths.v[i]);
	vec_deinit(&closure->paths);
}

static bool same_file(const char *a, const char *b)
{
	struct stat st_a, st_b;

	return !stat(a, &st_a) && !stat(b, &st_b) &&
	       st_a.st_dev == st_b.st_dev && st_a.st_ino == st_b.st_ino;
}

static bool closure_has(const struct closure *closure, const char *path)
{
	for (size_t i = 0; i < closure->paths.cnt; i++)
		if (same_file(closure->paths.v[i], path))
			return true;
	return false;
}

static int search_add(struct search *search, const char *path);

/* Adds DIR/NAME if it is a library for the right machine. */
static bool try_dir(struct search *search, const char *dir, size_t dir_len,
		    const char *name)
{
	_cleanup_free_ char *path =
		xasprintf("%.*s/%s", (int)dir_len, dir, name);

	return !access(path, R_OK) && !search_add(search, path);
}

/* A run path: directories separated by `:`, with $ORIGIN replaced. */
static bool try_run_path(struct search *search, const char *run_path,
			 const char *owner, const char *name)
{
	size_t owner_dir_len =
		(size_t)(strrchr(owner, '/') ? strrchr(owner, '/') - owner : 0);

	while (run_path && *run_path) {
		size_t len = strcspn(run_path, ":");
		struct strbuf dir = { 0 };
		bool is_found;

		for (size_t i = 0; i < len; i++) {
			size_t skip = !strncmp(run_path + i, "$ORIGIN", 7) ? 7 :
				!strncmp(run_path + i, "${ORIGIN}", 9) ? 9 : 0;

			if (!skip) {
				strbuf_putc(&dir, run_path[i]);
				continue;
			}
			strbuf_add(&dir, owner, owner_dir_len);
			i += skip - 1;
		}
		is_found = dir.len && try_dir(search, dir.text, dir.len, name);
		strbuf_deinit(&dir);
		if (is_found)
			return true;
		run_path += len + (run_path[len] == ':');
	}
	return false;
}

static void add_library(struct search *search, const struct sdt_file *owner,
			const char *owner_path, const char *name)
{
	size_t pos = 0;
	const char *cached;

	if (strchr(name, '/')) {
		search_add(search, name);
		return;
	}
	if (!owner->runpath &&
	    try_run_path(search, owner->rpath, owner_path, name))
		return;
	if (try_run_path(search, getenv("LD_LIBRARY_PATH"), owner_path, name) ||
	    try_run_path(search, owner->runpath, owner_path, name))
		return;
	while ((cached = ld_cache_find(&search->cache, name, &pos)))
		if (!search_add(search, cached) &&
		    !strstr(cached, "/glibc-hwcaps/"))
			return;
	for (size_t i = 0; i < sizeof(default_dirs) / sizeof(*default_dirs);
	     i++)
		if (try_dir(search, default_dirs[i], strlen(default_dirs[i]),
			    name))
			return;
}

/* for example x86-64 and x32 are one machine in two formats */
static bool is_of_program(struct search *search, const struct sdt_file *file)
{
	if (!search->machine) {
		search->machine = file->machine;
		search->format = file->format;
	}
	return file->machine == search->machine &&
	       file->format.is_64 == search->format.is_64 &&
	       file->format.is_big_endian == search->format.is_big_endian;
}

/* Adds one ELF file and the files it needs. -ENOEXEC: not for this program. */
static int search_add(struct search *search, const char *path)
{
	char real[PATH_MAX];
	struct sdt_file *file;
	int err;

	if (!realpath(path, real))
		return -errno;
	if (closure_has(search->closure, real))
		return 0;
	err = sdt_file_open(real, SDT_WANT_DYNAMIC, &file, NULL);
	if (err)
		return err;
	if (!is_of_program(search, file)) {
		sdt_file_close(file);
		return -ENOEXEC;
	}
	vec_push(&search->closure->paths, xstrdup(real));
	if (file->interp)
		search_add(search, file->interp);
	for (size_t i = 0; i < file->needed_cnt; i++)
		add_library(search, file, real, file->needed[i]);
	sdt_file_close(file);
	return 0;
}

/*
 * Finds @name in the first directory of PATH that contains it; the path is in
 * @buf.
 */
static bool find_on_path(const char *name, char buf[PATH_MAX])
{
	const char *dirs = getenv("PATH");

	while (dirs && *dirs) {
		size_t len = strcspn(dirs, ":");

		snprintf(buf, PATH_MAX, "%.*s/%s", (int)len, dirs, name);
		if (!access(buf, X_OK))
			return true;
		dirs += len + (dirs[len] == ':');
	}
	return false;
}

bool closure_is_shell_script(const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	char head[SHELL_HEAD_BYTES];
	ssize_t len = fd < 0 ? -1 : pread(fd, head, sizeof(head), 0);

	return len > 0 && !access(path, X_OK) && head[0] != '\177' &&
	       !memchr(head, '\0', (size_t)len) &&
	       (len < 2 || head[0] != '#' || head[1] != '!');
}

/*
 * Finds the program that runs a script: from its `#!` line, or the shell if it
 * has none; for env(1) also the program that env will find. Returns 0 with the
 * paths in @interp and @program ("" = none), or -ENOENT if @path is not a
 * script.
 */
static int script_interpreter(const char *path, char interp[PATH_MAX],
			      char program[PATH_MAX])
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	char line[INTERP_LINE_MAX + 1], *save = NULL, *word, *base;
	ssize_t len = fd < 0 ? -1 : pread(fd, line, INTERP_LINE_MAX, 0);

	program[0] = '\0';
	if (closure_is_shell_script(path)) {
		strcpy(interp, CLOSURE_SHELL);
		return 0;
	}
	if (len < 3 || line[0] != '#' || line[1] != '!')
		return -ENOENT;
	line[len] = '\0';
	line[strcspn(line, "\n")] = '\0';
	word = strtok_r(line + 2, " \t", &save);
	if (!word)
		return -ENOENT;
	snprintf(interp, PATH_MAX, "%s", word);
	base = strrchr(interp, '/');
	if (strcmp(base ? base + 1 : interp, "env"))
		return 0;
	do
		word = strtok_r(NULL, " \t", &save);
	while (word && (*word == '-' || strchr(word, '=')));
	if (word && !find_on_path(word, program))
		program[0] = '\0';
	return 0;
}

static int closure_add_depth(struct closure *closure, const char *path,
			     int depth)
{
	char interp[PATH_MAX], program[PATH_MAX];
	struct search search = { .closure = closure };
	const char *preload = getenv("LD_PRELOAD");
	int err;

	if (depth < SCRIPT_DEPTH_MAX &&
	    !script_interpreter(path, interp, program)) {
		if (program[0])
			closure_add_depth(closure, program, depth + 1);
		return closure_add_depth(closure, interp, depth + 1);
	}
	ld_cache_read(&search.cache, LD_CACHE_PATH);
	err = search_add(&search, path);
	while (!err && preload && *preload) {
		size_t len = strcspn(preload, ": ");
		_cleanup_free_ char *one = xstrndup(preload, len);

		if (strchr(one, '/'))
			search_add(&search, one);
		preload += len + (preload[len] != '\0');
	}
	ld_cache_deinit(&search.cache);
	return err;
}

int closure_add(struct closure *closure, const char *path)
{
	return closure_add_depth(closure, path, 0);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * The search follows ld.so(8): DT_RPATH of the file that needs the library (when
 * it has no DT_RUNPATH) and of those that led to it, LD_LIBRARY_PATH,
 * DT_RUNPATH, the cache of ldconfig, default directories.
 * Of the subdirectories for what the hardware can do (glibc-hwcaps), named by the
 * entries of the cache too, best first, all are taken before the plain library,
 * since it is not known here which one this CPU will use.
 */
#include "runtime/process/needed_files.h"

#include <dirent.h>
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
#include "base/system/file.h"
#include "base/text/strbuf.h"
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

/* A file that was found, while what it needs is searched for. */
struct found {
	const struct found *loader; /* the file that needs it; NULL: none */
	const struct sdt_file *file;
	/* where it was found: $ORIGIN does not follow a link to a library */
	const char *path;
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

static int search_add(struct search *search, const char *path,
		      const struct found *loader);

/* Adds DIR/NAME if it is a library for the right machine. */
static bool try_dir(struct search *search, const char *dir, size_t dir_len,
		    const struct found *owner, const char *name)
{
	_cleanup_free_ char *path =
		xasprintf("%.*s/%s", (int)dir_len, dir, name);

	return !file_check_access(path, R_OK) && !search_add(search, path, owner);
}

static void try_hwcaps(struct search *search, const char *dir, size_t dir_len,
		       const struct found *owner, const char *name)
{
	_cleanup_free_ char *path =
		xasprintf("%.*s/glibc-hwcaps", (int)dir_len, dir);
	DIR *dirs = opendir(path);
	const struct dirent *entry;

	while (dirs && (entry = readdir(dirs))) {
		_cleanup_free_ char *sub =
			xasprintf("%s/%s", path, entry->d_name);

		if (entry->d_name[0] != '.')
			try_dir(search, sub, strlen(sub), owner, name);
	}
	if (dirs)
		closedir(dirs);
}

/* Appends @len bytes of a path, with $ORIGIN replaced by the folder of @owner. */
static void put_path(struct strbuf *sb, const char *path, size_t len,
		     const struct found *owner)
{
	const char *slash = strrchr(owner->path, '/');

	for (size_t i = 0; i < len; i++) {
		size_t skip = !strncmp(path + i, "$ORIGIN", 7) ? 7 :
			!strncmp(path + i, "${ORIGIN}", 9) ? 9 : 0;

		if (!skip) {
			strbuf_putc(sb, path[i]);
			continue;
		}
		strbuf_add(sb, owner->path,
			   slash ? (size_t)(slash - owner->path) : 0);
		i += skip - 1;
	}
}

/*
 * A list of directories, separated by @separators, in which $ORIGIN is that of
 * @origin, and nothing is the current one; the library is for @owner.
 */
static bool try_path_list(struct search *search, const char *dirs,
			  const char *separators, const struct found *origin,
			  const struct found *owner, const char *name)
{
	bool is_found = false;

	while (dirs && *dirs && !is_found) {
		size_t len = strcspn(dirs, separators);
		struct strbuf dir = { 0 };

		put_path(&dir, len ? dirs : ".", len ? len : 1, origin);
		try_hwcaps(search, strbuf_text(&dir), dir.len, owner, name);
		is_found = try_dir(search, strbuf_text(&dir), dir.len, owner,
				   name);
		strbuf_deinit(&dir);
		dirs += len;
		/* after the last separator there is one more */
		dirs = !*dirs ? NULL : dirs[1] ? dirs + 1 : ".";
	}
	return is_found;
}

/* DT_RPATH is inherited; a file that has DT_RUNPATH neither takes nor gives. */
static bool try_rpaths(struct search *search, const struct found *owner,
		       const char *name)
{
	if (owner->file->runpath)
		return false;
	for (const struct found *from = owner; from; from = from->loader)
		if (!from->file->runpath &&
		    try_path_list(search, from->file->rpath, ":", from, owner,
				  name))
			return true;
	return false;
}

static const struct found *program_of(const struct found *found)
{
	while (found->loader)
		found = found->loader;
	return found;
}

static bool try_cache(struct search *search, const struct found *owner,
		      const char *name)
{
	const char *cached;
	size_t pos = 0;

	while ((cached = ld_cache_find(&search->cache, name, &pos)))
		if (!search_add(search, cached, owner) &&
		    !strstr(cached, "/glibc-hwcaps/"))
			return true;
	return false;
}

static void try_default_dirs(struct search *search, const struct found *owner,
			     const char *name)
{
	for (size_t i = 0; i < sizeof(default_dirs) / sizeof(*default_dirs);
	     i++)
		if (try_dir(search, default_dirs[i], strlen(default_dirs[i]),
			    owner, name))
			return;
}

static void add_library(struct search *search, const struct found *owner,
			const char *name)
{
	struct strbuf path = { 0 };

	if (strchr(name, '/')) {
		put_path(&path, name, strlen(name), owner);
		search_add(search, strbuf_text(&path), owner);
		strbuf_deinit(&path);
		return;
	}
	if (!try_rpaths(search, owner, name) &&
	    !try_path_list(search, getenv("LD_LIBRARY_PATH"), ":;",
			   program_of(owner), owner, name) &&
	    !try_path_list(search, owner->file->runpath, ":", owner, owner,
			   name) &&
	    !try_cache(search, owner, name))
		try_default_dirs(search, owner, name);
}

/* LD_PRELOAD: names and paths, separated by blanks or `:`. */
static void add_preloaded(struct search *search, const struct found *program)
{
	const char *names = getenv("LD_PRELOAD");

	while (names && *names) {
		size_t len = strcspn(names, ": ");
		_cleanup_free_ char *name = xstrndup(names, len);

		if (len)
			add_library(search, program, name);
		names += len + (names[len] != '\0');
	}
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

static void add_needed(struct search *search, const struct found *found)
{
	const struct sdt_file *file = found->file;

	if (!found->loader)
		add_preloaded(search, found);
	if (file->interp)
		search_add(search, file->interp, found);
	for (size_t i = 0; i < file->needed_cnt; i++)
		add_library(search, found, file->needed[i]);
}

/*
 * Adds the ELF file at @path, which @loader needs (NULL: the program), and the
 * files it needs. -ENOEXEC: not for this program.
 */
static int search_add(struct search *search, const char *path,
		      const struct found *loader)
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
	add_needed(search, &(struct found){ loader, file,
					    loader ? path : real });
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
		if (!file_check_access(buf, X_OK))
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

	return len > 0 && !file_check_access(path, X_OK) && head[0] != '\177' &&
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
	int err;

	if (depth < SCRIPT_DEPTH_MAX &&
	    !script_interpreter(path, interp, program)) {
		if (program[0])
			closure_add_depth(closure, program, depth + 1);
		return closure_add_depth(closure, interp, depth + 1);
	}
	ld_cache_read(&search.cache, LD_CACHE_PATH);
	err = search_add(&search, path, NULL);
	ld_cache_deinit(&search.cache);
	return err;
}

int closure_add(struct closure *closure, const char *path)
{
	return closure_add_depth(closure, path, 0);
}

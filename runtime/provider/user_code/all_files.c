// SPDX-License-Identifier: BSD-2-Clause
/*
 * The files of all processes. Probes are attached to a file, not to the mapping
 * of one process: every process that maps the file, now or later, is traced,
 * and the kernel compares no process at a firing. An object of process 0 is
 * such a file. The file that a description names is searched
 *
 *	by path		/usr/sbin/nginx
 *	in processes	the executable mappings of all running processes
 *	in the system	the cache of ldconfig and the directories of PATH, so
 *			that it is probed before a process first maps it
 *
 * dtrace itself is not traced, because handling a record would cause the next
 * one.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/system/file.h"
#include "base/text/glob.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/process/ldcache.h"
#include "runtime/process/needed_files.h"
#include "runtime/provider/user_code/user_code.h"
#include "sdt/maps.h"
#include "sdt/process.h"

/* The search for the files of one description. */
struct search {
	struct user_code *user;
	const char *module;
	struct map seen; /* files added, by device and inode as in maps */
};

/* ------------------------------------------------------------ by their names */

static void add_path(struct search *search, const char *path)
{
	user_add_named(search->user, 0, path, false);
}

/* Searches the cache of the run-time linker. */
static void add_cached(struct search *search)
{
	struct ld_cache cache;

	ld_cache_read(&cache, LD_CACHE_PATH);
	for (size_t i = 0; i < cache.entry_cnt; i++) {
		const char *path = ld_cache_path(&cache, i);

		if (path && user_module_fits(search->module, path, false))
			add_path(search, path);
	}
	ld_cache_deinit(&cache);
}

/* Searches PATH for a program. */
static void add_program(struct search *search)
{
	const char *dirs = getenv("PATH");

	while (dirs && *dirs) {
		size_t len = strcspn(dirs, ":");
		_cleanup_free_ char *path =
			xasprintf("%.*s/%s", (int)len, dirs, search->module);

		if (len && !file_check_access(path, X_OK))
			user_add_named(search->user, 0, path, true);
		dirs += len + (dirs[len] == ':');
	}
}

/* Searches the files that the commands of -c are going to map. */
static void add_children(struct search *search)
{
	const struct process_list *list = search->user->env->processes;

	for (size_t i = 0; i < list->procs.cnt; i++) {
		struct closure closure = { 0 };

		if (list->procs.v[i].go_fd >= 0 &&
		    !closure_add(&closure, list->procs.v[i].exe_path))
			for (size_t k = 0; k < closure.paths.cnt; k++)
				if (user_module_fits(search->module,
						     closure.paths.v[k], !k))
					user_add_named(search->user, 0,
						       closure.paths.v[k], !k);
		closure_deinit(&closure);
	}
}

/* ------------------------------------------------------------- in processes */

/* Adds the file of a line, once. */
static void add_mapped(struct search *search, pid_t pid,
		       const struct sdt_maps_line *line, const char *path)
{
	uint64_t key[3] = { line->dev_major, line->dev_minor, line->ino };
	void **slot = map_put(&search->seen, key, sizeof(key));

	/* a process may end before its file is opened: another one is asked */
	if (!*slot && !user_add_mapped(search->user, 0, pid, line, path))
		*slot = search;
}

/* Reads the path of the program that a process runs, as maps shows it. */
static void read_exe(pid_t pid, char *buf, size_t len)
{
	char path[32];
	ssize_t got;

	snprintf(path, sizeof(path), "/proc/%d/exe", pid);
	got = readlink(path, buf, len - 1);
	buf[got < 0 ? 0 : got] = '\0';
}

static void add_line(struct search *search, pid_t pid, const char *exe,
		     const struct sdt_maps_line *line)
{
	const char *path;
	bool is_exe;

	if (!line->is_exec || !line->ino)
		return;
	is_exe = strlen(exe) == line->path_len &&
		 !memcmp(exe, line->path, line->path_len);
	path = user_line_path(search->user->env->arena, line);
	if (user_module_fits(search->module, path, is_exe))
		add_mapped(search, pid, line, path);
}

static void add_process(struct search *search, struct sdt_maps *maps, pid_t pid)
{
	struct sdt_maps_line line;
	size_t pos = 0;
	char exe[4096];

	if (pid == getpid() || sdt_maps_read(maps, pid))
		return;
	read_exe(pid, exe, sizeof(exe));
	while (sdt_maps_next(maps, &pos, &line))
		add_line(search, pid, exe, &line);
}

static void add_running(struct search *search)
{
	const struct prov_env *env = search->user->env;
	struct sdt_maps maps = { 0 };
	DIR *dir = opendir("/proc");
	struct dirent *entry;

	if (env->not_all && !feature_has(FEAT_cap_sys_ptrace))
		env->not_all(env->ctx);
	while (dir && (entry = readdir(dir)))
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
			add_process(search, &maps,
				    sdt_process_task((pid_t)atoi(
					    entry->d_name)));
	if (dir)
		closedir(dir);
	sdt_maps_deinit(&maps);
}

void user_find_all(struct user_code *user, const char *module)
{
	struct search search = { .user = user, .module = module };

	for (size_t i = 0; i < user->searched.cnt; i++)
		if (!strcmp(user->searched.v[i], module))
			return;
	vec_push(&user->searched, module);
	if (strchr(module, '/') && glob_is_plain(module))
		add_path(&search, module);
	add_children(&search);
	add_running(&search);
	if (*module && !strchr(module, '/')) {
		add_cached(&search);
		if (glob_is_plain(module))
			add_program(&search);
	}
	user_add_objects(user, 0);
	map_deinit(&search.seen);
}

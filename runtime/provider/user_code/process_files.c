// SPDX-License-Identifier: BSD-2-Clause
/*
 * The files from which a process maps code, or the command of -c is going to,
 * and those of -x objects. Symbols are not read here, because only the files
 * that a description names need them.
 *
 * A mapped file is opened through /proc/PID/map_files, which gives the mapped
 * file even if it was replaced or deleted, or is in another mount namespace.
 * Without the privilege for that, it is opened through /proc/PID/exe, or by its
 * path if the inode is still the same.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "base/text/glob.h"
#include "runtime/process/needed_files.h"
#include "runtime/provider/user_code/user_code.h"
#include "sdt/maps.h"
#include "sdt/process.h"

void user_code_init(struct user_code *user, const struct prov_env *env)
{
	*user = (struct user_code){ .env = env };
}

void user_code_deinit(struct user_code *user)
{
	for (size_t i = 0; i < user->files.cnt; i++)
		user_file_deinit(&user->files.v[i]);
	for (size_t i = 0; i < user->objects.cnt; i++) {
		free(user->objects.v[i].func_tags);
		free(user->objects.v[i].func_sites);
	}
	code_insns_deinit(&user->insns);
	free(user->window.bytes);
	vec_deinit(&user->found_pids);
	vec_deinit(&user->watched_pids);
	vec_deinit(&user->searched);
	vec_deinit(&user->objects);
	vec_deinit(&user->files);
	vec_deinit(&user->harms);
	prov_files_deinit(&user->file_numbers);
}

/* libc, libc.so and libc.so.6 all name libc.so.6. */
static bool is_short_name(const char *name, const char *module)
{
	size_t len = strlen(name);

	return len && !strncmp(module, name, len) && module[len] == '.';
}

bool user_module_fits(const char *pattern, const char *path, bool is_exe)
{
	const char *slash = strrchr(path, '/');
	const char *module = slash ? slash + 1 : path;

	return glob_match(pattern, module) || glob_match(pattern, path) ||
	       is_short_name(pattern, module) ||
	       (is_exe && glob_match(pattern, "a.out"));
}

/* Adds the file open as @fd, which it takes. Returns its index or -errno. */
static int file_index(struct user_code *user, int fd, const char *path)
{
	struct stat st;
	int idx = prov_file_number(&user->file_numbers, user->env->types, fd,
				   &st);

	if (idx == (int)user->files.cnt)
		vec_push(&user->files,
			 ((struct user_file){
				 .path = path,
				 .fd = fd,
				 .dev = st.st_dev,
				 .ino = st.st_ino,
				 .window = &user->window,
			 }));
	else
		close(fd);
	return idx;
}

/* Whether the file is an object of @pid already: it may have many mappings. */
static bool has_object(const struct user_code *user, pid_t pid,
		       uint32_t file_idx)
{
	for (size_t i = 0; i < user->objects.cnt; i++)
		if (user->objects.v[i].pid == pid &&
		    user->objects.v[i].file_idx == file_idx)
			return true;
	return false;
}

static void add_object(struct user_code *user, pid_t pid, int fd,
		       const char *path, bool is_exe)
{
	const char *slash = strrchr(path, '/');
	int file_idx = file_index(user, fd, path);

	if (file_idx < 0 || has_object(user, pid, (uint32_t)file_idx))
		return;
	vec_push(&user->objects,
		 ((struct user_object){
			 .pid = pid,
			 .file_idx = (uint32_t)file_idx,
			 .module = slash ? slash + 1 : path,
			 .path = path,
			 .is_exe = is_exe,
		 }));
}

/* ---------------------------------------------------------- running process */

/* Opens regular files only: opening a device may have an effect. */
static int open_regular(const char *path, uint64_t ino)
{
	struct stat st;

	if (stat(path, &st))
		return -1;
	if (!S_ISREG(st.st_mode) || (ino && st.st_ino != ino)) {
		errno = ENOENT;
		return -1;
	}
	return open(path, O_RDONLY | O_CLOEXEC);
}

static int open_mapped(pid_t task, const struct sdt_maps_line *line)
{
	_cleanup_free_ char *by_path = xasprintf("/proc/%d/root%.*s", task,
						 (int)line->path_len,
						 line->path);
	char path[SDT_MAPPED_PATH_BYTES];
	int fd;

	sdt_mapped_path(path, task, line->start_uaddr, line->end_uaddr);
	fd = open_regular(path, 0);
	if (fd >= 0)
		return fd;
	snprintf(path, sizeof(path), "/proc/%d/exe", task);
	fd = open_regular(path, line->ino);
	if (fd < 0)
		fd = open_regular(by_path, line->ino);
	if (fd < 0 && errno == EACCES) /* its root directory is not accessible */
		fd = open_regular(strstr(by_path, "/root") + strlen("/root"),
				  line->ino);
	return fd;
}

static bool is_exe(pid_t task, int fd)
{
	struct stat st, exe;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d/exe", task);
	return !fstat(fd, &st) && !stat(path, &exe) &&
	       st.st_ino == exe.st_ino && st.st_dev == exe.st_dev;
}

const char *user_line_path(struct arena *arena,
			   const struct sdt_maps_line *line)
{
	static const char deleted[] = " (deleted)";
	size_t len = line->path_len, tail = sizeof(deleted) - 1;

	if (len > tail && !memcmp(line->path + len - tail, deleted, tail))
		len -= tail;
	return arena_strndup(arena, line->path, len);
}

int user_add_mapped(struct user_code *user, pid_t owner, pid_t task,
		    const struct sdt_maps_line *line, const char *path)
{
	int fd = open_mapped(task, line);

	if (fd < 0)
		return -errno;
	add_object(user, owner, fd, path, is_exe(task, fd));
	return 0;
}

static int find_running(struct user_code *user, pid_t pid)
{
	pid_t task = sdt_process_task(pid);
	struct sdt_maps maps = { 0 };
	struct sdt_maps_line line;
	size_t pos = 0;
	int err = sdt_process_of_thread(pid) ? -ESRCH :
					       sdt_maps_read(&maps, task);

	while (!err && sdt_maps_next(&maps, &pos, &line))
		if (line.is_exec && line.ino)
			user_add_mapped(user, pid, task, &line,
					user_line_path(user->env->arena,
						       &line));
	sdt_maps_deinit(&maps);
	return err;
}

/* ----------------------------------------------------------- command of -c */

void user_add_named(struct user_code *user, pid_t owner, const char *path,
		    bool is_main)
{
	int fd = open_regular(path, 0);

	if (fd >= 0)
		add_object(user, owner, fd,
			   arena_strdup(user->env->arena, path), is_main);
}

/* Adds the files that a command of -c is going to map. */
static int find_child(struct user_code *user, const struct process *child)
{
	struct closure closure = { 0 };
	int err = closure_add(&closure, child->exe_path);

	for (size_t i = 0; !err && i < closure.paths.cnt; i++)
		user_add_named(user, child->pid, closure.paths.v[i], i == 0);
	closure_deinit(&closure);
	return err;
}

/* -x objects: files that a process may map later, by the names they have then. */
void user_add_objects(struct user_code *user, pid_t owner)
{
	const char *names = user->env->options->str[OPT_objects];

	while (names && *names) {
		size_t len = strcspn(names, ":");
		_cleanup_free_ char *path = xstrndup(names, len);
		char real[PATH_MAX];

		user_add_named(user, owner, realpath(path, real) ? real : path,
			       false);
		names += len + (names[len] == ':');
	}
}

int user_find(struct user_code *user, pid_t pid)
{
	const struct process *child =
		process_list_find_held(user->env->processes, pid);
	int err;

	for (size_t i = 0; i < user->found_pids.cnt; i++)
		if (user->found_pids.v[i] == pid)
			return 0;
	err = child ? find_child(user, child) : find_running(user, pid);
	if (err)
		return err;
	user_add_objects(user, pid);
	vec_push(&user->found_pids, pid);
	return 0;
}

int user_find_more(struct user_code *user, pid_t pid)
{
	if (!user->is_attached &&
	    process_list_find_held(user->env->processes, pid))
		return 0; /* it still runs dtrace and maps its files */
	return find_running(user, pid);
}

int user_watch(struct user_code *user, pid_t pid)
{
	for (size_t i = 0; i < user->watched_pids.cnt; i++)
		if (user->watched_pids.v[i] == pid)
			return 0;
	vec_push(&user->watched_pids, pid);
	user->env->watch(user->env->ctx);
	return user_find_more(user, pid);
}

int user_find_file(struct user_code *user, const char *path)
{
	int fd = open_regular(path, 0);

	return fd < 0 ? -errno :
			file_index(user, fd,
				   arena_strdup(user->env->arena, path));
}

int user_find_mapped(struct user_code *user, pid_t owner, pid_t pid,
		     const struct kern_mmap *mmap)
{
	pid_t task = sdt_process_task(pid);
	_cleanup_free_ char *path = xasprintf("/proc/%d/root%s", task,
					      mmap->path);
	int fd = open_regular(path, mmap->ino);

	/* the process has ended, but files may still appear in others */
	if (fd < 0 && !owner)
		fd = open_regular(mmap->path, mmap->ino);
	if (fd < 0)
		return -errno;
	add_object(user, owner, fd, arena_strdup(user->env->arena, mmap->path),
		   !owner && is_exe(task, fd));
	return 0;
}

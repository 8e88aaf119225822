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
#include "runtime/process/needed_files.h"
#include "runtime/provider/pid/pid.h"
#include "sdt/maps.h"
#include "sdt/process.h"

/* Adds the file open as @fd, which it takes. Returns its index or -errno. */
static int file_index(struct pid_state *state, int fd, const char *path)
{
	struct stat st;
	int idx = prov_file_number(&state->file_numbers, fd, &st);

	if (idx == (int)state->files.cnt)
		vec_push(&state->files, ((struct pid_file){
				.path = path,
				.fd = fd,
				.dev = st.st_dev,
				.ino = st.st_ino,
				.window = &state->window,
			}));
	return idx;
}

/* Whether the file is an object of @pid already: it may have many mappings. */
static bool has_object(const struct pid_state *state, pid_t pid,
		       uint32_t file_idx)
{
	for (size_t i = 0; i < state->objects.cnt; i++)
		if (state->objects.v[i].pid == pid &&
		    state->objects.v[i].file_idx == file_idx)
			return true;
	return false;
}

static void add_object(struct pid_state *state, pid_t pid, int fd,
		       const char *path, bool is_exe)
{
	const char *slash = strrchr(path, '/');
	int file_idx = file_index(state, fd, path);

	if (file_idx < 0 || has_object(state, pid, (uint32_t)file_idx))
		return;
	vec_push(&state->objects, ((struct pid_object){
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

	if (stat(path, &st) || !S_ISREG(st.st_mode) ||
	    (ino && st.st_ino != ino))
		return -1;
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

const char *pid_line_path(struct arena *arena,
			  const struct sdt_maps_line *line)
{
	static const char deleted[] = " (deleted)";
	size_t len = line->path_len, tail = sizeof(deleted) - 1;

	if (len > tail && !memcmp(line->path + len - tail, deleted, tail))
		len -= tail;
	return arena_strndup(arena, line->path, len);
}

void pid_add_mapped(struct pid_state *state, pid_t owner, pid_t task,
		    const struct sdt_maps_line *line, const char *path)
{
	int fd = open_mapped(task, line);

	if (fd >= 0)
		add_object(state, owner, fd, path, is_exe(task, fd));
}

static int find_running(struct pid_state *state, pid_t pid)
{
	pid_t task = sdt_process_task(pid);
	struct sdt_maps maps = { 0 };
	struct sdt_maps_line line;
	size_t pos = 0;
	int err = sdt_process_of_thread(pid) ? -ESRCH :
					       sdt_maps_read(&maps, task);

	while (!err && sdt_maps_next(&maps, &pos, &line))
		if (line.is_exec && line.ino)
			pid_add_mapped(state, pid, task, &line,
				       pid_line_path(state->env->arena, &line));
	sdt_maps_deinit(&maps);
	return err;
}

/* ----------------------------------------------------------- command of -c */

void pid_add_named(struct pid_state *state, pid_t owner, const char *path,
		   bool is_main)
{
	int fd = open_regular(path, 0);

	if (fd >= 0)
		add_object(state, owner, fd,
			   arena_strdup(state->env->arena, path), is_main);
}

/* Adds the files that a command of -c is going to map. */
static int find_child(struct pid_state *state, const struct process *child)
{
	struct closure closure = { 0 };
	int err = closure_add(&closure, child->exe_path);

	for (size_t i = 0; !err && i < closure.paths.cnt; i++)
		pid_add_named(state, child->pid, closure.paths.v[i], i == 0);
	closure_deinit(&closure);
	return err;
}

/* -x objects: files that a process may map later, by the names they have then. */
void pid_add_objects(struct pid_state *state, pid_t owner)
{
	const char *names = state->env->options->str[OPT_objects];

	while (names && *names) {
		size_t len = strcspn(names, ":");
		_cleanup_free_ char *path = xstrndup(names, len);
		char real[PATH_MAX];

		pid_add_named(state, owner, realpath(path, real) ? real : path,
			      false);
		names += len + (names[len] == ':');
	}
}

/* Returns the command of -c with this pid if it has not started, or NULL. */
static const struct process *held_child(const struct pid_state *state,
					pid_t pid)
{
	const struct process_list *list = state->env->processes;
	const struct process *child = NULL;

	for (size_t i = 0; i < list->procs.cnt; i++)
		if (list->procs.v[i].pid == pid && list->procs.v[i].go_fd >= 0)
			child = &list->procs.v[i];
	return child;
}

int pid_find(struct pid_state *state, pid_t pid)
{
	const struct process *child = held_child(state, pid);
	int err;

	for (size_t i = 0; i < state->found_pids.cnt; i++)
		if (state->found_pids.v[i] == pid)
			return 0;
	err = child ? find_child(state, child) : find_running(state, pid);
	if (err)
		return err;
	pid_add_objects(state, pid);
	vec_push(&state->found_pids, pid);
	return 0;
}

int pid_find_more(struct pid_state *state, pid_t pid)
{
	if (!state->is_attached && held_child(state, pid))
		return 0; /* it still runs dtrace and maps its files */
	return find_running(state, pid);
}

int pid_find_file(struct pid_state *state, const char *path)
{
	int fd = open_regular(path, 0);

	return fd < 0 ? -errno :
			file_index(state, fd,
				   arena_strdup(state->env->arena, path));
}

void pid_find_mapped(struct pid_state *state, pid_t owner, pid_t pid,
		     const struct kern_mmap *mmap)
{
	pid_t task = sdt_process_task(pid);
	_cleanup_free_ char *path = xasprintf("/proc/%d/root%s", task,
					      mmap->path);
	int fd = open_regular(path, mmap->ino);

	/* the process has ended, but files may still appear in others */
	if (fd < 0 && !owner)
		fd = open_regular(mmap->path, mmap->ino);
	if (fd >= 0)
		add_object(state, owner, fd,
			   arena_strdup(state->env->arena, mmap->path),
			   !owner && is_exe(task, fd));
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Finds files with sites: those that running processes map, those that a
 * command of -c is going to map, and those that the user named. The result is
 * a list of objects: one per process and file.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/process/installed_binaries.h"
#include "runtime/process/needed_files.h"
#include "runtime/provider/usdt/usdt.h"
#include "sdt/maps.h"

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Name of a mapped file without the kernel's " (deleted)". */
static const char *mapped_path(struct arena *arena, const char *path)
{
	static const char deleted[] = " (deleted)";
	size_t len = strlen(path), tail = sizeof(deleted) - 1;

	if (len > tail && !strcmp(path + len - tail, deleted))
		len -= tail;
	return arena_strndup(arena, path, len);
}

static void add_mapping(struct usdt_state *state,
			const struct sdt_process *process,
			const struct sdt_mapping *mapping)
{
	struct arena *arena = state->env->arena;
	struct usdt_object *object;
	char path[SDT_MAPPED_PATH_BYTES];

	if (!mapping->file || !mapping->file->site_cnt)
		return;
	object = vec_add(&state->objects);
	*object = (struct usdt_object){
		.pid = process->pid,
		.elf = mapping->file,
		.path = mapped_path(arena, mapping->path),
		.is_exe = mapping->is_exe,
		.file_idx = USDT_FILE_UNOPENED,
		.mapping = *mapping,
	};
	object->module = base_name(object->path);
	sdt_mapped_path(path, process->task, mapping->start_uaddr,
			mapping->end_uaddr);
	object->open_path = mapping->is_exe ?
		arena_printf(arena, "/proc/%d/exe", process->task) :
		arena_strdup(arena, path);
}

static int add_process(const struct sdt_process *process, void *arg)
{
	struct usdt_state *state = arg;

	for (size_t i = 0; i < process->mapping_cnt; i++)
		add_mapping(state, process, &process->mappings[i]);
	return 0;
}

enum {
	WANT = SDT_WANT_SITES | SDT_WANT_ARGS | SDT_WANT_SYMBOLS |
		SDT_WANT_FUNCTIONS | SDT_WANT_TYPES,
};

/* A file given by name, for process @pid (0: none yet). */
static int add_named(struct usdt_state *state, const char *path, pid_t pid,
		     bool is_exe)
{
	char real[PATH_MAX];
	struct sdt_file *elf;
	int err = sdt_file_open(path, WANT, &elf, NULL);

	if (err)
		return err;
	vec_push(&state->named, elf);
	if (!elf->site_cnt)
		return 0;
	/* the name that it has where it is mapped: python3 is python3.11 */
	path = arena_strdup(state->env->arena,
			    realpath(path, real) ? real : path);
	vec_push(&state->objects, ((struct usdt_object){
			.pid = pid,
			.elf = elf,
			.path = path,
			.open_path = path,
			.module = base_name(path),
			.is_exe = is_exe,
			.file_idx = USDT_FILE_UNOPENED,
		}));
	return 0;
}

/* Files of -x objects, for process @pid (0: for any process that maps them). */
static void add_option_files(struct usdt_state *state, pid_t pid)
{
	const char *names = state->env->options->str[OPT_objects];

	while (names && *names) {
		size_t len = strcspn(names, ":");
		char *path = xstrndup(names, len);

		add_named(state, path, pid, false);
		free(path);
		names += len + (names[len] == ':');
	}
}

/* Finds the files that the held child will map once it runs. */
static int add_child(struct usdt_state *state, const struct process *proc)
{
	struct closure closure = { 0 };
	int err = closure_add(&closure, proc->exe_path);

	for (size_t i = 0; !err && i < closure.paths.cnt; i++)
		add_named(state, closure.paths.v[i], proc->pid, i == 0);
	closure_deinit(&closure);
	/* files that it will open by dlopen() */
	add_option_files(state, proc->pid);
	return err;
}

static bool was_scanned(const struct usdt_state *state, pid_t pid)
{
	for (size_t i = 0; i < state->scanned_pids.cnt; i++)
		if (state->scanned_pids.v[i] == pid)
			return true;
	return false;
}

/* A process of -p, or one that waits at its main(). */
static bool is_grabbed(const struct usdt_state *state, pid_t pid)
{
	const struct process *process =
		process_list_find(state->env->processes, pid);

	return process && process->go_fd < 0;
}

int usdt_find_pid(struct usdt_state *state, pid_t pid)
{
	const struct process *child =
		process_list_find_held(state->env->processes, pid);
	struct sdt_process *process;
	int err;

	if (was_scanned(state, pid) || (state->has_scanned_all && !child))
		return 0;
	if (child) {
		err = add_child(state, child);
	} else if (sdt_process_of_thread(pid)) {
		err = -ESRCH;
	} else {
		err = sdt_scan_process(state->scanner, pid, &process);
		if (!err) {
			add_process(process, state);
			sdt_process_destroy(process);
			if (is_grabbed(state, pid))
				add_option_files(state, pid);
		}
	}
	if (!err)
		vec_push(&state->scanned_pids, pid);
	return err;
}

static int add_unscanned(const struct sdt_process *process, void *arg)
{
	struct usdt_state *state = arg;

	/* a held child still looks like dtrace itself */
	if (was_scanned(state, process->pid) ||
	    process_list_find_held(state->env->processes, process->pid))
		return 0;
	return add_process(process, arg);
}

/* -l FILE: only the sites in these files. */
static void find_listed(struct usdt_state *state)
{
	for (size_t i = 0; i < state->env->file_cnt; i++)
		add_named(state, state->env->files[i], 0, false);
	state->has_scanned_all = true;
}

void usdt_find_all(struct usdt_state *state)
{
	if (state->has_scanned_all)
		return;
	if (state->env->file_cnt) {
		find_listed(state);
		return;
	}
	for (size_t i = 0; i < state->env->processes->procs.cnt; i++)
		usdt_find_pid(state, state->env->processes->procs.v[i].pid);
	if (state->env->not_all && !feature_has(FEAT_cap_sys_ptrace))
		state->env->not_all(state->env->ctx);
	sdt_scan_all(state->scanner, add_unscanned, state);
	state->has_scanned_all = true;
	add_option_files(state, 0);
}

static void add_known(void *ctx, const char *path)
{
	struct usdt_state *state = ctx;
	struct sdt_file *elf;

	if (sdt_file_open(path, SDT_WANT_SITES, &elf, NULL))
		return;
	if (!elf->site_cnt) {
		sdt_file_close(elf);
		return;
	}
	vec_push(&state->known, ((struct usdt_known){
			.path = arena_strdup(state->env->arena, path),
			.elf = elf,
		}));
}

/* Whether the description can match a provider of the file. */
static bool known_fits(const struct usdt_known *known,
		       const struct usdt_later *later)
{
	const char *pattern = later->spec.provider;

	for (size_t i = 0; i < known->elf->site_cnt; i++) {
		const char *provider = known->elf->sites[i].provider;

		if (later->pid ? !strncmp(pattern, provider, strlen(provider)) :
				 usdt_fits_any_pid(pattern, provider))
			return true;
	}
	return false;
}

void usdt_find_known(struct usdt_state *state, const struct usdt_later *later)
{
	if (!state->has_known)
		likely_files(add_known, state);
	state->has_known = true;
	for (size_t i = 0; i < state->known.cnt; i++) {
		struct usdt_known *known = &state->known.v[i];
		size_t object_cnt = state->objects.cnt;

		if (known->is_object || !known_fits(known, later))
			continue;
		known->is_object = true;
		if (!add_named(state, known->path, 0, false) &&
		    state->objects.cnt > object_cnt)
			state->objects.v[object_cnt].is_later = true;
	}
}

int usdt_file_index(struct usdt_state *state, const struct usdt_object *object,
		    int fd)
{
	struct stat st;
	int idx = prov_file_number(&state->file_numbers, state->env->types, fd,
				   &st);
	struct usdt_file *file;

	if (idx == (int)state->files.cnt)
		vec_push(&state->files, ((struct usdt_file){
				.fd = -1,
				.is_later = object->is_later,
			}));
	file = idx < 0 ? NULL : &state->files.v[idx];
	if (!file || file->elf) {
		close(fd);
		return idx;
	}
	file->elf = object->elf;
	file->path = object->path;
	file->fd = fd;
	return idx;
}

/*
 * Opens it by its path, unless that names another file in our mount namespace.
 */
static int open_by_name(const struct usdt_object *object)
{
	int fd = open(object->path, O_RDONLY | O_CLOEXEC);
	struct stat st;

	if (fd >= 0 && object->mapping.ino &&
	    (fstat(fd, &st) || st.st_ino != object->mapping.ino)) {
		close(fd);
		errno = ESTALE;
		return -1;
	}
	return fd;
}

int usdt_object_file(struct usdt_state *state, struct usdt_object *object)
{
	int fd;

	if (object->file_idx != USDT_FILE_UNOPENED)
		return object->file_idx;
	fd = open(object->open_path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) /* no CAP_CHECKPOINT_RESTORE for map_files, or it ended */
		fd = open_by_name(object);
	object->file_idx = fd < 0 ? -errno :
				    usdt_file_index(state, object, fd);
	return object->file_idx;
}

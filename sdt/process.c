// SPDX-License-Identifier: BSD-2-Clause
/*
 * Sites of running processes.
 *
 * The file of a mapping is opened through /proc/PID/map_files: it is the file
 * that is mapped even if it was replaced or deleted, or belongs to another
 * mount namespace. That needs CAP_CHECKPOINT_RESTORE. Without it,
 * /proc/PID/exe is the main program, and the path as the process sees it
 * (/proc/PID/root/...) leads to any file whose device and inode still match.
 *
 * Hundreds of processes map the same few dozen files. Files are therefore
 * cached by device and inode, including files without probes, and a scan of all
 * processes opens each once. The cost per process is one read of its maps and
 * one lookup for each executable mapping.
 */
#include "sdt/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/map.h"
#include "base/vec.h"
#include "sdt/maps.h"

/* Identifies a file; also the key of the cache, so without padding. */
struct file_key {
	uint64_t ino;
	uint32_t dev_major;
	uint32_t dev_minor;
};

struct sdt_scanner {
	unsigned want;
	/* struct file_key -> struct sdt_file, owned; NULL: without probes */
	struct map files;
	struct sdt_maps maps;
};

/* The public result and what it needs. */
struct process {
	struct sdt_process public; /* first */
	struct arena arena; /* paths */
	VEC(struct sdt_mapping) mappings;
};

struct sdt_scanner *sdt_scanner_create(unsigned want)
{
	struct sdt_scanner *scanner = xcalloc(1, sizeof(*scanner));

	scanner->want = want;
	return scanner;
}

void sdt_scanner_destroy(struct sdt_scanner *scanner)
{
	if (!scanner)
		return;
	for (size_t i = 0; i < scanner->files.cnt; i++)
		sdt_file_close(scanner->files.entries[i].value);
	map_deinit(&scanner->files);
	sdt_maps_deinit(&scanner->maps);
	free(scanner);
}

/* ---- one file ----------------------------------------------------------- */

/* Opens @path if it is a readable regular file; -1 otherwise. */
static int open_file(const char *path, struct stat *st_ret)
{
	/* Opening a device may have side effects, so the type is checked
	 * first. */
	if (stat(path, st_ret) || !S_ISREG(st_ret->st_mode))
		return -1;
	return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

static int open_map_file(pid_t pid, const struct sdt_mapping *mapping,
			 struct stat *st_ret)
{
	char path[SDT_MAPPED_PATH_BYTES];

	sdt_mapped_path(path, pid, mapping->start_uaddr, mapping->end_uaddr);
	return open_file(path, st_ret);
}

/* Whether @path is that of the main program; false if that can't be read. */
static bool is_exe(pid_t pid, const char *path)
{
	char link[32], target[4096];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/%d/exe", (int)pid);
	len = readlink(link, target, sizeof(target));
	return len > 0 && strlen(path) == (size_t)len &&
		!memcmp(path, target, len);
}

static int open_exe(pid_t pid, const struct sdt_mapping *mapping,
		    struct stat *st_ret)
{
	char path[32];

	if (!is_exe(pid, mapping->path))
		return -1;
	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	return open_file(path, st_ret);
}

/* Whether /proc shows a mapping of this file as it shows @mapping. */
static bool maps_alike(int fd, const struct sdt_mapping *mapping)
{
	void *at = mmap(NULL, 1, PROT_READ, MAP_PRIVATE, fd, 0);
	struct sdt_maps maps = { 0 };
	struct sdt_maps_line line;
	bool ret = false;
	size_t pos = 0;

	if (at == MAP_FAILED)
		return false;
	if (!sdt_maps_read(&maps, getpid()))
		while (sdt_maps_next(&maps, &pos, &line))
			if (line.start_uaddr <= (uintptr_t)at &&
			    line.end_uaddr > (uintptr_t)at)
				ret = line.ino == mapping->ino &&
					line.dev_major == mapping->dev_major &&
					line.dev_minor == mapping->dev_minor;
	sdt_maps_deinit(&maps);
	munmap(at, 1);
	return ret;
}

/*
 * Whether the file is the mapped one. On btrfs, and on overlays of several file
 * systems, the device of stat(2) is not the one of /proc/PID/maps.
 */
static bool is_mapped_file(int fd, const struct sdt_mapping *mapping)
{
	struct stat st;

	if (!fstat(fd, &st) && st.st_ino == mapping->ino &&
	    st.st_dev == makedev(mapping->dev_major, mapping->dev_minor))
		return true;
	return maps_alike(fd, mapping);
}

/* In the process's root folder, or in ours when that cannot be read. */
static int open_by_path(pid_t pid, const struct sdt_mapping *mapping,
			struct stat *st_ret)
{
	_cleanup_free_ char *path =
		xasprintf("/proc/%d/root%s", (int)pid, mapping->path);
	_cleanup_close_ int fd = open_file(path, st_ret);

	if (fd < 0 && errno == EACCES)
		fd = open_file(mapping->path, st_ret);
	if (fd < 0 || !is_mapped_file(fd, mapping))
		return -1;
	return take_fd(fd);
}

/* The mapped file, or -1. */
static int open_mapping(pid_t pid, const struct sdt_mapping *mapping,
			struct stat *st_ret)
{
	int fd = open_map_file(pid, mapping, st_ret);

	if (fd < 0)
		fd = open_exe(pid, mapping, st_ret);
	if (fd < 0)
		fd = open_by_path(pid, mapping, st_ret);
	return fd;
}

/* Reads an open file. Returns NULL if it has no probes. */
static struct sdt_file *read_file(const struct sdt_scanner *scanner, int fd)
{
	struct sdt_file *file;

	if (sdt_file_open_fd(fd, scanner->want, &file, NULL))
		return NULL;
	if (file->site_cnt)
		return file;
	sdt_file_close(file);
	return NULL;
}

/* The contents of the mapping's file; NULL when it has no probes. */
static const struct sdt_file *file_of(struct sdt_scanner *scanner, pid_t pid,
				      const struct sdt_mapping *mapping)
{
	struct file_key key = { mapping->ino, mapping->dev_major,
				mapping->dev_minor };
	void **slot = map_find(&scanner->files, &key, sizeof(key));
	_cleanup_close_ int fd = -1;
	struct sdt_file *file;
	struct stat st;

	if (slot)
		return *slot;
	fd = open_mapping(pid, mapping, &st);
	if (fd < 0)
		return NULL;
	file = read_file(scanner, fd);
	*map_put(&scanner->files, &key, sizeof(key)) = file;
	return file;
}

/* ---- one process -------------------------------------------------------- */

enum { STAT_BYTES = 1024 };

/* The start of the field that is @cnt fields after the one at @at, or NULL. */
static const char *skip_fields(const char *at, int cnt)
{
	for (; at && cnt > 0; cnt--) {
		at = strchr(at, ' ');
		at = at ? at + 1 : NULL;
	}
	return at;
}

/* The line of a task's state from @field on, or NULL. */
static const char *stat_field(pid_t task, int field, char *text, size_t bytes)
{
	_cleanup_fclose_ FILE *f = NULL;
	char path[32], *at;
	size_t len;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)task);
	f = fopen(path, "re");
	len = f ? fread(text, 1, bytes - 1, f) : 0;
	text[len] = '\0';
	at = strrchr(text, ')'); /* field 2, the name, is arbitrary */
	return at ? skip_fields(at, field - 2) : NULL;
}

uint64_t sdt_process_stat(pid_t task, enum sdt_stat field)
{
	char text[STAT_BYTES];
	const char *at = stat_field(task, (int)field, text, sizeof(text));

	return at ? strtoull(at, NULL, 10) : 0;
}

int sdt_process_cpu(pid_t task)
{
	char text[STAT_BYTES];
	const char *at = stat_field(task, SDT_STAT_STATE, text, sizeof(text));

	if (!at || *at != 'R')
		return -1;
	at = skip_fields(at, SDT_STAT_CPU - SDT_STAT_STATE);
	return at ? (int)strtol(at, NULL, 10) : -1;
}

/* Is the task exiting, perhaps with its memory still mapped? */
static bool is_exiting(pid_t task)
{
	enum { EXITING = 4 }; /* PF_EXITING, linux/sched.h */

	return sdt_process_stat(task, SDT_STAT_FLAGS) & EXITING;
}

bool sdt_process_has_ended(pid_t task)
{
	char path[32], target[1];

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)task);
	return (readlink(path, target, sizeof(target)) < 0 &&
		errno == ENOENT) || is_exiting(task);
}

pid_t sdt_process_of_thread(pid_t tid)
{
	_cleanup_fclose_ FILE *file = NULL;
	char path[32], line[256];
	pid_t pid = 0;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)tid);
	file = fopen(path, "re");
	while (file && !pid && fgets(line, sizeof(line), file))
		if (sscanf(line, "Tgid: %d", &pid) != 1)
			pid = 0;
	return pid == tid ? 0 : pid;
}

pid_t sdt_process_task(pid_t pid)
{
	char path[32];
	struct dirent *entry;
	pid_t ret = pid;
	DIR *dir;

	if (!sdt_process_has_ended(pid))
		return pid;
	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	while (ret == pid && dir && (entry = readdir(dir))) {
		pid_t task = (pid_t)strtol(entry->d_name, NULL, 10);

		if (task > 0 && task != pid && !sdt_process_has_ended(task))
			ret = task;
	}
	if (dir)
		closedir(dir);
	return ret;
}

int sdt_process_read_maps(struct sdt_maps *maps, pid_t pid, pid_t *task_ret)
{
	int err = sdt_maps_read(maps, pid);

	*task_ret = pid;
	/* of a process whose first thread has ended: nothing, or -ESRCH */
	if (err ? err != -ESRCH : maps->len)
		return err;
	*task_ret = sdt_process_task(pid);
	return *task_ret == pid ? err : sdt_maps_read(maps, *task_ret);
}

/* The mapping of the same file, when there is one already. */
static struct sdt_mapping *find_mapping(struct process *process,
					const struct sdt_maps_line *line)
{
	for (size_t i = 0; i < process->mappings.cnt; i++) {
		struct sdt_mapping *mapping = &process->mappings.v[i];

		if (mapping->ino == line->ino &&
		    mapping->dev_major == line->dev_major &&
		    mapping->dev_minor == line->dev_minor)
			return mapping;
	}
	return NULL;
}

static void add_line(struct process *process, const struct sdt_maps_line *line)
{
	struct sdt_mapping *mapping = find_mapping(process, line);

	if (mapping) {
		if (mapping->map_fileoff == line->fileoff)
			mapping->is_repeated = true;
		return;
	}
	mapping = vec_add(&process->mappings);
	*mapping = (struct sdt_mapping){
		.path = arena_strndup(&process->arena, line->path,
				      line->path_len),
		.dev_major = line->dev_major,
		.dev_minor = line->dev_minor,
		.ino = line->ino,
		.start_uaddr = line->start_uaddr,
		.end_uaddr = line->end_uaddr,
		.map_fileoff = line->fileoff,
	};
}

static void look_into(struct sdt_scanner *scanner, struct process *process,
		      struct sdt_mapping *mapping)
{
	pid_t task = process->public.task;
	const struct sdt_file *file = file_of(scanner, task, mapping);

	/* Without a matching segment the notes would belong to another file. */
	if (!file ||
	    sdt_file_bias(file, mapping->start_uaddr, mapping->map_fileoff,
			  &mapping->load_bias))
		return;
	mapping->file = file;
	mapping->is_exe = is_exe(task, mapping->path);
	process->public.site_cnt += file->site_cnt;
}

int sdt_scan_process(struct sdt_scanner *scanner, pid_t pid,
		     struct sdt_process **ret)
{
	struct sdt_maps_line line;
	struct process *process;
	size_t pos = 0;
	pid_t task;
	int err = sdt_process_read_maps(&scanner->maps, pid, &task);

	if (err)
		return err;
	process = xcalloc(1, sizeof(*process));
	arena_init(&process->arena);
	process->public.pid = pid;
	process->public.task = task;
	while (sdt_maps_next(&scanner->maps, &pos, &line))
		if (line.is_exec && line.ino)
			add_line(process, &line);
	for (size_t i = 0; i < process->mappings.cnt; i++)
		look_into(scanner, process, &process->mappings.v[i]);
	process->public.mappings = process->mappings.v;
	process->public.mapping_cnt = process->mappings.cnt;
	*ret = &process->public;
	return 0;
}

int sdt_open_mapped(pid_t task, const struct sdt_maps_line *line)
{
	_cleanup_free_ char *path =
		xasprintf("%.*s", (int)line->path_len, line->path);
	const struct sdt_mapping mapping = {
		.path = path,
		.dev_major = line->dev_major,
		.dev_minor = line->dev_minor,
		.ino = line->ino,
		.start_uaddr = line->start_uaddr,
		.end_uaddr = line->end_uaddr,
	};
	struct stat st;

	return open_mapping(task, &mapping, &st);
}

/* Returns the path, owned by the caller; NULL: it can be opened. */
static char *unopened(pid_t task, const struct sdt_maps_line *line)
{
	_cleanup_close_ int fd = sdt_open_mapped(task, line);

	return fd < 0 ? xasprintf("%.*s", (int)line->path_len, line->path) :
			NULL;
}

char *sdt_process_unopened(pid_t pid)
{
	struct sdt_maps maps = { 0 };
	struct sdt_maps_line line;
	char *ret = NULL;
	size_t pos = 0;
	pid_t task;

	if (!sdt_process_read_maps(&maps, pid, &task))
		while (!ret && sdt_maps_next(&maps, &pos, &line))
			if (line.is_exec && line.ino)
				ret = unopened(task, &line);
	sdt_maps_deinit(&maps);
	return ret;
}

void sdt_process_destroy(struct sdt_process *public)
{
	struct process *process = (struct process *)public;

	if (!process)
		return;
	vec_deinit(&process->mappings);
	arena_deinit(&process->arena);
	free(process);
}

/* ---- all processes ------------------------------------------------------ */

static int compare_pids(const void *a, const void *b)
{
	pid_t pa = *(const pid_t *)a, pb = *(const pid_t *)b;

	return pa < pb ? -1 : pa > pb;
}

struct pids {
	VEC(pid_t) v;
};

/* A machine that starts processes all the time is not followed forever. */
enum { SCAN_ROUNDS = 8 };

/* All processes, sorted. */
static int list_pids(struct pids *pids)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;

	if (!dir)
		return -errno;
	while ((entry = readdir(dir)))
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
			vec_push(&pids->v, (pid_t)atoi(entry->d_name));
	closedir(dir);
	if (pids->v.cnt)
		qsort(pids->v.v, pids->v.cnt, sizeof(pid_t), compare_pids);
	return 0;
}

static int visit(struct sdt_scanner *scanner, pid_t pid,
		 int (*fn)(const struct sdt_process *process, void *ctx),
		 void *ctx)
{
	struct sdt_process *process;
	int err = sdt_scan_process(scanner, pid, &process);

	if (err)
		return 0;
	if (process->site_cnt)
		err = fn(process, ctx);
	sdt_process_destroy(process);
	return err;
}

/* Visits those that are not among @seen; returns what @fn did. */
static int visit_new(struct sdt_scanner *scanner, const struct pids *seen,
		     const struct pids *now,
		     int (*fn)(const struct sdt_process *process, void *ctx),
		     void *ctx, size_t *new_cnt_ret)
{
	int err = 0;

	*new_cnt_ret = 0;
	for (size_t i = 0; !err && i < now->v.cnt; i++) {
		const pid_t *pid = &now->v.v[i];

		if (seen->v.cnt && bsearch(pid, seen->v.v, seen->v.cnt,
					   sizeof(*pid), compare_pids))
			continue;
		++*new_cnt_ret;
		err = visit(scanner, *pid, fn, ctx);
	}
	return err;
}

int sdt_scan_all(struct sdt_scanner *scanner,
		 int (*fn)(const struct sdt_process *process, void *ctx),
		 void *ctx)
{
	struct pids seen = { 0 };
	size_t new_cnt = 1;
	int err = 0;

	for (int i = 0; !err && new_cnt && i < SCAN_ROUNDS; i++) {
		struct pids now = { 0 };

		err = list_pids(&now);
		if (!err)
			err = visit_new(scanner, &seen, &now, fn, ctx,
					&new_cnt);
		vec_deinit(&seen.v);
		seen = now;
	}
	vec_deinit(&seen.v);
	return err;
}

/* ---- semaphores --------------------------------------------------------- */

/* Better states have smaller numbers: the minimum over several mappings is the
 * best. */
static enum sdt_sema_state line_state(const struct sdt_maps_line *line)
{
	if (line->is_shared)
		return SDT_SEMA_SHARED;
	return line->is_write ? SDT_SEMA_OK : SDT_SEMA_READONLY;
}

int sdt_sema_state(pid_t pid, const struct sdt_mapping *mapping,
		   uint64_t sema_fileoff, enum sdt_sema_state *ret)
{
	enum sdt_sema_state best = SDT_SEMA_UNMAPPED;
	struct sdt_maps maps = { 0 };
	struct sdt_maps_line line;
	size_t pos = 0;
	int err = sdt_maps_read(&maps, pid);

	while (!err && sdt_maps_next(&maps, &pos, &line)) {
		if (line.ino != mapping->ino ||
		    line.dev_major != mapping->dev_major ||
		    line.dev_minor != mapping->dev_minor ||
		    sema_fileoff < line.fileoff ||
		    sema_fileoff - line.fileoff >=
			    line.end_uaddr - line.start_uaddr)
			continue;
		if (line_state(&line) < best)
			best = line_state(&line);
	}
	sdt_maps_deinit(&maps);
	if (!err)
		*ret = best;
	return err;
}

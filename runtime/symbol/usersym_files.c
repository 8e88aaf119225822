// SPDX-License-Identifier: BSD-2-Clause
/*
 * The mapped files: opened while their process maps them, read when an address
 * in one is first looked up.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "runtime/symbol/debugfile.h"
#include "runtime/symbol/usersym_priv.h"

/* The descriptors of this many files are kept; others are opened by name. */
enum { OPEN_MAX = 256 };

static void close_file(struct file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	if (file->root_fd >= 0)
		close(file->root_fd);
	file->fd = file->root_fd = -1;
}

static void destroy_file(struct file *file)
{
	close_file(file);
	elfsym_destroy(file->elf);
	free(file);
}

void usersym_files_deinit(struct usersym *syms)
{
	for (size_t i = 0; i < syms->files.cnt; i++)
		destroy_file(syms->files.entries[i].value);
	for (size_t i = 0; i < syms->old_files.cnt; i++)
		destroy_file(syms->old_files.v[i]);
	map_deinit(&syms->files);
	vec_deinit(&syms->old_files);
}

/* Keeps @fd if it is the mapped file. */
static int check_file(int fd, uint64_t ino)
{
	struct stat st;

	if (fd < 0)
		return -1;
	/* devices differ from those in maps on some file systems */
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_ino != ino) {
		close(fd);
		return -1;
	}
	return fd;
}

static int open_mapped(const char *path)
{
	struct stat st;

	/* opening something other than a file may have an effect */
	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return -1;
	return open(path, O_RDONLY | O_CLOEXEC);
}

static int open_mapping(pid_t pid, const struct mapping *mapping, int root_fd)
{
	char by_map[SDT_MAPPED_PATH_BYTES];
	int fd;

	sdt_mapped_path(by_map, pid, mapping->start_uaddr, mapping->end_uaddr);
	fd = check_file(open_mapped(by_map), mapping->key.ino);
	if (fd < 0)
		fd = check_file(debugfile_open_in(root_fd, mapping->path),
				mapping->key.ino);
	return fd;
}

/* The vdso of this process: an ELF file in memory. */
static struct elfsym *read_vdso(struct usersym *syms)
{
	struct sdt_maps_line line;
	size_t pos = 0;

	if (sdt_maps_read(&syms->maps, getpid()))
		return NULL;
	while (sdt_maps_next(&syms->maps, &pos, &line))
		if (line.path_len == 6 && !memcmp(line.path, "[vdso]", 6))
			return elfsym_create_memory(
				(void *)line.start_uaddr,
				line.end_uaddr - line.start_uaddr);
	return NULL;
}

bool usersym_is_vdso(const struct mapping *mapping)
{
	return !mapping->key.ino && strcmp(mapping->path, "[vdso]") == 0;
}

/* That of a 32-bit program is another file than ours. */
static bool is_our_vdso(const struct mapping *mapping)
{
	return usersym_is_vdso(mapping) &&
		(sizeof(long) == 4 || mapping->start_uaddr >> 32);
}

/* Is the mapped file, as far as that can be seen, another one than @file? */
static bool has_changed(pid_t pid, const struct mapping *mapping,
			const struct file *file)
{
	char path[SDT_MAPPED_PATH_BYTES];
	struct stat st;

	/* perhaps memory that a program writes code to all the time */
	if (file->is_read && !file->elf)
		return false;
	sdt_mapped_path(path, pid, mapping->start_uaddr, mapping->end_uaddr);
	/* the process may have ended: what has that name now, then */
	if (stat(path, &st) && stat(mapping->path, &st))
		return false;
	return st.st_ino == mapping->key.ino &&
		!file_stamp_is_of(&file->stamp, &st);
}

/* The file of a mapping, opened if it is new; NULL: it can't be opened. */
static struct file *find_file(struct usersym *syms, pid_t pid,
			      const struct mapping *mapping)
{
	bool is_vdso = usersym_is_vdso(mapping);
	void **slot = map_find(&syms->files, &mapping->key,
			       sizeof(mapping->key));
	_cleanup_close_ int fd = -1, root_fd = -1;
	struct file *file;
	struct stat st;

	if (slot && (is_vdso || !has_changed(pid, mapping, *slot)))
		return *slot;
	if (!is_vdso) {
		root_fd = debugfile_root(pid);
		fd = open_mapping(pid, mapping, root_fd);
		if (fd < 0) /* perhaps another process can */
			return NULL;
	}
	if (slot) /* earlier mappings refer to it */
		vec_push(&syms->old_files, *slot);
	file = xcalloc(1, sizeof(*file));
	if (!is_vdso && !fstat(fd, &st))
		file->stamp = file_stamp_of(&st);
	file->fd = take_fd(fd);
	file->root_fd = take_fd(root_fd);
	syms->open_cnt++;
	*map_put(&syms->files, &mapping->key, sizeof(mapping->key)) = file;
	return file;
}

static bool has_code(const struct mapping *mapping)
{
	return mapping->is_exec && (mapping->key.ino || is_our_vdso(mapping));
}

void usersym_hold_file(struct usersym *syms, pid_t pid, struct mapping *mapping)
{
	if (has_code(mapping) && syms->open_cnt < OPEN_MAX)
		mapping->file = find_file(syms, pid, mapping);
}

struct elfsym *usersym_elf(struct usersym *syms, pid_t pid,
			   struct mapping *mapping)
{
	struct file *file;

	if (!mapping->file && !mapping->is_tried && has_code(mapping)) {
		mapping->file = find_file(syms, pid, mapping);
		mapping->is_tried = true;
	}
	file = mapping->file;
	if (!file)
		return NULL;
	if (!file->is_read) {
		file->is_read = true;
		file->elf = usersym_is_vdso(mapping) ?
			read_vdso(syms) :
			elfsym_create(file->fd, file->root_fd, mapping->path);
		if (!syms->keeps_files)
			close_file(file);
		syms->open_cnt--;
	}
	return file->elf;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * pid, address -> /proc/PID/maps -> file, load bias -> symbol table.
 *
 *	7f2e000a5b10 in 4711
 *	7f2e000a4000-7f2e00200000 r-xp 00026000 fe:01 1234 /lib/libc.so.6
 *	link-time address = uaddr - bias (from the PT_LOAD that has the offset)
 *	the function around it: malloc, 0x10 bytes from its begin
 *
 * The maps of a process are read once, and again when an address lies in
 * none of them (a library was loaded since); an address that is still
 * nowhere then is remembered, so a flood of wild ones costs one read. What
 * was mapped before and lies under nothing new stays: the addresses that are
 * asked for were recorded a while ago, perhaps before an exec.
 *
 * A file is opened when an address in it is first asked for, and kept by
 * device and inode. It is opened as /proc/PID/map_files has it (the very file
 * that is mapped, also when it was deleted); without that privilege, or when
 * the process is gone, by its path if the inode is still the same.
 *
 * The vdso is no file; the one that this process has is read instead, as all
 * processes of one ABI have the same.
 *
 * Code that lies in no file is looked up in what the program says that it
 * compiled (jitmap.h); that is opened early too, for when the process ends.
 *
 * Names are as in the symbol table: C++ names are mangled.
 */
#include "runtime/symbol/usersym.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/map.h"
#include "base/vec.h"
#include "runtime/symbol/debugfile.h"
#include "runtime/symbol/elfsym.h"
#include "runtime/symbol/jitmap.h"
#include "sdt/maps.h"

/* Key of the cache of files, so without padding; 0, 0, 0 is the vdso. */
struct file_key {
	uint64_t ino;
	uint32_t dev_major;
	uint32_t dev_minor;
};

/*
 * A file that is mapped. Its descriptors are kept until its symbols are asked
 * for, as then its process may be gone and another file have its name.
 */
struct file {
	struct elfsym *elf; /* owned; NULL: not read yet, or no ELF file */
	bool is_read;
	int fd;
	int root_fd; /* of the process; -1: ours */
};

struct mapping {
	uint64_t start_uaddr, end_uaddr;
	uint64_t fileoff;
	struct file_key key;
	bool is_exec;
	bool is_tried; /* file can't be opened */
	char *path; /* owned; "" when nothing is mapped there */
	const char *name; /* in path */
	struct file *file; /* borrowed; NULL: not opened */
};

struct process {
	VEC(struct mapping) mappings; /* by address */
	uint64_t missed_uaddr; /* in none of them */
	struct jitmap *jit; /* owned; NULL: it compiled nothing yet */
	unsigned generation;
};

struct usersym {
	struct map processes; /* pid -> struct process, owned */
	struct map files; /* struct file_key -> struct file, owned */
	size_t open_cnt; /* files that are still to be read */
	bool keeps_files; /* open, when they were read */
	unsigned generation; /* the last one that was given out */
	struct sdt_maps maps; /* memory for reading */
};

/* Of so many files the descriptors are kept; others are opened by name. */
enum { OPEN_MAX = 256 };

struct usersym *usersym_create(void)
{
	return xcalloc(1, sizeof(struct usersym));
}

static void drop_mappings(struct process *process)
{
	for (size_t i = 0; i < process->mappings.cnt; i++)
		free(process->mappings.v[i].path);
	vec_deinit(&process->mappings);
}

static void close_file(struct file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	if (file->root_fd >= 0)
		close(file->root_fd);
	file->fd = file->root_fd = -1;
}

void usersym_destroy(struct usersym *syms)
{
	if (!syms)
		return;
	for (size_t i = 0; i < syms->processes.cnt; i++) {
		struct process *process = syms->processes.entries[i].value;

		drop_mappings(process);
		jitmap_destroy(process->jit);
		free(process);
	}
	for (size_t i = 0; i < syms->files.cnt; i++) {
		struct file *file = syms->files.entries[i].value;

		close_file(file);
		elfsym_destroy(file->elf);
		free(file);
	}
	map_deinit(&syms->processes);
	map_deinit(&syms->files);
	sdt_maps_deinit(&syms->maps);
	free(syms);
}

/* ------------------------------------------------------------------- files */

/* Takes @fd when it is the file that is mapped. */
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

	/* opening something else than a file may do something */
	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return -1;
	return open(path, O_RDONLY | O_CLOEXEC);
}

static int open_mapping(pid_t pid, const struct mapping *mapping, int root_fd)
{
	_cleanup_free_ char *by_map =
		xasprintf("/proc/%d/map_files/%llx-%llx", (int)pid,
			  (unsigned long long)mapping->start_uaddr,
			  (unsigned long long)mapping->end_uaddr);
	int fd = check_file(open_mapped(by_map), mapping->key.ino);

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

static bool is_vdso(const struct mapping *mapping)
{
	return !mapping->key.ino && strcmp(mapping->path, "[vdso]") == 0;
}

/* The file of a mapping, opened when it is not known yet; NULL: it can't be. */
static struct file *find_file(struct usersym *syms, pid_t pid,
			      const struct mapping *mapping)
{
	void **slot = map_find(&syms->files, &mapping->key,
			       sizeof(mapping->key));
	_cleanup_close_ int fd = -1, root_fd = -1;
	struct file *file;

	if (slot)
		return *slot;
	if (!is_vdso(mapping)) {
		root_fd = debugfile_root(pid);
		fd = open_mapping(pid, mapping, root_fd);
		if (fd < 0) /* perhaps another process can */
			return NULL;
	}
	file = xcalloc(1, sizeof(*file));
	file->fd = take_fd(fd);
	file->root_fd = take_fd(root_fd);
	syms->open_cnt++;
	*map_put(&syms->files, &mapping->key, sizeof(mapping->key)) = file;
	return file;
}

static bool has_code(const struct mapping *mapping)
{
	return mapping->is_exec && (mapping->key.ino || is_vdso(mapping));
}

/* Opens a file that is new, while its process is there. */
static void hold_file(struct usersym *syms, pid_t pid, struct mapping *mapping)
{
	if (has_code(mapping) && syms->open_cnt < OPEN_MAX)
		mapping->file = find_file(syms, pid, mapping);
}

static struct elfsym *mapping_elf(struct usersym *syms, pid_t pid,
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
		file->elf = is_vdso(mapping) ?
			read_vdso(syms) :
			elfsym_create(file->fd, file->root_fd, mapping->path);
		if (!syms->keeps_files)
			close_file(file);
		syms->open_cnt--;
	}
	return file->elf;
}

/* --------------------------------------------------------------- processes */

/* A file that was deleted keeps its name, less what the kernel puts behind. */
static void set_path(struct mapping *mapping, const char *path, size_t len)
{
	static const char deleted[] = " (deleted)";
	const size_t deleted_len = sizeof(deleted) - 1;
	const char *slash;

	if (mapping->key.ino && len > deleted_len &&
	    !memcmp(path + len - deleted_len, deleted, deleted_len))
		len -= deleted_len;
	mapping->path = xstrndup(path, len);
	slash = strrchr(mapping->path, '/');
	mapping->name = slash ? slash + 1 : mapping->path;
}

static void add_mapping(struct process *process,
			const struct sdt_maps_line *line)
{
	struct mapping *mapping = vec_add(&process->mappings);

	*mapping = (struct mapping){
		.start_uaddr = line->start_uaddr,
		.end_uaddr = line->end_uaddr,
		.fileoff = line->fileoff,
		.key = { line->ino, line->dev_major, line->dev_minor },
		.is_exec = line->is_exec,
	};
	set_path(mapping, line->path, line->path_len);
}

/* The process, which is made when it is not known. */
static struct process *make_process(struct usersym *syms, pid_t pid)
{
	void **slot = map_put(&syms->processes, &pid, sizeof(pid));

	if (!*slot)
		*slot = xcalloc(1, sizeof(struct process));
	return *slot;
}

static struct mapping *mapping_at(struct process *process, uint64_t uaddr)
{
	size_t low = 0, high = process ? process->mappings.cnt : 0;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (process->mappings.v[mid].end_uaddr <= uaddr)
			low = mid + 1;
		else
			high = mid;
	}
	return process && low < process->mappings.cnt &&
			process->mappings.v[low].start_uaddr <= uaddr ?
		&process->mappings.v[low] :
		NULL;
}

static int compare_mappings(const void *a_, const void *b_)
{
	const struct mapping *a = a_, *b = b_;

	return a->start_uaddr < b->start_uaddr ? -1 :
						 a->start_uaddr > b->start_uaddr;
}

/* The old mappings that no new one covers go on; the others are dropped. */
static void keep_old(struct process *old, struct process *fresh)
{
	size_t fresh_cnt = fresh->mappings.cnt;

	for (size_t i = 0; i < old->mappings.cnt; i++) {
		struct mapping *mapping = &old->mappings.v[i];
		struct process now = { .mappings = fresh->mappings };

		now.mappings.cnt = fresh_cnt;
		if (mapping_at(&now, mapping->start_uaddr) ||
		    mapping_at(&now, mapping->end_uaddr - 1)) {
			free(mapping->path);
			continue;
		}
		*vec_add(&fresh->mappings) = *mapping;
	}
	vec_deinit(&old->mappings);
	qsort(fresh->mappings.v, fresh->mappings.cnt,
	      sizeof(fresh->mappings.v[0]), compare_mappings);
}

/* Executable memory of no file: what the program says of it is kept open. */
static void see_compiled(struct process *process, pid_t pid)
{
	if (!process->jit)
		process->jit = jitmap_create(pid);
	jitmap_see(process->jit);
}

static bool is_compiled(const struct mapping *mapping)
{
	return mapping->is_exec && !mapping->key.ino && mapping->path[0] != '[';
}

/* What may be gone later is opened now. */
static void hold_mapping(struct usersym *syms, pid_t pid,
			 struct process *process, struct mapping *mapping)
{
	hold_file(syms, pid, mapping);
	if (is_compiled(mapping))
		see_compiled(process, pid);
}

int usersym_load(struct usersym *syms, pid_t pid)
{
	struct process *process, fresh = { 0 };
	struct sdt_maps_line line;
	size_t pos = 0;
	int err = sdt_maps_read(&syms->maps, pid);

	if (err)
		return err;
	while (sdt_maps_next(&syms->maps, &pos, &line))
		add_mapping(&fresh, &line);
	if (!fresh.mappings.cnt) /* it is about to end */
		return -ESRCH;
	process = make_process(syms, pid);
	keep_old(process, &fresh);
	fresh.jit = process->jit;
	fresh.generation = ++syms->generation;
	*process = fresh;
	for (size_t i = 0; i < process->mappings.cnt; i++)
		hold_mapping(syms, pid, process, &process->mappings.v[i]);
	return 0;
}

static struct process *known_process(struct usersym *syms, pid_t pid)
{
	void **slot = map_find(&syms->processes, &pid, sizeof(pid));

	return slot ? *slot : NULL;
}

/* Forgets what lies in start..end; returns where a new one would stand. */
static size_t clear_range(struct process *process, uint64_t start_uaddr,
			  uint64_t end_uaddr)
{
	size_t kept = 0, at = 0;

	for (size_t i = 0; i < process->mappings.cnt; i++) {
		struct mapping *mapping = &process->mappings.v[i];

		if (mapping->start_uaddr < end_uaddr &&
		    mapping->end_uaddr > start_uaddr) {
			free(mapping->path);
			continue;
		}
		process->mappings.v[kept++] = *mapping;
		if (mapping->end_uaddr <= start_uaddr)
			at = kept;
	}
	process->mappings.cnt = kept;
	return at;
}

void usersym_add_mapping(struct usersym *syms, pid_t pid,
			 const struct usersym_mapping *mapping)
{
	struct process *process = make_process(syms, pid);
	size_t at = clear_range(process, mapping->start_uaddr,
				mapping->end_uaddr);
	struct mapping *place;

	process->generation = ++syms->generation;
	vec_add(&process->mappings);
	place = &process->mappings.v[at];
	memmove(place + 1, place,
		(process->mappings.cnt - 1 - at) * sizeof(*place));
	*place = (struct mapping){
		.start_uaddr = mapping->start_uaddr,
		.end_uaddr = mapping->end_uaddr,
		.fileoff = mapping->fileoff,
		.key = { mapping->ino, mapping->dev_major,
			 mapping->dev_minor },
		.is_exec = true,
	};
	set_path(place, mapping->path, strlen(mapping->path));
	hold_mapping(syms, pid, process, place);
}

void usersym_copy(struct usersym *syms, pid_t parent, pid_t child)
{
	const struct process *from;
	struct process *to = make_process(syms, child);

	drop_mappings(to);
	jitmap_destroy(to->jit);
	*to = (struct process){ .generation = ++syms->generation };
	from = known_process(syms, parent);
	for (size_t i = 0; from && i < from->mappings.cnt; i++) {
		struct mapping *mapping = vec_add(&to->mappings);

		*mapping = from->mappings.v[i];
		set_path(mapping, mapping->path, strlen(mapping->path));
	}
}

int usersym_see(struct usersym *syms, pid_t pid)
{
	return known_process(syms, pid) ? 0 : usersym_load(syms, pid);
}

static struct mapping *find_mapping(struct usersym *syms, pid_t pid,
				    uint64_t uaddr)
{
	struct process *process = known_process(syms, pid);
	struct mapping *mapping = mapping_at(process, uaddr);

	if (mapping || (process && process->missed_uaddr == uaddr))
		return mapping;
	usersym_load(syms, pid);
	process = known_process(syms, pid);
	mapping = mapping_at(process, uaddr);
	if (process && !mapping)
		process->missed_uaddr = uaddr;
	return mapping;
}

int usersym_load_all(struct usersym *syms, pid_t pid)
{
	int err = usersym_load(syms, pid);
	struct process *process = known_process(syms, pid);

	for (size_t i = 0; !err && i < process->mappings.cnt; i++)
		mapping_elf(syms, pid, &process->mappings.v[i]);
	return err;
}

/* ----------------------------------------------------------------- symbols */

static void find_function(struct elfsym *elf, const struct mapping *mapping,
			  uint64_t uaddr, struct usersym_symbol *ret)
{
	uint64_t vaddr;
	struct elfsym_function function;

	if (!elfsym_vaddr(elf, uaddr - mapping->start_uaddr + mapping->fileoff,
			  &vaddr))
		return;
	ret->object_off = vaddr;
	if (!elfsym_find(elf, vaddr, &function))
		return;
	ret->name = function.name;
	ret->off_bytes = function.off_bytes;
	ret->start_uaddr = uaddr - function.off_bytes;
}

/* The first executable mapping of the same file, or this one. */
static uint64_t object_start(const struct process *process,
			     const struct mapping *mapping)
{
	for (size_t i = 0; i < process->mappings.cnt; i++) {
		const struct mapping *other = &process->mappings.v[i];

		if (other->is_exec && !memcmp(&other->key, &mapping->key,
					      sizeof(other->key)))
			return other->start_uaddr;
	}
	return mapping->start_uaddr;
}

/* Code that the program made: by what it tells of it. */
static int find_compiled(struct usersym *syms, pid_t pid,
			 const struct mapping *mapping, uint64_t uaddr,
			 struct usersym_symbol *ret)
{
	struct process *process = known_process(syms, pid);
	struct jitmap_function function;

	if (!process)
		return -ENOENT;
	if (!process->jit)
		process->jit = jitmap_create(pid);
	if (!jitmap_find(process->jit, uaddr, &function))
		return -ENOENT;
	*ret = (struct usersym_symbol){
		.object = "[jit]",
		.name = function.name,
		.start_uaddr = uaddr - function.off_bytes,
		.off_bytes = function.off_bytes,
		.object_off = uaddr,
		.object_uaddr = mapping ? mapping->start_uaddr : uaddr,
		.is_compiled = true,
	};
	return 0;
}

int usersym_find(struct usersym *syms, pid_t pid, uint64_t uaddr,
		 struct usersym_symbol *ret)
{
	struct mapping *mapping = find_mapping(syms, pid, uaddr);
	struct elfsym *elf;

	/* memory without a file has no name, or one like [heap] */
	if (!mapping || (!mapping->key.ino && !is_vdso(mapping)))
		return find_compiled(syms, pid, mapping, uaddr, ret);
	*ret = (struct usersym_symbol){
		.object = mapping->name,
		.object_off = uaddr - mapping->start_uaddr + mapping->fileoff,
		.object_uaddr = object_start(known_process(syms, pid), mapping),
	};
	elf = mapping_elf(syms, pid, mapping);
	if (elf)
		find_function(elf, mapping, uaddr, ret);
	return 0;
}

/* ----------------------------------------------------------------- modules */

void usersym_keep_files(struct usersym *syms)
{
	syms->keeps_files = true;
}

unsigned usersym_generation(const struct usersym *syms, pid_t pid)
{
	void **slot = map_find(&syms->processes, &pid, sizeof(pid));

	return slot ? ((const struct process *)*slot)->generation : 0;
}

static bool is_first_of_file(const struct process *process, size_t idx)
{
	for (size_t i = 0; i < idx; i++)
		if (process->mappings.v[i].is_exec &&
		    process->mappings.v[i].file == process->mappings.v[idx].file)
			return false;
	return true;
}

void usersym_each_module(struct usersym *syms, pid_t pid,
			 void (*fn)(void *ctx,
				    const struct usersym_module *module),
			 void *ctx)
{
	struct process *process = known_process(syms, pid);

	for (size_t i = 0; process && i < process->mappings.cnt; i++) {
		struct mapping *mapping = &process->mappings.v[i];
		struct elfsym *elf = mapping_elf(syms, pid, mapping);
		uint64_t bytes = mapping->end_uaddr - mapping->start_uaddr;
		struct usersym_module module = { .name = mapping->path };

		if (!elf || !is_first_of_file(process, i) ||
		    !elfsym_bias(elf, mapping->start_uaddr, mapping->fileoff,
				 bytes, &module.bias))
			continue;
		module.fd = mapping->file->fd;
		module.vdso_bytes = (size_t)bytes;
		fn(ctx, &module);
	}
}

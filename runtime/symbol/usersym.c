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
 * Names are as in the symbol table: C++ names are mangled.
 */
#include "runtime/symbol/usersym.h"

#include <elf.h>
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
#include "sdt/image.h"
#include "sdt/maps.h"
#include "sdt/symtab.h"

/* Key of the cache of files, so without padding; 0, 0, 0 is the vdso. */
struct file_key {
	uint64_t ino;
	uint32_t dev_major;
	uint32_t dev_minor;
};

/* A file whose symbols were read, or that has none. */
struct object {
	struct sdt_image image; /* headers; its descriptor is closed */
	struct sdt_symtab symtab;
};

struct mapping {
	uint64_t start_uaddr, end_uaddr;
	uint64_t fileoff;
	struct file_key key;
	bool is_exec;
	bool is_tried; /* object was looked for */
	char *path; /* owned; "" when nothing is mapped there */
	const char *name; /* in path */
	struct object *object; /* NULL: none, or not read yet */
};

struct process {
	VEC(struct mapping) mappings; /* by address */
	uint64_t missed_uaddr; /* in none of them */
};

struct usersym {
	struct map processes; /* pid -> struct process, owned */
	struct map files; /* struct file_key -> struct object, owned */
	struct sdt_maps maps; /* memory for reading */
};

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

void usersym_destroy(struct usersym *syms)
{
	if (!syms)
		return;
	for (size_t i = 0; i < syms->processes.cnt; i++) {
		drop_mappings(syms->processes.entries[i].value);
		free(syms->processes.entries[i].value);
	}
	for (size_t i = 0; i < syms->files.cnt; i++) {
		struct object *object = syms->files.entries[i].value;

		if (!object)
			continue;
		sdt_symtab_deinit(&object->symtab);
		sdt_image_deinit(&object->image);
		free(object);
	}
	map_deinit(&syms->processes);
	map_deinit(&syms->files);
	sdt_maps_deinit(&syms->maps);
	free(syms);
}

/* ------------------------------------------------------------------- files */

static struct object *object_new(struct sdt_image *image)
{
	struct object *object;
	struct sdt_symtab symtab;

	/* a damaged table is as good as none */
	if (sdt_symtab_init(&symtab, image))
		symtab = (struct sdt_symtab){ .elf_type = image->elf_type };
	object = xcalloc(1, sizeof(*object));
	object->image = *image;
	object->symtab = symtab;
	return object;
}

static struct object *read_object(int fd)
{
	struct sdt_image image;
	struct object *object;
	const char *why;

	if (sdt_image_init_fd(&image, fd, &why))
		return NULL;
	object = object_new(&image);
	object->image.fd = -1;
	return object;
}

static int open_path(const char *path, uint64_t ino)
{
	_cleanup_close_ int fd = -1;
	struct stat st;

	/* opening something else than a file may do something */
	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return -1;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	/* devices differ from those in maps on some file systems */
	if (fd < 0 || fstat(fd, &st) || st.st_ino != ino)
		return -1;
	return take_fd(fd);
}

static int open_mapping(pid_t pid, const struct mapping *mapping)
{
	_cleanup_free_ char *by_map =
		xasprintf("/proc/%d/map_files/%llx-%llx", (int)pid,
			  (unsigned long long)mapping->start_uaddr,
			  (unsigned long long)mapping->end_uaddr);
	_cleanup_free_ char *by_root =
		xasprintf("/proc/%d/root%s", (int)pid, mapping->path);
	int fd = open_path(by_map, mapping->key.ino);

	if (fd < 0)
		fd = open_path(by_root, mapping->key.ino);
	return fd < 0 ? open_path(mapping->path, mapping->key.ino) : fd;
}

/* The vdso of this process: an ELF file in memory. */
static struct object *read_vdso(struct usersym *syms)
{
	struct sdt_maps_line line;
	struct sdt_image image;
	const char *why;
	size_t pos = 0;

	if (sdt_maps_read(&syms->maps, getpid()))
		return NULL;
	while (sdt_maps_next(&syms->maps, &pos, &line))
		if (line.path_len == 6 && !memcmp(line.path, "[vdso]", 6))
			return sdt_image_init_memory(
				       &image, (void *)line.start_uaddr,
				       line.end_uaddr - line.start_uaddr,
				       &why) ?
				NULL :
				object_new(&image);
	return NULL;
}

static bool is_vdso(const struct mapping *mapping)
{
	return !mapping->key.ino && strcmp(mapping->path, "[vdso]") == 0;
}

static struct object *find_object(struct usersym *syms, pid_t pid,
				  const struct mapping *mapping)
{
	struct object *object;
	void **slot;

	if (!mapping->key.ino && !is_vdso(mapping))
		return NULL; /* memory without a file */
	slot = map_find(&syms->files, &mapping->key, sizeof(mapping->key));
	if (slot)
		return *slot;
	if (is_vdso(mapping)) {
		object = read_vdso(syms);
	} else {
		_cleanup_close_ int fd = open_mapping(pid, mapping);

		if (fd < 0) /* perhaps another process can */
			return NULL;
		object = read_object(fd);
	}
	*map_put(&syms->files, &mapping->key, sizeof(mapping->key)) = object;
	return object;
}

/* --------------------------------------------------------------- processes */

static void set_name(struct mapping *mapping)
{
	const char *slash = strrchr(mapping->path, '/');

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
		.path = xstrndup(line->path, line->path_len),
	};
	set_name(mapping);
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
	*process = fresh;
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
		.path = xstrdup(mapping->path),
	};
	set_name(place);
}

void usersym_copy(struct usersym *syms, pid_t parent, pid_t child)
{
	const struct process *from;
	struct process *to = make_process(syms, child);

	drop_mappings(to);
	*to = (struct process){ 0 };
	from = known_process(syms, parent);
	for (size_t i = 0; from && i < from->mappings.cnt; i++) {
		struct mapping *mapping = vec_add(&to->mappings);

		*mapping = from->mappings.v[i];
		mapping->path = xstrdup(mapping->path);
		set_name(mapping);
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

static struct object *mapping_object(struct usersym *syms, pid_t pid,
				     struct mapping *mapping)
{
	if (!mapping->is_tried && mapping->is_exec) {
		mapping->object = find_object(syms, pid, mapping);
		mapping->is_tried = true;
	}
	return mapping->object;
}

int usersym_load_all(struct usersym *syms, pid_t pid)
{
	int err = usersym_load(syms, pid);
	struct process *process = known_process(syms, pid);

	for (size_t i = 0; !err && i < process->mappings.cnt; i++)
		mapping_object(syms, pid, &process->mappings.v[i]);
	return err;
}

/* ----------------------------------------------------------------- symbols */

/* Link-time address of @uaddr. False: no PT_LOAD has those bytes. */
static bool link_vaddr(const struct mapping *mapping,
		       const struct sdt_image *image, uint64_t uaddr,
		       uint64_t *ret)
{
	uint64_t fileoff = uaddr - mapping->start_uaddr + mapping->fileoff;

	for (size_t i = 0; i < image->segment_cnt; i++) {
		const struct sdt_segment *segment = &image->segments[i];

		if (segment->type != PT_LOAD || !(segment->flags & PF_X) ||
		    fileoff < segment->fileoff ||
		    fileoff - segment->fileoff >= segment->file_bytes)
			continue;
		*ret = fileoff - segment->fileoff + segment->vaddr;
		return true;
	}
	return false;
}

/* Functions without a size are told apart by their section. */
static uint32_t section_of(const struct sdt_image *image, uint64_t vaddr)
{
	for (size_t i = 1; i < image->section_cnt; i++)
		if (image->sections[i].flags & SHF_ALLOC &&
		    vaddr >= image->sections[i].vaddr &&
		    vaddr - image->sections[i].vaddr <
			    image->sections[i].file_bytes)
			return (uint32_t)i;
	return 0;
}

static void find_function(struct object *object, struct mapping *mapping,
			  uint64_t uaddr, struct usersym_symbol *ret)
{
	const struct sdt_symbol *symbol;
	uint64_t vaddr;

	if (!link_vaddr(mapping, &object->image, uaddr, &vaddr))
		return;
	ret->object_off = vaddr;
	symbol = sdt_symtab_function(&object->symtab,
				     section_of(&object->image, vaddr), vaddr);
	if (!symbol)
		return;
	ret->name = symbol->name;
	ret->off_bytes = vaddr - symbol->value;
	ret->start_uaddr = uaddr - ret->off_bytes;
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

int usersym_find(struct usersym *syms, pid_t pid, uint64_t uaddr,
		 struct usersym_symbol *ret)
{
	struct mapping *mapping = find_mapping(syms, pid, uaddr);
	struct object *object;

	/* memory without a file has no name, or one like [heap] */
	if (!mapping || (!mapping->key.ino && !is_vdso(mapping)))
		return -ENOENT;
	*ret = (struct usersym_symbol){
		.object = mapping->name,
		.object_off = uaddr - mapping->start_uaddr + mapping->fileoff,
		.object_uaddr = object_start(known_process(syms, pid), mapping),
	};
	object = mapping_object(syms, pid, mapping);
	if (object)
		find_function(object, mapping, uaddr, ret);
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * From a pid and an address, by /proc/PID/maps, to the file and its load bias,
 * and by its symbol table to the name:
 *
 *	7f2e000a5b10 in 4711
 *	7f2e000a4000-7f2e00200000 r-xp 00026000 fe:01 1234 /lib/libc.so.6
 *	link-time address = uaddr - bias (from the PT_LOAD that has the offset)
 *	the function around it: malloc, 0x10 bytes from its start
 *
 * The maps of a process are read once, and again if an address is in none of
 * them (a library was loaded since). An address that is still in none then is
 * remembered, so a flood of invalid ones costs one read. Earlier mappings stay
 * known, because the addresses were recorded some time ago, perhaps before an
 * exec.
 *
 * A file is opened when an address in it is first looked up, and kept by device
 * and inode. It is opened through /proc/PID/map_files (which is the mapped file
 * even if it was deleted); without that privilege, or after the process has
 * ended, by its path if the inode is still the same.
 *
 * The vdso is not a file; that of this process is read instead, since all
 * processes of one ABI have the same.
 *
 * Code outside files is looked up in the map that the program writes of its
 * compiled code (jitmap.h), which is opened early, too, in case the process
 * ends.
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
#include "runtime/symbol/debugfile.h"
#include "runtime/symbol/usersym_priv.h"

struct usersym *usersym_create(void)
{
	return xcalloc(1, sizeof(struct usersym));
}

void usersym_destroy(struct usersym *syms)
{
	if (!syms)
		return;
	for (size_t i = 0; i < syms->processes.cnt; i++)
		usersym_process_destroy(syms->processes.entries[i].value);
	usersym_files_deinit(syms);
	map_deinit(&syms->processes);
	free(syms->jit_hint);
	map_deinit(&syms->paths);
	vec_deinit(&syms->ends);
	sdt_maps_deinit(&syms->maps);
	free(syms);
}

uint64_t usersym_at(struct usersym *syms, uint64_t time_ns)
{
	uint64_t was_ns = syms ? syms->time_ns : 0;

	if (syms)
		syms->time_ns = time_ns;
	return was_ns;
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

/*
 * The address where the object begins: the first executable mapping of the same
 * file; for a past mapping, that mapping.
 */
static uint64_t object_start(const struct process *process,
			     const struct mapping *mapping)
{
	const struct mapping *all = process->mappings.v;
	bool is_past = mapping < all || mapping >= all + process->mappings.cnt;

	for (size_t i = 0; !is_past && i < process->mappings.cnt; i++) {
		const struct mapping *other = &process->mappings.v[i];

		if (other->is_exec && !memcmp(&other->key, &mapping->key,
					      sizeof(other->key)))
			return other->start_uaddr;
	}
	return mapping->start_uaddr;
}

/* Looks up code that the program generated, in the program's own map. */
static int find_compiled(struct usersym *syms, pid_t pid,
			 const struct mapping *mapping, uint64_t uaddr,
			 struct usersym_symbol *ret)
{
	struct process *process = usersym_process(syms, pid);
	struct jitmap_function function;

	if (!process)
		return -ENOENT;
	if (!process->jit)
		process->jit = jitmap_create(pid);
	if (!jitmap_find(process->jit, uaddr, &function)) {
		if (mapping && usersym_is_compiled(mapping))
			usersym_note_nameless(syms, pid, process);
		return -ENOENT;
	}
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

/* The code of files that is closest to an address. */
struct neighbours {
	uint64_t uaddr;
	struct mapping *below, *above;
};

static void note_neighbour(void *ctx, struct mapping *mapping)
{
	struct neighbours *near = ctx;

	if (!mapping->is_exec || !mapping->key.ino)
		return;
	if (mapping->start_uaddr <= near->uaddr) {
		if (!near->below ||
		    near->below->start_uaddr < mapping->start_uaddr)
			near->below = mapping;
	} else if (!near->above ||
		   near->above->start_uaddr > mapping->start_uaddr) {
		near->above = mapping;
	}
}

static bool is_data_of(struct usersym *syms, pid_t pid, struct mapping *mapping,
		       uint64_t uaddr, struct usersym_symbol *ret)
{
	struct elfsym *elf = mapping ? usersym_elf(syms, pid, mapping) : NULL;
	struct elfsym_function variable;
	uint64_t bias;

	if (!elf ||
	    !elfsym_bias(elf, mapping->start_uaddr, mapping->fileoff,
			 mapping->end_uaddr - mapping->start_uaddr, &bias) ||
	    !elfsym_find_data(elf, uaddr - bias, &variable))
		return false;
	*ret = (struct usersym_symbol){
		.object = mapping->name,
		.name = variable.name,
		.start_uaddr = variable.name ? uaddr - variable.off_bytes : 0,
		.off_bytes = variable.off_bytes,
		.object_off = uaddr - bias,
		.object_uaddr = object_start(usersym_process(syms, pid), mapping),
	};
	return true;
}

/*
 * Looks up a variable. Only mappings of code are known of a process that has
 * ended; where the data of a file are follows from where its code is. The
 * linker puts them after it, or before.
 */
static bool find_data(struct usersym *syms, pid_t pid, uint64_t uaddr,
		      struct usersym_symbol *ret)
{
	struct process *process = usersym_process(syms, pid);
	struct neighbours near = { .uaddr = uaddr };

	if (process)
		usersym_each_mapping(process, syms->time_ns, note_neighbour,
				     &near);
	return is_data_of(syms, pid, near.below, uaddr, ret) ||
		is_data_of(syms, pid, near.above, uaddr, ret);
}

int usersym_find(struct usersym *syms, pid_t pid, uint64_t uaddr,
		 struct usersym_symbol *ret)
{
	struct mapping *mapping = usersym_mapping(syms, pid, uaddr);
	struct elfsym *elf;

	if ((!mapping || (!mapping->is_exec && !usersym_is_vdso(mapping))) &&
	    find_data(syms, pid, uaddr, ret))
		return 0;
	/* memory without a file has no name, or one like [heap] */
	if (!mapping || (!mapping->key.ino && !usersym_is_vdso(mapping)))
		return find_compiled(syms, pid, mapping, uaddr, ret);
	*ret = (struct usersym_symbol){
		.object = mapping->name,
		.object_off = uaddr - mapping->start_uaddr + mapping->fileoff,
		.object_uaddr = object_start(usersym_process(syms, pid), mapping),
	};
	elf = usersym_elf(syms, pid, mapping);
	if (elf)
		find_function(elf, mapping, uaddr, ret);
	/*
	 * If a program begins with its code, the kernel first reports a mapping
	 * that reaches to the end of its data.
	 */
	if (elf && !ret->name)
		(void)is_data_of(syms, pid, mapping, uaddr, ret);
	return 0;
}

/* ----------------------------------------------------------------- modules */

void usersym_keep_files(struct usersym *syms)
{
	syms->keeps_files = true;
}

unsigned usersym_generation(const struct usersym *syms, pid_t pid)
{
	const struct process *process = usersym_process(syms, pid);

	return process ? usersym_generation_at(process, syms->time_ns) : 0;
}

struct view {
	VEC(struct mapping *) mappings;
};

static void add_to_view(void *ctx, struct mapping *mapping)
{
	struct view *view = ctx;

	vec_push(&view->mappings, mapping);
}

static bool is_first_of_file(const struct view *view, size_t idx)
{
	for (size_t i = 0; i < idx; i++)
		if (view->mappings.v[i]->is_exec &&
		    view->mappings.v[i]->file == view->mappings.v[idx]->file)
			return false;
	return true;
}

void usersym_each_module(struct usersym *syms, pid_t pid,
			 void (*fn)(void *ctx,
				    const struct usersym_module *module),
			 void *ctx)
{
	struct process *process = usersym_process(syms, pid);
	struct view view = { 0 };

	if (process)
		usersym_each_mapping(process, syms->time_ns, add_to_view,
				     &view);
	for (size_t i = 0; i < view.mappings.cnt; i++) {
		struct mapping *mapping = view.mappings.v[i];
		struct elfsym *elf = usersym_elf(syms, pid, mapping);
		uint64_t bytes = mapping->end_uaddr - mapping->start_uaddr;
		struct usersym_module module = { .name = mapping->path };

		if (!elf || !is_first_of_file(&view, i) ||
		    !elfsym_bias(elf, mapping->start_uaddr, mapping->fileoff,
				 bytes, &module.bias))
			continue;
		module.fd = mapping->file->fd;
		module.vdso_bytes = (size_t)bytes;
		fn(ctx, &module);
	}
	vec_deinit(&view.mappings);
}

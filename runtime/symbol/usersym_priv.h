/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the two files of usersym share: usersym.c (files and their symbols) and
 * usersym_maps.c (what processes map).
 */
#ifndef DTRACE_RUNTIME_SYMBOL_USERSYM_PRIV_H
#define DTRACE_RUNTIME_SYMBOL_USERSYM_PRIV_H

#include "base/map.h"
#include "base/vec.h"
#include "runtime/symbol/elfsym.h"
#include "runtime/symbol/jitmap.h"
#include "runtime/symbol/usersym.h"
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
	const char *path; /* in usersym.paths; "" when nothing is mapped there */
	const char *name; /* in path */
	struct file *file; /* borrowed; NULL: not opened */
};

struct process {
	VEC(struct mapping) mappings; /* by address */
	uint64_t missed_uaddr; /* in none of them */
	struct jitmap *jit; /* owned; NULL: it compiled nothing yet */
	unsigned generation;
	size_t end; /* how many ended up to it; 0: it runs */
};

struct usersym {
	struct map processes; /* pid -> struct process, owned; NULL: forgotten */
	struct map paths; /* of mappings, each once */
	VEC(pid_t) ends; /* processes in the order in which they ended, ... */
	size_t ends_first; /* ... behind so many others */
	size_t forgotten_cnt; /* of those in ends, from the first on */
	size_t ended_mapping_cnt; /* that are kept of the others */
	struct map files; /* struct file_key -> struct file, owned */
	size_t open_cnt; /* files that are still to be read */
	bool keeps_files; /* open, when they were read */
	unsigned generation; /* the last one that was given out */
	struct sdt_maps maps; /* memory for reading */
};

/* ---------------------------------------------------------------- usersym.c */

/* Opens a file that is new, while its process is there. */
void usersym_hold_file(struct usersym *syms, pid_t pid, struct mapping *mapping);
/* The symbols of the mapping's file, read once; NULL: there are none. */
struct elfsym *usersym_elf(struct usersym *syms, pid_t pid,
			   struct mapping *mapping);

/* ----------------------------------------------------------- usersym_maps.c */

/* NULL: nothing is known of it. */
struct process *usersym_process(const struct usersym *syms, pid_t pid);
/* The mapping around @uaddr, looked for anew when none is known. */
struct mapping *usersym_mapping(struct usersym *syms, pid_t pid,
				uint64_t uaddr);
void usersym_process_destroy(struct process *process);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the files of usersym: usersym.c (files and their symbols),
 * usersym_maps.c (mappings of processes) and usersym_past.c (earlier mappings).
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
 * A mapped file. Its descriptors are kept until its symbols are needed, because
 * its process may have ended by then, and another file may have its name.
 */
struct file {
	struct elfsym *elf; /* owned; NULL: not read yet, or not an ELF file */
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

/* A mapping whose place another took. */
struct past {
	struct mapping mapping;
	uint64_t until_ns; /* CLOCK_MONOTONIC */
	unsigned generation; /* of the process, until then */
	bool is_guess; /* it was there until then, perhaps longer */
};

struct process {
	VEC(struct mapping) mappings; /* by address */
	VEC(struct past) past;
	uint64_t seen_ns; /* when the mappings were right for sure */
	bool is_told; /* the kernel reports its mappings: see usersym.told_ns */
	uint64_t missed_uaddr; /* in none of them */
	struct jitmap *jit; /* owned; NULL: it compiled nothing yet */
	unsigned generation;
	size_t end; /* how many ended up to it; 0: it runs */
};

struct usersym {
	struct map processes; /* pid -> struct process, owned; NULL: forgotten */
	struct map paths; /* of mappings, each once */
	VEC(pid_t) ends; /* processes in the order in which they ended, ... */
	size_t ends_first; /* ... after so many others */
	size_t forgotten_cnt; /* of those in ends, from the first on */
	size_t ended_mapping_cnt; /* that are kept of the others */
	bool has_missed_forgotten; /* an address of one of them was looked up */
	struct map files; /* struct file_key -> struct file, owned */
	size_t open_cnt; /* files that are still to be read */
	bool keeps_files; /* open, when they were read */
	unsigned generation; /* the last one that was given out */
	uint64_t time_ns; /* time of the addresses that are looked up; 0: now */
	char *jit_hint; /* how to get names of compiled code; or NULL */
	bool all_told; /* of all processes: */
	uint64_t told_ns; /* what the kernel had to tell until then was added */
	struct sdt_maps maps; /* memory for reading */
};

/* ---------------------------------------------------------- usersym_files.c */

/* Closes all of them and frees what was read. */
void usersym_files_deinit(struct usersym *syms);
bool usersym_is_vdso(const struct mapping *mapping);
/* Opens a file that is new, while its process is there. */
void usersym_hold_file(struct usersym *syms, pid_t pid, struct mapping *mapping);
/* The symbols of the mapping's file, read once; NULL: it has none. */
struct elfsym *usersym_elf(struct usersym *syms, pid_t pid,
			   struct mapping *mapping);

/* --------------------------------------------------------------- jit_hint.c */

/* To be called when code was looked up that no file describes. */
void usersym_note_nameless(struct usersym *syms, pid_t pid,
			   const struct process *process);

/* ----------------------------------------------------------- usersym_maps.c */

/* Whether it is executable memory that the program filled itself. */
bool usersym_is_compiled(const struct mapping *mapping);
/* NULL: nothing is known of it. */
struct process *usersym_process(const struct usersym *syms, pid_t pid);
/* The mapping around @uaddr; mappings are read again if none is known. */
struct mapping *usersym_mapping(struct usersym *syms, pid_t pid,
				uint64_t uaddr);
void usersym_process_destroy(struct process *process);

/* ----------------------------------------------------------- usersym_past.c */

/* Stores @mapping of @process (copied) as past; @until_ns 0: unknown. */
void usersym_retire(struct process *process, const struct mapping *mapping,
		    uint64_t until_ns, bool is_guess);
/*
 * Earlier mappings in start..end, which is now mapped, existed until @time_ns.
 */
void usersym_settle(struct process *process, uint64_t start_uaddr,
		    uint64_t end_uaddr, uint64_t time_ns);
/*
 * The mapping around @uaddr at @time_ns if it is no longer there. NULL also if
 * @time_ns is 0 or @process is not known.
 */
struct mapping *usersym_past(struct process *process, uint64_t uaddr,
			     uint64_t time_ns);
/* The last past mapping around @uaddr, or NULL. */
struct mapping *usersym_last(struct process *process, uint64_t uaddr);
/* How many mappings around @uaddr were gone at @time_ns; 0: by now. */
uint32_t usersym_past_cnt(const struct process *process, uint64_t uaddr,
			  uint64_t time_ns);
/* All mappings that were there at @time_ns (0: now), in no order. */
void usersym_each_mapping(struct process *process, uint64_t time_ns,
			  void (*fn)(void *ctx, struct mapping *mapping),
			  void *ctx);
/* Another number where these differ. */
unsigned usersym_generation_at(const struct process *process,
			       uint64_t time_ns);

#endif

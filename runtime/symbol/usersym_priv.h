/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the files of usersym: usersym.c (files and their symbols),
 * usersym_maps.c (mappings of processes) and usersym_past_mappings.c (earlier
 * ones).
 */
#ifndef DTRACE_RUNTIME_SYMBOL_USERSYM_PRIV_H
#define DTRACE_RUNTIME_SYMBOL_USERSYM_PRIV_H

#include "base/map.h"
#include "base/system/file_stamp.h"
#include "base/vec.h"
#include "runtime/symbol/elfsym.h"
#include "runtime/symbol/jitmap.h"
#include "runtime/symbol/usersym.h"
#include "sdt/maps.h"

/* Key in the cache of files, so without padding; 0, 0, 0 is the vdso. */
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
	struct file_stamp stamp; /* when it was opened */
	int fd;
	int root_fd; /* root directory of the process; -1: ours */
};

struct mapping {
	uint64_t start_uaddr, end_uaddr;
	uint64_t fileoff;
	struct file_key key;
	bool is_exec;
	bool is_tried; /* the file can't be opened */
	const char *path; /* in usersym.paths; "" if nothing is mapped there */
	const char *name; /* last part of path */
	struct file *file; /* borrowed; NULL: not opened */
};

/* A mapping that was replaced by another one. */
struct past {
	struct mapping mapping;
	uint64_t until_ns; /* CLOCK_MONOTONIC */
	unsigned generation; /* generation of the process until then */
	bool is_guess; /* it existed until then, perhaps longer */
};

struct process {
	VEC(struct mapping) mappings; /* by address */
	VEC(struct past) past;
	uint64_t seen_ns; /* when the mappings were last known to be right */
	bool is_told; /* the kernel reports its mappings: see usersym.told_ns */
	bool is_partial; /* it ran before that began, and was not read since */
	uint64_t missed_uaddr; /* an address in none of the mappings */
	struct jitmap *jit; /* owned; NULL: nothing compiled yet */
	unsigned generation;
	size_t end; /* how many processes had ended when it did; 0: it runs */
};

struct usersym {
	struct map processes; /* pid -> struct process, owned; NULL: forgotten */
	struct map paths; /* of mappings, each once */
	VEC(pid_t) ends; /* processes that have ended, in this order ... */
	/* ... the first one having been preceded by so many */
	size_t ends_first;
	/* number of those in `ends` that are forgotten, from the first on */
	size_t forgotten_cnt;
	/* number of mappings of ended processes that are kept */
	size_t ended_mapping_cnt;
	/* an address in a forgotten process was looked up */
	bool has_missed_forgotten;
	struct map files; /* struct file_key -> struct file, owned */
	VEC(struct file *) old_files; /* with other contents; owned */
	size_t open_cnt; /* number of open files that are not read yet */
	bool keeps_files; /* files stay open after they were read */
	unsigned generation; /* the last generation that was assigned */
	uint64_t time_ns; /* time of the addresses that are looked up; 0: now */
	char *jit_hint; /* how to get names of compiled code; or NULL */
	bool all_told; /* the kernel reports the mappings of all processes */
	uint64_t told_ns; /* all reports up to this time were added */
	struct sdt_maps maps; /* memory for reading */
};

/* ---------------------------------------------------------- usersym_files.c */

/* Closes all files and frees their contents. */
void usersym_files_deinit(struct usersym *syms);
bool usersym_is_vdso(const struct mapping *mapping);
/* Opens the file of a mapping if it is new, while its process exists. */
void usersym_hold_file(struct usersym *syms, pid_t pid, struct mapping *mapping);
/* The symbols of the mapping's file, read once; NULL: it has none. */
struct elfsym *usersym_elf(struct usersym *syms, pid_t pid,
			   struct mapping *mapping);

/* --------------------------------------------------------------- jit_hint.c */

/* To be called when code without a file was looked up. */
void usersym_note_nameless(struct usersym *syms, pid_t pid,
			   const struct process *process);

/* ----------------------------------------------------------- usersym_maps.c */

/* Whether it is executable memory filled by the program itself. */
bool usersym_is_compiled(const struct mapping *mapping);
/* NULL: nothing is known about the process. */
struct process *usersym_process(const struct usersym *syms, pid_t pid);
/* The mapping around @uaddr; mappings are read again if none is known. */
struct mapping *usersym_mapping(struct usersym *syms, pid_t pid,
				uint64_t uaddr);
void usersym_process_destroy(struct process *process);

/* -------------------------------------------------- usersym_past_mappings.c */

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
/* All mappings that existed at @time_ns (0: now), in no order. */
void usersym_each_mapping(struct process *process, uint64_t time_ns,
			  void (*fn)(void *ctx, struct mapping *mapping),
			  void *ctx);
/* A number that differs if these mappings differ. */
unsigned usersym_generation_at(const struct process *process,
			       uint64_t time_ns);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Symbols of processes: which file is mapped at an address, and which of its
 * functions that is. Files are read once, however many processes map them; the
 * mappings of a process are kept after it has ended.
 */
#ifndef DTRACE_RUNTIME_SYMBOL_USERSYM_H
#define DTRACE_RUNTIME_SYMBOL_USERSYM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct usersym;

/* Text lives as long as the table. */
struct usersym_symbol {
	/* last part of the mapped file's path; "[vdso]"; "[jit]" */
	const char *object;
	const char *name; /* NULL: no function is known there */
	uint64_t start_uaddr; /* of the function */
	uint64_t off_bytes; /* of the address in the function */
	uint64_t object_off; /* of the address in the file's own addresses */
	uint64_t object_uaddr; /* where the file's code begins */
	/* made by the program; the name lives until the next usersym_find() */
	bool is_compiled;
};

struct usersym *usersym_create(void);
/* NULL is legal. */
void usersym_destroy(struct usersym *syms);

/*
 * Addresses that are asked for from now on are of this time (CLOCK_MONOTONIC;
 * 0: of now), at which the process may have had other files mapped. Returns
 * the time before. Of NULL, 0.
 */
uint64_t usersym_at(struct usersym *syms, uint64_t time_ns);

/*
 * Reads what @pid maps now. For a process that may have ended when its
 * addresses are printed. What it had mapped before, also before an exec, stays
 * known: addresses of that time may be asked for.
 * Returns 0, or -errno (-ESRCH), and then nothing is changed.
 */
int usersym_load(struct usersym *syms, pid_t pid);
/* The same, unless something is known of it already. */
int usersym_see(struct usersym *syms, pid_t pid);
/* Executable memory of a process, as the kernel told it. */
struct usersym_mapping {
	uint64_t start_uaddr, end_uaddr;
	uint64_t fileoff;
	uint64_t ino; /* 0: no file */
	uint32_t dev_major, dev_minor;
	const char *path; /* copied */
	uint64_t time_ns; /* CLOCK_MONOTONIC; 0: what it covers is forgotten */
};

/* All that @pid, which is known, maps from now on will be added. */
void usersym_watch(struct usersym *syms, pid_t pid);
/* The same of all processes. */
void usersym_watch_all(struct usersym *syms);
/* What was mapped until @time_ns has been added, in all such processes. */
void usersym_told(struct usersym *syms, uint64_t time_ns);
/* Adds it to what is known of @pid, in place of what it covers. */
void usersym_add_mapping(struct usersym *syms, pid_t pid,
			 const struct usersym_mapping *mapping);
/* @child is a copy of @parent since @time_ns. */
void usersym_copy(struct usersym *syms, pid_t parent, pid_t child,
		  uint64_t time_ns);
/*
 * @pid has ended. What is known of it stays, until many more have ended: see
 * usersym_maps.c.
 */
void usersym_end(struct usersym *syms, pid_t pid);

/* Reads the symbols of all its executable files too. Returns the same. */
int usersym_load_all(struct usersym *syms, pid_t pid);
/*
 * What is at @uaddr in @pid; a process that is not known, or did not map
 * anything there, is read anew. Returns 0, or -ENOENT: no file is mapped
 * there, or the process is gone.
 */
int usersym_find(struct usersym *syms, pid_t pid, uint64_t uaddr,
		 struct usersym_symbol *ret);

/*
 * How many files were at @uaddr in @pid before the one of the time that
 * usersym_at() was given. @syms NULL: 0.
 */
uint32_t usersym_replaced_cnt(const struct usersym *syms, pid_t pid,
			      uint64_t uaddr);

/* An ELF file as a process has it in memory. */
struct usersym_module {
	const char *name; /* the path that it was mapped by */
	int fd; /* borrowed; -1: the vdso */
	size_t vdso_bytes;
	uint64_t bias; /* add to the file's own addresses */
};

/* From now on files are kept open that were read, for others to read. */
void usersym_keep_files(struct usersym *syms);
/* Calls @fn for each of @pid (usersym_at()); after usersym_keep_files(). */
void usersym_each_module(struct usersym *syms, pid_t pid,
			 void (*fn)(void *ctx,
				    const struct usersym_module *module),
			 void *ctx);
/*
 * Why compiled code was found without names, and what to do about it; NULL:
 * none was. Lives as long as the table. @syms NULL: NULL.
 */
const char *usersym_jit_hint(const struct usersym *syms);
/* Another number after each change of what is known of @pid. */
unsigned usersym_generation(const struct usersym *syms, pid_t pid);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The .eh_frame of a file: its functions and their rows. Stripped files and the
 * vdso have it, too.
 *
 * This is a separate reader because all rows of all functions are read at once,
 * which takes libdw some thirty times as long (it searches again for each
 * function, and keeps what it finds).
 */
#ifndef DTRACE_RUNTIME_SYMBOL_UNWIND_EHFRAME_H
#define DTRACE_RUNTIME_SYMBOL_UNWIND_EHFRAME_H

#include "runtime/symbol/unwind/cfi_interpreter.h"

/* The bytes of a file: in memory, or in an open file. */
struct ehframe_file {
	const uint8_t *bytes; /* NULL: fd */
	uint64_t len;
	int fd; /* borrowed */
};

/* A part of the file that is mapped executable. */
struct ehframe_segment {
	uint64_t fileoff, bytes;
	uint64_t vaddr;
};

enum { EHFRAME_SEGMENT_MAX = 8 };

struct ehframe {
	struct ehframe_segment segments[EHFRAME_SEGMENT_MAX];
	size_t segment_cnt;
	uint64_t start_vaddr; /* where a program starts */
	/* a Go program: all its functions keep frame pointers */
	bool has_frame_pointers;
	bool has_v8_builtins; /* so do the functions of its largest gap */
	/* nothing outside of these bytes is read; owned */
	uint8_t *frames;
	uint64_t frames_vaddr, frames_bytes;
	struct ehframe_entry *entries; /* by start_vaddr, each once */
	size_t entry_cnt;
};

/* A function: its start, and the place of its description. */
struct ehframe_entry {
	uint64_t start_vaddr;
	uint64_t vaddr; /* of the description */
};

/*
 * Fills *@ret. Returns 0, or -errno: -ENOEXEC: not a file for this machine,
 * -ENOENT: it has no such table (the segments are filled in), -EINVAL: the
 * table is invalid.
 */
int ehframe_open(const struct ehframe_file *file, struct ehframe *ret);
void ehframe_close(struct ehframe *eh);
/* Reads @len bytes of the file; false: it does not have them. */
bool ehframe_read_at(const struct ehframe_file *file, uint64_t off, void *to,
		     uint64_t len);

/* Calls @fn for the rows of all functions, by ascending addresses. */
void ehframe_each_row(const struct ehframe *eh, cfi_row_fn *fn, void *ctx);

#endif

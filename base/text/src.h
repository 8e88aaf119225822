/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A source text and places in it. Every token and node has a struct loc.
 * Lines and columns are computed only when a message needs them; a cpp
 * line marker (`# 12 "file.h"`) moves the file and line that are shown.
 */
#ifndef DTRACE_BASE_TEXT_SRC_H
#define DTRACE_BASE_TEXT_SRC_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

enum src_kind {
	SRC_FILE,	/* a script or a provider definition */
	SRC_ARG,	/* text of -n, -P, -m, -f or -i */
	SRC_LIBRARY,	/* a built-in library file */
	SRC_FOLDER,	/* a file of a -L folder */
};

/* From byte @offset on, positions count from @line of @file. */
struct src_marker {
	const char *file; /* in the arena of the src */
	uint32_t offset;
	uint32_t line;
};

struct src {
	enum src_kind kind;
	const char *name; /* file name as the user wrote it; borrowed */
	const char *text; /* borrowed; NUL at text[len] */
	size_t len;	  /* bytes, less than 2^32 */
	VEC(struct src_marker) markers;
};

/* Bytes begin..end (exclusive) of src->text. src NULL = no place. */
struct loc {
	const struct src *src;
	uint32_t begin;
	uint32_t end;
};

/* A loc for messages: file, and line and column from 1. */
struct src_pos {
	const char *file;
	uint32_t line;
	uint32_t column;
};

void src_init(struct src *src, enum src_kind kind, const char *name,
	      const char *text, size_t len);
void src_deinit(struct src *src);
/* A line marker that takes effect at byte @offset. @file is borrowed. */
void src_add_marker(struct src *src, uint32_t offset, const char *file,
		    uint32_t line);
struct src_pos src_pos(const struct src *src, uint32_t offset);
/*
 * The same for one place after the other: it counts lines from the previous
 * place, which @cursor keeps, and not from the beginning of the text. Zeroed,
 * the cursor has no place yet.
 */
struct src_cursor {
	const struct src *src;
	uint32_t line_begin; /* offset */
	uint32_t line;	     /* counted from the beginning of the text */
};
struct src_pos src_pos_next(struct src_cursor *cursor, const struct src *src,
			    uint32_t offset);
/* Only the file of a place, for which no lines are counted. */
const char *src_file(const struct src *src, uint32_t offset);
/* The line that holds @offset, without its newline. */
void src_line(const struct src *src, uint32_t offset, const char **text_ret,
	      size_t *len_ret);
/* The smallest loc that covers both (of the same source). */
struct loc loc_join(struct loc a, struct loc b);

#endif

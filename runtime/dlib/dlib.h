/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The D library: the files runtime/dlib/NAME.d, which are part of the binary,
 * and those of the -L folders. A file is parsed when the program uses a name
 * that it defines.
 */
#ifndef DTRACE_RUNTIME_DLIB_DLIB_H
#define DTRACE_RUNTIME_DLIB_DLIB_H

#include "base/arena.h"
#include "lang/library_lookup.h"

struct dlib_text {
	const char *name; /* "errno.d" */
	const char *text;
	size_t len;
};

struct dlib_name {
	const char *name; /* a variable or type */
	size_t text_idx;  /* of the file that defines it */
};

/* Made at build time. */
extern const struct dlib_text dlib_texts[];
extern const size_t dlib_text_cnt;
extern const struct dlib_name dlib_names[];
extern const size_t dlib_name_cnt;

struct dlib;

/*
 * @folders: -L, separated by colons, or NULL; @has_own: with the files in the
 * binary. Both as they are when the first name is looked up: set them by
 * dlib_set(). Never fails.
 */
struct dlib *dlib_create(struct arena *arena);
void dlib_destroy(struct dlib *dlib);
void dlib_set(struct dlib *dlib, const char *folders, bool has_own);
/* Parses all files of the folders; mistakes in them go to @diags as errors. */
void dlib_read_folders(struct dlib *dlib, struct program *program,
		       struct diag_list *diags);
/* For struct program. */
struct lang_library *dlib_library(struct dlib *dlib);
/* Files parsed so far. */
size_t dlib_parsed_cnt(const struct dlib *dlib);

#endif

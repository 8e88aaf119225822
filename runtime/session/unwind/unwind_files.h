/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The unwind tables of files. A table is made when its file is first seen. Only
 * the keeper's thread uses this, except for is_full.
 */
#ifndef DTRACE_RUNTIME_SESSION_UNWIND_UNWIND_FILES_H
#define DTRACE_RUNTIME_SESSION_UNWIND_UNWIND_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/map.h"
#include "runtime/symbol/unwind/bpf_unwind_table.h"
#include "sdt/maps.h"

struct unwind_files {
	struct map by_id; /* struct file_id -> struct unwtab_file, owned */
	struct unwtab *tab;
	bool is_full; /* there was no room for a table; all threads read this */
	/*
	 * Lets others know whether they may wait for this thread: not while it
	 * makes a large table.
	 */
	void (*set_urgent)(bool is_urgent);
};

void unwind_files_init(struct unwind_files *files,
		       const struct unwtab_space *space,
		       void (*set_urgent)(bool is_urgent));
void unwind_files_deinit(struct unwind_files *files);

/* Files that cannot be opened are left out. */
void unwind_files_open(struct unwind_files *files, const char *path);
/* Returns the table of the file that @line maps, or NULL; it may be empty. */
struct unwtab_file *unwind_files_mapped(struct unwind_files *files, pid_t pid,
					const struct sdt_maps_line *line);
/* The same for @len bytes of the vdso, which is the same in dtrace itself. */
struct unwtab_file *unwind_files_vdso(struct unwind_files *files, uint64_t len);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unwind tables of files and processes in the space that the in-kernel library
 * searches (runtime/common/unwind_abi.h). It is written while programs read:
 * data are complete before programs can reach them.
 */
#ifndef DTRACE_RUNTIME_SYMBOL_UNWIND_BPF_UNWIND_TABLE_H
#define DTRACE_RUNTIME_SYMBOL_UNWIND_BPF_UNWIND_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/common/unwind_abi.h"
#include "runtime/symbol/unwind/ehframe.h"

struct unwtab;

/* A file's table. */
struct unwtab_file {
	uint64_t text_vaddr; /* address of the first block */
	uint32_t index; /* as in struct unw_range */
	uint32_t block_cnt;
	struct ehframe_segment segments[EHFRAME_SEGMENT_MAX];
	size_t segment_cnt;
};

/* Where tables are stored. */
struct unwtab_space {
	void *mem; /* borrowed; zero */
	size_t bytes; /* a multiple of UNW_CHUNK_BYTES */
	/*
	 * Makes the first @bytes accessible; the room for the rules always is.
	 * Returns 0 or -errno. NULL: all of them are.
	 */
	int (*extend)(void *ctx, size_t bytes);
	void *ctx;
};

struct unwtab *unwtab_create(const struct unwtab_space *space);
/* NULL is legal. */
void unwtab_destroy(struct unwtab *tab);

/*
 * Adds the table of a file. Returns 0, or -errno: as ehframe_open(), or
 * -ENOSPC; then @ret has no blocks, and its index says how stacks are walked
 * without them.
 */
int unwtab_add_file(struct unwtab *tab, const struct ehframe_file *file,
		    struct unwtab_file *ret);
/*
 * Stores the mappings of a process, by ascending addresses and not overlapping.
 * Returns 0 or -ENOSPC.
 */
int unwtab_put_ranges(struct unwtab *tab, const struct unw_range *ranges,
		      size_t cnt, struct unw_known *ret);
/*
 * Removes a process: lookups no longer find it, and a program that is reading
 * it will notice.
 */
void unwtab_free_ranges(struct unwtab *tab, const struct unw_known *known);
/* The process at that place, to inspect it and to answer its request. */
struct unw_proc *unwtab_proc(struct unwtab *tab, const struct unw_known *known);

/* The rule for an address of a file, as programs find it. */
struct unw_rule unwtab_rule(const struct unwtab *tab,
			    const struct unwtab_file *file, uint64_t vaddr);
/* How much of the space is used. */
size_t unwtab_bytes(const struct unwtab *tab);

#endif

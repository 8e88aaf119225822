// SPDX-License-Identifier: BSD-2-Clause
/*
 * The space contains, from its bottom: rules (room for all), then files and
 * processes in the order of their arrival. Files stay to the end of the
 * session. The memory of a process that has ended or maps something new is
 * reused, in pieces of PROC_MIN_BYTES times a power of two, so that none
 * crosses a chunk; its generation has changed by then, which a program that is
 * still reading it notices.
 */
#include "runtime/symbol/unwind/bpf_unwind_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/vec.h"

enum {
	RULES_BYTES = UNW_RULE_MAX * UNW_RULE_BYTES,
	/* made accessible at once: more than the tables of most programs */
	EXTEND_BYTES = 4 * UNW_CHUNK_BYTES,
	HASH_CNT = 2 * UNW_RULE_MAX,
	PROC_MIN_BYTES = 1024,
	CLASS_CNT = 7, /* to UNW_CHUNK_BYTES */
};

/* More rules than any program has: an index would be as large as a table. */
#define TEXT_MAX_BYTES (UINT64_C(1) << 30)

struct row {
	uint32_t off; /* from the file's first block */
	uint16_t rule;
};

struct unwtab {
	uint8_t *space;
	size_t bytes, accessible, used;
	int (*extend)(void *ctx, size_t bytes);
	void *ctx;
	uint32_t rule_cnt;
	uint16_t *hash; /* rules by their hash; 0: free place */
	uint32_t generation;
	VEC(uint32_t) free[CLASS_CNT];
};

/* A file that is being added. */
struct adding {
	struct unwtab *tab;
	uint64_t text_vaddr;
	VEC(struct row) rows;
};

struct unwtab *unwtab_create(const struct unwtab_space *space)
{
	struct unwtab *tab = xcalloc(1, sizeof(*tab));

	tab->space = space->mem;
	tab->bytes = space->bytes;
	tab->accessible = space->extend ? RULES_BYTES : space->bytes;
	tab->extend = space->extend;
	tab->ctx = space->ctx;
	tab->used = RULES_BYTES;
	tab->rule_cnt = 1; /* UNW_NONE */
	tab->hash = xcalloc(HASH_CNT, sizeof(*tab->hash));
	return tab;
}

void unwtab_destroy(struct unwtab *tab)
{
	if (!tab)
		return;
	for (int i = 0; i < CLASS_CNT; i++)
		vec_deinit(&tab->free[i]);
	free(tab->hash);
	free(tab);
}

size_t unwtab_bytes(const struct unwtab *tab)
{
	return tab->used;
}

/* Makes the first @bytes accessible, and some more. */
static bool reach(struct unwtab *tab, size_t bytes)
{
	size_t upto = (bytes + EXTEND_BYTES - 1) / EXTEND_BYTES * EXTEND_BYTES;

	if (bytes <= tab->accessible)
		return true;
	if (upto > tab->bytes)
		upto = tab->bytes;
	if (tab->extend(tab->ctx, upto))
		return false;
	tab->accessible = upto;
	return true;
}

/* Allocates room at a multiple of @align; returns 0 if there is none. */
static uint32_t take(struct unwtab *tab, size_t bytes, size_t align)
{
	size_t at = (tab->used + align - 1) / align * align;

	if (at > tab->bytes || bytes > tab->bytes - at ||
	    !reach(tab, at + bytes))
		return 0;
	tab->used = at + bytes;
	return (uint32_t)at;
}

/* -------------------------------------------------------------------- rules */

static uint32_t rule_hash(const struct unw_rule *rule)
{
	uint64_t words[2];

	memcpy(words, rule, sizeof(words));
	words[0] = (words[0] ^ words[1] * UINT64_C(0x9e3779b97f4a7c15)) *
		UINT64_C(0xff51afd7ed558ccd);
	return (uint32_t)(words[0] >> 32) % HASH_CNT;
}

/* Its number; one too many is UNW_NONE. */
static uint16_t rule_number(struct unwtab *tab, const struct unw_rule *rule)
{
	struct unw_rule *rules = (struct unw_rule *)tab->space;
	uint32_t at = rule_hash(rule);

	if (rule->kind == UNW_NONE)
		return 0;
	for (; tab->hash[at]; at = (at + 1) % HASH_CNT)
		if (!memcmp(&rules[tab->hash[at]], rule, sizeof(*rule)))
			return tab->hash[at];
	if (tab->rule_cnt == UNW_RULE_MAX)
		return 0;
	rules[tab->rule_cnt] = *rule;
	tab->hash[at] = (uint16_t)tab->rule_cnt;
	return (uint16_t)tab->rule_cnt++;
}

/* -------------------------------------------------------------------- files */

/*
 * Rows arrive by address; a row with the same rule as the one before is
 * dropped.
 */
static void add_row(void *ctx, uint64_t vaddr, const struct unw_rule *rule)
{
	struct adding *adding = ctx;
	uint16_t number = rule_number(adding->tab, rule);
	uint64_t off = vaddr - adding->text_vaddr;
	struct row *last;

	if (off >= TEXT_MAX_BYTES)
		return;
	last = adding->rows.cnt ? &adding->rows.v[adding->rows.cnt - 1] : NULL;
	if (last && last->off >= off) {
		/* the later one is used, unless its address is lower */
		if (last->off == off)
			last->rule = number;
		return;
	}
	if (!last || last->rule != number)
		*vec_add(&adding->rows) = (struct row){ (uint32_t)off, number };
}

/*
 * Writes the rows of block @block, the first of which is *@at. Returns the word
 * of the index, 0 if nothing is known in the block, or -1 if there is no room.
 */
static int64_t put_block(struct adding *adding, size_t *at, uint16_t *rule,
			 uint32_t block)
{
	struct unwtab *tab = adding->tab;
	uint32_t start = block << UNW_BLOCK_SHIFT, cnt = 0, to;
	uint32_t words[UNW_BLOCK_BYTES];
	const struct row *row = adding->rows.v + *at;
	const struct row *end = adding->rows.v + adding->rows.cnt;

	if (row == end || row->off != start)
		words[cnt++] = *rule;
	for (; row < end && row->off - start < UNW_BLOCK_BYTES; row++) {
		words[cnt++] = (row->off - start) << 16 | row->rule;
		*rule = row->rule;
	}
	*at = (size_t)(row - adding->rows.v);
	if (cnt == 1 && !words[0])
		return 0;
	if (UNW_CHUNK_BYTES - tab->used % UNW_CHUNK_BYTES < cnt * 4)
		to = take(tab, cnt * 4, UNW_CHUNK_BYTES);
	else
		to = take(tab, cnt * 4, 4);
	if (!to)
		return -1;
	memcpy(tab->space + to, words, cnt * 4);
	return unw_block(to, cnt);
}

static int put_file(struct adding *adding, struct unwtab_file *ret)
{
	size_t at = 0, used = adding->tab->used;
	uint32_t cnt, index;
	uint16_t rule = 0;

	if (!adding->rows.cnt)
		return 0;
	cnt = (adding->rows.v[adding->rows.cnt - 1].off >> UNW_BLOCK_SHIFT) + 1;
	index = take(adding->tab, (size_t)cnt * 4, 4);
	for (uint32_t i = 0; index && i < cnt; i++) {
		int64_t word = put_block(adding, &at, &rule, i);
		uint32_t entry = (uint32_t)word;

		if (word < 0)
			index = 0;
		else
			memcpy(adding->tab->space + index + i * 4, &entry, 4);
	}
	if (!index) {
		/* no lookup leads to the part that was written */
		memset(adding->tab->space + used, 0, adding->tab->used - used);
		adding->tab->used = used;
		return -ENOSPC;
	}
	ret->index = index;
	ret->block_cnt = cnt;
	return 0;
}

int unwtab_add_file(struct unwtab *tab, const struct ehframe_file *file,
		    struct unwtab_file *ret)
{
	struct adding adding = { .tab = tab };
	struct ehframe eh;
	int err = ehframe_open(file, &eh);

	memset(ret, 0, sizeof(*ret));
	/* a file that is not ELF has generated code, like anonymous memory */
	ret->index = err == -ENOEXEC || eh.has_frame_pointers ?
			     UNW_INDEX_FRAME : UNW_INDEX_NONE;
	ret->segment_cnt = eh.segment_cnt;
	memcpy(ret->segments, eh.segments, sizeof(ret->segments));
	if (err)
		goto out;
	if (eh.entry_cnt)
		adding.text_vaddr = eh.entries[0].start_vaddr &
			-(uint64_t)UNW_BLOCK_BYTES;
	ret->text_vaddr = adding.text_vaddr;
	ehframe_each_row(&eh, add_row, &adding);
	err = put_file(&adding, ret);
	vec_deinit(&adding.rows);
out:
	ehframe_close(&eh);
	return err;
}

/* The same as unwind_find() of the in-kernel library. */
struct unw_rule unwtab_rule(const struct unwtab *tab,
			    const struct unwtab_file *file, uint64_t vaddr)
{
	const struct unw_rule *rules = (const struct unw_rule *)tab->space;
	uint64_t off = vaddr - file->text_vaddr;
	uint32_t word, rule = 0, cnt;
	const uint32_t *rows;

	if (vaddr < file->text_vaddr ||
	    off >> UNW_BLOCK_SHIFT >= file->block_cnt)
		return rules[0];
	memcpy(&word, tab->space + file->index + (off >> UNW_BLOCK_SHIFT) * 4,
	       4);
	if (!word)
		return rules[0];
	rows = (const uint32_t *)tab->space + (word >> UNW_BLOCK_SHIFT);
	cnt = (word & (UNW_BLOCK_BYTES - 1)) + 1;
	for (uint32_t i = 0; i < cnt; i++)
		if (rows[i] >> 16 <= (off & (UNW_BLOCK_BYTES - 1)))
			rule = rows[i] & 0xffff;
	return rules[rule];
}

/* ---------------------------------------------------------------- processes */

static size_t class_bytes(int class)
{
	return (size_t)PROC_MIN_BYTES << class;
}

static int class_of(size_t bytes)
{
	int class = 0;

	while (class < CLASS_CNT && class_bytes(class) < bytes)
		class++;
	return class;
}

struct unw_proc *unwtab_proc(struct unwtab *tab, const struct unw_known *known)
{
	return (struct unw_proc *)(tab->space + known->off);
}

static size_t proc_bytes(size_t range_cnt)
{
	return sizeof(struct unw_proc) + range_cnt * sizeof(struct unw_range);
}

int unwtab_put_ranges(struct unwtab *tab, const struct unw_range *ranges,
		      size_t cnt, struct unw_known *ret)
{
	int class = class_of(proc_bytes(cnt));
	struct unw_proc *proc;
	uint32_t off;

	if (class == CLASS_CNT)
		return -ENOSPC;
	if (tab->free[class].cnt)
		off = tab->free[class].v[--tab->free[class].cnt];
	else
		off = take(tab, class_bytes(class), class_bytes(class));
	if (!off)
		return -ENOSPC;
	proc = (struct unw_proc *)(tab->space + off);
	tab->generation++;
	__atomic_store_n(&proc->generation, tab->generation, __ATOMIC_SEQ_CST);
	if (cnt) /* a process may map no file that has a table */
		memcpy(proc + 1, ranges, cnt * sizeof(*ranges));
	proc->range_cnt = (uint32_t)cnt;
	proc->asked = UNW_NOT_ASKED;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	*ret = (struct unw_known){ .off = off, .generation = tab->generation };
	return 0;
}

void unwtab_free_ranges(struct unwtab *tab, const struct unw_known *known)
{
	struct unw_proc *proc = unwtab_proc(tab, known);
	int class = class_of(proc_bytes(proc->range_cnt));

	__atomic_store_n(&proc->generation, 0, __ATOMIC_SEQ_CST);
	vec_push(&tab->free[class], known->off);
}

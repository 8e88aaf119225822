// SPDX-License-Identifier: BSD-2-Clause
/*
 * Fuzz entry: a file is converted to an unwind table. Whatever the file
 * contains, the table must satisfy what the in-kernel library assumes: rows are
 * inside the space and in order, and their rules exist.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/symbol/unwind/bpf_unwind_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SPACE_BYTES = UNW_RULE_MAX * UNW_RULE_BYTES + 2 * UNW_CHUNK_BYTES };

static void demand(bool condition)
{
	if (!condition)
		abort();
}

static void check_rule(const struct unw_rule *rule)
{
	uint8_t kind = rule->kind & ~UNW_BY_BASE;

	demand(kind <= UNW_FRAME && rule->reg < 21);
	demand(!(rule->kind & UNW_BY_BASE) || kind == UNW_DEREF);
}

static void check_block(const struct unwtab *tab, const uint8_t *space,
			uint32_t word)
{
	uint32_t off = (word >> UNW_BLOCK_SHIFT) * 4;
	uint32_t cnt = (word & (UNW_BLOCK_BYTES - 1)) + 1, last = 0;

	if (!word)
		return;
	demand(off + cnt * 4 <= unwtab_bytes(tab));
	demand(off / UNW_CHUNK_BYTES == (off + cnt * 4 - 1) / UNW_CHUNK_BYTES);
	for (uint32_t i = 0; i < cnt; i++) {
		uint32_t row;

		memcpy(&row, space + off + i * 4, 4);
		demand(i ? row >> 16 > last : row >> 16 == 0);
		demand(row >> 16 < UNW_BLOCK_BYTES);
		last = row >> 16;
		check_rule((const struct unw_rule *)space + (row & 0xffff));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint8_t *space;
	struct ehframe_file source = { .bytes = data, .len = size, .fd = -1 };
	struct unwtab_file file;
	struct unwtab *tab;
	size_t used;

	if (!space)
		space = calloc(1, SPACE_BYTES);
	tab = unwtab_create(
		&(struct unwtab_space){ .mem = space, .bytes = SPACE_BYTES });
	if (!unwtab_add_file(tab, &source, &file)) {
		for (uint32_t i = 0; i < file.block_cnt; i++) {
			uint32_t word;

			demand(file.index + i * 4 + 4 <= unwtab_bytes(tab));
			memcpy(&word, space + file.index + i * 4, 4);
			check_block(tab, space, word);
		}
	} else {
		demand(!file.block_cnt);
	}
	used = unwtab_bytes(tab);
	unwtab_destroy(tab);
	/* rules and rows of this file */
	memset(space, 0, (size_t)UNW_RULE_BYTES * 4096);
	memset(space + UNW_RULE_MAX * UNW_RULE_BYTES, 0,
	       used - UNW_RULE_MAX * UNW_RULE_BYTES);
	return 0;
}

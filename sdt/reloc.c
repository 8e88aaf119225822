// SPDX-License-Identifier: BSD-2-Clause
/*
 * In a relocatable object the addresses of a note are still to be filled in:
 *
 *	.rela.note.stapsdt:  offset 0x14  R_X86_64_64  .text + 4
 *
 * A site's note has only plain absolute relocations, the value being symbol +
 * addend on every machine. So the type doesn't matter, which makes this work
 * for machines nobody tried.
 *
 * Where linkers shorten code (riscv64, loongarch) assemblers do not dare to
 * compute the distance of two labels, so that the lengths of a note are
 * relocations too: add this label, subtract that one.
 */
#include "sdt/reloc.h"

#include <elf.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/cleanup.h"

static int compare_relocs(const void *a_, const void *b_)
{
	const struct sdt_reloc *a = a_, *b = b_;

	return a->off < b->off ? -1 : a->off > b->off;
}

static const struct sdt_section *find_table(const struct sdt_image *image,
					    size_t section_idx)
{
	for (size_t i = 0; i < image->section_cnt; i++) {
		const struct sdt_section *sec = &image->sections[i];

		if ((sec->type == SHT_RELA || sec->type == SHT_REL) &&
		    sec->info == section_idx)
			return sec;
	}
	return NULL;
}

static void decode_reloc(struct sdt_format fmt, const char *p, bool has_addend,
			 struct sdt_reloc *ret)
{
	size_t width = sdt_addr_bytes(fmt);
	uint64_t info = sdt_get(fmt, p + width, width);

	*ret = (struct sdt_reloc){
		.off = sdt_get(fmt, p, width),
		.symbol = fmt.is_64 ? ELF64_R_SYM(info) : ELF32_R_SYM(info),
		.type = fmt.is_64 ? ELF64_R_TYPE(info) : ELF32_R_TYPE(info),
		.has_addend = has_addend,
		.addend = has_addend ? sdt_get(fmt, p + 2 * width, width) : 0,
	};
}

int sdt_relocs_init(struct sdt_relocs *relocs, const struct sdt_image *image,
		    size_t section_idx)
{
	const struct sdt_section *sec = find_table(image, section_idx);
	_cleanup_free_ char *table = NULL;
	bool has_addend = sec && sec->type == SHT_RELA;
	size_t entry_bytes =
		sdt_addr_bytes(image->format) * (has_addend ? 3 : 2);
	int err;

	*relocs = (struct sdt_relocs){ 0 };
	if (!sec)
		return 0;
	err = sdt_image_load(image, sec->fileoff, sec->file_bytes, &table);
	if (err)
		return err;
	relocs->cnt = sec->file_bytes / entry_bytes;
	relocs->v = xcalloc(relocs->cnt + 1, sizeof(relocs->v[0]));
	for (size_t i = 0; i < relocs->cnt; i++)
		decode_reloc(image->format, table + i * entry_bytes, has_addend,
			     &relocs->v[i]);
	qsort(relocs->v, relocs->cnt, sizeof(relocs->v[0]), compare_relocs);
	return 0;
}

void sdt_relocs_deinit(struct sdt_relocs *relocs)
{
	free(relocs->v);
	*relocs = (struct sdt_relocs){ 0 };
}

const struct sdt_reloc *sdt_relocs_find(const struct sdt_relocs *relocs,
					uint64_t off)
{
	struct sdt_reloc key = { .off = off };

	return relocs->cnt ? bsearch(&key, relocs->v, relocs->cnt,
				     sizeof(relocs->v[0]), compare_relocs) :
			     NULL;
}

/* Relocations that add a symbol's value to 4 bytes, or subtract it. */
static const struct sum_type {
	uint16_t machine;
	uint16_t type;
	int sign;
} sum_types[] = {
	{ EM_RISCV, R_RISCV_ADD32, 1 },
	{ EM_RISCV, R_RISCV_SUB32, -1 },
	{ EM_LOONGARCH, R_LARCH_ADD32, 1 },
	{ EM_LOONGARCH, R_LARCH_SUB32, -1 },
};

/* 1, -1, or 0 when it is of another kind. */
static int sum_sign(uint16_t machine, uint32_t type)
{
	for (size_t i = 0; i < sizeof(sum_types) / sizeof(sum_types[0]); i++)
		if (sum_types[i].machine == machine &&
		    sum_types[i].type == type)
			return sum_types[i].sign;
	return 0;
}

static void add_at(struct sdt_format fmt, char *place, uint64_t value)
{
	uint64_t sum = sdt_get(fmt, place, 4) + value;

	for (size_t i = 0; i < 4; i++)
		place[fmt.is_big_endian ? 3 - i : i] = (char)(sum >> (8 * i));
}

void sdt_relocs_apply_sums(const struct sdt_relocs *relocs,
			   const struct sdt_symtab *symtab,
			   struct sdt_format fmt, char *data, size_t len)
{
	for (size_t i = 0; i < relocs->cnt; i++) {
		const struct sdt_reloc *reloc = &relocs->v[i];
		int sign = sum_sign(symtab->machine, reloc->type);
		uint64_t value;

		if (!sign || reloc->symbol >= symtab->symbol_cnt || len < 4 ||
		    reloc->off > len - 4)
			continue;
		value = symtab->symbols[reloc->symbol].value + reloc->addend;
		add_at(fmt, data + reloc->off, sign > 0 ? value : -value);
	}
}

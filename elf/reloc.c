// SPDX-License-Identifier: BSD-2-Clause
/*
 * In a relocatable object the addresses of a note are still to be filled in:
 *
 *	.rela.note.stapsdt:  offset 0x14  R_X86_64_64  .text + 4
 *
 * The note of a site has only plain absolute relocations, whose value is
 * symbol + addend on every machine. The type does not matter, so this works
 * for machines that were never tried.
 *
 * Where linkers shorten code (riscv64, loongarch), assemblers do not compute
 * the distance of two labels; the lengths in a note are then relocations too:
 * add one label, subtract the other.
 */
#include "elf/reloc.h"

#include <elf.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/cleanup.h"

static int compare_relocs(const void *a_, const void *b_)
{
	const struct elf_reloc *a = a_, *b = b_;

	return a->off < b->off ? -1 : a->off > b->off;
}

static const struct elf_section *find_table(const struct elf_file *image,
					    size_t section_idx)
{
	for (size_t i = 0; i < image->section_cnt; i++) {
		const struct elf_section *sec = &image->sections[i];

		if ((sec->type == SHT_RELA || sec->type == SHT_REL) &&
		    sec->info == section_idx)
			return sec;
	}
	return NULL;
}

static void decode_reloc(struct elf_format fmt, const char *p, bool has_addend,
			 struct elf_reloc *ret)
{
	size_t width = elf_addr_bytes(fmt);
	uint64_t info = elf_get(fmt, p + width, width);

	*ret = (struct elf_reloc){
		.off = elf_get(fmt, p, width),
		.symbol = fmt.is_64 ? ELF64_R_SYM(info) : ELF32_R_SYM(info),
		.type = fmt.is_64 ? ELF64_R_TYPE(info) : ELF32_R_TYPE(info),
		.has_addend = has_addend,
		.addend = has_addend ? elf_get(fmt, p + 2 * width, width) : 0,
	};
}

int elf_relocs_init(struct elf_relocs *relocs, const struct elf_file *image,
		    size_t section_idx)
{
	const struct elf_section *sec = find_table(image, section_idx);
	_cleanup_free_ char *table = NULL;
	bool has_addend = sec && sec->type == SHT_RELA;
	size_t entry_bytes =
		elf_addr_bytes(image->format) * (has_addend ? 3 : 2);
	int err;

	*relocs = (struct elf_relocs){ 0 };
	if (!sec)
		return 0;
	err = elf_file_load(image, sec->fileoff, sec->file_bytes, &table);
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

void elf_relocs_deinit(struct elf_relocs *relocs)
{
	free(relocs->v);
	*relocs = (struct elf_relocs){ 0 };
}

const struct elf_reloc *elf_relocs_find(const struct elf_relocs *relocs,
					uint64_t off)
{
	struct elf_reloc key = { .off = off };

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

static void add_at(struct elf_format fmt, char *place, uint64_t value)
{
	uint64_t sum = elf_get(fmt, place, 4) + value;

	for (size_t i = 0; i < 4; i++)
		place[fmt.is_big_endian ? 3 - i : i] = (char)(sum >> (8 * i));
}

void elf_relocs_apply_sums(const struct elf_relocs *relocs,
			   const struct elf_symtab *symtab,
			   struct elf_format fmt, char *data, size_t len)
{
	for (size_t i = 0; i < relocs->cnt; i++) {
		const struct elf_reloc *reloc = &relocs->v[i];
		int sign = sum_sign(symtab->machine, reloc->type);
		uint64_t value;

		if (!sign || reloc->symbol >= symtab->symbol_cnt || len < 4 ||
		    reloc->off > len - 4)
			continue;
		value = symtab->symbols[reloc->symbol].value + reloc->addend;
		add_at(fmt, data + reloc->off, sign > 0 ? value : -value);
	}
}

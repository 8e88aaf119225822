/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Relocations of one section of a relocatable object.
 */
#ifndef DTRACE_ELF_RELOC_H
#define DTRACE_ELF_RELOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf/byte_order.h"
#include "elf/elf_file.h"
#include "elf/symtab.h"

struct elf_reloc {
	uint64_t off; /* of the place, in the section */
	uint64_t addend;
	bool has_addend; /* false: the place holds it */
	uint32_t symbol; /* number in .symtab */
	uint32_t type; /* R_... */
};

struct elf_relocs {
	struct elf_reloc *v; /* sorted by off */
	size_t cnt;
};

/*
 * Loads the relocations of section number @section_idx; there may be none.
 * Returns 0 or -errno; -EBADMSG when they are damaged.
 */
int elf_relocs_init(struct elf_relocs *relocs, const struct elf_file *image,
		    size_t section_idx);
void elf_relocs_deinit(struct elf_relocs *relocs);
/* The relocation of the place at @off, or NULL. */
const struct elf_reloc *elf_relocs_find(const struct elf_relocs *relocs,
					uint64_t off);
/*
 * Fills in the numbers in @data that are differences of two labels. Some
 * machines leave even the length of a note to the linker.
 */
void elf_relocs_apply_sums(const struct elf_relocs *relocs,
			   const struct elf_symtab *symtab,
			   struct elf_format fmt, char *data, size_t len);

#endif

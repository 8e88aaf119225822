/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Relocations of one section of a relocatable object. Used inside sdt/.
 */
#ifndef DTRACE_SDT_RELOC_H
#define DTRACE_SDT_RELOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sdt/image.h"
#include "sdt/symtab.h"

struct sdt_reloc {
	uint64_t off; /* of the place, in the section */
	uint64_t addend;
	bool has_addend; /* false: the place holds it */
	uint32_t symbol; /* number in .symtab */
	uint32_t type; /* R_... */
};

struct sdt_relocs {
	struct sdt_reloc *v; /* sorted by off */
	size_t cnt;
};

/*
 * Loads the relocations of section number @section_idx; none is fine.
 * Returns 0 or -errno; -EBADMSG when they are damaged.
 */
int sdt_relocs_init(struct sdt_relocs *relocs, const struct sdt_image *image,
		    size_t section_idx);
void sdt_relocs_deinit(struct sdt_relocs *relocs);
/* The relocation of the place at @off, or NULL. */
const struct sdt_reloc *sdt_relocs_find(const struct sdt_relocs *relocs,
					uint64_t off);
/*
 * Fills in the numbers in @data that are differences of two labels. Some
 * machines leave even the length of a note to the linker.
 */
void sdt_relocs_apply_sums(const struct sdt_relocs *relocs,
			   const struct sdt_symtab *symtab,
			   struct sdt_format fmt, char *data, size_t len);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The symbols of an ELF file: which function is around an address, which
 * address a name has. Used inside sdt/.
 */
#ifndef DTRACE_SDT_SYMTAB_H
#define DTRACE_SDT_SYMTAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sdt/image.h"

struct sdt_symbol {
	/* in the symbol table's strings, where it ends before "@VERSION" */
	const char *name;
	uint64_t value;
	uint64_t size_bytes;
	uint32_t name_len;
	uint32_t unit; /* which source file a local symbol is of; 0 = unknown */
	uint16_t section_idx; /* SHN_... */
	uint8_t type; /* STT_... */
	uint8_t bind; /* STB_... */
	bool is_label; /* in code, and of no type: assemblers write such */
};

/* A function symbol in the index by address. */
struct sdt_symtab_func {
	uint64_t start; /* with the section in relocatable objects */
	uint64_t max_end; /* of this and all before it */
	uint32_t symbol;
};

struct sdt_symtab {
	struct sdt_symbol *symbols; /* as in the file, number 0 included */
	size_t symbol_cnt;
	char *strings;
	struct sdt_symtab_func *funcs; /* sorted; NULL until needed */
	size_t func_cnt;
	uint32_t *buckets; /* first symbol by hash of its name; NULL as above */
	uint32_t *next; /* of the symbol with the same hash; 0 = none */
	uint32_t bucket_mask;
	uint16_t machine;
	uint16_t elf_type;
};

/*
 * Loads .symtab, or .dynsym when there is none; no symbols at all is fine.
 * Returns 0 or -errno; -EBADMSG when the tables are damaged.
 */
int sdt_symtab_init(struct sdt_symtab *symtab, const struct sdt_image *image);
void sdt_symtab_deinit(struct sdt_symtab *symtab);

/*
 * The order of names that one address has, the one to show first: read comes
 * before __read, a name that others see before one that they don't, open
 * before open64.
 */
int sdt_symbol_compare_names(const struct sdt_symbol *a,
			     const struct sdt_symbol *b);

/* A place that is asked for: see sdt_symtab_function(). */
struct sdt_symtab_place {
	uint32_t section_idx;
	uint64_t vaddr;
};

/*
 * Says that sdt_symtab_function() will be called for these places only: a
 * pass over the symbols instead of sorting them.
 */
void sdt_symtab_expect(struct sdt_symtab *symtab,
		       const struct sdt_symtab_place *places, size_t cnt);
/*
 * The function around @vaddr, which is in section @section_idx, or NULL. Where
 * none says that it reaches there, the label before it will do. In a
 * relocatable object @vaddr counts from the section's begin.
 */
const struct sdt_symbol *sdt_symtab_function(struct sdt_symtab *symtab,
					     uint32_t section_idx,
					     uint64_t vaddr);
/*
 * The address that @name has for code of translation unit @unit (0:
 * unknown). Returns as sdt_resolve_fn does.
 */
int sdt_symtab_resolve(struct sdt_symtab *symtab, const char *name, size_t len,
		       uint32_t unit, uint64_t *vaddr_ret);

#endif

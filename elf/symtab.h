/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The symbols of an ELF file: which function is around an address, which
 * address a name has.
 */
#ifndef DTRACE_ELF_SYMTAB_H
#define DTRACE_ELF_SYMTAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf/elf_file.h"

struct elf_symbol {
	/* in the symbol table's strings, where it ends before "@VERSION" */
	const char *name;
	uint64_t value;
	uint64_t size_bytes;
	uint32_t name_len;
	uint32_t unit; /* which source file a local symbol is of; 0 = unknown */
	uint16_t section_idx; /* SHN_... */
	uint8_t type; /* STT_... */
	uint8_t bind; /* STB_... */
	uint8_t visibility; /* STV_... */
	bool is_label; /* untyped, in code: as written by assemblers */
};

/* A function, or a variable, in the index by address. */
struct elf_symtab_func {
	uint64_t start; /* with the section in relocatable objects */
	uint64_t max_end; /* the highest end of this and all before it */
	uint32_t symbol;
};

struct elf_symtab {
	struct elf_symbol *symbols; /* as in the file, number 0 included */
	size_t symbol_cnt;
	char *strings;
	struct elf_symtab_func *funcs; /* sorted; NULL until needed */
	size_t func_cnt;
	struct elf_symtab_func *objects; /* the same of variables */
	size_t object_cnt;
	uint32_t *buckets; /* first symbol by hash of its name; NULL as above */
	uint32_t *next; /* of the symbol with the same hash; 0 = none */
	uint32_t bucket_mask;
	bool lacks_variables; /* those that its code can name */
	uint16_t machine;
	uint16_t elf_type;
};

/*
 * Loads .symtab, or .dynsym when there is none; no symbols at all is fine.
 * Returns 0 or -errno; -EBADMSG when the tables are damaged.
 */
int elf_symtab_init(struct elf_symtab *symtab, const struct elf_file *image);
void elf_symtab_deinit(struct elf_symtab *symtab);

/*
 * Compares names of the same address; the one to show comes first: read before
 * __read, global names before local ones, open before open64.
 */
int elf_symbol_compare_names(const struct elf_symbol *a,
			     const struct elf_symbol *b);

/* A place to look up: see elf_symtab_function(). */
struct elf_symtab_place {
	uint32_t section_idx;
	uint64_t vaddr;
};

/*
 * Announces that elf_symtab_function() will be called for these places only, so
 * one pass over the symbols replaces sorting them.
 */
void elf_symtab_expect(struct elf_symtab *symtab,
		       const struct elf_symtab_place *places, size_t cnt);
/*
 * The function around @vaddr, which is in section @section_idx, or NULL. If no
 * symbol's size reaches there, the label before it is returned. In a
 * relocatable object @vaddr counts from the start of the section.
 */
const struct elf_symbol *elf_symtab_function(struct elf_symtab *symtab,
					     uint32_t section_idx,
					     uint64_t vaddr);
/*
 * The variable around @vaddr, or NULL. Not for relocatable objects.
 */
const struct elf_symbol *elf_symtab_object(struct elf_symtab *symtab,
					   uint64_t vaddr);
/*
 * The address that @name has for code of translation unit @unit (0:
 * unknown). Returns as elf_resolve_fn does.
 */
int elf_symtab_resolve(struct elf_symtab *symtab, const char *name, size_t len,
		       uint32_t unit, uint64_t *vaddr_ret);

#endif

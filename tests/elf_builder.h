/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes small ELF files of any class, byte order and machine for tests, so
 * that no binary has to be kept. Nothing is checked: a test may ask for
 * nonsense.
 *
 *	struct elf_builder b;
 *
 *	elf_builder_init(&b, fmt, EM_X86_64, ET_DYN);
 *	text = elf_builder_section(&b, ".text", SHT_PROGBITS,
 *				   SHF_ALLOC | SHF_EXECINSTR, 0x1000, code, 16);
 *	elf_builder_load(&b, PF_R | PF_X, text);
 *	elf_builder_finish(&b, &file);		// a strbuf
 *	elf_builder_deinit(&b);
 */
#ifndef DTRACE_TESTS_ELF_BUILDER_H
#define DTRACE_TESTS_ELF_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "base/vec.h"
#include "elf/byte_order.h"

struct elf_builder_section {
	const char *name; /* borrowed */
	uint32_t type;
	uint64_t flags;
	uint64_t vaddr;
	struct strbuf data;
	uint32_t link;
	uint32_t info;
	uint64_t fileoff; /* set by elf_builder_finish() */
	uint32_t name_off;
};

struct elf_builder_segment {
	uint32_t type;
	uint32_t flags;
	size_t section; /* covers this one */
};

struct elf_builder_symbol {
	const char *name; /* borrowed */
	uint8_t type;
	uint8_t bind;
	uint16_t section; /* number of the section in the file */
	uint64_t value;
	uint64_t size_bytes;
	uint8_t visibility; /* STV_...; for the caller to set */
};

struct elf_builder {
	struct elf_format fmt;
	uint16_t machine;
	uint16_t elf_type;
	VEC(struct elf_builder_section) sections; /* [0] is the null section */
	VEC(struct elf_builder_segment) segments;
	VEC(struct elf_builder_symbol) symbols; /* [0] is the null symbol */
};

void elf_builder_init(struct elf_builder *b, struct elf_format fmt,
		      uint16_t machine, uint16_t elf_type);
void elf_builder_deinit(struct elf_builder *b);

/* Adds a section with a copy of @data and returns its number. */
size_t elf_builder_section(struct elf_builder *b, const char *name,
			   uint32_t type, uint64_t flags, uint64_t vaddr,
			   const void *data, size_t len);
/* Adds a PT_LOAD (or another) segment around a section. */
void elf_builder_load(struct elf_builder *b, uint32_t flags, size_t section);
void elf_builder_segment(struct elf_builder *b, uint32_t type, uint32_t flags,
			 size_t section);
/* Adds a symbol and returns its number. */
size_t elf_builder_symbol(struct elf_builder *b, const char *name, uint8_t type,
			  uint8_t bind, size_t section, uint64_t value,
			  uint64_t size_bytes);
/* Appends one entry to a SHT_RELA section's data. */
void elf_builder_rela(struct elf_builder *b, struct strbuf *rela, uint64_t off,
		      size_t symbol, uint32_t type, int64_t addend);
/*
 * Writes the file to @ret. Sections for symbols (if any) and names are added;
 * the file offset of each section is known afterwards.
 */
void elf_builder_finish(struct elf_builder *b, struct strbuf *ret);

#endif

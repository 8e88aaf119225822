/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ELF files in memory: libelf writes to a file descriptor, so an object is
 * put together in an anonymous file and then taken out as bytes.
 */
#ifndef DTRACE_LINKER_ELF_IMAGE_H
#define DTRACE_LINKER_ELF_IMAGE_H

#include <gelf.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text/strbuf.h"
#include "base/vec.h"
#include "elf/byte_order.h"
#include "linker/target_machine.h"

/* An open image. What sections and symbols hold lives in @arena. */
struct elf_image {
	int fd;
	Elf *elf;
	struct arena arena;
	size_t max_bytes; /* a copy that would become larger is refused */
	const char *error; /* libelf's message when a call failed */
};

/* A new, empty relocatable object. Returns 0 or -errno (-EIO: see error). */
int elf_image_create(struct elf_image *image,
		     const struct link_machine *machine);
/* The same as a copy of @len bytes of an object, to be changed. */
int elf_image_copy(struct elf_image *image, const void *data, size_t len);
void elf_image_deinit(struct elf_image *image);

/* Properties of a new section. @data of @len bytes is copied. */
struct elf_image_section {
	const char *name;
	uint32_t type;
	uint64_t flags;
	uint32_t link;
	uint32_t info;
	uint64_t align;
	uint64_t entsize;
	Elf_Type elf_type; /* type of @data in host format */
	const void *data;
	size_t len;
};

/*
 * Adds a section; @name_off is its name's place in the section name table.
 * Returns the section's index, or 0 on failure (error is set).
 */
size_t elf_image_add(struct elf_image *image,
		     const struct elf_image_section *section, size_t name_off);
/* Replaces all data of a section by a copy of @len bytes. 0 or -EIO. */
int elf_image_replace(struct elf_image *image, Elf_Scn *scn, const void *data,
		      size_t len);
/* Writes everything and appends the file's bytes to @sb. 0 or -errno. */
int elf_image_take(struct elf_image *image, struct strbuf *sb);

/* Appends @text with its NUL; returns its offset. */
size_t elf_string(struct strbuf *table, const char *text);
/* Appends @sym in the format that ELF_T_SYM has for the class. */
void elf_put_sym(struct strbuf *table, struct elf_format fmt,
		 const GElf_Sym *sym);
void elf_put_rela(struct strbuf *table, struct elf_format fmt,
		  const GElf_Rela *rela);

#endif

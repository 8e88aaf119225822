/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The bytes of an ELF file, with its headers in host format, whatever class and
 * byte order they have.
 */
#ifndef DTRACE_ELF_ELF_FILE_H
#define DTRACE_ELF_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf/byte_order.h"

struct elf_section {
	uint32_t name_off; /* in the section name table */
	uint32_t type; /* SHT_... */
	uint64_t flags; /* SHF_... */
	uint64_t vaddr;
	uint64_t fileoff;
	uint64_t file_bytes;
	uint64_t entry_bytes;
	uint32_t link;
	uint32_t info;
};

struct elf_segment {
	uint32_t type; /* PT_... */
	uint32_t flags;
	uint64_t fileoff;
	uint64_t vaddr;
	uint64_t file_bytes;
	uint64_t mem_bytes;
};

struct elf_file {
	int fd; /* borrowed; -1: in memory */
	const uint8_t *mem; /* borrowed */
	uint64_t size_bytes;
	struct elf_format format;
	uint16_t machine;
	uint16_t elf_type;
	struct elf_section *sections; /* owned */
	size_t section_cnt;
	struct elf_segment *segments; /* owned */
	size_t segment_cnt;
	char *names; /* owned: section names, NUL-terminated */
	size_t names_len;
};

/*
 * Reads the headers of a file. Returns 0, -errno of reading, or -ENOEXEC
 * with static text in *@why_ret. elf_file_deinit() after success only.
 */
int elf_file_init_fd(struct elf_file *image, int fd, const char **why_ret);
int elf_file_init_memory(struct elf_file *image, const void *data, size_t len,
			  const char **why_ret);
void elf_file_deinit(struct elf_file *image);

/*
 * Returns the loaded segment with all of @flags (PF_...) whose bytes in the file
 * contain @vaddr, or NULL.
 */
const struct elf_segment *elf_segment_at(const struct elf_file *image,
					 uint64_t vaddr, uint32_t flags);
/*
 * Reads @len bytes at @fileoff. Returns 0, -EBADMSG when the file ends
 * before, or -errno.
 */
int elf_file_read(const struct elf_file *image, uint64_t fileoff, void *buf,
		   size_t len);
/*
 * Reads @len bytes into new memory of the caller (free()) and appends a NUL.
 * Returns also -EFBIG (more than 1 GiB) and -ENOMEM.
 */
int elf_file_load(const struct elf_file *image, uint64_t fileoff,
		   uint64_t len, char **ret);
/* "" when it has none. */
const char *elf_file_section_name(const struct elf_file *image,
				   const struct elf_section *section);
/* The first section from number @from on with this name, or NULL. */
const struct elf_section *elf_file_find(const struct elf_file *image,
					 const char *name, size_t from);

#endif

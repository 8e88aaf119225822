/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The bytes of an ELF file with its headers in one form, whatever class and
 * byte order they have. Used inside sdt/.
 */
#ifndef DTRACE_SDT_IMAGE_H
#define DTRACE_SDT_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sdt/note.h"

struct sdt_section {
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

struct sdt_segment {
	uint32_t type; /* PT_... */
	uint32_t flags;
	uint64_t fileoff;
	uint64_t vaddr;
	uint64_t file_bytes;
	uint64_t mem_bytes;
};

struct sdt_image {
	int fd; /* borrowed; -1: in memory */
	const uint8_t *mem; /* borrowed */
	uint64_t size_bytes;
	struct sdt_format format;
	uint16_t machine;
	uint16_t elf_type;
	struct sdt_section *sections; /* owned */
	size_t section_cnt;
	struct sdt_segment *segments; /* owned */
	size_t segment_cnt;
	char *names; /* owned: section names, NUL-terminated */
	size_t names_len;
};

/*
 * Reads the headers of a file. Returns 0, -errno of reading, or -ENOEXEC
 * with static text in *@why_ret. sdt_image_deinit() after success only.
 */
int sdt_image_init_fd(struct sdt_image *image, int fd, const char **why_ret);
int sdt_image_init_memory(struct sdt_image *image, const void *data, size_t len,
			  const char **why_ret);
void sdt_image_deinit(struct sdt_image *image);

/*
 * Reads @len bytes at @fileoff. Returns 0, -EBADMSG when the file ends
 * before, or -errno.
 */
int sdt_image_read(const struct sdt_image *image, uint64_t fileoff, void *buf,
		   size_t len);
/*
 * Reads @len bytes into new memory of the caller (free()) and puts a NUL
 * behind them. Returns also -EFBIG (more than 1 GiB) and -ENOMEM.
 */
int sdt_image_load(const struct sdt_image *image, uint64_t fileoff,
		   uint64_t len, char **ret);
/* "" when it has none. */
const char *sdt_image_section_name(const struct sdt_image *image,
				   const struct sdt_section *section);
/* The first section from number @from on with this name, or NULL. */
const struct sdt_section *sdt_image_find(const struct sdt_image *image,
					 const char *name, size_t from);

#endif

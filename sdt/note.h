/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Notes in an ELF section, read one after the other, and the note of a probe
 * site, read and written. docs/note-format.md has the layouts.
 */
#ifndef DTRACE_SDT_NOTE_H
#define DTRACE_SDT_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

#define SDT_NOTE_SECTION ".note.stapsdt"
#define SDT_NOTE_OWNER "stapsdt"
#define SDT_BASE_SECTION ".stapsdt.base"
#define SDT_SEMA_SECTION ".probes"

enum { SDT_NOTE_TYPE = 3 };

/* How numbers look in a file. */
struct sdt_format {
	bool is_64; /* addresses have 8 bytes, else 4 */
	bool is_big_endian; /* most significant byte first */
};

/* The format of this machine's own programs. */
struct sdt_format sdt_format_host(void);
/* Bytes of an address: 4 or 8. */
size_t sdt_addr_bytes(struct sdt_format fmt);
/* The unsigned number of @width bytes (1, 2, 4, 8) at @p. */
uint64_t sdt_get(struct sdt_format fmt, const void *p, size_t width);
/* Appends the low @width bytes of @value. */
void sdt_put(struct sdt_format fmt, struct strbuf *sb, uint64_t value,
	     size_t width);

/* Any ELF note; all pointers point into the section's data. */
struct sdt_elf_note {
	const char *owner; /* not terminated */
	size_t owner_len; /* bytes, without a final NUL */
	uint32_t type;
	const uint8_t *desc;
	size_t desc_len;
	size_t desc_off; /* of desc in the section, bytes */
};

/*
 * Reads the note at *@pos and moves *@pos behind it. Returns 1, or 0 at the
 * end, or -EBADMSG when what is there is no whole note (*@pos is kept).
 */
int sdt_elf_note_next(const void *data, size_t len, struct sdt_format fmt,
		      size_t *pos, struct sdt_elf_note *ret);
bool sdt_elf_note_is(const struct sdt_elf_note *note, const char *owner,
		     uint32_t type);
/*
 * Appends a note with its padding (owner and description to 4 bytes each)
 * and returns the offset of the description in @sb, bytes.
 */
size_t sdt_elf_note_write(struct strbuf *sb, struct sdt_format fmt,
			  const char *owner, uint32_t type, const void *desc,
			  size_t desc_len);

/* What the note of one site says, nothing corrected. */
struct sdt_note {
	uint64_t pc; /* link-time address of the NOP */
	uint64_t base; /* of .stapsdt.base when the note was written */
	uint64_t sema; /* of the semaphore; 0 = none */
	const char *provider; /* these three borrowed: section or caller */
	const char *name;
	const char *args;
};

/* The three places in a site's note that relocations fill. */
enum sdt_note_addr {
	SDT_NOTE_PC,
	SDT_NOTE_BASE,
	SDT_NOTE_SEMA,
	SDT_NOTE_ADDR_CNT,
};

/*
 * Reads the description of a site's note (owner and type were checked).
 * The strings point into @desc. Returns 0, or -EBADMSG when addresses or a
 * string's end are missing; a missing operand string is an empty one.
 */
int sdt_note_parse(const void *desc, size_t len, struct sdt_format fmt,
		   struct sdt_note *ret);
/*
 * Appends the whole note of a site. @reloc_off_ret receives the offset in
 * @sb of each address, in the order of enum sdt_note_addr.
 */
void sdt_note_write(struct strbuf *sb, struct sdt_format fmt,
		    const struct sdt_note *note,
		    size_t reloc_off_ret[SDT_NOTE_ADDR_CNT]);
/*
 * Corrects pc and semaphore for a program that was moved after linking
 * (prelink): by the difference of where .stapsdt.base is to where the note
 * says it was. 0 on either side means that there is nothing to go by.
 */
void sdt_note_correct(struct sdt_note *note, uint64_t base_vaddr,
		      struct sdt_format fmt);

#endif

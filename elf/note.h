/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The notes of a section of an ELF file, read one after the other.
 */
#ifndef DTRACE_ELF_NOTE_H
#define DTRACE_ELF_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "elf/byte_order.h"

/* Any ELF note; all pointers point into the section's data. */
struct elf_note {
	const char *owner; /* not terminated */
	size_t owner_len; /* bytes, without a final NUL */
	uint32_t type;
	const uint8_t *desc;
	size_t desc_len;
	size_t desc_off; /* of desc in the section, bytes */
};

/*
 * Reads the note at *@pos and moves *@pos past it. Returns 1, or 0 at the end,
 * or -EBADMSG when the note is truncated (*@pos is kept).
 */
int elf_note_next(const void *data, size_t len, struct elf_format fmt,
		      size_t *pos, struct elf_note *ret);
bool elf_note_is(const struct elf_note *note, const char *owner,
		     uint32_t type);
/*
 * Appends a note with its padding (owner and description to 4 bytes each)
 * and returns the offset of the description in @sb, bytes.
 */
size_t elf_note_write(struct strbuf *sb, struct elf_format fmt,
			  const char *owner, uint32_t type, const void *desc,
			  size_t desc_len);

#endif

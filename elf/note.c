// SPDX-License-Identifier: BSD-2-Clause
/*
 * An ELF note is three 4-byte numbers and two byte strings, each padded to 4:
 *
 *	namesz=8 descsz=0x35 type=3 | "stapsdt\0" | description...
 *
 * The file is untrusted: lengths are checked against the remaining bytes
 * before they are used.
 */
#include "elf/note.h"

#include <errno.h>
#include <string.h>

/* namesz, descsz, type */
enum { NOTE_HEADER_BYTES = 12 };

static size_t align4(size_t n)
{
	return (n + 3) & ~(size_t)3;
}

int elf_note_next(const void *data, size_t len, struct elf_format fmt,
		      size_t *pos, struct elf_note *ret)
{
	const uint8_t *p = (const uint8_t *)data + *pos;
	size_t left = len - *pos;
	size_t owner_bytes, desc_bytes, desc_at;

	if (!left)
		return 0;
	if (left < NOTE_HEADER_BYTES)
		return -EBADMSG;
	owner_bytes = elf_get(fmt, p, 4);
	desc_bytes = elf_get(fmt, p + 4, 4);
	left -= NOTE_HEADER_BYTES;
	if (owner_bytes > left || align4(owner_bytes) > left)
		return -EBADMSG;
	desc_at = NOTE_HEADER_BYTES + align4(owner_bytes);
	left -= align4(owner_bytes);
	if (desc_bytes > left)
		return -EBADMSG;
	*ret = (struct elf_note){
		.owner = (const char *)p + NOTE_HEADER_BYTES,
		.owner_len = strnlen((const char *)p + NOTE_HEADER_BYTES,
				     owner_bytes),
		.type = elf_get(fmt, p + 8, 4),
		.desc = p + desc_at,
		.desc_len = desc_bytes,
		.desc_off = *pos + desc_at,
	};
	/* The last note's padding may be missing. */
	*pos += desc_at +
		(align4(desc_bytes) > left ? left : align4(desc_bytes));
	return 1;
}

bool elf_note_is(const struct elf_note *note, const char *owner,
		     uint32_t type)
{
	return note->type == type && note->owner_len == strlen(owner) &&
		!memcmp(note->owner, owner, note->owner_len);
}

/* Appends zeros until @len bytes are a multiple of 4. */
static void put_padding(struct strbuf *sb, size_t len)
{
	strbuf_pad(sb, '\0', align4(len) - len);
}

size_t elf_note_write(struct strbuf *sb, struct elf_format fmt,
			  const char *owner, uint32_t type, const void *desc,
			  size_t desc_len)
{
	size_t owner_bytes = strlen(owner) + 1;
	size_t desc_off;

	elf_put(fmt, sb, owner_bytes, 4);
	elf_put(fmt, sb, desc_len, 4);
	elf_put(fmt, sb, type, 4);
	strbuf_add(sb, owner, owner_bytes);
	put_padding(sb, owner_bytes);
	desc_off = sb->len;
	strbuf_add(sb, desc, desc_len);
	put_padding(sb, desc_len);
	return desc_off;
}

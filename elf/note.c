// SPDX-License-Identifier: BSD-2-Clause
/*
 * An ELF note is three 4-byte numbers and two byte strings, each padded to 4:
 *
 *	namesz=8 descsz=0x35 type=3 | "stapsdt\0" | description...
 *
 * The file is untrusted: lengths are checked against the remaining bytes
 * before they are used, and a string without its NUL is rejected.
 */
#include "elf/note.h"

#include <errno.h>
#include <string.h>

/* namesz, descsz, type */
enum { NOTE_HEADER_BYTES = 12 };

size_t elf_addr_bytes(struct elf_format fmt)
{
	return fmt.is_64 ? 8 : 4;
}

uint64_t elf_get(struct elf_format fmt, const void *p, size_t width)
{
	const uint8_t *bytes = p;
	uint64_t value = 0;

	/* nearly always: symbol tables have many of these */
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !fmt.is_big_endian &&
	    width <= sizeof(value)) {
		memcpy(&value, p, width);
		return value;
	}
	for (size_t i = 0; i < width; i++)
		value = value << 8 |
			bytes[fmt.is_big_endian ? i : width - 1 - i];
	return value;
}

void elf_put(struct elf_format fmt, struct strbuf *sb, uint64_t value,
	     size_t width)
{
	for (size_t i = 0; i < width; i++) {
		size_t byte = fmt.is_big_endian ? width - 1 - i : i;

		strbuf_putc(sb, (char)(value >> (8 * byte)));
	}
}

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

/* Returns the string at *@p and moves *@p past it; NULL when it has no end. */

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Files of other machines are read, too, so the width and the byte order of a
 * number are those of its file. 0x1234 in 4 bytes:
 *
 *	x86-64	34 12 00 00
 *	s390x	00 00 12 34
 */
#include "elf/byte_order.h"

#include <string.h>

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

// SPDX-License-Identifier: BSD-2-Clause
/* Numbers in call frame information: of fixed size, and LEB128 of DWARF. */
#include "runtime/symbol/unwind/cfi_bytes.h"

uint64_t cfi_number(struct cfi_bytes *bytes, unsigned int size_bytes)
{
	struct cfi_bytes part = cfi_take(bytes, size_bytes);
	uint64_t value = 0;

	for (unsigned int i = 0; part.at + i < part.end; i++)
		value |= (uint64_t)part.at[i] << i * 8;
	return value;
}

/*
 * Linkers pad numbers to a fixed width. A longer one is of a file that was made
 * to be slow: any number of functions can share it, and each reads it again.
 */
enum { LEB_BITS_MAX = 7 * 32 };

uint64_t cfi_uleb(struct cfi_bytes *bytes)
{
	uint64_t value = 0;

	for (unsigned int shift = 0;; shift += 7) {
		uint8_t byte = (uint8_t)cfi_number(bytes, 1);

		bytes->is_bad |= shift >= LEB_BITS_MAX;
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80) || bytes->is_bad)
			return value;
	}
}

int64_t cfi_sleb(struct cfi_bytes *bytes)
{
	uint64_t value = 0;

	for (unsigned int shift = 0;; shift += 7) {
		uint8_t byte = (uint8_t)cfi_number(bytes, 1);

		bytes->is_bad |= shift >= LEB_BITS_MAX;
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte & 0x80 && !bytes->is_bad)
			continue;
		if (byte & 0x40 && shift + 7 < 64)
			value |= -(UINT64_C(1) << (shift + 7));
		return (int64_t)value;
	}
}

struct cfi_bytes cfi_take(struct cfi_bytes *bytes, uint64_t cnt)
{
	struct cfi_bytes part = *bytes;

	if (cnt > (uint64_t)(bytes->end - bytes->at)) {
		bytes->is_bad = true;
		bytes->at = bytes->end;
		part.at = part.end;
		return part;
	}
	bytes->at += cnt;
	part.end = bytes->at;
	return part;
}

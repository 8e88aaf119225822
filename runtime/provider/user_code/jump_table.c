// SPDX-License-Identifier: BSD-2-Clause
/*
 * Tables of addresses from which x86 code that is not position-independent takes
 * the targets of jumps:
 *
 *	jmp *0x402008(,%rax,8)
 *	402008:  00000000004011d8  0000000000401180 ...
 *
 * The words tell a `switch`, which stays in the function, from a tail call of one
 * of several functions, and a loop around a `switch`: its words may be the first
 * address of the function. A table ends where a word leads elsewhere.
 */
#include <elf.h>
#include <string.h>

#include "elf/byte_order.h"
#include "runtime/provider/user_code/user_code.h"

enum {
	JUMP_BYTES = 7, /* ff, 24, a byte for registers, the address */
	ADDRESS_OFF = 3,
	WORDS_MAX = 4096,
};

bool user_table_word(const struct user_file *file, uint64_t table_vaddr,
		     size_t idx, uint64_t *ret)
{
	const struct elf_file *image = &file->image;
	size_t bytes = image->format.is_64 ? 8 : 4;
	uint64_t vaddr = table_vaddr + idx * bytes;
	const struct elf_segment *s = elf_segment_at(image, vaddr, 0);
	uint8_t word[8];

	if (!s || elf_file_read(image, s->fileoff + vaddr - s->vaddr, word,
				bytes))
		return false;
	*ret = elf_get(image->format, word, bytes);
	return true;
}

/* Whether the table, as far as it leads into @func, contains @vaddr. */
static bool has_word(const struct user_file *file, const struct user_func *func,
		     uint64_t table_vaddr, uint64_t vaddr)
{
	uint64_t word;

	for (size_t i = 0; i < WORDS_MAX; i++) {
		if (!user_table_word(file, table_vaddr, i, &word) ||
		    word - func->vaddr >= func->size_bytes)
			return false;
		if (word == vaddr)
			return true;
	}
	return true;
}

bool user_tables_have(const struct user_file *file, const struct user_func *func,
		      const uint8_t *code, uint64_t vaddr)
{
	/* scale 8 or 4, no base register: ..101 */
	uint8_t registers = file->image.format.is_64 ? 0xc5 : 0x85;
	const uint8_t *at = code, *end = code + func->size_bytes;

	while ((at = memchr(at, 0xff, (size_t)(end - at))) &&
	       end - at >= JUMP_BYTES) {
		if (at[1] == 0x24 && (at[2] & 0xc7) == registers &&
		    has_word(file, func,
			     elf_get(file->image.format, at + ADDRESS_OFF, 4),
			     vaddr))
			return true;
		at++;
	}
	return false;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * The target of an instruction that does not continue with the next one or
 * return to the caller: calls, jumps and branches, by their bytes.
 *
 *	x86	e8 call, e9 eb jmp, 70-7f e0-e3 0f80-0f8f branches: a distance
 *		from the end; ff /2 to /5: from a register or memory
 *	arm64	one word; distances in words from the instruction
 */
#include <elf.h>
#include <string.h>

#include "runtime/provider/machine_code/machine_code.h"

size_t x86_prefix_len(uint16_t machine, const uint8_t *code, size_t len)
{
	static const uint8_t prefixes[] = {
		0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3,
	};
	size_t cnt = 0;

	while (cnt < len && memchr(prefixes, code[cnt], sizeof(prefixes)))
		cnt++;
	if (cnt < len && machine == EM_X86_64 && (code[cnt] & 0xf0) == 0x40)
		cnt++;
	return cnt;
}

uint8_t x86_rex(uint16_t machine, const uint8_t *code, size_t prefix_len)
{
	if (machine != EM_X86_64 || !prefix_len ||
	    (code[prefix_len - 1] & 0xf0) != 0x40)
		return 0;
	return code[prefix_len - 1];
}

static bool x86_exit(uint16_t machine, const uint8_t *code, size_t len,
		     uint64_t off, struct code_exit *ret)
{
	size_t at = x86_prefix_len(machine, code, len);
	uint8_t opcode = at < len ? code[at] : 0;
	uint8_t second = at + 1 < len ? code[at + 1] : 0;
	unsigned int reg = second >> 3 & 7;
	int64_t end = (int64_t)(off + len);
	int32_t distance;

	ret->is_always = opcode == 0xe9 || opcode == 0xeb || opcode == 0xea ||
			 (opcode == 0xff && (reg == 4 || reg == 5));
	if (opcode == 0xe8 || opcode == 0xe9 ||
	    (opcode == 0x0f && (second & 0xf0) == 0x80)) {
		if (len - at < 1 + sizeof(distance))
			return true; /* of 16 bits: it stays unknown */
		memcpy(&distance, code + len - sizeof(distance),
		       sizeof(distance));
		*ret = (struct code_exit){ .target = end + distance,
					   .is_known = true,
					   .is_call = opcode == 0xe8,
					   .is_always = ret->is_always,
					   .off = (uint32_t)off };
		return true;
	}
	if ((opcode & 0xf0) == 0x70 || opcode == 0xeb ||
	    (opcode >= 0xe0 && opcode <= 0xe3)) {
		*ret = (struct code_exit){ .target =
						   end + (int8_t)code[len - 1],
					   .is_known = true,
					   .is_always = ret->is_always,
					   .off = (uint32_t)off };
		return true;
	}
	if (opcode == 0x9a || opcode == 0xea)
		return machine != EM_X86_64;
	ret->is_call = reg == 2 || reg == 3;
	return opcode == 0xff && reg >= 2 && reg <= 5;
}

/* The distance in the @cnt bits of @word from @first on, converted to bytes. */
static int64_t arm64_distance(uint32_t word, unsigned int first,
			      unsigned int cnt)
{
	uint32_t high = word << (32 - first - cnt);

	return (int64_t)((int32_t)high >> (32 - cnt)) * 4;
}

static bool arm64_exit(const uint8_t *code, size_t len, uint64_t off,
		       struct code_exit *ret)
{
	uint32_t word;
	int64_t distance;

	if (len != sizeof(word))
		return false;
	memcpy(&word, code, sizeof(word));
	if ((word & 0x7c000000) == 0x14000000) /* b, bl */
		distance = arm64_distance(word, 0, 26);
	else if ((word & 0xfe000000) == 0x54000000 || /* b.cond */
		 (word & 0x7e000000) == 0x34000000) /* cbz, cbnz */
		distance = arm64_distance(word, 5, 19);
	else if ((word & 0x7e000000) == 0x36000000) /* tbz, tbnz */
		distance = arm64_distance(word, 5, 14);
	else /* br, blr and similar, but not ret (retaa is one of them) */
		return (word & 0xfe000000) == 0xd6000000 &&
		       (word & 0xfffffc1f) != 0xd65f0000;
	*ret = (struct code_exit){ .target = (int64_t)off + distance,
				   .is_known = true,
				   .is_call = (word & 0xfc000000) == 0x94000000,
				   .off = (uint32_t)off };
	return true;
}

/* The register that `add` of two of 64 bits changes, or -1. */
static int x86_added(const uint8_t *code, size_t len)
{
	uint8_t rex = len == 3 ? code[0] : 0, modrm = len == 3 ? code[2] : 0;

	if ((rex & 0xf8) != 0x48 || modrm < 0xc0)
		return -1;
	if (code[1] == 0x01)
		return (modrm & 7) | (rex & 1) << 3;
	return code[1] == 0x03 ? (modrm >> 3 & 7) | (rex & 4) << 1 : -1;
}

/*
 *	add %rdx,%rax		a distance from the table, added to its address
 *	jmp *%rax
 *	jmp *table(,%rax,8)	which may also be a call of one of several functions
 *	notrack jmp ...		so that it may lead to where no endbr is
 */
void code_exit_find_table(uint16_t machine, const uint8_t *before,
			  size_t before_len, const uint8_t *code, size_t len,
			  struct code_exit *way)
{
	size_t at = 0;
	int base = 0;

	if (machine != EM_X86_64)
		return;
	if (len && code[0] == 0x3e) {
		way->by_table = true;
		at = 1;
	}
	if (len - at > 2 && (code[at] & 0xf0) == 0x40) {
		base = (code[at] & 1) << 3;
		at++;
	}
	if (len - at < 2 || code[at] != 0xff)
		return;
	if (code[at + 1] == 0x24) {
		if (len - at != 7 || (code[at + 2] & 7) != 5 || base)
			return;
		way->by_table = true;
		memcpy(&way->table_vaddr, code + at + 3,
		       sizeof(way->table_vaddr));
		return;
	}
	if ((code[at + 1] & 0xf8) == 0xe0 &&
	    x86_added(before, before_len) == (base | (code[at + 1] & 7)))
		way->by_table = true;
}

bool code_exit_decode(uint16_t machine, const uint8_t *code, size_t len,
		      uint64_t off, struct code_exit *ret)
{
	*ret = (struct code_exit){ .off = (uint32_t)off };
	switch (machine) {
	case EM_X86_64:
	case EM_386:
		return x86_exit(machine, code, len, off, ret);
	case EM_AARCH64:
		return arm64_exit(code, len, off, ret);
	}
	return true;
}

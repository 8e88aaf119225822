// SPDX-License-Identifier: BSD-2-Clause
/*
 * The address in its own function that an instruction reads from, or takes:
 *
 *	x86-64	8b 05 02 00 00 00	mov 2(%rip),%eax: 2 bytes past its end
 *	arm64	58000040		ldr x0, 8 bytes on
 */
#include <elf.h>
#include <string.h>

#include "runtime/provider/machine_code/machine_code.h"

enum {
	LEA = 0x8d,
	DISTANCE_BYTES = 4,
};

/*
 * Returns where the byte after the opcode is. The opcode may have one byte, or
 * more after 0f, or come after the 2 to 4 bytes of VEX and EVEX.
 */
static size_t after_opcode(const uint8_t *code, size_t len)
{
	size_t at = x86_prefix_len(EM_X86_64, code, len);

	if (at + 1 >= len)
		return len;
	switch (code[at]) {
	case 0xc5:
		return at + 3;
	case 0xc4:
		return at + 4;
	case 0x62:
		return at + 5;
	case 0x0f:
		return at + (code[at + 1] == 0x38 || code[at + 1] == 0x3a ? 3 :
									    2);
	}
	return at + 1;
}

/*
 * An operand relative to %rip is followed by a constant of at most 4 bytes. (What
 * has no operand, but a constant, has one of 4 or 8 bytes there.)
 */
static bool x86_reference(const uint8_t *code, size_t len, uint64_t off,
			  struct code_reference *ret)
{
	size_t at = after_opcode(code, len), left;
	int32_t distance;

	if (at + 1 + DISTANCE_BYTES > len || (code[at] & 0xc7) != 0x05)
		return false;
	left = len - at - 1 - DISTANCE_BYTES;
	if (left > 4 || left == 3)
		return false;
	memcpy(&distance, code + at + 1, sizeof(distance));
	*ret = (struct code_reference){
		.target = (int64_t)(off + len) + distance,
		.is_read = code[at - 1] != LEA,
	};
	return true;
}

static bool arm64_reference(const uint8_t *code, size_t len, uint64_t off,
			    struct code_reference *ret)
{
	uint32_t word;
	int64_t distance;
	bool is_read;

	if (len != sizeof(word))
		return false;
	memcpy(&word, code, sizeof(word));
	distance = (int64_t)(int32_t)(word << 8) >> 13;
	is_read = (word & 0x3b000000) == 0x18000000; /* ldr of a literal */
	if (is_read)
		distance *= 4;
	else if ((word & 0x9f000000) == 0x10000000) /* adr */
		distance = distance * 4 + (word >> 29 & 3);
	else
		return false;
	*ret = (struct code_reference){
		.target = (int64_t)off + distance,
		.is_read = is_read,
	};
	return true;
}

bool code_reference_find(uint16_t machine, const uint8_t *code, size_t len,
			 uint64_t off, struct code_reference *ret)
{
	switch (machine) {
	case EM_X86_64:
		return x86_reference(code, len, off, ret);
	case EM_AARCH64:
		return arm64_reference(code, len, off, ret);
	}
	return false;
}

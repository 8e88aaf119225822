// SPDX-License-Identifier: BSD-2-Clause
/*
 * Whether a function of x86 branches to its own beginning. Most don't, so it
 * is looked for byte by byte first: any position where a displacement would
 * lead there. Only where there is one the function is disassembled to see
 * whether an instruction has it.
 *
 *	75 fd		at + 1 + (int8_t)code[at] == target
 *	0f 85 f7 ff ff ff	at + 4 + distance == target, which is behind it:
 *			the highest byte of the distance is ff, or fe, fd, fc
 *			in functions of more than 16 MB
 */
#include <string.h>

#include "runtime/provider/pid.h"

/* jcc, loop, jrcxz, jmp with a displacement of one byte */
static bool is_short_branch(uint8_t opcode)
{
	return (opcode & 0xf0) == 0x70 || (opcode >= 0xe0 && opcode <= 0xe3) ||
	       opcode == 0xeb;
}

/* jmp, or jcc of two bytes, in front of a displacement of four at @at */
static bool is_near_branch(const uint8_t *code, size_t at)
{
	return code[at - 1] == 0xe9 ||
	       (at >= 2 && code[at - 2] == 0x0f &&
		(code[at - 1] & 0xf0) == 0x80);
}

static size_t last_short(const uint8_t *code, size_t len, uint32_t target)
{
	size_t last = 0;

	for (size_t at = 1; at < len && at < target + 128u; at++)
		if (code[at] == (uint8_t)(target - at - 1) &&
		    is_short_branch(code[at - 1]))
			last = at + 1;
	return last;
}

/* Of those with @high as the highest byte of the distance. */
static size_t last_near(const uint8_t *code, size_t len, uint32_t target,
			uint8_t high)
{
	const uint8_t *byte = code + len;

	while (byte - code > 4 && (byte = memrchr(code + 4, high,
						  (size_t)(byte - code - 4)))) {
		size_t at = (size_t)(byte - code - 3);
		uint32_t distance;

		memcpy(&distance, code + at, sizeof(distance));
		if ((uint32_t)at + 4 + distance == target &&
		    is_near_branch(code, at))
			return at + 4;
	}
	return 0;
}

/*
 * The end of the last place in @code that would lead to @target if it were a
 * branch, or 0.
 */
static size_t last_suspect(const uint8_t *code, size_t len, uint32_t target)
{
	size_t last = last_short(code, len, target);

	for (size_t part = 0; part <= len >> 24; part++) {
		size_t near = last_near(code, len, target,
					(uint8_t)(0xff - part));

		last = near > last ? near : last;
	}
	return last;
}

bool pid_has_branch_to(uint16_t machine, const uint8_t *code, size_t len,
		       uint32_t target)
{
	size_t last = last_suspect(code, len, target);
	struct pid_insns insns = { 0 };
	const char *why;
	bool is_one;

	if (!last)
		return false;
	/* without a disassembler, and behind what it knows, suspicion decides */
	is_one = pid_insns_find(&insns, machine, code, len, &why) ||
		 last > insns.end_off;
	for (size_t i = 0; i < insns.exits.cnt && !is_one; i++)
		is_one = insns.exits.v[i].is_known &&
			 !insns.exits.v[i].is_call &&
			 insns.exits.v[i].target == target;
	pid_insns_deinit(&insns);
	return is_one;
}

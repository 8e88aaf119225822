// SPDX-License-Identifier: BSD-2-Clause
/*
 * Instructions that switch between stacks: coroutines and the like load the
 * stack pointer from memory that is not on the stack. Compilers make no such
 * instruction; they restore the stack pointer from a register or the frame.
 *
 *	48 8b 23	mov (%rbx),%rsp
 *
 * or take it from a register, just after they stored it off the stack:
 *
 *	48 89 27	mov %rsp,(%rdi)
 *	48 89 f4	mov %rsi,%rsp
 *
 * All byte positions are looked at. What seems to be such an instruction can be
 * a part of another one, or data, so a second look follows: decoding x86 code
 * from a wrong byte falls into step with the code after a few instructions. If
 * more of some starts before the instruction arrive at it than miss it, it is one.
 *
 * On arm64 the stack pointer is set from a register, by compilers as well.
 */
#include <elf.h>
#include <string.h>

#include "runtime/provider/machine_code/machine_code.h"

enum {
	SP = 4, /* number of the stack pointer */
	BP = 5,
	STARTS = 16, /* bytes where decoding starts, before the instruction */
	INSN_MAX_BYTES = 8, /* the longest of these */
};

/*
 * Returns the length of the instruction @code (CODE_SWITCH_AFTER bytes at least), a
 * REX prefix and a mov, if it moves between %rsp and memory off the stack;
 * otherwise 0.
 */
static size_t move_len(const uint8_t *code)
{
	static const uint8_t distance[] = { 0, 1, 4 };
	unsigned int mode = code[2] >> 6, base = code[2] & 7;
	bool is_r8_up = code[0] & 1; /* rex.B: base is %r12 for %rsp, ... */
	size_t len = 3;

	/* rex.W without rex.R, which would make it %r12 */
	if ((code[0] & 0xfc) != 0x48 || mode == 3 || (code[2] >> 3 & 7) != SP)
		return 0;
	if (base == SP) /* it is in a byte of its own */
		base = code[len++] & 7;
	if (base == BP && !mode) /* no register: an address */
		return len + 4;
	return !is_r8_up && (base == SP || base == BP) ? 0 :
							 len + distance[mode];
}

/* Whether @code is mov REG,%rsp, with a register other than %rbp and %rsp. */
static bool is_from_register(const uint8_t *code)
{
	unsigned int from = code[1] == 0x89 ? code[2] >> 3 & 7 : code[2] & 7;
	unsigned int to = code[1] == 0x89 ? code[2] & 7 : code[2] >> 3 & 7;
	uint8_t from_r8_up =
		code[1] == 0x89 ? 4 : 1; /* its bit in the REX prefix */

	return (code[1] == 0x89 || code[1] == 0x8b) && code[2] >> 6 == 3 &&
		(code[0] & ~from_r8_up) == 0x48 && to == SP &&
		(code[0] & from_r8_up || (from != SP && from != BP));
}

/*
 * Whether the stack pointer is lowered by a constant, which is done below a frame
 * on the same stack. (The C library does it, from another register than %rbp, in
 * a function that statically linked programs have too.)
 */
static bool is_lowered(const uint8_t *code)
{
	return code[0] == 0x48 && (code[1] == 0x81 || code[1] == 0x83) &&
		code[2] == 0xec;
}

/*
 * Decodes @code from @start on. Returns 1 if it arrives at @off, or there is no
 * disassembler; -1 if an instruction begins before and ends behind; 0 if bytes
 * before are no instruction.
 */
static int arrives(uint16_t machine, const uint8_t *code, size_t start,
		   size_t off)
{
	struct code_insns insns = { 0 };
	const char *why;
	int ret;

	if (code_insns_find(&insns, machine, code + start,
			    off + INSN_MAX_BYTES - start, &why) ||
	    code_insns_at(&insns, (uint32_t)(off - start)) >= 0)
		ret = 1;
	else
		ret = insns.end_off > off - start ? -1 : 0;
	code_insns_deinit(&insns);
	return ret;
}

static bool is_insn(uint16_t machine, const uint8_t *code, size_t off)
{
	size_t first = off > CODE_SWITCH_BEFORE ? off - CODE_SWITCH_BEFORE : 0;
	int sum = 0;

	for (size_t i = first; i < off && i < first + STARTS; i++)
		sum += arrives(machine, code, i, off);
	return !off || sum > 0;
}

/* Whether the instructions @code (CODE_SWITCH_AFTER bytes) seem to switch. */
static bool seems_switch(const uint8_t *code)
{
	size_t len = move_len(code);

	if (!len)
		return false;
	return code[1] == 0x8b ? !is_lowered(code + len) :
				 is_from_register(code + len);
}

/* Looks at all places from @from on where the second byte is @opcode. */
static bool switches_by(uint16_t machine, const uint8_t *code, size_t len,
			size_t from, uint8_t opcode)
{
	const uint8_t *at = code + from + 1;
	const uint8_t *end = code + len - CODE_SWITCH_AFTER + 2;

	while (at < end && (at = memchr(at, opcode, (size_t)(end - at)))) {
		if (seems_switch(at - 1) &&
		    is_insn(machine, code, (size_t)(at - 1 - code)))
			return true;
		at++;
	}
	return false;
}

bool code_switches_stacks(uint16_t machine, const uint8_t *code, size_t len,
			  size_t from)
{
	return machine == EM_X86_64 && len >= from + CODE_SWITCH_AFTER &&
	       (switches_by(machine, code, len, from, 0x8b) ||
		switches_by(machine, code, len, from, 0x89));
}

/* Whether @opcode, with its next byte and REX prefix, sets %rsp; but not from %rbp or %rsp. */
static bool x86_sets_sp(uint8_t rex, uint8_t opcode, uint8_t modrm)
{
	bool is_register = modrm >> 6 == 3;
	unsigned int reg = (modrm >> 3 & 7) | (rex & 4 ? 8 : 0);
	unsigned int rm = (modrm & 7) | (rex & 1 ? 8 : 0);

	switch (opcode) {
	case 0x5c: /* pop */
	case 0x94: /* xchg with %rax */
		return !(rex & 1);
	case 0x87: /* xchg */
		return reg == SP || (is_register && rm == SP);
	case 0x89: /* mov to r/m */
		return is_register && rm == SP && reg != BP;
	case 0x8b: /* mov from r/m */
		return reg == SP && !(is_register && rm == BP);
	case 0x8d: /* lea; with a base of %rsp, there is another byte */
		return reg == SP && rm != BP && rm != SP;
	case 0x8f: /* pop to r/m */
		return is_register && rm == SP;
	default:
		return false;
	}
}

/* mov sp, xN, but not the frame pointer x29; an addition of 0 */
static bool arm64_sets_sp(uint32_t insn)
{
	return (insn & 0xfffffc1f) == 0x9100001f && (insn >> 5 & 31) != 29;
}

bool code_insn_sets_sp(uint16_t machine, const uint8_t *code, size_t len)
{
	size_t at = x86_prefix_len(machine, code, len);
	uint32_t word;

	if (machine == EM_AARCH64 && len == sizeof(word)) {
		memcpy(&word, code, sizeof(word));
		return arm64_sets_sp(word);
	}
	if ((machine != EM_X86_64 && machine != EM_386) || at >= len)
		return false;
	return x86_sets_sp(x86_rex(machine, code, at), code[at],
			   at + 1 < len ? code[at + 1] : 0);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Whether a function reads its return address, which a return probe would have
 * replaced: a setjmp() of a program's own keeps it for later, 32-bit code finds
 * its data by it.
 *
 *	48 89 1f	mov %rbx,(%rdi)
 *	48 8b 14 24	mov (%rsp),%rdx		the stack pointer is as at the entry
 *
 * Few functions have such bytes before they move the stack pointer; only these
 * are decoded. What takes its return address from the stack first (pop), as
 * vfork() does, keeps it as well.
 */
#include <elf.h>

#include "runtime/provider/machine_code/machine_code.h"

enum {
	SP = 4, /* number of the stack pointer */
	READ_BYTES = 3,
	LOOK_BYTES = 128, /* more than it takes to save all registers */
};

/* Whether the instruction @code moves the stack pointer. */
static bool moves_sp(uint16_t machine, const uint8_t *code, size_t len)
{
	size_t at = x86_prefix_len(machine, code, len);
	bool is_r8_up = x86_rex(machine, code, at) & 1; /* rex.B */
	uint8_t opcode = at < len ? code[at] : 0;
	uint8_t second = at + 1 < len ? code[at + 1] : 0;

	if ((opcode & 0xf0) == 0x50) /* push, pop */
		return true;
	switch (opcode) {
	case 0x0f: /* push, pop %fs, %gs */
		return (second & 0xf6) == 0xa0;
	case 0x60: /* pusha */
	case 0x68: /* push */
	case 0x6a:
	case 0x8f: /* pop */
	case 0x9c: /* pushf */
	case 0x9d: /* popf */
	case 0xc8: /* enter */
	case 0xc9: /* leave */
		return true;
	case 0x81: /* sub, add, and */
	case 0x83:
		return !is_r8_up && (second & 0xc7) == (0xc0 | SP);
	case 0x8d: /* lea */
		return (second >> 3 & 7) == SP;
	case 0xff: /* push */
		return (second >> 3 & 7) == 6;
	default:
		return code_insn_sets_sp(machine, code, len);
	}
}

/*
 * Whether the instruction at @off is mov (%rsp),REG. In 64-bit code, it has a REX
 * prefix, with W and without X and B, which make it 32 bits wide or (%r12).
 */
static bool is_read(uint16_t machine, const uint8_t *code, size_t off,
		    size_t len)
{
	const uint8_t *at = code + off;

	if (machine == EM_X86_64) {
		if (off == len || (*at & 0xfb) != 0x48)
			return false;
		at++;
		off++;
	}
	return len - off >= READ_BYTES && at[0] == 0x8b &&
		(at[1] & 0xc7) == SP && at[2] == 0x24;
}

/* Whether is_read() is true before the stack pointer is moved. */
static bool reads_unmoved(uint16_t machine, const uint8_t *code, size_t len)
{
	struct code_insns insns = { 0 };
	const char *why;
	bool ret = false;

	if (code_insns_find(&insns, machine, code, len, &why))
		ret = true;
	for (size_t i = 0; i < insns.offs.cnt && !ret; i++) {
		uint32_t off = insns.offs.v[i];

		ret = is_read(machine, code, off, len);
		if (!ret && moves_sp(machine, code + off, len - off))
			break;
	}
	code_insns_deinit(&insns);
	return ret;
}

/* Whether the code begins with @opcode and a register: 50 push, 58 pop. */
static bool begins(const uint8_t *code, uint8_t opcode)
{
	return (code[0] & 0xf8) == opcode ||
		(code[0] == 0x41 && (code[1] & 0xf8) == opcode);
}

/*
 * Whether there are bytes of is_read(), and none of sub CONSTANT,%rsp before,
 * which precedes nearly all other uses of (%rsp).
 */
static bool has_read(uint16_t machine, const uint8_t *code, size_t len)
{
	for (size_t i = 0; i + 1 < len; i++) {
		if (code[i] == 0x83 || code[i] == 0x81) {
			if (code[i + 1] == 0xec)
				return false;
		} else if (is_read(machine, code, i, len)) {
			return true;
		}
	}
	return false;
}

bool code_reads_return(uint16_t machine, const uint8_t *code, size_t len)
{
	size_t look = len < LOOK_BYTES ? len : LOOK_BYTES;

	if ((machine != EM_X86_64 && machine != EM_386) || len < READ_BYTES ||
	    begins(code, 0x50))
		return false;
	return begins(code, 0x58) ||
		(has_read(machine, code, look) &&
		 reads_unmoved(machine, code, look));
}

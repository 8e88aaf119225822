// SPDX-License-Identifier: BSD-2-Clause
/*
 * Finds functions that branch to their own start, which both calls and
 * iterations of the loop reach. Most functions do not, so the bytes are
 * searched first: on x86 any position at which a displacement would lead there,
 * on arm64 each word. Only if there is one is the function disassembled, to see
 * whether it belongs to an instruction.
 *
 *	75 fd			at + 1 + (int8_t)code[at] == target
 *	0f 85 f7 ff ff ff	at + 4 + distance == target, which follows it:
 *				the highest byte of the distance is ff, or fe,
 *				fd, fc in functions of more than 16 MB
 *
 * Probes on the branches distinguish these from calls (pid_back_edge.c), if
 * all of them can be probed: the kernel emulates jmp and jcc, and whether one
 * is taken depends on the flags, or on a register of arm64.
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/common/probe_access.h"
#include "runtime/provider/machine_code/machine_code.h"

enum { ENDBR_BYTES = 4 };

/*
 * The ends of the last places that may lead to the first byte, and to the one
 * after endbr.
 */
struct suspects {
	size_t start, behind;
};

/* jcc, loop, jrcxz, jmp with a displacement of one byte */
static bool is_short_branch(uint8_t opcode)
{
	return (opcode & 0xf0) == 0x70 || (opcode >= 0xe0 && opcode <= 0xe3) ||
	       opcode == 0xeb;
}

/* jmp, or jcc of two bytes, before a displacement of four bytes at @at */
static bool is_near_branch(const uint8_t *code, size_t at)
{
	return code[at - 1] == 0xe9 ||
	       (at >= 2 && code[at - 2] == 0x0f &&
		(code[at - 1] & 0xf0) == 0x80);
}

static void suspect(struct suspects *suspects, uint32_t target, size_t end)
{
	size_t *last = !target ? &suspects->start :
		target == ENDBR_BYTES ? &suspects->behind : NULL;

	if (last && end > *last)
		*last = end;
}

typedef uint8_t bytes16 __attribute__((vector_size(16)));

/* Whether one of the 16 bytes at @at may lead to one of the two targets. */
static bool has_short(const uint8_t *code, size_t at)
{
	bytes16 targets = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
			    16 };
	uint64_t found[2];
	bytes16 bytes;

	memcpy(&bytes, code + at, sizeof(bytes));
	targets += bytes + (uint8_t)at;
	bytes = (bytes16)(targets <= ENDBR_BYTES);
	memcpy(found, &bytes, sizeof(found));
	return found[0] | found[1];
}

static void find_short(const uint8_t *code, size_t len,
		       struct suspects *suspects)
{
	size_t end = len < ENDBR_BYTES + 128 ? len : ENDBR_BYTES + 128;
	size_t next;

	for (size_t at = 1; at < end; at = next) {
		next = at + sizeof(bytes16);
		if (next <= len && !has_short(code, at))
			continue;
		for (; at < next && at < end; at++) {
			uint32_t target = (uint32_t)at + 1 +
					  (uint32_t)(int8_t)code[at];

			if (target <= ENDBR_BYTES &&
			    is_short_branch(code[at - 1]))
				suspect(suspects, target, at + 1);
		}
	}
}

/* Searches distances whose highest byte is @high. */
static void find_near(const uint8_t *code, size_t len, uint8_t high,
		      struct suspects *suspects)
{
	const uint8_t *byte = code + 4, *end = code + len;

	while (byte < end && (byte = memchr(byte, high, (size_t)(end - byte)))) {
		size_t at = (size_t)(byte++ - code - 3);
		uint32_t distance, target;

		memcpy(&distance, code + at, sizeof(distance));
		target = (uint32_t)at + 4 + distance;
		if (target <= ENDBR_BYTES && is_near_branch(code, at))
			suspect(suspects, target, at + 4);
	}
}

static struct suspects find_arm64(const uint8_t *code, size_t len)
{
	struct suspects suspects = { 0 };
	struct code_exit way;

	for (size_t at = 0; at + 4 <= len; at += 4)
		if (code_exit_decode(EM_AARCH64, code + at, 4, at, &way) &&
		    way.is_known && !way.is_call && !way.target)
			suspects.start = at + 4;
	return suspects;
}

static struct suspects find_suspects(uint16_t machine, const uint8_t *code,
				     size_t len)
{
	struct suspects suspects = { 0 };

	if (machine == EM_AARCH64)
		return find_arm64(code, len);
	find_short(code, len, &suspects);
	for (size_t part = 0; part <= len >> 24; part++)
		find_near(code, len, (uint8_t)(0xff - part), &suspects);
	return suspects;
}

static bool leads_to(const struct code_insns *insns, int64_t target)
{
	for (size_t i = 0; i < insns->exits.cnt; i++)
		if (insns->exits.v[i].is_known && !insns->exits.v[i].is_call &&
		    insns->exits.v[i].target == target)
			return true;
	return false;
}

/* ------------------------------------------------------- branches to byte 0 */

/*
 * By the number of the condition in the opcode: flags of which one must be set
 * (even opcodes) or none (odd ones, with UNLESS). ABI_BACK_LESS stands for
 * "sign differs from overflow", which no flag shows.
 */
static const uint32_t conditions[] = {
	0x800, 0x1, 0x40, 0x41, 0x80, 0x4,
	ABI_BACK_LESS, 0x40 | ABI_BACK_LESS,
};

/* A bit for each value of the flags (N Z C V): whether the condition holds. */
static uint32_t arm64_table(unsigned int cond)
{
	uint32_t table = 0;

	for (unsigned int flags = 0; flags < 16; flags++) {
		bool n = flags & 8, z = flags & 4, c = flags & 2, v = flags & 1;
		const bool met[] = { z, c, n, v, c && !z, n == v,
				     n == v && !z, true };

		/* the last one has no opposite */
		if (met[cond >> 1] != ((cond & 1) && cond != 15))
			table |= 1u << flags;
	}
	return table;
}

static bool read_arm64_branch(const uint8_t *code, uint32_t *taken_ret)
{
	uint32_t word, reg, bit;

	memcpy(&word, code, sizeof(word));
	reg = word & 31;
	bit = word >> 31 << 5 | (word >> 19 & 31);
	if ((word & 0xfc000000) == 0x14000000) /* b */
		*taken_ret = arm64_table(15);
	else if ((word & 0xff000010) == 0x54000000) /* b.cond */
		*taken_ret = arm64_table(word & 15);
	else if ((word & 0x7e000000) == 0x34000000) /* cbz, cbnz */
		*taken_ret = ABI_BACK_ARM64_REG |
			ABI_BACK_REG_BITS(reg, word >> 31 ? 0 : 32, 0);
	else if ((word & 0x7e000000) == 0x36000000) /* tbz, tbnz */
		*taken_ret = ABI_BACK_ARM64_REG |
			ABI_BACK_REG_BITS(reg, 63 - bit, 63);
	else
		return false;
	if ((*taken_ret & ABI_BACK_ARM64_REG) && !(word >> 24 & 1))
		*taken_ret |= ABI_BACK_ARM64_UNLESS;
	return true;
}

/*
 * The condition of @code, an instruction without prefixes. Returns false if it
 * is not a branch.
 */
static bool read_x86_branch(const uint8_t *code, size_t len, uint32_t *taken_ret)
{
	uint8_t opcode = code[0];

	if (len >= 2 && opcode == 0x0f && (code[1] & 0xf0) == 0x80)
		opcode = code[1];
	else if (opcode == 0xeb || opcode == 0xe9)
		opcode = 0;
	else if ((opcode & 0xf0) != 0x70)
		return false;
	*taken_ret = !opcode ? ABI_BACK_UNLESS :
		conditions[(opcode & 0xf) >> 1] |
		(opcode & 1 ? ABI_BACK_UNLESS : 0);
	return true;
}

static bool add_back(struct code_loop *loop, uint16_t machine,
		     const struct code_exit *way, const uint8_t *code,
		     size_t len)
{
	struct code_back back = { .off = way->off };

	code += way->off;
	if (machine == EM_AARCH64 ?
		    !read_arm64_branch(code, &back.taken) :
		    !read_x86_branch(code, len - way->off, &back.taken))
		return false;
	vec_push(&loop->backs, back);
	return true;
}

void code_loop_deinit(struct code_loop *loop)
{
	vec_deinit(&loop->backs);
}

/* Finds the branches back; returns false if not all of them can be probed. */
static bool loop_init(struct code_loop *loop, uint16_t machine,
		      const struct code_insns *insns, const uint8_t *code,
		      size_t len)
{
	if (insns->end_off != len)
		return false;
	for (size_t i = 0; i < insns->exits.cnt; i++) {
		const struct code_exit *way = &insns->exits.v[i];

		if (way->is_call)
			continue;
		/* perhaps a jump table, which may also lead there */
		if (!way->is_known)
			return false;
		if (way->target)
			continue;
		/* a breakpoint may do harm there */
		if (insns->refusals.v[code_insns_at(insns, way->off)] !=
			    CODE_OK ||
		    !add_back(loop, machine, way, code, len))
			return false;
	}
	return true;
}

unsigned int code_begin_find(uint16_t machine, const uint8_t *code, size_t len,
			     bool has_endbr, struct code_loop *loop_ret)
{
	struct suspects suspects = find_suspects(machine, code, len);
	struct code_insns insns = { 0 };
	unsigned int begin = 0;
	const char *why;

	if (!has_endbr)
		suspects.behind = 0;
	if (!suspects.start && !suspects.behind)
		return 0;
	/*
	 * without a disassembler, and after code that it can't decode, assume a
	 * branch
	 */
	if (code_insns_find(&insns, machine, code, len, &why))
		insns.end_off = 0;
	if (suspects.behind > insns.end_off ||
	    (suspects.behind && leads_to(&insns, ENDBR_BYTES)))
		begin |= CODE_BEGIN_BEHIND;
	if (suspects.start > insns.end_off)
		begin |= CODE_BEGIN_START;
	else if (leads_to(&insns, 0))
		begin |= loop_init(loop_ret, machine, &insns, code, len) ?
			CODE_BEGIN_LOOP :
			CODE_BEGIN_START;
	if (!(begin & CODE_BEGIN_LOOP))
		code_loop_deinit(loop_ret);
	code_insns_deinit(&insns);
	return begin;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: code and a relocation against __dtrace_PROV___PROBE. Out: the bytes
 * that replace it, of the same length. The site is a 1-byte nop; the rest is
 * filled with nops that are never 5 bytes long (a kernel may turn a 5-byte nop
 * into a call, which overwrites the red zone of leaf functions). x86-64, `.` marks the site:
 *
 *	e8 rel32	call f		.90  0f 1f 40 00
 *	e9 rel32	jmp f		.90  c3  0f 1f 00		a tail call
 *	0f 8x rel32	jcc f		7y 04  .90  c3  66 90		y: not x
 *	ff 15 rel32	call *f@GOT	.90  90  0f 1f 40 00		-fno-plt
 *	ff 25 rel32	jmp *f@GOT	.90  c3  0f 1f 40 00
 *
 * After the push of a call, argument 7 would be at 8(%rsp); without the call
 * it is at (%rsp). At a tail jump the caller's return address is on top, so it
 * is at 8(%rsp). arm64 (`bl` -> nop, `b` -> ret, itself the site) has no
 * such difference.
 */
#include "linker/patch_call.h"

#include <elf.h>
#include <string.h>

static const uint8_t nop3[3] = { 0x0f, 0x1f, 0x00 };
static const uint8_t nop4[4] = { 0x0f, 0x1f, 0x40, 0x00 };
static const char not_a_call[] = "is used for something other than a call";

bool link_calls_known(uint16_t e_machine)
{
	return e_machine == EM_X86_64 || e_machine == EM_AARCH64;
}

static void put(struct link_patch *patch, const void *bytes, size_t len)
{
	memcpy(patch->bytes + patch->len, bytes, len);
	patch->len = (uint8_t)(patch->len + len);
}

static void put_byte(struct link_patch *patch, uint8_t byte)
{
	put(patch, &byte, 1);
}

static void put_site(struct link_patch *patch)
{
	patch->pc_off = patch->begin_off + patch->len;
	put_byte(patch, 0x90);
}

/* The site of a tail jump: the site returns, followed by @fill bytes. */
static void put_tail(struct link_patch *patch, const void *fill,
		     size_t fill_len)
{
	put_site(patch);
	put_byte(patch, 0xc3);
	put(patch, fill, fill_len);
	patch->stack_bytes = 8;
}

static const char *patch_direct(const uint8_t *text, uint64_t off,
				struct link_patch *ret)
{
	uint8_t opcode = text[off - 1];

	ret->begin_off = off - 1;
	if (opcode == 0xe8) {
		put_site(ret);
		put(ret, nop4, sizeof(nop4));
		return NULL;
	}
	if (opcode == 0xe9) {
		put_tail(ret, nop3, sizeof(nop3));
		return NULL;
	}
	if (off < 2 || text[off - 2] != 0x0f || (opcode & 0xf0) != 0x80)
		return not_a_call;
	ret->begin_off = off - 2;
	put_byte(ret, 0x70 | ((opcode & 0x0f) ^ 1));
	put_byte(ret, 4);
	put_tail(ret, "\x66\x90", 2);
	return NULL;
}

static const char *patch_through_got(const uint8_t *text, uint64_t off,
				     struct link_patch *ret)
{
	if (off < 2 || text[off - 2] != 0xff)
		return not_a_call;
	ret->begin_off = off - 2;
	if (text[off - 1] == 0x15) {
		put_site(ret);
		put_byte(ret, 0x90);
		put(ret, nop4, sizeof(nop4));
		return NULL;
	}
	if (text[off - 1] != 0x25)
		return not_a_call;
	put_tail(ret, nop4, sizeof(nop4));
	return NULL;
}

static const char *patch_x86_64(const uint8_t *text, size_t len, uint64_t off,
				uint32_t type, struct link_patch *ret)
{
	if (off < 1 || off > len || len - off < 4)
		return "has a relocation outside of its section";
	if (type == R_X86_64_PLT32 || type == R_X86_64_PC32)
		return patch_direct(text, off, ret);
	if (type == R_X86_64_GOTPCRELX || type == R_X86_64_GOTPCREL)
		return patch_through_got(text, off, ret);
	return not_a_call;
}

static const char *patch_aarch64(const uint8_t *text, size_t len, uint64_t off,
				 uint32_t type, struct link_patch *ret)
{
	(void)text;
	if (off > len || len - off < 4)
		return "has a relocation outside of its section";
	if (type != R_AARCH64_CALL26 && type != R_AARCH64_JUMP26)
		return not_a_call;
	ret->begin_off = off;
	ret->pc_off = off;
	put(ret,
	    type == R_AARCH64_CALL26 ? "\x1f\x20\x03\xd5" : "\xc0\x03\x5f\xd6",
	    4);
	return NULL;
}

const char *link_patch_call(uint16_t e_machine, const uint8_t *text, size_t len,
			    uint64_t rel_off, uint32_t type,
			    struct link_patch *ret)
{
	memset(ret, 0, sizeof(*ret));
	return e_machine == EM_X86_64 ?
		patch_x86_64(text, len, rel_off, type, ret) :
		patch_aarch64(text, len, rel_off, type, ret);
}

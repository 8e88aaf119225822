/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes an assembler file with a function for each form of an x86-64
 * instruction: prefixes, opcode maps, what the bits of ModRM select. Capstone
 * says which of them are instructions.
 *
 *	t_00012:  .byte 0x48,0x8b,0x05 ; .long step_data+0x1000-(.+4) ; 64 hlt
 *
 * Displacements of jumps lead to the hlt after them. With the argument `all`
 * each prefix is combined with each register and addressing mode.
 */
#include <capstone/capstone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODE_MAX = 24, ID_MAX = 4096 };

struct prefix {
	const char *bytes;
	int len;
	/* with only a few of the registers, unless `all` is given */
	int is_rare;
};

static const struct prefix prefixes[] = {
	{ "", 0, 0 },	      { "\x66", 1, 1 },	      { "\xf2", 1, 1 },
	{ "\xf3", 1, 1 },     { "\x48", 1, 0 },	      { "\x41", 1, 1 },
	{ "\x4d", 1, 1 },     { "\x67", 1, 1 },	      { "\x64", 1, 1 },
	{ "\x66\x48", 2, 1 }, { "\xf3\x48", 2, 1 },   { "\xf2\x48", 2, 1 },
	{ "\xf0", 1, 1 },     { "\x66\xf3", 2, 1 },   { "\x67\x48", 2, 1 },
	{ "\x66\x41", 2, 1 }, { "\xf3\x41", 2, 1 },   { "\x3e", 1, 1 },
};

static const struct prefix maps[] = {
	{ "", 0, 0 }, { "\x0f", 1, 0 }, { "\x0f\x38", 2, 0 }, { "\x0f\x3a", 2, 0 },
};

/* Addressing modes: ModRM without its register, SIB. */
static const struct mode {
	unsigned char modrm, sib;
	int has_sib, disp_len, is_common;
} modes[] = {
	{ 0xc2, 0, 0, 0, 1 },	  /* %rdx */
	{ 0x05, 0, 0, 4, 1 },	  /* (%rip) */
	{ 0x03, 0, 0, 0, 0 },	  /* (%rbx) */
	{ 0x44, 0x24, 1, 1, 0 },  /* 0x40(%rsp) */
	{ 0xc4, 0, 0, 0, 0 },	  /* %rsp */
	{ 0x84, 0xcb, 1, 4, 0 },  /* 0x40(%rbx,%rcx,8) */
	{ 0x46, 0, 0, 1, 0 },	  /* 0x40(%rsi) */
	{ 0xc7, 0, 0, 0, 0 },	  /* %rdi */
};

static csh handle;
static cs_insn *insn;
static unsigned long form_cnt, vector_cnt;
static unsigned char has_id[ID_MAX];
static int is_all, is_shift_misplaced;

static int decode(const unsigned char *code)
{
	const uint8_t *at = code;
	size_t len = CODE_MAX;
	uint64_t address = 0;

	return cs_disasm_iter(handle, &at, &len, &address, insn);
}

/*
 * @rip_at: offset of the displacement of an operand relative to %rip; 0: none.
 */
static void emit(const unsigned char *code, int len, int rip_at, int abs_at)
{
	has_id[insn->id % ID_MAX] = 1;
	printf("F t_%06lu\n", form_cnt++);
	for (int i = 0; i < len; i++) {
		if (rip_at && i == rip_at) {
			printf(".long step_data+0x2000-(.+%d)\n", len - i);
			i += 3;
		} else if (abs_at && i == abs_at) {
			printf(".quad step_data+0x2000\n");
			i += 7;
		} else {
			printf(".byte 0x%02x\n", code[i]);
		}
	}
	printf("E t_%06lu\n", form_cnt - 1);
}

/* Nothing but ModRM follows the opcode in a form of one length, and no number. */
static int has_modrm(void)
{
	return insn->detail->x86.encoding.modrm_offset != 0;
}

/*
 * QEMU 7.2 takes the address of a double shift by a constant relative to %rip for
 * one that is lower by the byte of that constant. The kernel computes it as
 * processors do when it steps the instruction.
 */
static int does_misplace_shifts(void)
{
	static unsigned long words[2] = { 0, 0 };

	__asm__ volatile("shldq $8, %1, %0"
			 : "+m"(words[1])
			 : "r"(0xff00000000000000));
	return words[1] != 0xff;
}

static int is_shift_by_constant(void)
{
	return (insn->id == X86_INS_SHLD || insn->id == X86_INS_SHRD) &&
	       insn->detail->x86.encoding.imm_offset;
}

static void try_modes(unsigned char *code, int at, int is_rare)
{
	size_t mode_cnt = sizeof(modes) / sizeof(modes[0]);

	for (size_t i = 0; i < mode_cnt; i++) {
		const struct mode *mode = &modes[i];

		for (int reg = 0; reg < 8; reg++) {
			int end = at;

			if (!is_all && (mode->is_common ? is_rare && reg % 3 :
							  is_rare || reg % 5))
				continue;
			code[end++] = (unsigned char)(mode->modrm | reg << 3);
			if (mode->has_sib)
				code[end++] = mode->sib;
			memset(code + end, 0, (size_t)(CODE_MAX - end));
			code[end] = mode->disp_len ? 0x40 : 0x10;
			code[end + mode->disp_len] = mode->disp_len ? 0x10 : 0x10;
			if (!decode(code) || !has_modrm() || insn->size > 15)
				continue;
			if (mode->modrm == 0x05 && is_shift_misplaced &&
			    is_shift_by_constant())
				continue;
			emit(code, insn->size, mode->modrm == 0x05 ? end : 0, 0);
		}
	}
}

/*
 * What is a prefix, or leads to a map or to VEX, EVEX; and sysenter, which no
 * 64-bit program comes back from.
 */
static int is_escape(const struct prefix *map, int opcode)
{
	static const unsigned char bytes[] = {
		0x0f, 0x26, 0x2e, 0x36, 0x3e, 0x62, 0x64, 0x65, 0x66, 0x67,
		0xc4, 0xc5, 0xf0, 0xf2, 0xf3,
	};

	if (map->len)
		return map->len == 1 &&
		       (opcode == 0x38 || opcode == 0x3a || opcode == 0x34);
	return (opcode & 0xf0) == 0x40 || memchr(bytes, opcode, sizeof(bytes));
}

static void try_opcode(const struct prefix *prefix, const struct prefix *map,
		       int opcode)
{
	unsigned char code[CODE_MAX] = { 0 };
	int at = prefix->len + map->len;

	if (is_escape(map, opcode))
		return;
	memcpy(code, prefix->bytes, (size_t)prefix->len);
	memcpy(code + prefix->len, map->bytes, (size_t)map->len);
	code[at++] = (unsigned char)opcode;
	/* numbers: 0x10 of any width, or a distance */
	code[at] = 0x10;
	if (decode(code) && insn->size >= at && !has_modrm()) {
		int is_moffs = !map->len && opcode >= 0xa0 && opcode <= 0xa3;

		if (!is_moffs || insn->size == at + 8)
			emit(code, insn->size, 0, is_moffs ? at : 0);
		return;
	}
	try_modes(code, at, prefix->is_rare);
	/* forms without operands, told by a whole byte */
	for (int modrm = 0xc0; modrm < 0x100; modrm++) {
		if ((modrm & 7) == 2 || (is_all && (modrm & 7) == 4) ||
		    !(map->len == 1 ? opcode == 0x01 || opcode == 0xae ||
				      opcode == 0x1e || opcode == 0xc7 :
				      !map->len && (opcode == 0xc7 ||
				      (opcode & 0xf8) == 0xd8)))
			continue;
		memset(code + at, 0, (size_t)(CODE_MAX - at));
		code[at] = (unsigned char)modrm;
		code[at + 1] = 0x10;
		if (decode(code) && insn->size > at && insn->size <= 15)
			emit(code, insn->size, 0, 0);
	}
}

/* Instructions with VEX: maps, implied prefixes, lengths; in registers. */
static void try_vex(int opcode)
{
	for (int map = 1; map <= 3; map++)
		for (int rest = 0; rest < 16; rest++)
			for (int mode = 0; mode < 2; mode++) {
				unsigned char code[CODE_MAX] = { 0xc4,
					(unsigned char)(0xe0 | map),
					(unsigned char)(0x78 | (rest & 7) | (rest & 8) << 4),
					(unsigned char)opcode, mode ? 0x03 : 0xc2, 0x10 };

				if (!is_all && rest > 3)
					continue;
				if (!decode(code) || insn->size > 15)
					continue;
				vector_cnt++;
				emit(code, insn->size, 0, 0);
			}
}

int main(int argc, char **argv)
{
	size_t prefix_cnt = sizeof(prefixes) / sizeof(prefixes[0]);
	unsigned int id_cnt = 0;

	is_all = argc > 1 && !strcmp(argv[1], "all");
	is_shift_misplaced = does_misplace_shifts();
	if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle))
		return 1;
	cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON);
	insn = cs_malloc(handle);
	printf(".macro F name\n.p2align 4,0xf4\n.globl \\name\n"
	       ".type \\name,@function\n\\name:\n.endm\n"
	       ".macro E name\n.pushsection .rodata\n.quad \\name\n"
	       ".long 0f - \\name\n.long 0\n.popsection\n"
	       "0: .fill 32,1,0xf4\n.size \\name, . - \\name\n.endm\n"
	       ".section .rodata\n.globl step_forms\nstep_forms:\n.text\n");
	for (int opcode = 0; opcode < 256; opcode++)
		for (size_t m = 0; m < sizeof(maps) / sizeof(maps[0]); m++)
			for (size_t p = 0; p < prefix_cnt; p++)
				try_opcode(&prefixes[p], &maps[m], opcode);
	for (int opcode = 0; opcode < 256; opcode++)
		try_vex(opcode);
	printf(".section .rodata\n.globl step_forms_end\nstep_forms_end:\n"
	       ".section .note.GNU-stack,\"\",@progbits\n");
	for (int i = 0; i < ID_MAX; i++)
		id_cnt += has_id[i];
	fprintf(stderr, "%lu forms of %u instructions\n", form_cnt, id_cnt);
	cs_free(insn, 1);
	cs_close(&handle);
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Which instructions can't be probed. A breakpoint replaces the first byte; to
 * execute the instruction, the kernel emulates it (jmp, jcc, call, push, nop) or
 * single-steps a copy of it in another page, with the trap flag set
 * (arch/x86/kernel/uprobes.c, arch/arm64/kernel/probes). The program must not
 * notice. So instructions that see the flag or their address are refused:
 *
 *	pushf		saves the trap flag; the popf raises SIGTRAP
 *	xbegin		its abort handler would be in the other page
 *	rep movsb	traps at each of its iterations
 *	xchg %r8,%rax	has the opcode of nop, and the kernel takes it for one
 *	smsw		a fault, whose handler returns with the flag set
 *	cpuid, pause	a hypervisor or emulator executes it, and may forget the
 *			flag
 *
 * Instructions that the kernel refuses are refused here too, since the kernel
 * would refuse all sites of the link. tests/run/pid/steps.sh tries every
 * instruction.
 *
 * To add one: a row here, with a reason in probe_refusals.def.
 */
#include <elf.h>
#include <string.h>

#include "runtime/provider/machine_code/machine_code.h"

/* --------------------------------------------------------------------- x86 */

enum {
	HAS_DATA16 = 1,
	HAS_REP = 2,
	HAS_REX_B = 4,
	HAS_REX_W = 8,
	IS_32 = 16, /* not in 64-bit code */
	IS_64 = 32,
	HAS_F2 = 64, /* HAS_REP is set as well */
	TWO = 0x100, /* 0f */
	THREE = 0x200, /* 0f 38 */
};

/*
 * A row matches the opcodes `first` to `last` if all bits of `has` and none of
 * `has_not` are set, and the next byte (mod, reg, rm) & mask is `value`. The
 * first row that matches counts.
 */
static const struct x86_row {
	uint16_t first, last;
	uint8_t mask, value;
	uint8_t has, has_not;
	uint8_t refusal;
} x86_rows[] = {
#define ANY 0, 0
#define REG(n) 0x38, (n) << 3
#define NO(name) CODE_REFUSAL_##name
	/* what kernels refuse */
	{ 0x07, 0x07, ANY, IS_32, 0, NO(segment) }, /* pop %es */
	{ 0x17, 0x17, ANY, IS_32, 0, NO(segment) },
	{ 0x1f, 0x1f, ANY, IS_32, 0, NO(segment) },
	{ 0x8e, 0x8e, REG(2), 0, 0, NO(segment) }, /* mov %ss */
	{ 0x62, 0x62, ANY, IS_64, 0, NO(vector) },
	{ 0x62, 0x62, 0xc0, 0xc0, IS_32, 0, NO(vector) }, /* else bound */
	{ 0xc4, 0xc5, ANY, IS_64, 0, NO(vector) },
	{ 0xc4, 0xc5, 0xc0, 0xc0, IS_32, 0, NO(vector) }, /* else les, lds */
	{ 0x8f, 0x8f, 0x10, 0x10, 0, 0, NO(vector) }, /* XOP; reg 0: pop */
	{ 0x8f, 0x8f, 0x08, 0x08, 0, 0, NO(vector) },
	{ 0x70, 0x7f, ANY, HAS_DATA16, 0, NO(prefix) }, /* jcc */
	{ TWO | 0x80, TWO | 0x8f, ANY, HAS_DATA16, 0, NO(prefix) },
	{ 0xe0, 0xe3, ANY, HAS_DATA16, 0, NO(prefix) }, /* loop: AMD's jump in 16 bits */
	{ 0xe8, 0xe9, ANY, HAS_DATA16, 0, NO(prefix) }, /* call, jmp */
	{ 0xeb, 0xeb, ANY, HAS_DATA16, 0, NO(prefix) },
	{ TWO | 0x78, TWO | 0x79, ANY, 0, 0, NO(unknown) }, /* extrq */
	{ TWO | 0x6f, TWO | 0x6f, ANY, HAS_F2, 0, NO(unknown) },
	{ TWO | 0x7f, TWO | 0x7f, ANY, HAS_F2, 0, NO(unknown) },
	{ THREE | 0xc8, THREE | 0xcd, ANY, HAS_DATA16, 0, NO(unknown) },
	{ THREE | 0xc8, THREE | 0xcd, ANY, HAS_REP, 0, NO(unknown) },
	{ 0x6c, 0x6f, ANY, 0, 0, NO(privileged) }, /* ins, outs */
	{ 0xcc, 0xcc, ANY, 0, 0, NO(privileged) }, /* int3 */
	{ 0xce, 0xcf, ANY, 0, 0, NO(privileged) }, /* into, iret */
	{ 0xe4, 0xe7, ANY, 0, 0, NO(privileged) }, /* in, out */
	{ 0xec, 0xef, ANY, 0, 0, NO(privileged) },
	{ 0xf1, 0xf1, ANY, 0, 0, NO(privileged) }, /* int1 */
	{ 0xf4, 0xf4, ANY, 0, 0, NO(privileged) }, /* hlt */
	{ 0xfa, 0xfb, ANY, 0, 0, NO(privileged) }, /* cli, sti */
	{ 0xcd, 0xcd, ANY, 0, 0, NO(syscall) }, /* int */
	/* what would harm the program */
	{ TWO | 0x05, TWO | 0x05, ANY, 0, 0, NO(syscall) },
	{ TWO | 0x34, TWO | 0x34, ANY, 0, 0, NO(syscall) }, /* sysenter */
	{ 0x9c, 0x9c, ANY, 0, 0, NO(flags) }, /* pushf */
	{ 0x90, 0x90, ANY, HAS_REX_B, 0, NO(exchange) },
	{ 0xc7, 0xc7, 0xff, 0xf8, 0, 0, NO(transaction) }, /* xbegin */
	/*
	 * cpuid, pause: a hypervisor executes it, and some lose the trap after
	 * it (QEMU 7 that of pause, which older kernels take for a nop)
	 */
	{ TWO | 0xa2, TWO | 0xa2, ANY, 0, 0, NO(hypervisor) },
	{ 0x90, 0x90, ANY, HAS_REP, 0, NO(hypervisor) },
	/* vmcall, vmmcall: a hypervisor may put the one for the other */
	{ TWO | 0x01, TWO | 0x01, 0xff, 0xc1, 0, 0, NO(privileged) },
	{ TWO | 0x01, TWO | 0x01, 0xff, 0xd9, 0, 0, NO(privileged) },
	{ TWO | 0x00, TWO | 0x00, 0x30, 0x00, 0, 0, NO(umip) }, /* sldt, str */
	{ TWO | 0x01, TWO | 0x01, 0x30, 0x00, 0, 0, NO(umip) }, /* sgdt, sidt */
	{ TWO | 0x01, TWO | 0x01, REG(4), 0, 0, NO(umip) }, /* smsw */
	{ TWO | 0x01, TWO | 0x01, 0xff, 0xd7, 0, 0, NO(enclave) }, /* enclu */
	{ 0xff, 0xff, REG(2), HAS_DATA16 | IS_64, HAS_REX_W, NO(prefix) },
	{ 0xff, 0xff, REG(3), IS_64, 0, NO(far_call) },
	/* beside %rip: with f2, f3 kernels see no operand (movntss, cmov, setcc) */
	{ TWO | 0x2b, TWO | 0x2b, 0xc7, 0x05, HAS_REP | IS_64, 0, NO(prefix) },
	{ TWO | 0x40, TWO | 0x4f, 0xc7, 0x05, HAS_REP | IS_64, 0, NO(prefix) },
	{ TWO | 0x90, TWO | 0x9f, 0xc7, 0x05, HAS_REP | IS_64, 0, NO(prefix) },
	/* what would fire more than once */
	{ 0xa4, 0xa7, ANY, HAS_REP, 0, NO(repeated) }, /* movs, cmps */
	{ 0xaa, 0xaf, ANY, HAS_REP, 0, NO(repeated) }, /* stos, lods, scas */
#undef ANY
#undef REG
};

/* The prefixes of an instruction: HAS_... bits, and their length in bytes. */
struct prefixes {
	uint8_t has;
	bool is_bad; /* the kernel refuses it */
	size_t len;
};

static struct prefixes read_prefixes(bool is_64, const uint8_t *code,
				     size_t len)
{
	struct prefixes ret = { .has = is_64 ? IS_64 : IS_32 };

	for (; ret.len < len; ret.len++) {
		switch (code[ret.len]) {
		case 0xf0: /* lock */
		case 0x26: /* segments; 2e and 3e also as hints of branches */
		case 0x2e:
		case 0x36:
		case 0x3e:
			ret.is_bad = true;
			break;
		case 0x66:
			ret.has |= HAS_DATA16;
			break;
		case 0xf2:
			ret.has |= HAS_F2 | HAS_REP;
			break;
		case 0xf3:
			ret.has |= HAS_REP;
			break;
		case 0x64:
		case 0x65:
		case 0x67:
			break;
		default:
			if (!is_64 || (code[ret.len] & 0xf0) != 0x40)
				return ret;
			/* REX, if the opcode comes next; else it is nothing */
			ret.has &= (uint8_t)~(HAS_REX_B | HAS_REX_W);
			ret.has |= code[ret.len] & 1 ? HAS_REX_B : 0;
			ret.has |= code[ret.len] & 8 ? HAS_REX_W : 0;
		}
	}
	return ret;
}

/* Reads the opcode at *@at with its map, and moves *@at past it. */
static uint16_t read_opcode(const uint8_t **at, const uint8_t *end)
{
	uint16_t map = 0;

	if (end - *at >= 2 && **at == 0x0f) {
		++*at;
		map = TWO;
		if (end - *at >= 2 && **at == 0x38) {
			++*at;
			map = THREE;
		}
	}
	return map | *(*at)++;
}

static enum code_refusal x86_refusal(bool is_64, const uint8_t *code,
				     size_t len)
{
	struct prefixes prefixes = read_prefixes(is_64, code, len);
	const uint8_t *at = code + prefixes.len, *end = code + len;
	uint16_t opcode;
	uint8_t modrm;

	if (prefixes.is_bad)
		return CODE_REFUSAL_prefix;
	if (at == end)
		return CODE_OK;
	opcode = read_opcode(&at, end);
	modrm = at < end ? *at : 0;
	for (size_t i = 0; i < sizeof(x86_rows) / sizeof(x86_rows[0]); i++) {
		const struct x86_row *row = &x86_rows[i];

		if (opcode >= row->first && opcode <= row->last &&
		    (modrm & row->mask) == row->value &&
		    (prefixes.has & row->has) == row->has &&
		    !(prefixes.has & row->has_not))
			return row->refusal;
	}
	return CODE_OK;
}

/* ------------------------------------------------------------------- arm64 */

/* A row matches if instruction & mask is `value`; the first match counts. */
static const struct arm64_row {
	uint32_t mask, value;
	uint8_t refusal;
} arm64_rows[] = {
	{ 0xffe0001f, 0xd4000001, NO(syscall) }, /* svc */
	{ 0xff000000, 0xd4000000, NO(privileged) }, /* brk, hlt, hvc, smc */
	/* hints: those that kernels step, and the others */
	{ 0xffffffff, 0xd503201f, CODE_OK }, /* nop */
	{ 0xffffffff, 0xd50320ff, CODE_OK }, /* xpaclri */
	{ 0xffffffbf, 0xd503211f, CODE_OK }, /* pacia1716, pacib1716 */
	{ 0xffffff9f, 0xd503231f, CODE_OK }, /* paciaz ... pacibsp */
	{ 0xffffff3f, 0xd503241f, CODE_OK }, /* bti */
	{ 0xfffff01f, 0xd503201f, NO(hint) }, /* wfe, yield, autiasp ... */
	{ 0xfff8f01f, 0xd500401f, NO(system) }, /* msr of a field */
	{ 0xfff00000, 0xd5100000, NO(system) }, /* msr of a register */
	{ 0xffffffe0, 0xd53b4220, NO(system) }, /* mrs of DAIF */
	{ 0xff9ffc1f, 0xd61f0000, CODE_OK }, /* br, blr, ret */
	{ 0xfe000000, 0xd6000000, NO(authenticated) }, /* braa, retaa, eret */
	/* literals: of x and w registers they are emulated */
	{ 0xbf000000, 0x18000000, CODE_OK },
	{ 0xff000000, 0x98000000, CODE_OK },
	{ 0x3b000000, 0x18000000, NO(literal) },
	/* copying and setting memory takes three adjacent instructions */
	{ 0x3b200c00, 0x19000400, NO(triple) },
	{ 0x3f800000, 0x08000000, NO(exclusive) }, /* ldxr, stxr, casp */
};

static enum code_refusal arm64_refusal(const uint8_t *code, size_t len)
{
	uint32_t word;

	if (len < sizeof(word))
		return CODE_OK;
	memcpy(&word, code, sizeof(word));
	for (size_t i = 0; i < sizeof(arm64_rows) / sizeof(arm64_rows[0]); i++)
		if ((word & arm64_rows[i].mask) == arm64_rows[i].value)
			return arm64_rows[i].refusal;
	return CODE_OK;
}
#undef NO

/* An exclusive load or store, except casp, which is complete by itself. */
static bool is_exclusive(uint32_t word, bool is_load)
{
	return (word & 0x3fc00000) == (is_load ? 0x08400000u : 0x08000000u) &&
	       (word >> 31 || !(word & 1u << 21));
}

void code_exclusive_init(struct code_exclusive *run)
{
	run->left = 0;
}

/*
 * The return from a breakpoint clears the exclusive monitor, so the store of
 *
 *	1:	ldxr w0,[x1]
 *		add w0,w0,#1
 *		stxr w2,w0,[x1]
 *		cbnz w2,1b
 *
 * would never succeed, and the program would loop for ever. The architecture
 * guarantees progress for this number of instructions.
 */
bool code_exclusive_has(struct code_exclusive *run, const uint8_t *code,
			size_t len)
{
	enum { RUN_MAX = 32 };
	bool ret = run->left;
	uint32_t word;

	if (len < sizeof(word))
		return false;
	memcpy(&word, code, sizeof(word));
	if (run->left)
		run->left--;
	if (is_exclusive(word, true))
		run->left = RUN_MAX;
	else if (is_exclusive(word, false) ||
		 (word & 0xfffff0ff) == 0xd503305f || /* clrex */
		 (word & 0xfffffc1f) == 0xd65f0000) /* ret */
		run->left = 0;
	return ret;
}

enum code_refusal code_insn_refusal(uint16_t machine, const uint8_t *code,
				    size_t len)
{
	switch (machine) {
	case EM_X86_64:
	case EM_386:
		return x86_refusal(machine == EM_X86_64, code, len);
	case EM_AARCH64:
		return arm64_refusal(code, len);
	}
	return CODE_OK;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A probe site as data: the contents of a note of .note.stapsdt, which
 * describes one NOP in a program, with addresses corrected and operands parsed.
 *
 * Three kinds of number must never be mixed, so each has its own suffix:
 *
 *	_vaddr   link-time virtual address, as ELF symbols and notes have it
 *	_fileoff offset in the file; what uprobes are placed by
 *	_uaddr   run-time address in a process (does not occur here)
 */
#ifndef DTRACE_SDT_SITE_H
#define DTRACE_SDT_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SDT_ARG_MAX = 12 };

/* Row numbers of sdt/regs_<machine>.def; SDT_REG_NONE where there is none. */
enum { SDT_REG_NONE = -1 };

enum sdt_arg_kind {
	SDT_ARG_CONST, /* the constant itself */
	SDT_ARG_REG, /* in a register */
	SDT_ARG_MEM, /* in memory at base + index * scale + disp */
	SDT_ARG_NONE, /* can't be read; why says the reason */
};

/*
 * One argument, "[-]N[f]@OPERAND". The byte count before @ governs: the
 * register named may be wider or narrower.
 */
struct sdt_arg {
	enum sdt_arg_kind kind;
	uint8_t size_bytes; /* 1, 2, 4, 8 (others: SDT_ARG_NONE) */
	bool is_signed;
	bool is_float; /* bits of a float or double */
	int16_t reg; /* REG: the register; MEM: the base or NONE */
	uint8_t reg_shift; /* bit where the value starts: 8 for %ah */
	int16_t index_reg; /* MEM: or SDT_REG_NONE */
	uint8_t scale; /* MEM: 1, 2, 4, 8 (arm64 also 16) */
	uint8_t index_bytes; /* MEM: low bytes of index_reg that count: 4, 8 */
	bool index_signed; /* MEM: they are sign-extended (sxtw) */
	bool is_addr32; /* MEM: only the sum's low 32 bits count */
	/*
	 * With a symbol (sym(%rip), $sym): value then holds a link-time
	 * address (vaddr), and the run-time load bias has to be added.
	 */
	bool is_vaddr;
	int64_t value; /* CONST: the constant; MEM: displacement */
	const char *text; /* as in the note; in the arena of the site */
	const char *why; /* NONE: the reason, static text */
};

struct sdt_site {
	const char *provider; /* as written, "__" kept */
	const char *name; /* as written, "__" kept */
	const char *args_text; /* whole operand string */
	/*
	 * In a relocatable object both are offsets in a section, and a
	 * semaphore that another object defines has the address 0.
	 */
	uint64_t pc_vaddr; /* of the NOP, base correction done */
	uint64_t sema_vaddr; /* valid when has_sema */
	bool has_sema;
	uint32_t section_idx; /* of the NOP in a relocatable object */
	uint64_t pc_fileoff; /* valid when has_fileoff */
	uint64_t sema_fileoff; /* 0 = none */
	bool has_fileoff; /* of linked files always */
	const char *function; /* "" when no symbol covers the site */
	uint64_t function_off; /* of the site in the function, bytes */
	bool is_direct; /* the site calls the agent of direct probes first */
	uint8_t arg_cnt;
	struct sdt_arg args[SDT_ARG_MAX];
};

#endif

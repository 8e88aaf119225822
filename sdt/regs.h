/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Registers by every spelling that operands use. struct sdt_arg holds the
 * number of a row; the row says where the kernel saves the register.
 */
#ifndef DTRACE_SDT_REGS_H
#define DTRACE_SDT_REGS_H

#include <stddef.h>
#include <stdint.h>

struct sdt_reg {
	const char *name; /* without '%' */
	uint8_t width_bytes; /* bytes that the spelling covers */
	uint8_t shift_bits; /* of its lowest bit in the saved register: %ah */
	/*
	 * Byte offset of the saved 8-byte register in struct pt_regs (x86-64)
	 * or struct user_pt_regs (arm64); SDT_REG_ZERO: always reads as 0.
	 */
	int16_t ptregs_off;
};

enum { SDT_REG_ZERO = -1 };

/*
 * Row of the register called @name (@len bytes, no '%') on the machine
 * (EM_X86_64, EM_386 or EM_AARCH64), or SDT_REG_NONE.
 */
int sdt_reg_find(uint16_t machine, const char *name, size_t len);
/* The row, or NULL if the machine has no such row. */
const struct sdt_reg *sdt_reg_get(uint16_t machine, int row);

#endif

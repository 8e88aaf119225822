// SPDX-License-Identifier: BSD-2-Clause
/*
 * The register tables as arrays. A file of 32-bit x86 uses the same rows: the
 * kernel saves its registers in the 64-bit struct pt_regs too.
 */
#include "sdt/regs.h"

#include <elf.h>
#include <string.h>

#include "sdt/site.h"

#define REG(name_, width, shift, off) \
	{ .name = #name_,             \
	  .width_bytes = (width),     \
	  .shift_bits = (shift),      \
	  .ptregs_off = (off) },

static const struct sdt_reg x86_regs[] = {
#include "sdt/regs_x86.def"
};

static const struct sdt_reg arm64_regs[] = {
#include "sdt/regs_arm64.def"
};

#undef REG

/* The rows of a machine; NULL and 0 when there is no table. */
static const struct sdt_reg *reg_table(uint16_t machine, int *cnt_ret)
{
	switch (machine) {
	case EM_X86_64:
	case EM_386:
		*cnt_ret = sizeof(x86_regs) / sizeof(x86_regs[0]);
		return x86_regs;
	case EM_AARCH64:
		*cnt_ret = sizeof(arm64_regs) / sizeof(arm64_regs[0]);
		return arm64_regs;
	}
	*cnt_ret = 0;
	return NULL;
}

int sdt_reg_find(uint16_t machine, const char *name, size_t len)
{
	int cnt;
	const struct sdt_reg *regs = reg_table(machine, &cnt);

	for (int row = 0; row < cnt; row++)
		if (strlen(regs[row].name) == len &&
		    !memcmp(regs[row].name, name, len))
			return row;
	return SDT_REG_NONE;
}

const struct sdt_reg *sdt_reg_get(uint16_t machine, int row)
{
	int cnt;
	const struct sdt_reg *regs = reg_table(machine, &cnt);

	return row >= 0 && row < cnt ? &regs[row] : NULL;
}

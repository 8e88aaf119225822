// SPDX-License-Identifier: BSD-2-Clause
/*
 * From the operand of a note to what the generator reads:
 *
 *	-4@%eax            8 bytes of pt_regs.ax, low 4, sign-extended
 *	8@-24(%rbp)        user memory at pt_regs.bp - 24
 *	4@counter(%rip)    user memory at pt_regs.ip + (vaddr - site's vaddr)
 *	1@digits(%rdi)     the same + pt_regs.di
 *	8@$table+16        the address pt_regs.ip + (vaddr - site's vaddr)
 *
 * The last three forms need no load bias: at a uprobe pt_regs.ip is the run-time
 * address of the site itself.
 */
#include <elf.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <asm/ptrace.h>

#include "runtime/provider/usdt/usdt.h"
#include "sdt/regs.h"

/* Offset of the saved instruction pointer, by machine. */
static int ip_offset(uint16_t machine)
{
#if defined(__x86_64__)
	if (machine == EM_X86_64 || machine == EM_386)
		return offsetof(struct pt_regs, rip);
#elif defined(__aarch64__)
	if (machine == EM_AARCH64)
		return offsetof(struct user_pt_regs, pc);
#endif
	(void)machine;
	return -1;
}

static void arg_bad(struct abi_arg *ret, const char *why)
{
	ret->kind = ABI_ARG_BAD;
	ret->why = why ? why : "its operand can't be read";
}

static int reg_offset(const struct sdt_file *elf, int reg)
{
	const struct sdt_reg *row = sdt_reg_get(elf->machine, reg);

	return row ? row->ptregs_off : -1;
}

static void arg_reg(const struct sdt_file *elf, const struct sdt_arg *arg,
		    struct abi_arg *ret)
{
	int off = reg_offset(elf, arg->reg);

	if (off < 0) { /* the zero register of arm64 */
		ret->kind = ABI_ARG_CONST;
		ret->value = 0;
		return;
	}
	ret->kind = ABI_ARG_CTX;
	ret->ctx_off = (int16_t)off;
	ret->shift_bits = arg->reg_shift;
}

static void arg_const(const struct sdt_file *elf, const struct sdt_site *site,
		      const struct sdt_arg *arg, struct abi_arg *ret)
{
	if (!arg->is_vaddr) {
		ret->kind = ABI_ARG_CONST;
		ret->value = arg->value;
	} else if (ip_offset(elf->machine) < 0) {
		arg_bad(ret, "the address of a symbol on this machine");
	} else {
		ret->kind = ABI_ARG_ADDR;
		ret->ctx_off = (int16_t)ip_offset(elf->machine);
		ret->value = (int64_t)((uint64_t)arg->value - site->pc_vaddr);
	}
}

/*
 * Makes a sum of registers relative to the address of a symbol. The instruction
 * pointer takes the place of the base, which becomes an index. Two registers
 * leave no place for it; compilers add a symbol to two only in programs that
 * are always loaded where they were linked, so the address is that of the file.
 */
static const char *add_symbol(const struct sdt_file *elf,
			      const struct sdt_site *site, struct abi_arg *ret)
{
	if (ip_offset(elf->machine) < 0)
		return "the address of a symbol on this machine";
	if (ret->ctx_off >= 0 && ret->index_off >= 0)
		return elf->elf_type == ET_EXEC ?
			NULL :
			"a symbol together with two registers";
	if (ret->ctx_off >= 0) {
		ret->index_off = ret->ctx_off;
		ret->scale = 1;
	}
	ret->ctx_off = (int16_t)ip_offset(elf->machine);
	ret->value = (int64_t)((uint64_t)ret->value - site->pc_vaddr);
	return NULL;
}

static void arg_mem(const struct sdt_file *elf, const struct sdt_site *site,
		    const struct sdt_arg *arg, struct abi_arg *ret)
{
	const char *why = NULL;

	ret->kind = ABI_ARG_MEM;
	ret->is_addr32 = arg->is_addr32;
	ret->ctx_off = -1;
	ret->index_off = -1;
	ret->scale = arg->scale;
	ret->value = arg->value;
	if (arg->reg != SDT_REG_NONE)
		ret->ctx_off = (int16_t)reg_offset(elf, arg->reg);
	if (arg->index_reg != SDT_REG_NONE) {
		ret->index_off = (int16_t)reg_offset(elf, arg->index_reg);
		/* the low bits of a sum depend only on those of its parts */
		if (arg->index_bytes != 8 && !arg->is_addr32)
			why = "a 32-bit index";
	}
	if (!why && arg->is_vaddr)
		why = add_symbol(elf, site, ret);
	if (why)
		arg_bad(ret, why);
}

void usdt_arg_abi(const struct sdt_file *elf, const struct sdt_site *site,
		  unsigned int arg_idx, struct abi_arg *ret)
{
	const struct sdt_arg *arg = &site->args[arg_idx];

	if (arg_idx >= site->arg_cnt) {
		ret->kind = ABI_ARG_NONE;
		return;
	}
	ret->size_bytes = arg->size_bytes;
	ret->is_signed = arg->is_signed;
	switch (arg->kind) {
	case SDT_ARG_CONST:
		arg_const(elf, site, arg, ret);
		break;
	case SDT_ARG_REG:
		arg_reg(elf, arg, ret);
		break;
	case SDT_ARG_MEM:
		arg_mem(elf, site, arg, ret);
		break;
	case SDT_ARG_NONE:
		arg_bad(ret, arg->why);
		break;
	}
}

const char *usdt_arg_type(const struct sdt_arg *arg)
{
	if (arg->kind == SDT_ARG_NONE)
		return "(unknown)";
	if (arg->is_float)
		return arg->size_bytes == 4 ? "float" : "double";
	switch (arg->size_bytes) {
	case 1:
		return arg->is_signed ? "int8_t" : "uint8_t";
	case 2:
		return arg->is_signed ? "int16_t" : "uint16_t";
	case 4:
		return arg->is_signed ? "int32_t" : "uint32_t";
	case 8:
		return arg->is_signed ? "int64_t" : "uint64_t";
	}
	return "(unknown)";
}

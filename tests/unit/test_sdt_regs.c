// SPDX-License-Identifier: BSD-2-Clause
/*
 * Register tables against what the kernel says: struct pt_regs of this
 * machine for x86, the documented layout for arm64.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "sdt/regs.h"
#include "sdt/site.h"

#ifdef __x86_64__
#include <asm/ptrace.h>
#endif

static const struct sdt_reg *reg(uint16_t machine, const char *name)
{
	int row = sdt_reg_find(machine, name, strlen(name));

	if (row == SDT_REG_NONE)
		fail_msg("no register %s", name);
	return sdt_reg_get(machine, row);
}

static void check(uint16_t machine, const char *name, unsigned width_bytes,
		  unsigned shift_bits, int ptregs_off)
{
	const struct sdt_reg *r = reg(machine, name);

	assert_string_equal(r->name, name);
	assert_int_equal(r->width_bytes, width_bytes);
	assert_int_equal(r->shift_bits, shift_bits);
	assert_int_equal(r->ptregs_off, ptregs_off);
}

#ifdef __x86_64__
#define OFF(member) ((int)offsetof(struct pt_regs, member))

/* The 8-, 4-, 2- and 1-byte name of a register. */
static void check_family(const char *const names[4], int ptregs_off)
{
	for (int i = 0; i < 4; i++)
		check(EM_X86_64, names[i], 8u >> i, 0, ptregs_off);
}

#define FAMILY(member, ...) \
	check_family((const char *const[4]){ __VA_ARGS__ }, OFF(member))

static void x86(void **state)
{
	(void)state;
	FAMILY(rax, "rax", "eax", "ax", "al");
	FAMILY(rbx, "rbx", "ebx", "bx", "bl");
	FAMILY(rcx, "rcx", "ecx", "cx", "cl");
	FAMILY(rdx, "rdx", "edx", "dx", "dl");
	FAMILY(rsi, "rsi", "esi", "si", "sil");
	FAMILY(rdi, "rdi", "edi", "di", "dil");
	FAMILY(rbp, "rbp", "ebp", "bp", "bpl");
	FAMILY(rsp, "rsp", "esp", "sp", "spl");
	FAMILY(r8, "r8", "r8d", "r8w", "r8b");
	FAMILY(r9, "r9", "r9d", "r9w", "r9b");
	FAMILY(r10, "r10", "r10d", "r10w", "r10b");
	FAMILY(r11, "r11", "r11d", "r11w", "r11b");
	FAMILY(r12, "r12", "r12d", "r12w", "r12b");
	FAMILY(r13, "r13", "r13d", "r13w", "r13b");
	FAMILY(r14, "r14", "r14d", "r14w", "r14b");
	FAMILY(r15, "r15", "r15d", "r15w", "r15b");
	check(EM_X86_64, "ah", 1, 8, OFF(rax));
	check(EM_X86_64, "bh", 1, 8, OFF(rbx));
	check(EM_X86_64, "ch", 1, 8, OFF(rcx));
	check(EM_X86_64, "dh", 1, 8, OFF(rdx));
	check(EM_X86_64, "rip", 8, 0, OFF(rip));
	check(EM_X86_64, "eip", 4, 0, OFF(rip));
	check(EM_X86_64, "rflags", 8, 0, OFF(eflags));
	check(EM_X86_64, "eflags", 4, 0, OFF(eflags));
	check(EM_X86_64, "cs", 2, 0, OFF(cs));
	check(EM_X86_64, "ss", 2, 0, OFF(ss));
}
#endif

static void arm64(void **state)
{
	char name[16];

	(void)state;
	for (int i = 0; i < 31; i++) {
		snprintf(name, sizeof(name), "x%d", i);
		check(EM_AARCH64, name, 8, 0, 8 * i);
		snprintf(name, sizeof(name), "w%d", i);
		check(EM_AARCH64, name, 4, 0, 8 * i);
	}
	check(EM_AARCH64, "fp", 8, 0, 8 * 29);
	check(EM_AARCH64, "lr", 8, 0, 8 * 30);
	check(EM_AARCH64, "sp", 8, 0, 8 * 31);
	check(EM_AARCH64, "wsp", 4, 0, 8 * 31);
	check(EM_AARCH64, "pc", 8, 0, 8 * 32);
	check(EM_AARCH64, "pstate", 8, 0, 8 * 33);
	check(EM_AARCH64, "xzr", 8, 0, SDT_REG_ZERO);
	check(EM_AARCH64, "wzr", 4, 0, SDT_REG_ZERO);
}

static void not_there(void **state)
{
	(void)state;
	assert_int_equal(sdt_reg_find(EM_X86_64, "rzx", 3), SDT_REG_NONE);
	assert_int_equal(sdt_reg_find(EM_X86_64, "", 0), SDT_REG_NONE);
	assert_int_equal(sdt_reg_find(EM_X86_64, "rax\0x", 5), SDT_REG_NONE);
	assert_int_equal(sdt_reg_find(EM_X86_64, "raxx", 3), /* "rax" */
			 sdt_reg_find(EM_X86_64, "rax", 3));
	assert_int_equal(sdt_reg_find(EM_AARCH64, "x31", 3), SDT_REG_NONE);
	assert_int_equal(sdt_reg_find(EM_RISCV, "a0", 2), SDT_REG_NONE);
	assert_null(sdt_reg_get(EM_X86_64, -1));
	assert_null(sdt_reg_get(EM_X86_64, 1000));
	assert_null(sdt_reg_get(EM_RISCV, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#ifdef __x86_64__
		cmocka_unit_test(x86),
#endif
		cmocka_unit_test(arm64),
		cmocka_unit_test(not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

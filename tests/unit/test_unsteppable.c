// SPDX-License-Identifier: BSD-2-Clause
/*
 * runtime/provider/machine_code/unsteppable.c: which instructions can't be probed. That the rest
 * of x86-64 does the same with a probe is seen by tests/run/pid/steps.sh.
 */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "runtime/provider/machine_code/machine_code.h"

#define NO(name) CODE_REFUSAL_##name

static const struct {
	uint16_t machine;
	uint8_t len;
	uint8_t code[10];
	enum code_refusal refusal;
} x86_rows[] = {
	{ EM_X86_64, 1, { 0x55 }, CODE_OK },
	{ EM_X86_64, 4, { 0xf3, 0x0f, 0x1e, 0xfa }, CODE_OK }, /* endbr64 */
	{ EM_X86_64, 1, { 0x9c }, NO(flags) },
	{ EM_X86_64, 2, { 0x66, 0x9c }, NO(flags) },
	{ EM_386, 1, { 0x9c }, NO(flags) },
	{ EM_X86_64, 1, { 0x9d }, CODE_OK }, /* popf */
	{ EM_X86_64, 2, { 0x9f, 0x9c }, CODE_OK }, /* lahf; pushf */
	{ EM_X86_64, 2, { 0xf3, 0xa4 }, NO(repeated) },
	{ EM_X86_64, 3, { 0xf2, 0x48, 0xaf }, NO(repeated) },
	{ EM_X86_64, 3, { 0xf3, 0x67, 0xab }, NO(repeated) },
	{ EM_386, 2, { 0xf3, 0xa6 }, NO(repeated) },
	{ EM_X86_64, 1, { 0xa4 }, CODE_OK },
	{ EM_X86_64, 2, { 0xf3, 0xa8 }, CODE_OK }, /* test */
	{ EM_X86_64, 2, { 0xf3, 0xc3 }, CODE_OK }, /* ret */
	{ EM_X86_64, 1, { 0x90 }, CODE_OK },
	{ EM_X86_64, 2, { 0x66, 0x90 }, CODE_OK },
	{ EM_X86_64, 2, { 0x48, 0x90 }, CODE_OK },
	{ EM_X86_64, 2, { 0x49, 0x90 }, NO(exchange) },
	{ EM_X86_64, 3, { 0x66, 0x41, 0x90 }, NO(exchange) },
	{ EM_X86_64, 2, { 0x49, 0x91 }, CODE_OK },
	{ EM_386, 2, { 0x49, 0x90 }, CODE_OK }, /* dec; nop */
	{ EM_X86_64, 6, { 0xc7, 0xf8, 1, 2, 3, 4 }, NO(transaction) },
	{ EM_X86_64, 6, { 0xc7, 0x00, 1, 2, 3, 4 }, CODE_OK },
	{ EM_X86_64, 3, { 0x0f, 0x01, 0xd5 }, CODE_OK }, /* xend */
	{ EM_X86_64, 3, { 0x0f, 0x01, 0xd7 }, NO(enclave) },
	{ EM_X86_64, 3, { 0x0f, 0x01, 0xc1 }, NO(privileged) }, /* vmcall */
	{ EM_X86_64, 3, { 0x0f, 0x01, 0xd9 }, NO(privileged) }, /* vmmcall */
	{ EM_X86_64, 3, { 0x0f, 0x01, 0xf9 }, CODE_OK }, /* rdtscp */
	{ EM_X86_64, 3, { 0x0f, 0x01, 0xef }, CODE_OK }, /* wrpkru */
	{ EM_X86_64, 3, { 0x0f, 0x01, 0x03 }, NO(umip) }, /* sgdt */
	{ EM_X86_64, 3, { 0x0f, 0x01, 0xe0 }, NO(umip) }, /* smsw */
	{ EM_X86_64, 3, { 0x0f, 0x00, 0xc8 }, NO(umip) }, /* str */
	{ EM_X86_64, 2, { 0x0f, 0xa2 }, NO(hypervisor) }, /* cpuid */
	{ EM_X86_64, 2, { 0xf3, 0x90 }, NO(hypervisor) }, /* pause */
	{ EM_X86_64, 3, { 0xf3, 0x48, 0x90 }, NO(hypervisor) },
	{ EM_X86_64, 3, { 0x41, 0x0f, 0xa2 }, NO(hypervisor) },
	{ EM_X86_64, 2, { 0x0f, 0x31 }, CODE_OK }, /* rdtsc */
	{ EM_X86_64, 3, { 0x66, 0xe0, 0x10 }, NO(prefix) }, /* data16 loopne */
	{ EM_X86_64, 2, { 0xe0, 0x10 }, CODE_OK },
	{ EM_X86_64, 4, { 0xf2, 0x0f, 0x2b, 0x05 }, NO(prefix) }, /* movntsd, (%rip) */
	{ EM_X86_64, 4, { 0xf2, 0x0f, 0x2b, 0x07 }, CODE_OK },
	{ EM_X86_64, 3, { 0x0f, 0x00, 0xe0 }, CODE_OK }, /* verr */
	{ EM_X86_64, 2, { 0x0f, 0x05 }, NO(syscall) },
	{ EM_X86_64, 2, { 0x0f, 0x34 }, NO(syscall) },
	{ EM_X86_64, 2, { 0xcd, 0x80 }, NO(syscall) },
	{ EM_X86_64, 2, { 0x0f, 0x0b }, CODE_OK }, /* ud2: its signal is right */
	{ EM_X86_64, 1, { 0xcc }, NO(privileged) },
	{ EM_X86_64, 1, { 0xf1 }, NO(privileged) },
	{ EM_X86_64, 1, { 0xf4 }, NO(privileged) },
	{ EM_X86_64, 2, { 0x48, 0xcf }, NO(privileged) }, /* iretq */
	{ EM_X86_64, 2, { 0xf3, 0x6c }, NO(privileged) }, /* rep insb */
	{ EM_X86_64, 2, { 0x8e, 0xd0 }, NO(segment) }, /* mov %eax,%ss */
	{ EM_X86_64, 2, { 0x8e, 0xd8 }, CODE_OK }, /* mov %eax,%ds */
	{ EM_386, 1, { 0x17 }, NO(segment) },
	{ EM_X86_64, 6, { 0xff, 0x1d, 1, 2, 3, 4 }, NO(far_call) },
	{ EM_X86_64, 6, { 0xff, 0x15, 1, 2, 3, 4 }, CODE_OK },
	{ EM_X86_64, 3, { 0x66, 0xff, 0xd0 }, NO(prefix) },
	{ EM_X86_64, 8, { 0x66, 0x48, 0xff, 0x15, 1, 2, 3, 4 }, CODE_OK },
	{ EM_X86_64, 8, { 0x66, 0x66, 0x48, 0xe8, 1, 2, 3, 4 }, NO(prefix) },
	{ EM_X86_64, 5, { 0xe8, 1, 2, 3, 4 }, CODE_OK },
	{ EM_X86_64, 6, { 0x67, 0xe8, 1, 2, 3, 4 }, CODE_OK },
	{ EM_X86_64, 4, { 0x66, 0x0f, 0x84, 1 }, NO(prefix) },
	{ EM_X86_64, 3, { 0x66, 0x74, 1 }, NO(prefix) },
	{ EM_X86_64, 3, { 0xf2, 0x74, 1 }, CODE_OK }, /* bnd */
	{ EM_X86_64, 4, { 0x66, 0x0f, 0x6f, 0xc1 }, CODE_OK },
	{ EM_X86_64, 8, { 0xf3, 0x0f, 0x94, 0x05, 1, 2, 3, 4 }, NO(prefix) },
	{ EM_X86_64, 7, { 0x0f, 0x94, 0x05, 1, 2, 3, 4 }, CODE_OK },
	{ EM_X86_64, 3, { 0xf0, 0xff, 0x07 }, NO(prefix) },
	{ EM_X86_64, 3, { 0x3e, 0xff, 0xe0 }, NO(prefix) },
	{ EM_X86_64, 4, { 0x64, 0x2e, 0x89, 0x07 }, NO(prefix) },
	{ EM_X86_64, 3, { 0x64, 0x89, 0x07 }, CODE_OK },
	{ EM_X86_64, 4, { 0xc5, 0xf9, 0xef, 0xc0 }, NO(vector) },
	{ EM_X86_64, 6, { 0x62, 0xf1, 0x7c, 0x48, 0x28, 0xc1 }, NO(vector) },
	{ EM_386, 4, { 0xc5, 0xf9, 0xef, 0xc0 }, NO(vector) },
	{ EM_386, 2, { 0xc4, 0x00 }, CODE_OK }, /* les */
	{ EM_386, 2, { 0x62, 0x00 }, CODE_OK }, /* bound */
	{ EM_X86_64, 5, { 0x8f, 0xe9, 0x78, 0x81, 0xc0 }, NO(vector) }, /* XOP */
	{ EM_X86_64, 2, { 0x8f, 0x00 }, CODE_OK }, /* pop (%rax) */
	{ EM_X86_64, 2, { 0x8f, 0xc7 }, CODE_OK },
	{ EM_X86_64, 4, { 0x66, 0x0f, 0x79, 0xc1 }, NO(unknown) }, /* extrq */
	{ EM_X86_64, 4, { 0x0f, 0x38, 0xc8, 0xc1 }, CODE_OK }, /* sha1nexte */
	{ EM_X86_64, 5, { 0x66, 0x0f, 0x38, 0xc8, 0xc1 }, NO(unknown) },
	{ EM_X86_64, 4, { 0x0f, 0x3a, 0xcc, 0xc1 }, CODE_OK }, /* sha1rnds4 */
	{ EM_X86_64, 4, { 0xf3, 0x0f, 0x6f, 0x00 }, CODE_OK }, /* movdqu */
	{ EM_X86_64, 1, { 0x0f }, CODE_OK }, /* it ends too early */
	{ EM_X86_64, 1, { 0x66 }, CODE_OK },
	{ EM_RISCV, 2, { 0x82, 0x80 }, CODE_OK },
};

static void x86(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(x86_rows) / sizeof(x86_rows[0]); i++) {
		print_message("row %zu\n", i);
		assert_int_equal(code_insn_refusal(x86_rows[i].machine,
						   x86_rows[i].code,
						   x86_rows[i].len),
				 x86_rows[i].refusal);
	}
}

static const struct {
	uint32_t word;
	enum code_refusal refusal;
} arm64_rows[] = {
	{ 0xd4000001, NO(syscall) }, /* svc #0 */
	{ 0xd4200000, NO(privileged) }, /* brk */
	{ 0xd503201f, CODE_OK }, /* nop */
	{ 0xd503203f, NO(hint) }, /* yield */
	{ 0xd503205f, NO(hint) }, /* wfe */
	{ 0xd50320ff, CODE_OK }, /* xpaclri */
	{ 0xd503211f, CODE_OK }, /* pacia1716 */
	{ 0xd503215f, CODE_OK }, /* pacib1716 */
	{ 0xd503219f, NO(hint) }, /* autia1716 */
	{ 0xd503233f, CODE_OK }, /* paciasp */
	{ 0xd503237f, CODE_OK }, /* pacibsp */
	{ 0xd50323bf, NO(hint) }, /* autiasp */
	{ 0xd503245f, CODE_OK }, /* bti c */
	{ 0xd503229f, NO(hint) }, /* csdb */
	{ 0xd5033bbf, CODE_OK }, /* dmb ish */
	{ 0xd5033fdf, CODE_OK }, /* isb */
	{ 0xd53bd040, CODE_OK }, /* mrs x0, tpidr_el0 */
	{ 0xd53b4200, CODE_OK }, /* mrs x0, nzcv */
	{ 0xd53b4220, NO(system) }, /* mrs x0, daif */
	{ 0xd51bd040, NO(system) }, /* msr tpidr_el0, x0 */
	{ 0xd50b7421, CODE_OK }, /* dc zva, x1 */
	{ 0xd65f03c0, CODE_OK }, /* ret */
	{ 0xd65f0bff, NO(authenticated) }, /* retaa */
	{ 0xd61f0020, CODE_OK }, /* br x1 */
	{ 0xd71f0822, NO(authenticated) }, /* braa x1, x2 */
	{ 0xd63f0020, CODE_OK }, /* blr x1 */
	{ 0xd69f03e0, NO(authenticated) }, /* eret */
	{ 0x58000040, CODE_OK }, /* ldr x0, literal */
	{ 0x18000040, CODE_OK }, /* ldr w0, literal */
	{ 0x98000040, CODE_OK }, /* ldrsw x0, literal */
	{ 0xd8000040, NO(literal) }, /* prfm literal */
	{ 0x5c000040, NO(literal) }, /* ldr d0, literal */
	{ 0x9c000040, NO(literal) }, /* ldr q0, literal */
	{ 0x10000040, CODE_OK }, /* adr */
	{ 0x90000040, CODE_OK }, /* adrp */
	{ 0x94000004, CODE_OK }, /* bl */
	{ 0xb4000080, CODE_OK }, /* cbz */
	{ 0x885f7c20, NO(exclusive) }, /* ldxr w0, [x1] */
	{ 0x885ffc20, NO(exclusive) }, /* ldaxr w0, [x1] */
	{ 0x88027c20, NO(exclusive) }, /* stxr w2, w0, [x1] */
	{ 0xc87f0440, NO(exclusive) }, /* ldxp x0, x1, [x2] */
	{ 0x88dffc20, CODE_OK }, /* ldar */
	{ 0x889ffc20, CODE_OK }, /* stlr */
	{ 0x88a07c41, CODE_OK }, /* cas w0, w1, [x2] */
	{ 0x48207c82, NO(exclusive) }, /* casp x0, x1, x2, x3, [x4] */
	{ 0xf8200041, CODE_OK }, /* ldadd x0, x1, [x2] */
	{ 0x19010440, NO(triple) }, /* cpyfp */
	{ 0xa9bf7bfd, CODE_OK }, /* stp */
	{ 0x3dc00020, CODE_OK }, /* ldr q0, [x1] */
};

static void arm64(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(arm64_rows) / sizeof(arm64_rows[0]); i++) {
		uint8_t code[4];

		print_message("row %zu\n", i);
		memcpy(code, &arm64_rows[i].word, sizeof(code));
		assert_int_equal(code_insn_refusal(EM_AARCH64, code, 4),
				 arm64_rows[i].refusal);
	}
}

/* Between an exclusive load and its store nothing is probed. */
static void exclusive_runs(void **state)
{
	static const struct {
		uint32_t word;
		bool is_between;
	} rows[] = {
		{ 0xd503201f, false },
		{ 0x885f7c20, false }, /* ldxr: refused by itself */
		{ 0x11000400, true }, /* add */
		{ 0x54000061, true }, /* b.ne: out of it */
		{ 0x88027c20, true }, /* stxr */
		{ 0x35ffffa2, false }, /* cbnz: back */
		{ 0x48207c82, false }, /* casp begins nothing */
		{ 0xd503201f, false },
		{ 0x885f7c20, false },
		{ 0xd503305f, true }, /* clrex */
		{ 0xd503201f, false },
		{ 0x885f7c20, false },
		{ 0xd65f03c0, true }, /* ret */
		{ 0xd503201f, false },
	};
	struct code_exclusive run;
	uint8_t code[4];

	(void)state;
	code_exclusive_init(&run);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		print_message("row %zu\n", i);
		memcpy(code, &rows[i].word, sizeof(code));
		assert_int_equal(code_exclusive_has(&run, code, 4),
				 rows[i].is_between);
	}
	/* a load without a store: as far as the architecture promises */
	memcpy(code, &rows[1].word, sizeof(code));
	code_exclusive_has(&run, code, 4);
	memcpy(code, &rows[0].word, sizeof(code));
	for (int i = 0; i < 40; i++)
		assert_int_equal(code_exclusive_has(&run, code, 4), i < 32);
}

/* A jump back to the begin from between the two can't be probed. */
static void exclusive_loops(void **state)
{
	static const uint32_t words[] = {
		0xd503201f, /* nop */
		0x885f7c20, /* ldxr */
		0x54ffffc1, /* b.ne: to the begin */
		0x88027c20, /* stxr */
		0x35ffff82, /* cbnz: to the begin */
		0xd65f03c0, /* ret */
	};
	struct code_insns insns = { 0 };
	struct code_loop loop = { 0 };
	uint8_t code[sizeof(words)];
	const char *why;

	(void)state;
	memcpy(code, words, sizeof(code));
	if (code_insns_find(&insns, EM_AARCH64, code, sizeof(code), &why))
		skip();
	assert_int_equal(insns.offs.cnt, 6);
	for (size_t i = 0; i < insns.offs.cnt; i++)
		assert_int_equal(insns.refusals.v[i],
				 i >= 1 && i <= 3 ? NO(exclusive) : CODE_OK);
	code_insns_deinit(&insns);
	assert_int_equal(code_begin_find(EM_AARCH64, code, sizeof(code), false,
					 &loop),
			 CODE_BEGIN_START);
	memcpy(code + 8, &words[0], sizeof(words[0]));
	assert_int_equal(code_begin_find(EM_AARCH64, code, sizeof(code), false,
					 &loop),
			 CODE_BEGIN_LOOP);
	assert_int_equal(loop.backs.cnt, 1);
	code_loop_deinit(&loop);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(x86),
		cmocka_unit_test(arm64),
		cmocka_unit_test(exclusive_runs),
		cmocka_unit_test(exclusive_loops),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

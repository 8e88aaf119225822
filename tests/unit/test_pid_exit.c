// SPDX-License-Identifier: BSD-2-Clause
/*
 * runtime/provider/machine_code: where instructions lead, and what they read
 * beside themselves.
 */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "runtime/provider/machine_code/machine_code.h"

enum way { STAYS, UNKNOWN, UNKNOWN_CALL, CALL, JUMP };

static const struct {
	uint16_t machine;
	uint8_t len;
	uint8_t code[8];
	enum way way;
	int64_t target;
} rows[] = { /* all at 0x100 */
	{ EM_X86_64, 1, { 0x55 }, STAYS, 0 },
	{ EM_X86_64, 1, { 0xc3 }, STAYS, 0 },
	{ EM_X86_64, 5, { 0xe8, 0x0b, 0, 0, 0 }, CALL, 0x110 },
	{ EM_X86_64, 5, { 0xe9, 0xfb, 0xfe, 0xff, 0xff }, JUMP, 0 },
	{ EM_X86_64, 2, { 0xeb, 0xfe }, JUMP, 0x100 },
	{ EM_X86_64, 2, { 0x74, 0x10 }, JUMP, 0x112 },
	{ EM_X86_64, 6, { 0x0f, 0x85, 0x0a, 0, 0, 0 }, JUMP, 0x110 },
	{ EM_X86_64, 6, { 0xf2, 0xe8, 0x0a, 0, 0, 0 }, CALL, 0x110 },
	{ EM_X86_64, 2, { 0xff, 0xd0 }, UNKNOWN_CALL, 0 }, /* call *%rax */
	{ EM_X86_64, 3, { 0x41, 0xff, 0xd4 }, UNKNOWN_CALL, 0 }, /* call *%r12 */
	{ EM_X86_64, 3, { 0x3e, 0xff, 0xe0 }, UNKNOWN, 0 }, /* notrack jmp */
	{ EM_X86_64, 6, { 0xff, 0x25, 1, 2, 3, 4 }, UNKNOWN, 0 },
	{ EM_X86_64, 2, { 0xff, 0xc0 }, STAYS, 0 }, /* inc %eax */
	{ EM_X86_64, 2, { 0xff, 0x30 }, STAYS, 0 }, /* push (%rax) */
	{ EM_386, 5, { 0xe8, 0xfb, 0xff, 0xff, 0xff }, CALL, 0x100 },
	{ EM_386, 7, { 0x9a, 1, 2, 3, 4, 5, 6 }, UNKNOWN, 0 },
	{ EM_386, 1, { 0x40 }, STAYS, 0 },
	{ EM_AARCH64, 4, { 0x04, 0, 0, 0x94 }, CALL, 0x110 }, /* bl */
	{ EM_AARCH64, 4, { 0xff, 0xff, 0xff, 0x17 }, JUMP, 0xfc }, /* b */
	{ EM_AARCH64, 4, { 0x80, 0, 0, 0x54 }, JUMP, 0x110 }, /* b.eq */
	{ EM_AARCH64, 4, { 0x80, 0, 0, 0xb4 }, JUMP, 0x110 }, /* cbz */
	{ EM_AARCH64, 4, { 0xe0, 0xff, 0x07, 0x37 }, JUMP, 0xfc }, /* tbnz */
	{ EM_AARCH64, 4, { 0x20, 0, 0x3f, 0xd6 }, UNKNOWN, 0 }, /* blr x1 */
	{ EM_AARCH64, 4, { 0x20, 0, 0x1f, 0xd6 }, UNKNOWN, 0 }, /* br x1 */
	{ EM_AARCH64, 4, { 0xc0, 0x03, 0x5f, 0xd6 }, STAYS, 0 }, /* ret */
	{ EM_AARCH64, 4, { 0xff, 0x0b, 0x5f, 0xd6 }, UNKNOWN, 0 }, /* retaa */
	{ EM_AARCH64, 4, { 0xfd, 0x7b, 0xbf, 0xa9 }, STAYS, 0 }, /* stp */
	{ EM_RISCV, 2, { 0x82, 0x80 }, UNKNOWN, 0 },
};

static void every_row(void **test_state)
{
	(void)test_state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct code_exit way;
		bool leads = code_exit_decode(rows[i].machine, rows[i].code,
					      rows[i].len, 0x100, &way);

		print_message("row %zu\n", i);
		assert_int_equal(leads, rows[i].way != STAYS);
		assert_int_equal(way.is_known, rows[i].way >= CALL);
		assert_int_equal(way.is_call, rows[i].way == CALL ||
					      rows[i].way == UNKNOWN_CALL);
		if (leads)
			assert_int_equal(way.off, 0x100);
		assert_int_equal(way.target, rows[i].target);
	}
}

enum operand { NONE, READ, TAKEN };

static const struct {
	uint16_t machine;
	uint8_t len;
	uint8_t code[10];
	enum operand operand;
	int64_t target;
} references[] = { /* all at 0x100 */
	{ EM_X86_64, 6, { 0x8b, 0x05, 2, 0, 0, 0 }, READ, 0x108 },
	{ EM_X86_64, 7, { 0x48, 0x8d, 0x15, 0xf9, 0xff, 0xff, 0xff }, TAKEN, 0x100 },
	{ EM_X86_64, 7, { 0x83, 0x3d, 1, 0, 0, 0, 9 }, READ, 0x108 }, /* cmp $9 */
	{ EM_X86_64, 10, { 0xc7, 0x05, 0, 0, 0, 0, 1, 2, 3, 4 }, READ, 0x10a },
	{ EM_X86_64, 8, { 0x66, 0x0f, 0x6f, 0x05, 8, 0, 0, 0 }, READ, 0x110 },
	{ EM_X86_64, 9, { 0x66, 0x0f, 0x38, 0, 0x05, 7, 0, 0, 0 }, READ, 0x110 },
	{ EM_X86_64, 8, { 0xc5, 0xfd, 0x6f, 0x05, 8, 0, 0, 0 }, READ, 0x110 },
	{ EM_X86_64, 10, { 0x62, 0xf1, 0x7d, 0x48, 0x6f, 0x05, 6, 0, 0, 0 }, READ, 0x110 },
	{ EM_X86_64, 5, { 0x05, 0x05, 0, 0, 0 }, NONE, 0 }, /* add $5,%eax */
	{ EM_X86_64, 6, { 0x48, 0x05, 0x05, 0, 0, 0 }, NONE, 0 },
	{ EM_X86_64, 10, { 0x48, 0xb8, 0x05, 0, 0, 0, 0, 0, 0, 0 }, NONE, 0 },
	{ EM_X86_64, 7, { 0x8b, 0x04, 0x25, 0x05, 0, 0, 0 }, NONE, 0 }, /* (5) */
	{ EM_X86_64, 5, { 0xe8, 0x05, 0, 0, 0 }, NONE, 0 },
	{ EM_X86_64, 1, { 0xc3 }, NONE, 0 },
	{ EM_X86_64, 2, { 0x66, 0x90 }, NONE, 0 },
	{ EM_386, 6, { 0x8b, 0x05, 2, 0, 0, 0 }, NONE, 0 },
	{ EM_AARCH64, 4, { 0x40, 0, 0, 0x58 }, READ, 0x108 }, /* ldr x0 */
	{ EM_AARCH64, 4, { 0xe1, 0xff, 0xff, 0x1c }, READ, 0xfc }, /* ldr s1 */
	{ EM_AARCH64, 4, { 0x22, 0, 0, 0x70 }, TAKEN, 0x107 }, /* adr x2 */
	{ EM_AARCH64, 4, { 0x22, 0, 0, 0x90 }, NONE, 0 }, /* adrp */
	{ EM_AARCH64, 4, { 0x40, 0, 0x40, 0xf9 }, NONE, 0 }, /* ldr x0, (x2) */
};

static void every_reference(void **test_state)
{
	(void)test_state;
	for (size_t i = 0; i < sizeof(references) / sizeof(references[0]); i++) {
		struct code_reference reference = { 0 };
		bool is_there = code_reference_find(
			references[i].machine, references[i].code,
			references[i].len, 0x100, &reference);

		print_message("reference %zu\n", i);
		assert_int_equal(is_there, references[i].operand != NONE);
		assert_int_equal(reference.is_read,
				 references[i].operand == READ);
		assert_int_equal(reference.target, references[i].target);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row),
		cmocka_unit_test(every_reference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

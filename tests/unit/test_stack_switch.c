// SPDX-License-Identifier: BSD-2-Clause
/* Which instructions switch between stacks, in code with some before and after. */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "runtime/provider/machine_code/machine_code.h"

struct row {
	const char *name;
	uint8_t len;
	uint8_t code[12];
	bool switches;
};

/* objdump(1) shows the same instructions for these bytes */
static const struct row rows[] = {
	{ "mov (%rbx),%rsp", 3, { 0x48, 0x8b, 0x23 }, true },
	{ "mov (%rdi),%rsp", 3, { 0x48, 0x8b, 0x27 }, true },
	{ "mov 0x30(%rsi),%rsp", 4, { 0x48, 0x8b, 0x66, 0x30 }, true },
	{ "mov 0xa0(%rdi),%rsp", 7, { 0x48, 0x8b, 0xa7, 0xa0 }, true },
	{ "mov (%r12),%rsp", 4, { 0x49, 0x8b, 0x24, 0x24 }, true },
	{ "mov 0x8(%r13),%rsp", 4, { 0x49, 0x8b, 0x65, 0x08 }, true },
	{ "mov (%rax,%rcx,8),%rsp", 4, { 0x48, 0x8b, 0x24, 0xc8 }, true },
	{ "mov 0x1000(%rip),%rsp", 7, { 0x48, 0x8b, 0x25, 0x00, 0x10 }, true },
	{ "mov 0x10(%rsp),%rsp", 5, { 0x48, 0x8b, 0x64, 0x24, 0x10 }, false },
	{ "mov -0x8(%rbp),%rsp", 4, { 0x48, 0x8b, 0x65, 0xf8 }, false },
	{ "mov (%rbx),%r12", 3, { 0x4c, 0x8b, 0x23 }, false },
	{ "mov (%rbx),%esp", 2, { 0x8b, 0x23 }, false },
	{ "mov %rdi,%rsp", 3, { 0x48, 0x8b, 0xe7 }, false },
	{ "mov (%rdi),%rbx", 3, { 0x48, 0x8b, 0x1f }, false },
	{ "mov 0x18(%rbx),%rsp; sub $0xf0,%rsp",
	  11,
	  { 0x48, 0x8b, 0x63, 0x18, 0x48, 0x81, 0xec, 0xf0 },
	  false },
	{ "mov %rsp,(%rdi); mov %rsi,%rsp",
	  6,
	  { 0x48, 0x89, 0x27, 0x48, 0x89, 0xf4 },
	  true },
	{ "mov %rsp,0x8(%r13); mov %r13,%rsp",
	  7,
	  { 0x49, 0x89, 0x65, 0x08, 0x4c, 0x89, 0xec },
	  true },
	{ "mov %rsp,0x1000(%rip); mov %r8,%rsp, the other way",
	  10,
	  { 0x48, 0x89, 0x25, 0x00, 0x10, 0x00, 0x00, 0x49, 0x8b, 0xe0 },
	  true },
	{ "mov %rsp,(%rdi); mov %rbp,%rsp",
	  6,
	  { 0x48, 0x89, 0x27, 0x48, 0x89, 0xec },
	  false },
	{ "mov %rsp,-0x8(%rbp); mov %rax,%rsp",
	  7,
	  { 0x48, 0x89, 0x65, 0xf8, 0x48, 0x89, 0xc4 },
	  false },
	{ "mov %rsp,(%rdi); mov %rsi,%r12",
	  6,
	  { 0x48, 0x89, 0x27, 0x49, 0x89, 0xf4 },
	  false },
	{ "mov %rsp,(%rdi)", 3, { 0x48, 0x89, 0x27 }, false },
	/* the bytes of the first row, in a distance and in a constant */
	{ "mov 0x238b48(%rip),%rdi",
	  7,
	  { 0x48, 0x8b, 0x3d, 0x48, 0x8b, 0x23, 0x00 },
	  false },
	{ "movabs $0x238b48,%rax",
	  10,
	  { 0x48, 0xb8, 0x48, 0x8b, 0x23, 0x00, 0x00 },
	  false },
};

/* push %rbp; mov %rsp,%rbp; sub $0x40,%rsp; mov %rdi,-0x8(%rbp); test %rax,%rax */
static const uint8_t filler[] = {
	0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, 0x40,
	0x48, 0x89, 0x7d, 0xf8, 0x48, 0x85, 0xc0,
};

/* Fills @code with @fillers of filler, the instruction, and one more. */
static size_t make(uint8_t *code, const struct row *row, size_t fillers)
{
	size_t len = 0;

	for (size_t i = 0; i <= fillers; i++) {
		if (i == fillers) {
			memcpy(code + len, row->code, row->len);
			len += row->len;
		}
		memcpy(code + len, filler, sizeof(filler));
		len += sizeof(filler);
	}
	return len;
}

static void finds_switches(void **state)
{
	uint8_t code[20 * sizeof(filler)];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (size_t fillers = 0; fillers < 12; fillers++) {
			size_t len = make(code, &rows[i], fillers);

			if (code_switches_stacks(EM_X86_64, code, len, 0) !=
			    rows[i].switches)
				fail_msg("%s after %zu", rows[i].name, fillers);
		}
}

static void has_one_in_its_last_bytes(void **state)
{
	static const struct row row = {
		"mov (%rdi),%rsp; ret",
		4,
		{ 0x48, 0x8b, 0x27, 0xc3 },
		true,
	};
	uint8_t code[20 * sizeof(filler)];
	size_t len = make(code, &row, 5);

	(void)state;
	/* what follows in a file, .fini, has 13 bytes */
	assert_true(code_switches_stacks(EM_X86_64, code,
					 len - sizeof(filler) + 13, 0));
	for (size_t i = 0; i <= len; i++)
		code_switches_stacks(EM_X86_64, code + len - i, i, 0);
}

static void begins_where_it_is_told(void **state)
{
	uint8_t code[20 * sizeof(filler)];
	size_t len = make(code, &rows[0], 5), off = 5 * sizeof(filler);

	(void)state;
	assert_true(code_switches_stacks(EM_X86_64, code, len, off));
	assert_false(code_switches_stacks(EM_X86_64, code, len, off + 1));
	assert_true(code_switches_stacks(EM_X86_64, code,
					 off + CODE_SWITCH_AFTER, off));
	assert_false(code_switches_stacks(EM_X86_64, code,
					  off + CODE_SWITCH_AFTER - 1, off));
	assert_false(code_switches_stacks(EM_X86_64, code, len, len));
}

static void knows_no_other_machine(void **state)
{
	uint8_t code[20 * sizeof(filler)];
	size_t len = make(code, &rows[0], 5);

	(void)state;
	assert_false(code_switches_stacks(EM_AARCH64, code, len, 0));
	assert_false(code_switches_stacks(EM_386, code, len, 0));
}

static void knows_what_sets_the_stack_pointer(void **state)
{
	static const struct {
		uint16_t machine;
		uint8_t len;
		uint8_t code[4];
		bool sets;
	} insns[] = {
		{ EM_X86_64,
		  3,
		  { 0x48, 0x89, 0xfc },
		  true }, /* mov %rdi,%rsp */
		{ EM_X86_64, 3, { 0x4c, 0x89, 0xc4 }, true }, /* mov %r8,%rsp */
		{ EM_X86_64,
		  3,
		  { 0x48, 0x89, 0xec },
		  false }, /* mov %rbp,%rsp */
		{ EM_X86_64,
		  3,
		  { 0x49, 0x89, 0xc4 },
		  false }, /* mov %rax,%r12 */
		{ EM_X86_64,
		  3,
		  { 0x48, 0x89, 0x27 },
		  false }, /* mov %rsp,(%rdi) */
		{ EM_X86_64,
		  3,
		  { 0x48, 0x8b, 0xe7 },
		  true }, /* mov %rdi,%rsp */
		{ EM_X86_64,
		  3,
		  { 0x48, 0x8b, 0x26 },
		  true }, /* mov (%rsi),%rsp */
		{ EM_X86_64,
		  3,
		  { 0x4c, 0x8b, 0x26 },
		  false }, /* mov (%rsi),%r12 */
		{ EM_X86_64, 2, { 0x48, 0x94 }, true }, /* xchg %rax,%rsp */
		{ EM_X86_64, 2, { 0x49, 0x94 }, false }, /* xchg %rax,%r12 */
		{ EM_X86_64,
		  3,
		  { 0x48, 0x87, 0x27 },
		  true }, /* xchg %rsp,(%rdi) */
		{ EM_X86_64, 1, { 0x5c }, true }, /* pop %rsp */
		{ EM_X86_64, 2, { 0x41, 0x5c }, false }, /* pop %r12 */
		{ EM_X86_64,
		  4,
		  { 0x48, 0x8d, 0x65, 0xf8 },
		  false }, /* lea -8(%rbp),%rsp */
		{ EM_X86_64,
		  4,
		  { 0x48, 0x8d, 0x67, 0xf8 },
		  true }, /* lea -8(%rdi),%rsp */
		{ EM_X86_64,
		  4,
		  { 0x48, 0x83, 0xec, 0x08 },
		  false }, /* sub $8,%rsp */
		{ EM_X86_64, 1, { 0xc9 }, false }, /* leave */
		{ EM_386, 2, { 0x89, 0xc4 }, true }, /* mov %eax,%esp */
		{ EM_386, 1, { 0x48 }, false }, /* dec %eax */
		{ EM_AARCH64,
		  4,
		  { 0x3f, 0x01, 0x00, 0x91 },
		  true }, /* mov sp, x9 */
		{ EM_AARCH64,
		  4,
		  { 0xbf, 0x03, 0x00, 0x91 },
		  false }, /* mov sp, x29 */
		{ EM_AARCH64,
		  4,
		  { 0xff, 0x83, 0x00, 0x91 },
		  false }, /* add sp, sp, #32 */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(insns) / sizeof(insns[0]); i++)
		if (code_insn_sets_sp(insns[i].machine, insns[i].code,
				      insns[i].len) != insns[i].sets)
			fail_msg("instruction %zu", i);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_what_sets_the_stack_pointer),
		cmocka_unit_test(finds_switches),
		cmocka_unit_test(has_one_in_its_last_bytes),
		cmocka_unit_test(begins_where_it_is_told),
		cmocka_unit_test(knows_no_other_machine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

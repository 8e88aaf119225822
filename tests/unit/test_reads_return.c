// SPDX-License-Identifier: BSD-2-Clause
/* Which functions read their return address, in the instructions they begin with. */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "runtime/provider/machine_code/machine_code.h"

/* objdump(1) shows the same instructions for these bytes */
static const struct row {
	const char *name;
	uint16_t machine;
	uint8_t len;
	uint8_t code[20];
	bool reads;
} rows[] = {
	{ "mov (%rsp),%rax",
	  EM_X86_64,
	  5,
	  { 0x48, 0x8b, 0x04, 0x24, 0xc3 },
	  true },
	{ "mov (%rsp),%r8",
	  EM_X86_64,
	  5,
	  { 0x4c, 0x8b, 0x04, 0x24, 0xc3 },
	  true },
	{ "mov (%r12),%rax",
	  EM_X86_64,
	  5,
	  { 0x49, 0x8b, 0x04, 0x24, 0xc3 },
	  false },
	{ "mov (%rsp),%eax", EM_X86_64, 4, { 0x8b, 0x04, 0x24, 0xc3 }, false },
	{ "mov (%esp),%ebx", EM_386, 4, { 0x8b, 0x1c, 0x24, 0xc3 }, true },
	{ "pop %rsi", EM_X86_64, 3, { 0x5e, 0x56, 0xc3 }, true },
	{ "pop %r9", EM_X86_64, 5, { 0x41, 0x59, 0x41, 0x51, 0xc3 }, true },
	{ "mov %rbx,(%rdi); lea 8(%rsp),%rdx; mov (%rsp),%rdx",
	  EM_X86_64,
	  13,
	  { 0x48, 0x89, 0x1f, 0x48, 0x8d, 0x54, 0x24, 0x08, 0x48, 0x8b, 0x14,
	    0x24, 0xc3 },
	  true },
	{ "push %rbx; mov (%rsp),%rax",
	  EM_X86_64,
	  6,
	  { 0x53, 0x48, 0x8b, 0x04, 0x24, 0xc3 },
	  false },
	{ "test %edi,%edi; push %rcx; mov (%rsp),%rax",
	  EM_X86_64,
	  8,
	  { 0x85, 0xff, 0x51, 0x48, 0x8b, 0x04, 0x24, 0xc3 },
	  false },
	{ "test %edi,%edi; sub $8,%rsp; mov (%rsp),%rax",
	  EM_X86_64,
	  11,
	  { 0x85, 0xff, 0x48, 0x83, 0xec, 0x08, 0x48, 0x8b, 0x04, 0x24, 0xc3 },
	  false },
	{ "lea -8(%rsp),%rsp; mov (%rsp),%rax",
	  EM_X86_64,
	  10,
	  { 0x48, 0x8d, 0x64, 0x24, 0xf8, 0x48, 0x8b, 0x04, 0x24, 0xc3 },
	  false },
	{ "movabs $0x24048b48,%rax",
	  EM_X86_64,
	  11,
	  { 0x48, 0xb8, 0x48, 0x8b, 0x04, 0x24, 0x00, 0x00, 0x00, 0x00, 0xc3 },
	  false },
	{ "mov (%rdi),%rax", EM_X86_64, 4, { 0x48, 0x8b, 0x07, 0xc3 }, false },
	{ "a word of arm64", EM_AARCH64, 4, { 0x48, 0x8b, 0x04, 0x24 }, false },
};

static void knows_what_reads_the_return_address(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (code_reads_return(rows[i].machine, rows[i].code,
				      rows[i].len) != rows[i].reads)
			fail_msg("%s", rows[i].name);
}

static void reads_no_further_than_the_code(void **state)
{
	uint8_t code[200];

	(void)state;
	for (size_t len = 0; len <= sizeof(code); len++) {
		uint8_t *end = code + sizeof(code);

		memset(code, 0x48, sizeof(code));
		for (size_t i = 0; i < sizeof(code); i += 2)
			code[i] = 0x8b;
		code_reads_return(EM_X86_64, end - len, len);
		code_reads_return(EM_386, end - len, len);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_what_reads_the_return_address),
		cmocka_unit_test(reads_no_further_than_the_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

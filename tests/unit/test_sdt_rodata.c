// SPDX-License-Identifier: BSD-2-Clause
/*
 * Where a file has its constants: what is named so in one segment that can't be
 * written to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <elf.h>

#include "elf/byte_order.h"
#include "sdt/file.h"
#include "tests/elf_builder.h"

enum { FIRST = 0x6000, SECOND = 0x8000, SEGMENT_BYTES = 128 };

struct part {
	const char *name;
	uint64_t vaddr, bytes, flags;
	uint32_t type;
};

static const struct elf_format le64 = { .is_64 = true };
static const char zeros[SEGMENT_BYTES];

static void add_segment(struct elf_builder *b, uint64_t vaddr, uint32_t flags)
{
	elf_builder_load(b, flags,
			 elf_builder_section(b, ".all", SHT_PROGBITS, SHF_ALLOC,
					     vaddr, zeros, SEGMENT_BYTES));
}

/* Two segments, of which the second has @flags, and these sections. */
static void expect(const struct part *parts, size_t cnt, uint32_t flags,
		   uint64_t vaddr, uint64_t bytes)
{
	struct strbuf text = { 0 };
	struct sdt_file *file = NULL;
	struct elf_builder b;

	elf_builder_init(&b, le64, EM_X86_64, ET_DYN);
	add_segment(&b, FIRST, PF_R);
	add_segment(&b, SECOND, flags);
	for (size_t i = 0; i < cnt; i++)
		elf_builder_section(&b, parts[i].name, parts[i].type,
				    parts[i].flags, parts[i].vaddr, zeros,
				    parts[i].bytes);
	elf_builder_finish(&b, &text);
	assert_int_equal(sdt_file_open_memory(text.text, text.len,
					      SDT_WANT_TYPES, &file, NULL), 0);
	assert_int_equal(file->constants_vaddr, vaddr);
	assert_int_equal(file->constants_bytes, bytes);
	sdt_file_close(file);
	elf_builder_deinit(&b);
	strbuf_deinit(&text);
}

#define EXPECT(flags, vaddr, bytes, ...)                                       \
	expect((const struct part[]){ __VA_ARGS__ },                           \
	       sizeof((const struct part[]){ __VA_ARGS__ }) /                  \
		       sizeof(struct part),                                    \
	       flags, vaddr, bytes)
#define PART(name, vaddr, bytes) \
	{ name, vaddr, bytes, SHF_ALLOC, SHT_PROGBITS }

static void found(void **state)
{
	(void)state;
	EXPECT(PF_R, FIRST + 16, 40, PART(".rodata", FIRST + 16, 40));
	/* all of the segment, and one with code */
	EXPECT(PF_R, FIRST, SEGMENT_BYTES,
	       PART(".rodata", FIRST, SEGMENT_BYTES));
	EXPECT(PF_R | PF_X, SECOND + 8, 8, PART(".rodata", SECOND + 8, 8));
	/* from the first to the last, in any order */
	EXPECT(PF_R, FIRST + 16, 48, PART(".rodata.str", FIRST + 56, 8),
	       PART(".rodata", FIRST + 16, 8), PART(".rodata.cst", FIRST + 32, 8));
	/* the first segment counts */
	EXPECT(PF_R, FIRST + 16, 8, PART(".rodata", FIRST + 16, 8),
	       PART(".rodata.str", SECOND, 8));
}

static void left_out(void **state)
{
	(void)state;
	EXPECT(PF_R, 0, 0, PART(".data", FIRST, 8));
	EXPECT(PF_R, 0, 0, PART(".rodatas", FIRST, 8));
	EXPECT(PF_R, 0, 0, PART(".rodata", FIRST, 0));
	EXPECT(PF_R | PF_W, 0, 0, PART(".rodata", SECOND, 8));
	EXPECT(PF_R, 0, 0, { ".rodata", FIRST, 8, 0, SHT_PROGBITS });
	EXPECT(PF_R, 0, 0,
	       { ".rodata", FIRST, 8, SHF_ALLOC | SHF_WRITE, SHT_PROGBITS });
	EXPECT(PF_R, 0, 0, { ".rodata", FIRST, 8, SHF_ALLOC, SHT_NOTE });
}

/* What is said of the section is not so. */
static void wrong(void **state)
{
	(void)state;
	EXPECT(PF_R, 0, 0, PART(".rodata", FIRST - 8, 8));
	EXPECT(PF_R, 0, 0, PART(".rodata", FIRST + SEGMENT_BYTES, 8));
	EXPECT(PF_R, 0, 0, PART(".rodata", FIRST + SEGMENT_BYTES - 7, 8));
	EXPECT(PF_R, 0, 0, PART(".rodata", UINT64_MAX - 3, 8));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(found),
		cmocka_unit_test(left_out),
		cmocka_unit_test(wrong),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

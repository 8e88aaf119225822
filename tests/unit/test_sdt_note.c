// SPDX-License-Identifier: BSD-2-Clause
/*
 * Notes: written and read back in every class and byte order, exact bytes,
 * base correction, and lengths that lie.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "elf/note.h"
#include "sdt/note.h"

static const struct elf_format le64 = { .is_64 = true };
static const struct elf_format formats[] = {
	{ false, false },
	{ false, true },
	{ true, false },
	{ true, true },
};

/* The bytes that systemtap's header makes for the same site. */
static void exact_bytes(void **state)
{
	static const char expected[] = "\x08\0\0\0\x25\0\0\0\x03\0\0\0stapsdt\0"
				       "\x04\x10\0\0\0\0\0\0"
				       "\0\x20\0\0\0\0\0\0"
				       "\0\0\0\0\0\0\0\0"
				       "p\0gc\0-4@%eax\0\0\0\0";
	struct sdt_note note = { 0x1004, 0x2000, 0, "p", "gc", "-4@%eax" };
	size_t reloc_off[SDT_NOTE_ADDR_CNT];
	struct strbuf sb = { 0 };

	(void)state;
	strbuf_puts(&sb, "abcd"); /* offsets count from the buffer's begin */
	sdt_note_write(&sb, le64, &note, reloc_off);
	assert_int_equal(sb.len, 4 + sizeof(expected) - 1);
	assert_memory_equal(sb.text + 4, expected, sizeof(expected) - 1);
	assert_int_equal(reloc_off[SDT_NOTE_PC], 24);
	assert_int_equal(reloc_off[SDT_NOTE_BASE], 32);
	assert_int_equal(reloc_off[SDT_NOTE_SEMA], 40);
	strbuf_deinit(&sb);
}

static void write_and_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct sdt_note in = { 0x81234567, 0x82000000, 0x83000002,
				       "prov",	   "na__me",   "4@(%rax)" };
		size_t reloc_off[SDT_NOTE_ADDR_CNT];
		struct elf_note elf;
		struct sdt_note out;
		struct strbuf sb = { 0 };
		size_t pos = 0;

		sdt_note_write(&sb, formats[i], &in, reloc_off);
		assert_int_equal(elf_note_next(sb.text, sb.len, formats[i],
						   &pos, &elf),
				 1);
		assert_true(
			elf_note_is(&elf, SDT_NOTE_OWNER, SDT_NOTE_TYPE));
		assert_int_equal(elf.desc_off, reloc_off[SDT_NOTE_PC]);
		assert_int_equal(sdt_note_parse(elf.desc, elf.desc_len,
						formats[i], &out),
				 0);
		assert_int_equal(out.pc, in.pc);
		assert_int_equal(out.base, in.base);
		assert_int_equal(out.sema, in.sema);
		assert_string_equal(out.provider, in.provider);
		assert_string_equal(out.name, in.name);
		assert_string_equal(out.args, in.args);
		assert_int_equal(pos, sb.len);
		assert_int_equal(elf_note_next(sb.text, sb.len, formats[i],
						   &pos, &elf),
				 0);
		strbuf_deinit(&sb);
	}
}

/* Each shorter description is refused, up to the end of the name. */
static void descriptions_cut_off(void **state)
{
	static const char desc[] = "\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0"
				   "\0\0\0\0\0\0\0\0p\0n\0arg";
	const size_t name_end = 24 + 4;
	struct sdt_note note;

	(void)state;
	for (size_t len = 0; len <= sizeof(desc); len++) {
		int expected =
			len == name_end || len == sizeof(desc) ? 0 : -EBADMSG;

		assert_int_equal(sdt_note_parse(desc, len, le64, &note),
				 expected);
		if (len == name_end)
			assert_string_equal(note.args, "");
	}
}

/* namesz, descsz and type; the numbers are hostile. */
static void lengths_that_lie(void **state)
{
	static const uint32_t rows[][2] = {
		{ 0xffffffff, 0 },  { 0xfffffffd, 0 }, { 0, 0xffffffff },
		{ 0, 0xfffffffd },  { 4, 17 },	       { 17, 0 },
		{ 14, 0xfffffff4 }, { 0x80000000, 8 }, { 16, 1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct strbuf sb = { 0 };
		struct elf_note note;
		size_t pos = 0;

		elf_put(le64, &sb, rows[i][0], 4);
		elf_put(le64, &sb, rows[i][1], 4);
		elf_put(le64, &sb, 3, 4);
		strbuf_pad(&sb, 'x', 16);
		assert_int_equal(elf_note_next(sb.text, sb.len, le64, &pos,
						   &note),
				 -EBADMSG);
		assert_int_equal(pos, 0);
		strbuf_deinit(&sb);
	}
}

static void last_padding_missing(void **state)
{
	static const char data[] = "\4\0\0\0\1\0\0\0\3\0\0\0abc\0Z";
	struct elf_note note;
	size_t pos = 0;

	(void)state;
	assert_int_equal(elf_note_next(data, 17, le64, &pos, &note), 1);
	assert_int_equal(note.desc_len, 1);
	assert_int_equal(note.desc[0], 'Z');
	assert_int_equal(pos, 17);
}

static void base_correction(void **state)
{
	static const struct {
		uint64_t note_base, section_base, pc, sema;
	} rows[] = {
		{ 0, 0x2000, 0x1000, 0x3000 }, /* a linker dropped it */
		{ 0x2000, 0, 0x1000, 0x3000 }, /* no such section */
		{ 0x2000, 0x2000, 0x1000, 0x3000 }, /* as linked */
		{ 0x2000, 0x7000, 0x6000, 0x8000 }, /* moved up */
		{ 0x2000, 0x1800, 0x800, 0x2800 }, /* moved down */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct sdt_note note = { .pc = 0x1000,
					 .base = rows[i].note_base,
					 .sema = 0x3000 };

		sdt_note_correct(&note, rows[i].section_base, le64);
		assert_int_equal(note.pc, rows[i].pc);
		assert_int_equal(note.sema, rows[i].sema);
	}
}

static void base_correction_keeps_no_semaphore(void **state)
{
	struct sdt_note note = { .pc = 0x1000, .base = 0x2000 };

	(void)state;
	sdt_note_correct(&note, 0x7000, le64);
	assert_int_equal(note.sema, 0);
}

static void base_correction_wraps_at_32_bits(void **state)
{
	struct sdt_note note = { .pc = 0x1000, .base = 0xf0000000 };

	(void)state;
	sdt_note_correct(&note, 0x10, formats[0]);
	assert_int_equal(note.pc, 0x10001010);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exact_bytes),
		cmocka_unit_test(write_and_read),
		cmocka_unit_test(descriptions_cut_off),
		cmocka_unit_test(lengths_that_lie),
		cmocka_unit_test(last_padding_missing),
		cmocka_unit_test(base_correction),
		cmocka_unit_test(base_correction_keeps_no_semaphore),
		cmocka_unit_test(base_correction_wraps_at_32_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

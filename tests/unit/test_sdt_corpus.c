// SPDX-License-Identifier: BSD-2-Clause
/*
 * The ELF files in tests/fuzz/corpus/elf/ are what the builder makes, so that
 * nobody has to wonder what is in them. They stand there as hex, as
 * tests/fuzz/corpus-files reads it. SDT_WRITE_CORPUS=1 writes them again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "tests/unit/sdt_sample.h"

enum { BYTES_OF_LINE = 32 };

static void to_hex(const struct strbuf *bytes, struct strbuf *ret)
{
	for (size_t i = 0; i < bytes->len; i++) {
		bool is_last = i % BYTES_OF_LINE == BYTES_OF_LINE - 1 ||
			       i == bytes->len - 1;

		strbuf_printf(ret, "%02x%c", (unsigned char)bytes->text[i],
			    is_last ? '\n' : ' ');
	}
}

static void check_seed(const char *name, struct strbuf *sb)
{
	char *path = xasprintf("tests/fuzz/corpus/elf/%s.hex", name);
	struct strbuf hex = { 0 };
	char *text;
	size_t len;

	to_hex(sb, &hex);
	if (getenv("SDT_WRITE_CORPUS"))
		assert_int_equal(file_write_atomic(path, hex.text, hex.len), 0);
	assert_int_equal(file_read(path, &text, &len), 0);
	assert_int_equal(len, hex.len);
	assert_memory_equal(text, hex.text, len);
	free(text);
	free(path);
	strbuf_deinit(&hex);
	strbuf_deinit(sb);
}

static void linked(void **state)
{
	static const char *const names[] = { "linked-32-little",
					     "linked-64-little",
					     "linked-32-big", "linked-64-big" };

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct sdt_sample sample = sdt_sample_x86;
		struct strbuf sb = { 0 };

		sample.fmt = (struct elf_format){ i & 1, i & 2 };
		sample.machine = i & 1 ? EM_X86_64 : EM_386;
		sdt_sample_linked(&sample, &sb, NULL);
		check_seed(names[i], &sb);
	}
}

static void arm64(void **state)
{
	struct sdt_sample sample = sdt_sample_x86;
	struct strbuf sb = { 0 };

	(void)state;
	sample.machine = EM_AARCH64;
	sample.args[0] = "-4@w1 8@[sp, 16] 4@7";
	sample.args[1] = "4@[x0, #:lo12:counter]";
	sdt_sample_linked(&sample, &sb, NULL);
	check_seed("linked-arm64", &sb);
}

static void object(void **state)
{
	struct sdt_sample_offsets offsets;
	struct strbuf sb = { 0 };

	(void)state;
	sdt_sample_object(sdt_sample_x86.fmt, EM_X86_64, &sb, &offsets);
	check_seed("object", &sb);
	/* a machine that leaves lengths of notes to the linker */
	sdt_sample_object(sdt_sample_x86.fmt, EM_RISCV, &sb, &offsets);
	check_seed("object-riscv", &sb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(linked),
		cmocka_unit_test(arm64),
		cmocka_unit_test(object),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * .note.dtrace: what is written is read back, in each byte order; the bytes
 * are always the same; damage is refused, later additions are not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "elf/byte_order.h"
#include "elf/note.h"
#include "sdt/provider_note.h"
#include "tests/unit/sdt_sample.h"

static const struct elf_format le64 = { .is_64 = true };
static const struct elf_format be32 = { .is_big_endian = true };

/* The description of the note that @types makes; freed by the caller. */
static struct strbuf write_desc(struct elf_format fmt,
				const struct sdt_type_provider *types)
{
	struct strbuf sb = { 0 }, desc = { 0 };
	struct elf_note note;
	size_t pos = 0;

	assert_int_equal(sdt_typenote_write(&sb, fmt, types, NULL), 0);
	assert_int_equal(elf_note_next(sb.text, sb.len, fmt, &pos, &note),
			 1);
	assert_int_equal(pos, sb.len);
	assert_true(
		elf_note_is(&note, SDT_TYPENOTE_OWNER, SDT_TYPENOTE_TYPE));
	strbuf_add(&desc, note.desc, note.desc_len);
	strbuf_deinit(&sb);
	return desc;
}

static void check_sample(const struct sdt_type_provider *p)
{
	const struct sdt_type_probe *sale = &p->probes[0];

	assert_string_equal(p->name, "shop");
	assert_memory_equal(p->stability, sdt_sample_types.stability,
			    sizeof(p->stability));
	assert_string_equal(p->decls, "typedef struct item item_t;");
	assert_int_equal(p->probe_cnt, 2);
	assert_string_equal(sale->name, "sale");
	assert_int_equal(sale->native_cnt, 2);
	assert_string_equal(sale->natives[0].type, "int");
	assert_string_equal(sale->natives[0].name, "id");
	assert_string_equal(sale->natives[1].type, "item_t *");
	assert_int_equal(sale->xlate_cnt, 1);
	assert_string_equal(sale->xlates[0].type, "iteminfo_t *");
	assert_string_equal(sale->xlates[0].name, "what");
	assert_int_equal(sale->map[0], 1);
	assert_string_equal(p->probes[1].name, "gc__start");
	assert_int_equal(p->probes[1].native_cnt, 0);
	assert_int_equal(p->probes[1].xlate_cnt, 0);
}

static void write_and_read(void **state)
{
	const struct elf_format fmts[] = { le64, be32 };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct strbuf desc = write_desc(fmts[i], &sdt_sample_types);
		struct sdt_type_provider p;
		struct arena arena;

		arena_init(&arena);
		assert_int_equal(sdt_typenote_parse(desc.text, desc.len,
						    fmts[i], &arena, &p),
				 0);
		check_sample(&p);
		arena_deinit(&arena);
		strbuf_deinit(&desc);
	}
}

static void same_input_same_bytes(void **state)
{
	struct strbuf a = write_desc(le64, &sdt_sample_types);
	struct strbuf b = write_desc(le64, &sdt_sample_types);

	(void)state;
	assert_int_equal(a.len, b.len);
	assert_memory_equal(a.text, b.text, a.len);
	strbuf_deinit(&a);
	strbuf_deinit(&b);
}

/* The documented bytes of the smallest note. */
static void exact_bytes(void **state)
{
	static const struct sdt_type_provider p = { .name = "ab" };
	static const char expected[] = "\x01\0\x74\x64"
				       "\1\0\0\0\3\0\0\0ab\0\0"
				       "\2\0\0\0\x0f\0\0\0"
				       "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
	struct strbuf desc = write_desc(le64, &p);

	(void)state;
	assert_int_equal(desc.len, sizeof(expected) - 1);
	assert_memory_equal(desc.text, expected, desc.len);
	strbuf_deinit(&desc);
}

/* A prefix is refused, or (at a record's end) has less in it. */
static void every_prefix(void **state)
{
	struct strbuf desc = write_desc(le64, &sdt_sample_types);

	(void)state;
	for (size_t len = 0; len < desc.len; len++) {
		char *copy = xmalloc(len); /* so that overreads are seen */
		struct sdt_type_provider p;
		struct arena arena;
		int err;

		memcpy(copy, desc.text, len);
		arena_init(&arena);
		err = sdt_typenote_parse(copy, len, le64, &arena, &p);
		assert_true(err == -EBADMSG || (err == 0 && p.probe_cnt < 2));
		arena_deinit(&arena);
		free(copy);
	}
	strbuf_deinit(&desc);
}

static int parse_text(const void *desc, size_t len)
{
	struct sdt_type_provider p;
	struct arena arena;
	int err;

	arena_init(&arena);
	err = sdt_typenote_parse(desc, len, le64, &arena, &p);
	arena_deinit(&arena);
	return err;
}

#define PARSE(text) parse_text(text, sizeof(text) - 1)
#define MAGIC "\1\0td"
#define PROVIDER "\1\0\0\0\2\0\0\0a\0\0\0"
#define PROBE "\4\0\0\0\2\0\0\0b\0\0\0"

static void hostile(void **state)
{
	(void)state;
	assert_int_equal(PARSE(""), -EBADMSG);
	assert_int_equal(PARSE("\1\0xx"), -EBADMSG);
	assert_int_equal(PARSE("\2\0td"), -ENOTSUP);
	assert_int_equal(PARSE(MAGIC), -EBADMSG); /* no provider */
	assert_int_equal(PARSE(MAGIC PROVIDER), 0);
	assert_int_equal(PARSE(MAGIC PROVIDER PROBE), 0);
	/* a tag of a later writer is skipped */
	assert_int_equal(PARSE(MAGIC PROVIDER "\x63\0\0\0\2\0\0\0xx\0\0"), 0);
	/* a length beyond the end */
	assert_int_equal(PARSE(MAGIC PROVIDER "\4\0\0\0\xff\xff\xff\xff"
					      "a\0\0\0"),
			 -EBADMSG);
	/* a string without end */
	assert_int_equal(PARSE(MAGIC "\1\0\0\0\4\0\0\0aaaa"), -EBADMSG);
	/* an argument before any probe */
	assert_int_equal(PARSE(MAGIC PROVIDER "\5\0\0\0\4\0\0\0a\0b\0"),
			 -EBADMSG);
	/* a map to an argument that does not exist */
	assert_int_equal(PARSE(MAGIC PROVIDER PROBE
			       "\6\0\0\0\5\0\0\0\0a\0b\0\0\0\0"),
			 -EBADMSG);
	/* short stability */
	assert_int_equal(PARSE(MAGIC PROVIDER "\2\0\0\0\4\0\0\0\0\0\0\0"),
			 -EBADMSG);
}

static void too_many_arguments(void **state)
{
	struct strbuf sb = { 0 };

	(void)state;
	strbuf_add(&sb, MAGIC PROVIDER PROBE, 4 + 12 + 12);
	for (int i = 0; i < SDT_PARAM_MAX; i++)
		strbuf_add(&sb, "\5\0\0\0\4\0\0\0a\0b\0", 12);
	assert_int_equal(parse_text(sb.text, sb.len), 0);
	strbuf_add(&sb, "\5\0\0\0\4\0\0\0a\0b\0", 12);
	assert_int_equal(parse_text(sb.text, sb.len), -EBADMSG);
	strbuf_deinit(&sb);
}

static void writer_refuses(void **state)
{
	struct sdt_type_probe probe = {
		.name = "p",
		.natives = (const struct sdt_param[]){ { "int", "a" } },
		.native_cnt = 1,
		.xlates = (const struct sdt_param[]){ { "int", "a" } },
		.map = (const uint8_t[]){ 1 },
		.xlate_cnt = 1,
	};
	struct sdt_type_provider p = { .name = "a",
				       .probes = &probe,
				       .probe_cnt = 1 };
	struct strbuf sb = { 0 };

	(void)state;
	assert_int_equal(sdt_typenote_write(&sb, le64, &p, NULL), -EINVAL);
	probe.native_cnt = SDT_PARAM_MAX + 1;
	assert_int_equal(sdt_typenote_write(&sb, le64, &p, NULL), -E2BIG);
	assert_int_equal(sb.len, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(write_and_read),
		cmocka_unit_test(same_input_same_bytes),
		cmocka_unit_test(exact_bytes),
		cmocka_unit_test(every_prefix),
		cmocka_unit_test(hostile),
		cmocka_unit_test(too_many_arguments),
		cmocka_unit_test(writer_refuses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

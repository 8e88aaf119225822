// SPDX-License-Identifier: BSD-2-Clause
/*
 * DIRECT records: what is written is read back; what the reader gives a tracer
 * lies in segments that fit, whatever a file says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "elf/byte_order.h"
#include "elf/note.h"
#include "sdt/direct_abi.h"
#include "sdt/file.h"
#include "sdt/note.h"
#include "tests/elf_builder.h"

enum {
	TEXT_VADDR = 0x1000,
	BASE_VADDR = 0x2000,
	SEMA_VADDR = 0x3000,
	DATA_VADDR = 0x4000,
	BSS_VADDR = 0x5000, /* memory without bytes in the file */
	PROBE_CNT = 2,
	TEXT_BYTES = (1 + PROBE_CNT) * DIRECT_STUB_BYTES,
};

static const struct sdt_type_probe probes[PROBE_CNT] = {
	{ .name = "sale" },
	{ .name = "gc__start" },
};

static const struct sdt_type_direct good = {
	.version = DIRECT_VERSION,
	.hook_cnt = PROBE_CNT,
	.base = BASE_VADDR,
	.control = DATA_VADDR + 64,
	.alive_sema = SEMA_VADDR + 4,
	.alive_pc = TEXT_VADDR + DIRECT_STUB_NOP,
};

static const struct elf_format le64 = { .is_64 = true };
static const struct elf_format be32 = { .is_big_endian = true };

static size_t add_loaded(struct elf_builder *b, const char *name,
			 uint64_t flags, uint64_t vaddr, size_t len)
{
	static const char zeros[128];
	uint32_t seg_flags = PF_R | (flags & SHF_WRITE ? PF_W : 0) |
		(flags & SHF_EXECINSTR ? PF_X : 0);
	size_t section = elf_builder_section(
		b, name, SHT_PROGBITS, SHF_ALLOC | flags, vaddr, zeros, len);

	elf_builder_load(b, seg_flags, section);
	return section;
}

/* The file with @direct; freed by the caller. */
static struct sdt_file *open_with(const struct sdt_type_direct *direct,
				  uint16_t machine, uint16_t elf_type,
				  uint64_t *text_off_ret, uint64_t *sema_off_ret)
{
	struct sdt_type_provider provider = { .name = "shop",
					      .probes = probes,
					      .probe_cnt = PROBE_CNT,
					      .direct = direct };
	struct strbuf notes = { 0 }, bytes = { 0 };
	struct sdt_file *file = NULL;
	struct elf_builder b;
	size_t text, sema;

	elf_builder_init(&b, le64, machine, elf_type);
	text = add_loaded(&b, ".text", SHF_EXECINSTR, TEXT_VADDR, TEXT_BYTES);
	add_loaded(&b, SDT_BASE_SECTION, 0, BASE_VADDR, 1);
	sema = add_loaded(&b, SDT_SEMA_SECTION, SHF_WRITE, SEMA_VADDR, 6);
	add_loaded(&b, ".data", SHF_WRITE, DATA_VADDR, 128);
	sdt_typenote_write(&notes, le64, &provider, NULL);
	elf_builder_section(&b, SDT_TYPENOTE_SECTION, SHT_NOTE, 0, 0,
			    notes.text, notes.len);
	elf_builder_finish(&b, &bytes);
	if (text_off_ret) {
		*text_off_ret = b.sections.v[text].fileoff;
		*sema_off_ret = b.sections.v[sema].fileoff;
	}
	assert_int_equal(sdt_file_open_memory(bytes.text, bytes.len,
					      SDT_WANT_TYPES, &file, NULL),
			 0);
	elf_builder_deinit(&b);
	strbuf_deinit(&notes);
	strbuf_deinit(&bytes);
	return file;
}

static void check_good(const struct sdt_file *file, uint64_t text_off,
		       uint64_t sema_off)
{
	const struct sdt_direct *direct = &file->directs[0];

	assert_int_equal(file->direct_cnt, 1);
	assert_null(file->damage);
	assert_ptr_equal(direct->provider, &file->types[0]);
	assert_string_equal(direct->provider->probes[1].name, "gc__start");
	assert_int_equal(direct->hook_cnt, 2);
	assert_int_equal(direct->control_vaddr, DATA_VADDR + 64);
	assert_int_equal(direct->alive_sema_vaddr, SEMA_VADDR + 4);
	assert_int_equal(direct->alive_sema_fileoff, sema_off + 4);
	assert_int_equal(direct->alive_pc_vaddr, TEXT_VADDR + DIRECT_STUB_NOP);
	assert_int_equal(direct->alive_pc_fileoff, text_off + DIRECT_STUB_NOP);
	assert_int_equal(direct->stub_vaddr, TEXT_VADDR + DIRECT_STUB_BYTES);
	assert_int_equal(direct->stub_fileoff,
			 text_off + DIRECT_STUB_BYTES + DIRECT_STUB_NOP);
}

static void found(void **state)
{
	struct sdt_type_direct moved = good;
	uint64_t text_off, sema_off;
	struct sdt_file *file;

	(void)state;
	file = open_with(&good, EM_X86_64, ET_DYN, &text_off, &sema_off);
	check_good(file, text_off, sema_off);
	sdt_file_close(file);
	/* something moved the program after linking */
	moved.base -= 0x700000;
	moved.control -= 0x700000;
	moved.alive_sema -= 0x700000;
	moved.alive_pc -= 0x700000;
	file = open_with(&moved, EM_X86_64, ET_EXEC, &text_off, &sema_off);
	check_good(file, text_off, sema_off);
	sdt_file_close(file);
	/* the linker dropped the base: nothing is added */
	moved = good;
	moved.base = 0;
	file = open_with(&moved, EM_X86_64, ET_DYN, &text_off, &sema_off);
	check_good(file, text_off, sema_off);
	sdt_file_close(file);
}

static void expect_none(const struct sdt_type_direct *direct, uint16_t machine,
			uint16_t elf_type, bool is_damage)
{
	struct sdt_file *file = open_with(direct, machine, elf_type, NULL, NULL);

	assert_int_equal(file->direct_cnt, 0);
	assert_int_equal(file->type_cnt, 1);
	assert_int_equal(file->damage != NULL, is_damage);
	sdt_file_close(file);
}

static void left_out(void **state)
{
	struct sdt_type_direct direct = good;

	(void)state;
	expect_none(NULL, EM_X86_64, ET_DYN, false);
	expect_none(&good, EM_X86_64, ET_REL, false);
	expect_none(&good, EM_AARCH64, ET_DYN, false);
	direct.version++;
	expect_none(&direct, EM_X86_64, ET_DYN, false);
	direct = good;
	direct.control = 0; /* nothing uses it: dropped */
	direct.base = 0;
	expect_none(&direct, EM_X86_64, ET_DYN, false);
}

#define WRONG(field, value)                                       \
	do {                                                      \
		struct sdt_type_direct direct = good;             \
		direct.field = (value);                           \
		expect_none(&direct, EM_X86_64, ET_DYN, true);    \
	} while (0)

static void wrong(void **state)
{
	(void)state;
	WRONG(hook_cnt, PROBE_CNT + 1);
	WRONG(hook_cnt, UINT32_MAX);
	WRONG(control, DATA_VADDR + 8); /* not aligned */
	WRONG(control, DATA_VADDR + 128); /* behind its segment */
	WRONG(control, UINT64_MAX - 63);
	WRONG(control, TEXT_VADDR); /* not writable */
	WRONG(control, SEMA_VADDR); /* too short */
	WRONG(alive_sema, SEMA_VADDR + 3);
	WRONG(alive_sema, SEMA_VADDR + 6);
	WRONG(alive_sema, TEXT_VADDR);
	WRONG(alive_sema, 0);
	WRONG(alive_pc, DATA_VADDR); /* no code */
	WRONG(alive_pc, TEXT_VADDR + TEXT_BYTES);
	/* no room for the last stub */
	WRONG(alive_pc, TEXT_VADDR + DIRECT_STUB_NOP + 1);
	WRONG(alive_pc, UINT64_MAX);
	WRONG(base, BASE_VADDR + 1); /* all of them are off by one */
}

static void parse(struct elf_format fmt, const char *desc, size_t len, int want,
		  const struct sdt_type_direct *direct)
{
	struct sdt_type_provider got;
	struct arena arena;
	char *exact = xmalloc(len);

	memcpy(exact, desc, len);
	arena_init(&arena);
	assert_int_equal(sdt_typenote_parse(exact, len, fmt, &arena, &got),
			 want);
	if (!want) {
		assert_non_null(got.direct);
		assert_memory_equal(got.direct, direct, sizeof(*direct));
		assert_int_equal(got.probe_cnt, PROBE_CNT);
	}
	arena_deinit(&arena);
	free(exact);
}

static void record(void **state)
{
	struct sdt_type_provider provider = { .name = "shop",
					      .probes = probes,
					      .probe_cnt = PROBE_CNT,
					      .direct = &good };
	const struct elf_format fmts[] = { le64, be32 };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct strbuf sb = { 0 };
		struct elf_note note;
		size_t pos = 0, off = 0;

		assert_int_equal(sdt_typenote_write(&sb, fmts[i], &provider,
						    &off),
				 0);
		/* the linker relocates at this place */
		assert_int_equal(elf_get(fmts[i], sb.text + off, 8),
				 good.base);
		assert_int_equal(elf_get(fmts[i], sb.text + off + 24, 8),
				 good.alive_pc);
		assert_int_equal(elf_note_next(sb.text, sb.len, fmts[i], &pos,
					       &note),
				 1);
		parse(fmts[i], (const char *)note.desc, note.desc_len, 0,
		      &good);
		/* a record that is too short */
		sb.text[off - 8 - 4 + (fmts[i].is_big_endian ? 3 : 0)] = 36;
		parse(fmts[i], (const char *)note.desc, note.desc_len, -EBADMSG,
		      NULL);
		strbuf_deinit(&sb);
	}
}

/* A site has the mark that names its address, as corrected. */
static void marks(void **state)
{
	const uint64_t pcs[] = { TEXT_VADDR + 4, TEXT_VADDR + 20 };
	struct strbuf notes = { 0 }, sites = { 0 }, bytes = { 0 }, desc = { 0 };
	struct sdt_file *file = NULL;
	size_t offs[SDT_NOTE_ADDR_CNT];
	struct elf_builder b;

	(void)state;
	for (size_t i = 0; i < 2; i++)
		sdt_note_write(&sites, le64,
			       &(struct sdt_note){ .pc = pcs[i] - 0x1000,
						   .base = BASE_VADDR - 0x1000,
						   .provider = "shop",
						   .name = "sale",
						   .args = "" },
			       offs);
	elf_put(le64, &desc, pcs[1] - 0x1000, 8);
	elf_put(le64, &desc, BASE_VADDR - 0x1000, 8);
	elf_note_write(&notes, le64, SDT_TYPENOTE_OWNER, SDT_DIRECT_MARK_TYPE,
		       desc.text, desc.len);
	/* one that is too short says nothing */
	elf_note_write(&notes, le64, SDT_TYPENOTE_OWNER, SDT_DIRECT_MARK_TYPE,
		       desc.text, 12);
	elf_builder_init(&b, le64, EM_X86_64, ET_DYN);
	add_loaded(&b, ".text", SHF_EXECINSTR, TEXT_VADDR, TEXT_BYTES);
	add_loaded(&b, SDT_BASE_SECTION, 0, BASE_VADDR, 1);
	elf_builder_section(&b, SDT_NOTE_SECTION, SHT_NOTE, 0, 0, sites.text,
			    sites.len);
	elf_builder_section(&b, SDT_TYPENOTE_SECTION, SHT_NOTE, 0, 0,
			    notes.text, notes.len);
	elf_builder_finish(&b, &bytes);
	assert_int_equal(sdt_file_open_memory(bytes.text, bytes.len,
					      SDT_WANT_SITES | SDT_WANT_TYPES,
					      &file, NULL), 0);
	assert_int_equal(file->site_cnt, 2);
	assert_false(file->sites[0].is_direct);
	assert_true(file->sites[1].is_direct);
	sdt_file_close(file);
	elf_builder_deinit(&b);
	strbuf_deinit(&notes);
	strbuf_deinit(&sites);
	strbuf_deinit(&bytes);
	strbuf_deinit(&desc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(found),
		cmocka_unit_test(left_out),
		cmocka_unit_test(wrong),
		cmocka_unit_test(record),
		cmocka_unit_test(marks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

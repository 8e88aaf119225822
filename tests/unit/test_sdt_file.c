// SPDX-License-Identifier: BSD-2-Clause
/*
 * Files: sites of built ELF files in every class and byte order, base
 * correction, symbols, and files that are cut off or changed at will.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf/note.h"
#include "sdt/file.h"
#include "sdt/note.h"
#include "tests/elf_builder.h"
#include "tests/unit/sdt_sample.h"

static struct sdt_file *open_memory(const struct strbuf *sb, unsigned want)
{
	struct sdt_file *file = NULL;
	const char *why = NULL;

	assert_int_equal(
		sdt_file_open_memory(sb->text, sb->len, want, &file, &why), 0);
	return file;
}

static void check_sites(const struct sdt_file *file,
			const struct sdt_sample_offsets *offsets)
{
	const struct sdt_site *sale = &file->sites[0];
	const struct sdt_site *gc = &file->sites[1];
	const struct sdt_site *end = &file->sites[2];

	assert_true(file->has_notes);
	assert_null(file->damage);
	assert_int_equal(file->site_cnt, 3);
	assert_string_equal(sale->provider, "shop");
	assert_string_equal(sale->name, "sale");
	assert_int_equal(sale->pc_vaddr, SAMPLE_TEXT_VADDR + SAMPLE_SALE_OFF);
	assert_true(sale->has_fileoff);
	assert_int_equal(sale->pc_fileoff, offsets->text + SAMPLE_SALE_OFF);
	assert_true(sale->has_sema);
	assert_int_equal(sale->sema_vaddr, SAMPLE_SEMA_VADDR);
	assert_int_equal(sale->sema_fileoff, offsets->sema);
	assert_string_equal(sale->function, "first");
	assert_int_equal(sale->function_off, SAMPLE_SALE_OFF);
	assert_string_equal(gc->name, "gc__start");
	assert_false(gc->has_sema);
	assert_int_equal(gc->sema_fileoff, 0);
	assert_string_equal(gc->function, "second");
	assert_int_equal(gc->function_off, SAMPLE_GC_OFF - 32);
	assert_string_equal(end->function, "");
}

static void every_class_and_byte_order(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++) {
		struct sdt_sample sample = sdt_sample_x86;
		struct sdt_sample_offsets offsets;
		struct strbuf sb = { 0 };
		struct sdt_file *file;

		sample.fmt = (struct elf_format){ i & 1, i & 2 };
		sample.machine = i ? EM_PPC64 : EM_X86_64;
		sdt_sample_linked(&sample, &sb, &offsets);
		file = open_memory(&sb, SDT_WANT_ALL);
		assert_int_equal(file->elf_type, ET_DYN);
		assert_int_equal(file->machine, sample.machine);
		assert_int_equal(file->format.is_64, i & 1);
		check_sites(file, &offsets);
		sdt_file_close(file);
		strbuf_deinit(&sb);
	}
}

static void base_correction(void **state)
{
	static const struct {
		uint64_t note_base, note_bias;
	} rows[] = {
		{ SAMPLE_BASE_VADDR, 0 },
		{ 0, 0 }, /* lost at --gc-sections: not corrected */
		{ SAMPLE_BASE_VADDR - 0x800, -0x800 }, /* moved since */
		{ SAMPLE_BASE_VADDR + 0x9000, 0x9000 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct sdt_sample sample = sdt_sample_x86;
		struct sdt_sample_offsets offsets;
		struct strbuf sb = { 0 };
		struct sdt_file *file;

		sample.note_base = rows[i].note_base;
		sample.note_bias = rows[i].note_bias;
		sdt_sample_linked(&sample, &sb, &offsets);
		file = open_memory(&sb, SDT_WANT_ALL);
		check_sites(file, &offsets);
		sdt_file_close(file);
		strbuf_deinit(&sb);
	}
}

/* "counter" is static in a.c and in b.c. */
static void symbol_of_the_same_unit(void **state)
{
	struct sdt_sample sample = sdt_sample_x86;
	struct strbuf sb = { 0 };
	struct sdt_file *file;

	(void)state;
	for (int i = 0; i < 3; i++)
		sample.args[i] = "4@counter(%rip) 8@total(%rip)";
	sdt_sample_linked(&sample, &sb, NULL);
	file = open_memory(&sb, SDT_WANT_ALL);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(file->sites[i].args[0].kind, SDT_ARG_MEM);
		assert_true(file->sites[i].args[0].is_vaddr);
		assert_int_equal(file->sites[i].args[0].value,
				 SAMPLE_DATA_VADDR + 4 * i);
	}
	/* in no function: nobody knows which */
	assert_int_equal(file->sites[2].args[0].kind, SDT_ARG_NONE);
	assert_string_equal(file->sites[2].args[0].why,
			    "several symbols have this name");
	for (int i = 0; i < 3; i++)
		assert_int_equal(file->sites[i].args[1].value,
				 SAMPLE_DATA_VADDR + 8);
	sdt_file_close(file);
	strbuf_deinit(&sb);
}

static void only_what_is_wanted(void **state)
{
	struct strbuf sb = { 0 };
	struct sdt_file *file;

	(void)state;
	sdt_sample_linked(&sdt_sample_x86, &sb, NULL);
	file = open_memory(&sb, 0);
	assert_true(file->has_notes);
	assert_int_equal(file->site_cnt, 0);
	sdt_file_close(file);
	file = open_memory(&sb, SDT_WANT_SITES);
	assert_int_equal(file->site_cnt, 3);
	assert_int_equal(file->sites[0].arg_cnt, 0);
	assert_string_equal(file->sites[0].function, "");
	assert_int_equal(file->type_cnt, 0);
	assert_null(file->soname);
	assert_null(file->build_id);
	sdt_file_close(file);
	file = open_memory(&sb, SDT_WANT_ARGS);
	assert_int_equal(file->sites[0].arg_cnt, 3);
	assert_string_equal(file->sites[1].args[0].why,
			    "symbols were not looked up");
	sdt_file_close(file);
	strbuf_deinit(&sb);
}

static void links_and_types(void **state)
{
	const struct sdt_type_probe *types;
	struct strbuf sb = { 0 };
	struct sdt_file *file;

	(void)state;
	sdt_sample_linked(&sdt_sample_x86, &sb, NULL);
	file = open_memory(&sb, SDT_WANT_ALL);
	assert_string_equal(file->soname, "libshop.so.1");
	assert_int_equal(file->needed_cnt, 2);
	assert_string_equal(file->needed[0], "libc.so.6");
	assert_string_equal(file->needed[1], "libm.so.6");
	assert_string_equal(file->runpath, "/opt/lib");
	assert_null(file->rpath);
	assert_int_equal(file->build_id_len, 4);
	assert_memory_equal(file->build_id, "\1\2\3\4", 4);
	assert_int_equal(file->type_cnt, 1);
	types = sdt_file_types(file, "shop", "sale");
	assert_non_null(types);
	assert_string_equal(types->natives[1].type, "item_t *");
	assert_null(sdt_file_types(file, "shop", "end"));
	assert_null(sdt_file_types(file, "shops", "sale"));
	sdt_file_close(file);
	strbuf_deinit(&sb);
}

static void relocatable_object(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++) {
		struct elf_format fmt = { i & 1, i & 2 };
		struct sdt_sample_offsets offsets;
		const struct sdt_site *site;
		struct strbuf sb = { 0 };
		struct sdt_file *file;

		sdt_sample_object(fmt, EM_X86_64, &sb, &offsets);
		file = open_memory(&sb, SDT_WANT_ALL);
		assert_int_equal(file->elf_type, ET_REL);
		assert_int_equal(file->site_cnt, 1);
		site = &file->sites[0];
		assert_int_equal(site->pc_vaddr, SAMPLE_SALE_OFF);
		assert_int_equal(site->section_idx, 1);
		assert_true(site->has_fileoff);
		assert_int_equal(site->pc_fileoff,
				 offsets.text + SAMPLE_SALE_OFF);
		assert_true(
			site->has_sema); /* by relocation, defined elsewhere */
		assert_string_equal(site->function, "sell");
		assert_int_equal(site->args[0].value, 5);
		sdt_file_close(file);
		strbuf_deinit(&sb);
	}
}

static void load_bias(void **state)
{
	struct sdt_sample_offsets offsets;
	struct strbuf sb = { 0 };
	struct sdt_file *file;
	uint64_t bias, fileoff;

	(void)state;
	sdt_sample_linked(&sdt_sample_x86, &sb, &offsets);
	file = open_memory(&sb, 0);
	/* mapped from the page that holds .text on */
	assert_int_equal(sdt_file_bias(file, 0x7f0000000000, 0, &bias), 0);
	assert_int_equal(bias + SAMPLE_TEXT_VADDR,
			 0x7f0000000000 + offsets.text);
	assert_int_equal(sdt_file_bias(file, 0x7f0000000000, 0x100000, &bias),
			 -ENOENT);
	assert_int_equal(sdt_file_offset(file, SAMPLE_SEMA_VADDR + 1, &fileoff),
			 0);
	assert_int_equal(fileoff, offsets.sema + 1);
	assert_int_equal(sdt_file_offset(file, SAMPLE_SEMA_VADDR + 2, &fileoff),
			 -ENOENT);
	sdt_file_close(file);
	strbuf_deinit(&sb);
}

/* ---- bad input ---------------------------------------------------------- */

/* Opens, reads all and closes a copy of exactly that size. */
static int try_bytes(const char *bytes, size_t len)
{
	char *copy = xmalloc(len ? len : 1);
	struct sdt_file *file;
	const char *why = NULL;
	int err;

	memcpy(copy, bytes, len);
	err = sdt_file_open_memory(copy, len, SDT_WANT_ALL, &file, &why);
	if (!err)
		sdt_file_close(file);
	else
		assert_non_null(why);
	free(copy);
	return err;
}

static void every_prefix(void **state)
{
	struct strbuf sb = { 0 };

	(void)state;
	sdt_sample_linked(&sdt_sample_x86, &sb, NULL);
	/* the section headers come last, so each prefix lacks some */
	for (size_t len = 0; len < sb.len; len++)
		assert_int_equal(try_bytes(sb.text, len), -ENOEXEC);
	assert_int_equal(try_bytes(sb.text, sb.len), 0);
	strbuf_deinit(&sb);
}

/* Each byte of the file in turn gets values that break things. */
static void every_byte_changed(void **state)
{
	static const unsigned char values[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
	struct strbuf sb = { 0 };

	(void)state;
	sdt_sample_linked(&sdt_sample_x86, &sb, NULL);
	for (size_t at = 0; at < sb.len; at++) {
		char kept = sb.text[at];

		for (size_t i = 0; i < sizeof(values); i++) {
			int err;

			sb.text[at] = (char)values[i];
			err = try_bytes(sb.text, sb.len);
			assert_true(err == 0 || err == -ENOEXEC);
		}
		sb.text[at] = kept;
	}
	strbuf_deinit(&sb);
}

static void refused_with_reason(void **state)
{
	static const struct {
		const char *path, *why;
		int err;
	} rows[] = {
		{ "/nonexistent/file", "can't be opened", -ENOENT },
		{ "/etc/passwd", "not an ELF file", -ENOEXEC },
		{ "/dev/null", "not a file", -ENOEXEC },
		{ "/", "not a file", -ENOEXEC },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct sdt_file *file = NULL;
		const char *why = NULL;

		assert_int_equal(sdt_file_open(rows[i].path, SDT_WANT_ALL,
					       &file, &why),
				 rows[i].err);
		assert_string_equal(why, rows[i].why);
		assert_null(file);
		assert_int_equal(sdt_file_open(rows[i].path, 0, &file, NULL),
				 rows[i].err);
	}
}

static void fifo_does_not_block(void **state)
{
	char path[] = "/tmp/test_sdt_file.XXXXXX";
	struct sdt_file *file;
	const char *why;

	(void)state;
	assert_non_null(mkdtemp(path));
	assert_int_equal(rmdir(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(sdt_file_open(path, 0, &file, &why), -ENOEXEC);
	assert_string_equal(why, "not a file");
	unlink(path);
}

static void core_file(void **state)
{
	struct elf_builder b;
	struct strbuf sb = { 0 };
	struct sdt_file *file;
	const char *why;

	(void)state;
	elf_builder_init(&b, (struct elf_format){ .is_64 = true }, EM_X86_64,
			 ET_CORE);
	elf_builder_finish(&b, &sb);
	assert_int_equal(sdt_file_open_memory(sb.text, sb.len, 0, &file, &why),
			 -ENOEXEC);
	assert_string_equal(why, "a core file; list the program that wrote it");
	elf_builder_deinit(&b);
	strbuf_deinit(&sb);
}

enum { NOTES_TEXT_VADDR = 0x1000, NOTES_TEXT_BYTES = 16 };

/*
 * A file with the note section @notes, and 16 bytes of code behind headers that
 * are executable as well.
 */
static struct sdt_file *open_notes(const void *notes, size_t len)
{
	static const char zeros[NOTES_TEXT_BYTES];
	struct strbuf sb = { 0 };
	struct elf_builder b;
	struct sdt_file *file;

	elf_builder_init(&b, (struct elf_format){ .is_64 = true }, EM_X86_64,
			 ET_EXEC);
	elf_builder_load(&b, PF_R | PF_X,
			 elf_builder_section(&b, ".headers", SHT_PROGBITS,
					     SHF_ALLOC, 0, zeros,
					     sizeof(zeros)));
	elf_builder_load(&b, PF_R | PF_X,
			 elf_builder_section(&b, ".text", SHT_PROGBITS,
					     SHF_ALLOC | SHF_EXECINSTR,
					     NOTES_TEXT_VADDR, zeros,
					     sizeof(zeros)));
	elf_builder_section(&b, SDT_NOTE_SECTION, SHT_NOTE, 0, 0, notes, len);
	elf_builder_finish(&b, &sb);
	file = open_memory(&sb, SDT_WANT_ALL);
	elf_builder_deinit(&b);
	strbuf_deinit(&sb);
	return file;
}

static void put_note(struct strbuf *sb, const char *provider, const char *name,
		     uint64_t pc)
{
	struct sdt_note note = {
		.pc = pc, .provider = provider, .name = name, .args = ""
	};
	size_t reloc_off[SDT_NOTE_ADDR_CNT];

	sdt_note_write(sb, (struct elf_format){ .is_64 = true }, &note,
		       reloc_off);
}

static void bad_notes_among_good(void **state)
{
	struct strbuf sb = { 0 };
	struct sdt_file *file;

	(void)state;
	put_note(&sb, "p", "good", NOTES_TEXT_VADDR);
	put_note(&sb, "", "no provider", NOTES_TEXT_VADDR);
	put_note(&sb, "p", "", NOTES_TEXT_VADDR);
	put_note(&sb, "p", "\033[2J", NOTES_TEXT_VADDR);
	elf_note_write(&sb, (struct elf_format){ .is_64 = true },
			   SDT_NOTE_OWNER, SDT_NOTE_TYPE, "short", 5);
	elf_note_write(&sb, (struct elf_format){ .is_64 = true }, "other",
			   3, "short", 5);
	put_note(&sb, "p", "wild", 0xffffffffffffffff);
	put_note(&sb, "p", "dropped", 2); /* by lld --gc-sections */
	put_note(&sb, "p", "last", NOTES_TEXT_VADDR + 2);
	strbuf_puts(&sb, "cut off");
	file = open_notes(sb.text, sb.len);
	assert_int_equal(file->site_cnt, 2);
	assert_string_equal(file->sites[0].name, "good");
	assert_string_equal(file->sites[1].name, "last");
	assert_int_equal(file->bad_note_cnt, 6);
	assert_string_equal(file->damage, "a note of .note.stapsdt is truncated");
	sdt_file_close(file);
	strbuf_deinit(&sb);
}

/* Many headers of one section: of each byte at most one site is made. */
static void sections_that_overlap(void **state)
{
	struct elf_format fmt = { .is_64 = true };
	struct strbuf notes = { 0 }, sb = { 0 };
	struct elf_builder b;
	size_t text, first;
	struct sdt_file *file;
	uint64_t headers;

	(void)state;
	elf_builder_init(&b, fmt, EM_X86_64, ET_DYN);
	text = elf_builder_section(&b, ".text", SHT_PROGBITS,
				   SHF_ALLOC | SHF_EXECINSTR, NOTES_TEXT_VADDR,
				   "\x90\x90\x90\x90", 4);
	elf_builder_load(&b, PF_R | PF_X, text);
	for (int i = 0; i < 100; i++)
		put_note(&notes, "p", "one", NOTES_TEXT_VADDR);
	first = elf_builder_section(&b, ".note.stapsdt", SHT_NOTE, 0, 0,
				    notes.text, notes.len);
	for (int i = 0; i < 1000; i++)
		elf_builder_section(&b, ".note.stapsdt", SHT_NOTE, 0, 0, "", 0);
	elf_builder_finish(&b, &sb);
	headers = elf_get(fmt, sb.text + offsetof(Elf64_Ehdr, e_shoff), 8);
	for (size_t i = 1; i <= 1000; i++)
		memcpy(sb.text + headers + (first + i) * sizeof(Elf64_Shdr),
		       sb.text + headers + first * sizeof(Elf64_Shdr),
		       sizeof(Elf64_Shdr));
	file = open_memory(&sb, SDT_WANT_SITES);
	assert_in_range(file->site_cnt, 100, sb.len / (notes.len / 100));
	assert_string_equal(file->damage,
			    ".note.stapsdt lies outside of the file, overlaps "
			    "itself or is too large");
	sdt_file_close(file);
	elf_builder_deinit(&b);
	strbuf_deinit(&notes);
	strbuf_deinit(&sb);
}

static void no_notes(void **state)
{
	struct sdt_file *file = open_notes("", 0);

	(void)state;
	assert_false(file->has_notes);
	assert_int_equal(file->site_cnt, 0);
	assert_null(file->damage);
	sdt_file_close(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_class_and_byte_order),
		cmocka_unit_test(base_correction),
		cmocka_unit_test(symbol_of_the_same_unit),
		cmocka_unit_test(only_what_is_wanted),
		cmocka_unit_test(links_and_types),
		cmocka_unit_test(relocatable_object),
		cmocka_unit_test(load_bias),
		cmocka_unit_test(every_prefix),
		cmocka_unit_test(every_byte_changed),
		cmocka_unit_test(refused_with_reason),
		cmocka_unit_test(fifo_does_not_block),
		cmocka_unit_test(core_file),
		cmocka_unit_test(bad_notes_among_good),
		cmocka_unit_test(sections_that_overlap),
		cmocka_unit_test(no_notes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Compact unwind tables against libdw's reading of the same files: at every
 * address where a row of theirs begins, and one byte further.
 */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "runtime/symbol/unwind/bpf_unwind_table.h"
#include "runtime/symbol/unwind/cfi_interpreter.h"
#include "tests/elf_builder.h"

enum { SPACE_BYTES = 16 << 20 };

static const uint8_t places[] = { 10, 12, 11, 5, 13, 14, 4, 19, 9,
				  8,  7,  6,  3, 2,  1,	 0 };

struct checked {
	size_t cnt, none_cnt; /* addresses; those without a rule */
	uint64_t start_vaddr; /* of the program */
	enum unw_kind start_kind;
};

/* CFA = reg + off? */
static bool is_reg_off(const Dwarf_Op *ops, size_t cnt, unsigned int *reg,
		       int64_t *off)
{
	if (cnt == 1 && ops[0].atom == DW_OP_bregx) {
		*reg = (unsigned int)ops[0].number;
		*off = (int64_t)ops[0].number2;
		return true;
	}
	if (cnt == 1 && ops[0].atom >= DW_OP_breg0 &&
	    ops[0].atom <= DW_OP_breg31) {
		*reg = ops[0].atom - DW_OP_breg0;
		*off = (int64_t)ops[0].number;
		return true;
	}
	return false;
}

/* Offset from the CFA at which a register is saved. */
static bool is_cfa_off(const Dwarf_Op *ops, size_t cnt, int64_t *off)
{
	if (!cnt || ops[0].atom != DW_OP_call_frame_cfa)
		return false;
	*off = cnt == 2 && ops[1].atom == DW_OP_plus_uconst ?
		       (int64_t)ops[1].number : 0;
	return cnt == 1 || (cnt == 2 && ops[1].atom == DW_OP_plus_uconst);
}

static void check_saved(Dwarf_Frame *frame, const struct unw_rule *rule)
{
	for (int i = 0; i < 16; i++) {
		Dwarf_Op memory[3], *ops = memory;
		uint8_t saved;
		size_t cnt;
		int64_t off;

		if (places[i] >= UNW_SAVED_CNT)
			continue;
		saved = rule->saved[places[i]];
		assert_int_equal(dwarf_frame_register(frame, i, memory, &ops,
						      &cnt), 0);
		/* not mentioned: as it was (libdw takes it for undefined) */
		if (!cnt)
			continue;
		if (is_cfa_off(ops, cnt, &off) && off < 0 && off > -2000 &&
		    off % 8 == 0)
			assert_int_equal(saved, -off / 8);
		else
			assert_int_not_equal(saved, 0);
	}
}

/* Compares at one address of the file; libdw is right. */
static void check_at(Dwarf_CFI *cfi, const struct unwtab *tab,
		     const struct unwtab_file *file, uint64_t vaddr,
		     struct checked *checked)
{
	struct unw_rule rule = unwtab_rule(tab, file, vaddr);
	Dwarf_Frame *frame = NULL;
	Dwarf_Op memory[3], *ops = memory;
	bool is_signal;
	unsigned int reg = 0;
	size_t cnt;
	int64_t off;

	checked->cnt++;
	if (dwarf_cfi_addrframe(cfi, vaddr, &frame)) {
		/* libdw does not know that nothing calls the first function */
		if (vaddr - checked->start_vaddr >= 128 || rule.kind != UNW_END)
			assert_int_equal(rule.kind, UNW_NONE);
		return;
	}
	dwarf_frame_info(frame, NULL, NULL, &is_signal);
	checked->none_cnt += rule.kind == UNW_NONE;
	assert_int_equal(dwarf_frame_register(frame, 16, memory, &ops, &cnt),
			 0);
	if (rule.kind == UNW_END) {
		assert_ptr_equal(ops, memory);
		assert_int_equal(cnt, 0);
	} else if (rule.kind == UNW_SIGNAL) {
		assert_true(is_signal);
	} else if (rule.kind != UNW_NONE) {
		assert_true(is_cfa_off(ops, cnt, &off));
		assert_int_equal(off, -8);
	}
	assert_int_equal(dwarf_frame_cfa(frame, &ops, &cnt), 0);
	if (rule.kind == UNW_REG) {
		assert_true(is_reg_off(ops, cnt, &reg, &off));
		assert_int_equal(rule.reg, places[reg]);
		assert_int_equal(rule.off, off);
		check_saved(frame, &rule);
	} else if (rule.kind != UNW_NONE && rule.kind != UNW_END) {
		assert_false(is_reg_off(ops, cnt, &reg, &off));
	}
	free(frame);
}

struct places_of {
	uint64_t *v;
	size_t cnt;
};

static void keep_place(void *ctx, uint64_t vaddr, const struct unw_rule *rule)
{
	struct places_of *found = ctx;

	(void)rule;
	found->v = xrealloc_array(found->v, found->cnt + 1, sizeof(*found->v));
	found->v[found->cnt++] = vaddr;
}

/* Compares all of a file; returns how many addresses. */
static struct checked check_file(struct unwtab *tab, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct ehframe_file source = { .fd = fd };
	struct checked checked = { 0 };
	struct places_of found = { 0 };
	struct unwtab_file file;
	struct ehframe eh;
	Dwarf_CFI *cfi;
	Elf *elf;

	assert_true(fd >= 0);
	assert_int_equal(unwtab_add_file(tab, &source, &file), 0);
	assert_int_equal(ehframe_open(&source, &eh), 0);
	checked.start_vaddr = eh.start_vaddr;
	checked.start_kind = unwtab_rule(tab, &file, eh.start_vaddr).kind;
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	cfi = dwarf_getcfi_elf(elf);
	assert_non_null(cfi);
	ehframe_each_row(&eh, keep_place, &found);
	for (size_t i = 0; i < found.cnt; i++) {
		check_at(cfi, tab, &file, found.v[i], &checked);
		check_at(cfi, tab, &file, found.v[i] + 1, &checked);
		check_at(cfi, tab, &file, found.v[i] - 1, &checked);
	}
	dwarf_cfi_end(cfi);
	elf_end(elf);
	ehframe_close(&eh);
	free(found.v);
	close(fd);
	return checked;
}

/* The file of a library that this program has. */
static char *library(const char *name)
{
	char line[4096];
	FILE *maps = fopen("/proc/self/maps", "re");
	char *ret = NULL;

	while (!ret && fgets(line, sizeof(line), maps)) {
		char *path = strchr(line, '/');

		if (path && strstr(path, name))
			ret = xstrndup(path, strcspn(path, "\n"));
	}
	fclose(maps);
	assert_non_null(ret);
	return ret;
}

static void test_real_files(void **state)
{
	static const char *const names[] = { "test_unwtab", "/libc.so.",
					     "/ld-linux-", "/libdw" };
	void *space = calloc(1, SPACE_BYTES);
	struct unwtab *tab = unwtab_create(
		&(struct unwtab_space){ .mem = space, .bytes = SPACE_BYTES });

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		char *path = library(names[i]);
		size_t before = unwtab_bytes(tab);
		struct checked checked = check_file(tab, path);

		print_message("%s: %zu addresses, %zu without a rule, %zu "
			      "bytes\n", path, checked.cnt, checked.none_cnt,
			      unwtab_bytes(tab) - before);
		assert_true(checked.cnt > 1000);
		assert_true(checked.none_cnt * 100 < checked.cnt);
#if defined(__x86_64__)
		if (strstr(names[i], "ld-linux"))
			assert_int_equal(checked.start_kind, UNW_END);
#endif
		/* what the table of libc may have */
		assert_true(unwtab_bytes(tab) - before < 1 << 20);
		free(path);
	}
	unwtab_destroy(tab);
	free(space);
}

/* A process that maps no file with a table: under the sanitizers memcpy() takes no NULL. */
static void test_no_ranges(void **state)
{
	void *space = calloc(1, SPACE_BYTES);
	struct unwtab *tab = unwtab_create(
		&(struct unwtab_space){ .mem = space, .bytes = SPACE_BYTES });
	struct unw_known known;

	(void)state;
	assert_int_equal(unwtab_put_ranges(tab, NULL, 0, &known), 0);
	assert_true(known.off);
	unwtab_free_ranges(tab, &known);
	unwtab_destroy(tab);
	free(space);
}

/*
 * Registers saved by an expression in a function whose CFA is a register and an
 * offset: those are lost, the others are where they are, and the rule does not
 * say that it counts from another base.
 */
static void test_saved_by_expression(void **state)
{
	const uint8_t by_rbp[] = { DW_OP_breg6, 0x70 };
	struct cfi_common common = { .return_reg = CFI_REG_RETURN };
	struct cfi_row row = { .cfa_reg = 7, .cfa_off = 16 };
	struct unw_rule rule;

	(void)state;
	row.regs[CFI_REG_RETURN] = (struct cfi_reg){ CFI_OFFSET, -8, { 0 } };
	row.regs[3] = (struct cfi_reg){ CFI_OFFSET, -24, { 0 } };
	row.regs[6] = (struct cfi_reg){
		CFI_EXPR, 0, { .at = by_rbp, .end = by_rbp + sizeof(by_rbp) }
	};
	rule = cfi_rule(&common, &row);
	assert_int_equal(rule.kind, UNW_REG);
	assert_int_equal(rule.reg, places[7]);
	assert_int_equal(rule.saved[places[3]], 3);
	assert_int_equal(rule.saved[places[6]], UNW_LOST);
}

/* ---- files that were made to do harm --------------------------------------- */

enum {
	CODE_VADDR = 0x1000000,
	FRAMES_VADDR = 0x2000000,
	HDR_VADDR = 0x3000000,
	HOSTILE_CNT = 4000,
	HOSTILE_BYTES = 1 << 20,
};

static const struct elf_format fmt = { .is_64 = true };

static void put_record(struct strbuf *frames, uint32_t id,
		       const struct strbuf *text)
{
	elf_put(fmt, frames, 4 + text->len, 4);
	elf_put(fmt, frames, id, 4);
	strbuf_add(frames, text->text, text->len);
}

/* A CIE with the augmentation "zR" and @len bytes of 'B'. */
static void put_common(struct strbuf *frames, size_t len)
{
	struct strbuf text = { 0 };

	strbuf_add(&text, "\1zR", 3);
	strbuf_pad(&text, 'B', len);
	strbuf_add(&text, "\0\1\x78\x10\1\x1b\x0c\7\x08\x90\1", 11);
	put_record(frames, 0, &text);
	strbuf_deinit(&text);
}

/* Its CIE is the one at @common_off; @pad bytes make its last number longer. */
static uint32_t put_function(struct strbuf *frames, size_t common_off,
			     size_t pad)
{
	uint32_t off = (uint32_t)frames->len;
	struct strbuf text = { 0 };

	strbuf_add(&text, "\0\0\0\0\2\0\0\0", 8);
	strbuf_pad(&text, (char)0x80, pad);
	strbuf_pad(&text, '\0', 4);
	put_record(frames, (uint32_t)(off + 4 - common_off), &text);
	strbuf_deinit(&text);
	return off;
}

/* A file whose functions are described by the two records, in turn. */
static void build(const struct strbuf *frames, const uint32_t off[2],
		  size_t cnt, uint32_t code_step, const struct strbuf *dynamic,
		  struct strbuf *ret)
{
	struct strbuf hdr = { 0 }, code = { 0 };
	struct elf_builder b;
	size_t sections[3];

	strbuf_add(&hdr, "\1\x1b\3\x3b", 4);
	elf_put(fmt, &hdr, (uint32_t)(FRAMES_VADDR - HDR_VADDR - 4), 4);
	elf_put(fmt, &hdr, cnt, 4);
	for (size_t i = 0; i < cnt; i++) {
		elf_put(fmt, &hdr, (uint32_t)(CODE_VADDR - HDR_VADDR +
					      i * code_step), 4);
		elf_put(fmt, &hdr, (uint32_t)(FRAMES_VADDR - HDR_VADDR +
					      off[i % 2]), 4);
	}
	strbuf_pad(&code, (char)0x90, cnt * code_step);
	elf_builder_init(&b, fmt, EM_X86_64, ET_DYN);
	sections[0] = elf_builder_section(&b, ".text", SHT_PROGBITS, 0,
					  CODE_VADDR, code.text, code.len);
	sections[1] = elf_builder_section(&b, ".eh_frame", SHT_PROGBITS, 0,
					  FRAMES_VADDR, frames->text,
					  frames->len);
	sections[2] = elf_builder_section(&b, ".eh_frame_hdr", SHT_PROGBITS, 0,
					  HDR_VADDR, hdr.text, hdr.len);
	elf_builder_load(&b, PF_R | PF_X, sections[0]);
	elf_builder_load(&b, PF_R, sections[1]);
	elf_builder_segment(&b, PT_GNU_EH_FRAME, PF_R, sections[2]);
	if (dynamic)
		elf_builder_segment(&b, PT_DYNAMIC, PF_R, elf_builder_section(
			&b, ".dynamic", SHT_DYNAMIC, 0, 0x4000000,
			dynamic->text, dynamic->len));
	elf_builder_finish(&b, ret);
	elf_builder_deinit(&b);
	strbuf_deinit(&hdr);
	strbuf_deinit(&code);
}

static void count_rules(void *ctx, uint64_t vaddr, const struct unw_rule *rule)
{
	(void)vaddr;
	if (rule->kind != UNW_NONE)
		++*(size_t *)ctx;
}

/* Returns how many rows have a rule. */
static size_t rules_of(const struct strbuf *file)
{
	struct ehframe_file source = { .bytes = (const uint8_t *)file->text,
				       .len = file->len, .fd = -1 };
	struct ehframe eh;
	size_t cnt = 0;

	assert_int_equal(ehframe_open(&source, &eh), 0);
	ehframe_each_row(&eh, count_rules, &cnt);
	ehframe_close(&eh);
	return cnt;
}

/*
 * @common_bytes: of two augmentations; @number_bytes: of a number in the
 * descriptions of functions, which all are the same bytes.
 */
static size_t shared_rules(size_t common_bytes, size_t number_bytes)
{
	struct strbuf frames = { 0 }, file = { 0 };
	uint32_t off[2], second;
	clock_t start = clock();
	size_t cnt;

	put_common(&frames, common_bytes);
	second = (uint32_t)frames.len;
	put_common(&frames, common_bytes);
	off[0] = put_function(&frames, 0, number_bytes);
	off[1] = put_function(&frames, second, number_bytes);
	build(&frames, off, HOSTILE_CNT, 16, NULL, &file);
	cnt = rules_of(&file);
	/* reading the megabyte again for each function takes longer */
	assert_true(clock() - start < CLOCKS_PER_SEC);
	strbuf_deinit(&frames);
	strbuf_deinit(&file);
	return cnt;
}

static void test_long_and_shared(void **state)
{
	(void)state;
	assert_int_not_equal(shared_rules(0, 0), 0);
	assert_int_not_equal(shared_rules(3, 9), 0);
	assert_int_equal(shared_rules(HOSTILE_BYTES, 0), 0);
	assert_int_equal(shared_rules(0, HOSTILE_BYTES), 0);
}

/* PT_DYNAMIC of one entry and a half, which no entry ends. */
static void test_cut_dynamic(void **state)
{
	struct strbuf frames = { 0 }, file = { 0 }, dynamic = { 0 };
	uint32_t off[2];

	(void)state;
	for (int i = 0; i < 3; i++)
		elf_put(fmt, &dynamic, 7, 8);
	put_common(&frames, 0);
	off[0] = off[1] = put_function(&frames, 0, 0);
	/* functions so far from each other that built-ins of V8 may be between */
	build(&frames, off, 2, 600 << 10, &dynamic, &file);
	assert_int_not_equal(rules_of(&file), 0);
	strbuf_deinit(&frames);
	strbuf_deinit(&file);
	strbuf_deinit(&dynamic);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_ranges),
		cmocka_unit_test(test_real_files),
		cmocka_unit_test(test_saved_by_expression),
		cmocka_unit_test(test_long_and_shared),
		cmocka_unit_test(test_cut_dynamic),
	};

#if !defined(__x86_64__)
	puts("ok 1 # SKIP all: no unwind tables on this machine");
	return 0;
#endif
	return cmocka_run_group_tests(tests, NULL, NULL);
}

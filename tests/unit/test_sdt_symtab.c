// SPDX-License-Identifier: BSD-2-Clause
/*
 * elf/symtab: the function around an address, with all functions sorted and
 * with only those that the expected places need; both give the same answer. Of
 * several variables with one name, that of the function's source file.
 */
#include <elf.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "elf/symtab.h"
#include "tests/elf_builder.h"

enum { SYMBOL_CNT = 400, PLACE_CNT = 60, ADDRESSES = 2000, ROUNDS = 200 };

static uint32_t seed = 1;

static uint32_t random_below(uint32_t limit)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 8) % limit;
}

/*
 * Functions that contain, overlap and adjoin each other, some without a size.
 */
static void fill(struct elf_symtab *symtab, uint16_t elf_type)
{
	static const uint8_t binds[] = { STB_LOCAL, STB_GLOBAL, STB_WEAK };

	*symtab = (struct elf_symtab){
		.symbols = calloc(SYMBOL_CNT, sizeof(struct elf_symbol)),
		.symbol_cnt = SYMBOL_CNT,
		.machine = EM_X86_64,
		.elf_type = elf_type,
	};
	for (size_t i = 1; i < SYMBOL_CNT; i++)
		symtab->symbols[i] = (struct elf_symbol){
			.name = "f",
			.name_len = 1,
			.value = random_below(ADDRESSES),
			.size_bytes = random_below(3) ? random_below(30) : 0,
			.section_idx = (uint16_t)(1 + random_below(2)),
			.type = random_below(8) ? STT_FUNC : STT_OBJECT,
			.bind = binds[random_below(3)],
		};
}

static void compare(uint16_t elf_type)
{
	struct elf_symtab_place places[PLACE_CNT];
	size_t place_cnt = random_below(2) ? PLACE_CNT : 1;
	struct elf_symtab all, some;

	fill(&all, elf_type);
	some = all;
	some.symbols = malloc(SYMBOL_CNT * sizeof(some.symbols[0]));
	memcpy(some.symbols, all.symbols, SYMBOL_CNT * sizeof(some.symbols[0]));
	for (size_t i = 0; i < place_cnt; i++)
		places[i] = (struct elf_symtab_place){
			1 + random_below(2), random_below(ADDRESSES) };
	elf_symtab_expect(&some, places, place_cnt);
	for (size_t i = 0; i < place_cnt; i++) {
		const struct elf_symbol *want = elf_symtab_function(
			&all, places[i].section_idx, places[i].vaddr);
		const struct elf_symbol *got = elf_symtab_function(
			&some, places[i].section_idx, places[i].vaddr);

		assert_int_equal(want ? want - all.symbols : -1,
				 got ? got - some.symbols : -1);
	}
	elf_symtab_deinit(&all);
	elf_symtab_deinit(&some);
}

static void test_linked(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		compare(ET_DYN);
}

static void test_relocatable(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		compare(ET_REL);
}

static void test_empty(void **state)
{
	struct elf_symtab symtab = { 0 };
	struct elf_symtab_place place = { 1, 16 };

	(void)state;
	elf_symtab_expect(&symtab, &place, 1);
	assert_null(elf_symtab_function(&symtab, 1, 16));
	elf_symtab_deinit(&symtab);
}

/* Each name stands before the next one. */
static void test_name_order(void **state)
{
	static const struct elf_symbol names[] = {
		{ .name = "open", .name_len = 4, .bind = STB_GLOBAL },
		{ .name = "open64", .name_len = 6, .bind = STB_GLOBAL },
		{ .name = "oven64", .name_len = 6, .bind = STB_GLOBAL },
		{ .name = "o", .name_len = 1, .bind = STB_WEAK },
		{ .name = "p", .name_len = 1, .bind = STB_LOCAL },
		{ .name = "_open", .name_len = 5, .bind = STB_GLOBAL },
		{ .name = "__open", .name_len = 6, .bind = STB_GLOBAL },
		{ .name = "__o", .name_len = 3, .bind = STB_WEAK },
	};

	(void)state;
	for (size_t i = 0; i + 1 < sizeof(names) / sizeof(names[0]); i++) {
		assert_true(elf_symbol_compare_names(&names[i],
						     &names[i + 1]) < 0);
		assert_true(elf_symbol_compare_names(&names[i + 1],
						     &names[i]) > 0);
	}
}

enum { STATIC_VADDR = 0x10, HIDDEN_VADDR = 0x20, LOCAL_MAX = 9 };

/* A local symbol, in the order of the file. */
struct local {
	const char *name;
	uint8_t type;
	uint8_t visibility;
	uint64_t value;
};

/*
 * a.c has a hidden function hid(), a static in_a() and a static counter, b.c has
 * a static in_b() and a hidden counter.
 */
static const struct local of_gnu_ld[LOCAL_MAX] = {
	{ "a.c", STT_FILE, 0, 0 },
	{ "in_a", STT_FUNC, 0, 1 },
	{ "counter", STT_OBJECT, 0, STATIC_VADDR },
	{ "b.c", STT_FILE, 0, 0 },
	{ "in_b", STT_FUNC, 0, 2 },
	{ "crtstuff.c", STT_FILE, 0, 0 },
	{ "", STT_FILE, 0, 0 },
	{ "hid", STT_FUNC, 0, 3 },
	{ "counter", STT_OBJECT, 0, HIDDEN_VADDR },
};

static const struct local of_gold[LOCAL_MAX] = {
	{ "a.c", STT_FILE, 0, 0 },
	{ "in_a", STT_FUNC, 0, 1 },
	{ "counter", STT_OBJECT, 0, STATIC_VADDR },
	{ "b.c", STT_FILE, 0, 0 },
	{ "in_b", STT_FUNC, 0, 2 },
	{ "crtstuff.c", STT_FILE, 0, 0 },
	{ "hid", STT_FUNC, STV_HIDDEN, 3 },
	{ "counter", STT_OBJECT, STV_HIDDEN, HIDDEN_VADDR },
};

static const struct local of_lld[LOCAL_MAX] = {
	{ "a.c", STT_FILE, 0, 0 },
	{ "in_a", STT_FUNC, 0, 1 },
	{ "counter", STT_OBJECT, 0, STATIC_VADDR },
	{ "hid", STT_FUNC, STV_HIDDEN, 3 },
	{ "b.c", STT_FILE, 0, 0 },
	{ "in_b", STT_FUNC, 0, 2 },
	{ "counter", STT_OBJECT, STV_HIDDEN, HIDDEN_VADDR },
	{ "crtstuff.c", STT_FILE, 0, 0 },
};

/* c.c uses the counter of b.c, but a.c has one of its own. */
static const struct local of_three_files[LOCAL_MAX] = {
	{ "a.c", STT_FILE, 0, 0 },
	{ "counter", STT_OBJECT, 0, STATIC_VADDR },
	{ "b.c", STT_FILE, 0, 0 },
	{ "counter", STT_OBJECT, STV_HIDDEN, HIDDEN_VADDR },
	{ "c.c", STT_FILE, 0, 0 },
	{ "in_c", STT_FUNC, 0, 1 },
	{ "crtstuff.c", STT_FILE, 0, 0 },
};

static void load(struct elf_symtab *symtab, const struct local *locals)
{
	struct strbuf sb = { 0 };
	struct elf_builder b;
	struct elf_file image;
	const char *why;
	size_t data;

	elf_builder_init(&b, (struct elf_format){ .is_64 = true }, EM_X86_64,
			 ET_DYN);
	data = elf_builder_section(&b, ".data", SHT_PROGBITS, SHF_ALLOC, 0, "",
				   0);
	for (size_t i = 0; i < LOCAL_MAX && locals[i].name; i++) {
		size_t symbol = elf_builder_symbol(
			&b, locals[i].name, locals[i].type, STB_LOCAL, data,
			locals[i].value, 1);

		b.symbols.v[symbol].visibility = locals[i].visibility;
	}
	elf_builder_finish(&b, &sb);
	elf_builder_deinit(&b);
	assert_int_equal(elf_file_init_memory(&image, sb.text, sb.len, &why),
			 0);
	assert_int_equal(elf_symtab_init(symtab, &image), 0);
	elf_file_deinit(&image);
	strbuf_deinit(&sb);
}

/* The address of counter for a function, or a negative error. */
static int64_t counter_for(const struct local *locals, const char *function)
{
	struct elf_symtab symtab;
	uint64_t vaddr = 0;
	size_t i = 0;
	int err;

	load(&symtab, locals);
	while (strcmp(symtab.symbols[i].name, function) != 0)
		i++;
	err = elf_symtab_resolve(&symtab, "counter", strlen("counter"),
				 symtab.symbols[i].unit, &vaddr);
	elf_symtab_deinit(&symtab);
	return err ? err : (int64_t)vaddr;
}

static void test_static_and_hidden(void **state)
{
	static const struct local *const linkers[] = { of_gnu_ld, of_gold,
						       of_lld };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(counter_for(linkers[i], "in_a"), STATIC_VADDR);
		assert_int_equal(counter_for(linkers[i], "in_b"), HIDDEN_VADDR);
	}
	/* hid() could be of either file */
	assert_int_equal(counter_for(of_gnu_ld, "hid"), -ENOTUNIQ);
	assert_int_equal(counter_for(of_gold, "hid"), -ENOTUNIQ);
	assert_int_equal(counter_for(of_lld, "hid"), STATIC_VADDR);
	assert_int_equal(counter_for(of_three_files, "in_c"), HIDDEN_VADDR);
}

static void test_static_for_hidden(void **state)
{
	struct local one[LOCAL_MAX];

	(void)state;
	memcpy(one, of_gnu_ld, sizeof(one));
	one[LOCAL_MAX - 1].name = "other";
	assert_int_equal(counter_for(one, "hid"), STATIC_VADDR);
}

/*
 * A thousand names that are the ends of one string of 10 MB; the same string as
 * a thousand short names is a table like any other.
 */
static int shared_names(char separator)
{
	enum { CNT = 1000, BYTES = 10 << 20 };
	struct elf_format fmt = { .is_64 = true };
	struct strbuf sb = { 0 };
	struct elf_symtab symtab;
	struct elf_file image;
	struct elf_builder b;
	const struct elf_section *table, *strings;
	char *name = calloc(1, BYTES);
	const char *why;
	int ret;

	memset(name, 'a', BYTES - 1);
	for (size_t i = BYTES / CNT; i < BYTES; i += BYTES / CNT)
		name[i] = separator;
	elf_builder_init(&b, fmt, EM_X86_64, ET_DYN);
	elf_builder_symbol(&b, "", STT_FUNC, STB_GLOBAL, 1, 1, 1);
	for (size_t i = 1; i < CNT; i++)
		elf_builder_symbol(&b, "", STT_FUNC, STB_GLOBAL, 1, i, 1);
	elf_builder_section(&b, ".names", SHT_STRTAB, 0, 0, name, BYTES);
	elf_builder_finish(&b, &sb);
	assert_int_equal(elf_file_init_memory(&image, sb.text, sb.len, &why), 0);
	table = elf_file_find(&image, ".symtab", 1);
	strings = elf_file_find(&image, ".names", 1);
	image.sections[table - image.sections].link =
		(uint32_t)(strings - image.sections);
	for (size_t i = 0; i <= CNT; i++) {
		uint32_t off = (uint32_t)(i * (BYTES / CNT) + 1);

		memcpy(sb.text + table->fileoff + i * sizeof(Elf64_Sym), &off,
		       sizeof(off));
	}
	ret = elf_symtab_init(&symtab, &image);
	if (!ret)
		elf_symtab_deinit(&symtab);
	elf_file_deinit(&image);
	elf_builder_deinit(&b);
	strbuf_deinit(&sb);
	free(name);
	return ret;
}

static void test_shared_names(void **state)
{
	(void)state;
	assert_int_equal(shared_names('a'), -EBADMSG);
	assert_int_equal(shared_names('\0'), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_name_order),
		cmocka_unit_test(test_linked),
		cmocka_unit_test(test_relocatable),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_static_and_hidden),
		cmocka_unit_test(test_static_for_hidden),
		cmocka_unit_test(test_shared_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * elf/symtab: the function around an address, with all functions sorted and
 * with only those that the expected places need; both give the same answer.
 */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "elf/symtab.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_name_order),
		cmocka_unit_test(test_linked),
		cmocka_unit_test(test_relocatable),
		cmocka_unit_test(test_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

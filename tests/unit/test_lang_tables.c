// SPDX-License-Identifier: BSD-2-Clause
/*
 * The tables of lang/ hold together: every tag that the sources report is a
 * row of error_tags.def, no name stands in two tables, prototypes can be parsed,
 * every operator has a spelling.
 */
#include <ftw.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/system/file.h"
#include "lang/check/checker.h"
#include "lang/dump.h"
#include "lang/parse/parse.h"
#include "lang/stability.h"

static const char *const tags[] = {
#define ERROR(tag, meaning) #tag,
#include "lang/table/error_tags.def"
#undef ERROR
};

static const char *const builtins[] = {
#define VAR(name, type, flags) #name,
#define SUBR(name, proto, flags) #name,
#define ACT(name, proto, flags) #name,
#define AGG(name, proto, flags) #name,
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool is_tag(const char *text, size_t len)
{
	for (size_t i = 0; i < COUNT(tags); i++)
		if (strlen(tags[i]) == len && strncmp(tags[i], text, len) == 0)
			return true;
	return false;
}

/* Checks each "D_..." of one source; returns how many there are. */
static size_t check_source(const char *path)
{
	size_t len, cnt = 0;
	char *text;

	assert_int_equal(file_read(path, &text, &len), 0);
	for (const char *s = text; (s = strstr(s, "\"D_")); s++) {
		size_t tag_len = strcspn(s + 1, "\"");

		if (!is_tag(s + 1, tag_len))
			fail_msg("%s: %.*s is not in lang/table/error_tags.def",
				 path, (int)tag_len, s + 1);
		cnt++;
	}
	free(text);
	return cnt;
}

static size_t reported_cnt;

static int check_file(const char *path, const struct stat *st, int type,
		      struct FTW *ftw)
{
	const char *dot = strrchr(path, '.');

	(void)st;
	(void)ftw;
	if (type == FTW_F && dot && dot[1] && !dot[2] && strchr("cly", dot[1]))
		reported_cnt += check_source(path);
	return 0;
}

static void reported_tags_are_in_the_table(void **state)
{
	enum { DESCRIPTORS = 16 };

	(void)state;
	/* the tests run in the project's folder */
	assert_int_equal(nftw("lang", check_file, DESCRIPTORS, 0), 0);
	assert_true(reported_cnt > 100);
}

static void tags_are_unique(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(tags); i++)
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(tags[i], tags[j]);
}

static void names_are_in_one_table(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(builtins); i++) {
		if (name_is_never(builtins[i]))
			fail_msg("%s is in builtins.def and unsupported.def",
				 builtins[i]);
		/* programs may have names of their own that only Linux has */
		assert_true(name_is_builtin(builtins[i]) ||
			    name_is_linux(builtins[i]));
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(builtins[i], builtins[j]);
	}
	assert_true(name_is_builtin("walltimestamp"));
	assert_false(name_is_builtin("nothing"));
}

static void operators_have_spellings(void **state)
{
	(void)state;
	for (enum op op = 0; op < OP_CNT; op++)
		assert_non_null(op_spelling(op));
}

static void stability_words_go_both_ways(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < STABILITY_LEVEL_CNT; i++)
		assert_int_equal(stability_level_find(stability_level_word(i)),
				 i);
	for (unsigned int i = 0; i < STABILITY_CLASS_CNT; i++)
		assert_int_equal(stability_class_find(stability_class_word(i)),
				 i);
	assert_int_equal(stability_level_find("Common"), -ENOENT);
	assert_int_equal(stability_class_find("Stable"), -ENOENT);
	assert_true(STABILITY_Internal < STABILITY_Standard);
	assert_true(CLASS_Unknown < CLASS_Common);
}

/* The types that rows name exist. */
static void rows_have_types(void **state)
{
	static const char *const texts[] = {
#define VAR(name, type, flags) type,
#define SUBR(name, proto, flags) proto,
#define ACT(name, proto, flags) proto,
#define AGG(name, proto, flags) proto,
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
	};
	struct arena arena;
	struct type_table types;
	struct checker checker = { .arena = &arena, .types = &types };

	(void)state;
	arena_init(&arena);
	type_table_init(&types, &arena, NULL);
	for (size_t i = 0; i < COUNT(texts); i++)
		for (const char *s = texts[i]; *s;) {
			size_t len = strcspn(s, "(),[]");

			if (len && strncmp(s, "...", 3) != 0 && *s != ' ' &&
			    *s != '@' && !type_by_text(&checker, s, len))
				fail_msg("no type %.*s", (int)len, s);
			s += len;
			s += strspn(s, "(),[] ");
		}
	type_table_deinit(&types);
	arena_deinit(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reported_tags_are_in_the_table),
		cmocka_unit_test(tags_are_unique),
		cmocka_unit_test(names_are_in_one_table),
		cmocka_unit_test(operators_have_spellings),
		cmocka_unit_test(stability_words_go_both_ways),
		cmocka_unit_test(rows_have_types),
	};

	return cmocka_run_group_tests_name("lang_tables", tests, NULL, NULL);
}

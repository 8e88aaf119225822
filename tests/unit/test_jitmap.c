// SPDX-License-Identifier: BSD-2-Clause
/*
 * The map that a program writes of its compiled code, while it is read: lines
 * that are added, files that begin anew, and files that take another's place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/symbol/jitmap.h"

static char path[64], other[80];

static void put(const char *file_path, const char *mode, const char *text)
{
	FILE *file = fopen(file_path, mode);

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static int set_up(void **state)
{
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	snprintf(other, sizeof(other), "%s.other", path);
	*state = jitmap_create(getpid());
	return 0;
}

static int tear_down(void **state)
{
	jitmap_destroy(*state);
	unlink(path);
	return 0;
}

/* NULL: no function is known there. */
static void expect(struct jitmap *jit, uint64_t uaddr, const char *name)
{
	struct jitmap_function function;

	assert_int_equal(jitmap_find(jit, uaddr, &function), name != NULL);
	if (name)
		assert_string_equal(function.name, name);
}

static void later_lines_count(void **state)
{
	expect(*state, 0x1010, NULL);
	put(path, "w", "1000 100 first\n");
	expect(*state, 0x1010, "first");
	put(path, "a", "1000 80 second\n2000 10 third\n");
	expect(*state, 0x1010, "second");
	expect(*state, 0x1090, "first");
	put(path, "a", "1008 20 half a li");
	expect(*state, 0x1010, "second");
	put(path, "a", "ne\n");
	expect(*state, 0x1010, "half a line");
	expect(*state, 0x200f, "third");
	expect(*state, 0x2010, NULL);
}

static void a_truncated_file_is_read_again(void **state)
{
	put(path, "w", "1000 100 first\n3000 100 gone\n");
	expect(*state, 0x1010, "first");
	put(path, "w", "1000 100 new\n");
	expect(*state, 0x1010, "new");
	expect(*state, 0x3010, NULL);
	/* it is longer at once */
	put(path, "w", "1000 200 long\n4000 10 more\n5000 10 lines\n");
	expect(*state, 0x1110, "long");
	expect(*state, 0x5000, "lines");
}

static void another_file_in_its_place_is_read(void **state)
{
	put(path, "w", "1000 100 first\n");
	expect(*state, 0x1010, "first");
	put(other, "w", "2000 100 other\n");
	assert_int_equal(rename(other, path), 0);
	expect(*state, 0x2010, "other");
	expect(*state, 0x1010, NULL);
}

/* Of a file with more functions than any program has, the first are used. */
static void endless_lines(void **state)
{
	enum { CNT = (8 << 20) + (2 << 20) };
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	for (int i = 0; i < CNT; i++)
		fputs(i == CNT - 1 ? "2 1 b\n" : "1 1 a\n", file);
	assert_int_equal(fclose(file), 0);
	expect(*state, 1, "a");
	expect(*state, 2, NULL);
	put(path, "w", "1000 100 first\n");
	expect(*state, 0x1010, "first");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(later_lines_count, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_truncated_file_is_read_again,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(endless_lines, set_up, tear_down),
		cmocka_unit_test_setup_teardown(another_file_in_its_place_is_read,
						set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

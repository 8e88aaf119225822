// SPDX-License-Identifier: BSD-2-Clause
/*
 * The D library: what its index says is true, it is read only on demand, and
 * a file that is wrong stops nobody.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/arena.h"
#include "lang/check/check.h"
#include "lang/parse/parse.h"
#include "runtime/dlib/dlib.h"
#include "runtime/types/btf.h"

struct fixture {
	struct arena arena;
	/* files for a module have its types in their declarations */
	struct type_source *source;
	struct type_table types;
	struct program program;
	struct diag_list diags;
	struct dlib *dlib;
	struct src src;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	arena_init(&f->arena);
	f->source = btf_source_create(NULL, NULL);
	type_table_init(&f->types, &f->arena, f->source);
	program_init(&f->program, &f->arena, &f->types);
	diag_init(&f->diags, &f->arena);
	f->dlib = dlib_create(&f->arena);
	f->program.library = dlib_library(f->dlib);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	src_deinit(&f->src);
	diag_deinit(&f->diags);
	program_deinit(&f->program);
	dlib_destroy(f->dlib);
	type_table_deinit(&f->types);
	btf_source_destroy(f->source);
	arena_deinit(&f->arena);
	free(f);
	return 0;
}

static int compile(struct fixture *f, const char *text)
{
	static const struct lang_env env;
	int err;

	src_init(&f->src, SRC_FILE, "x.d", text, strlen(text));
	err = lang_parse_program(&f->program, &env, &f->src, &f->diags);
	return err ? err : lang_check_program(&f->program, &env, &f->diags);
}

static void test_reads_nothing_unasked(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(compile(f, "BEGIN { x = pid; exit(0); }"), 0);
	assert_int_equal(dlib_parsed_cnt(f->dlib), 0);
}

static void test_reads_one_file(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(compile(f, "BEGIN { x = ENOENT; exit(SIGHUP); }"), 0);
	assert_int_equal(dlib_parsed_cnt(f->dlib), 2);
	assert_int_equal(f->diags.diags.cnt, 0);
}

static void test_type_of_declaration(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(compile(f, "cpuinfo_t *p; BEGIN { exit(0); }"), 0);
	assert_int_equal(dlib_parsed_cnt(f->dlib), 1);
}

/* A row "struct NAME" is a struct, which the source of types may lack. */
static bool is_struct_row(struct fixture *f, const char *name)
{
	static const char prefix[] = "struct ";

	return !strncmp(name, prefix, strlen(prefix)) &&
	       !type_tagged(&f->types, TYPE_STRUCT, name + strlen(prefix))
			->is_incomplete;
}

/* Whether the row is in a file for a module that is not loaded. */
static bool is_of_absent_module(const struct dlib_name *name)
{
	static const char pragma[] = "#pragma D depends_on module ";
	const char *text = dlib_texts[name->text_idx].text;
	const char *at = strstr(text, pragma);
	char path[128];
	size_t len;

	if (!at)
		return false;
	at += strlen(pragma);
	len = strcspn(at, "\n");
	snprintf(path, sizeof(path), "/sys/module/%.*s", (int)len, at);
	return strncmp(at, "vmlinux\n", 8) && access(path, F_OK);
}

static const char translator_of[] = "translator of struct ";

/* Is there a translator from a struct of this name? */
static bool is_translated(const struct fixture *f, const char *name)
{
	for (const struct translator *t = f->program.translators; t;
	     t = t->next) {
		const struct type *in = type_resolve(t->in);

		if (in->kind == TYPE_POINTER)
			in = type_resolve(in->target);
		if (in->name && !strcmp(in->name, name))
			return true;
	}
	return false;
}

/* Every row is found where it says, and no definition is without a row. */
static void test_index(void **state)
{
	struct fixture *f = *state;
	struct lang_library *library = dlib_library(f->dlib);
	size_t defined = 0, types = 0, others = 0;

	for (size_t i = 0; i < dlib_name_cnt; i++) {
		const char *name = dlib_names[i].name;
		bool is_type;

		library->load(library, &f->program, name, &f->diags);
		if (is_of_absent_module(&dlib_names[i])) {
			others++;
			continue;
		}
		if (!strncmp(name, translator_of, strlen(translator_of))) {
			if (!is_translated(f, name + strlen(translator_of)))
				fail_msg("%s is not in its file", name);
			others++;
			continue;
		}
		is_type = type_find_declared(&f->types, name) ||
			  is_struct_row(f, name);
		if (!is_type && !map_get_str(&f->program.scope, name))
			fail_msg("%s is not in its file", name);
		types += is_type;
	}
	for (size_t i = 0; i < f->diags.diags.cnt; i++)
		print_message("%s\n", f->diags.diags.v[i].message);
	assert_int_equal(f->diags.diags.cnt, 0);
	assert_int_equal(dlib_parsed_cnt(f->dlib), dlib_text_cnt);
	for (size_t i = 0; i < f->program.scope.cnt; i++)
		defined += f->program.scope.entries[i].value != NULL;
	/* a type can be in two files */
	assert_true(defined + types >= dlib_name_cnt - others - 4);
	assert_true(defined <= dlib_name_cnt - types + 4);
}

static void test_own_name_wins(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(compile(f, "int SIGHUP; BEGIN { exit(0); }"), -EINVAL);
	assert_string_equal(f->diags.diags.v[0].tag, "D_DECL_IDRED");
}

static void test_without_own(void **state)
{
	struct fixture *f = *state;

	dlib_set(f->dlib, NULL, false);
	assert_int_equal(compile(f, "int SIGHUP; BEGIN { exit(SIGHUP); }"), 0);
	assert_int_equal(dlib_parsed_cnt(f->dlib), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_reads_nothing_unasked,
						setup, teardown),
		cmocka_unit_test_setup_teardown(test_reads_one_file, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_type_of_declaration,
						setup, teardown),
		cmocka_unit_test_setup_teardown(test_index, setup, teardown),
		cmocka_unit_test_setup_teardown(test_own_name_wins, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_without_own, setup,
						teardown),
	};

	return cmocka_run_group_tests_name("dlib", tests, NULL, NULL);
}

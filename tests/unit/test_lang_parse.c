// SPDX-License-Identifier: BSD-2-Clause
/*
 * What golden tests can't show of the reading side: several texts in one
 * program, places after line markers, limits, large and hostile texts.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "lang/check/check.h"
#include "lang/dump.h"
#include "lang/parse/parse.h"

enum { SRC_MAX = 4 };

struct fixture {
	struct arena arena;
	struct type_table types;
	struct program program;
	struct diag_list diags;
	struct lang_env env;
	struct src srcs[SRC_MAX];
	size_t src_cnt;
};

static int setup(void **state)
{
	struct fixture *f = xcalloc(1, sizeof(*f));

	arena_init(&f->arena);
	diag_init(&f->diags, &f->arena);
	type_table_init(&f->types, &f->arena, NULL);
	program_init(&f->program, &f->arena, &f->types);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	program_deinit(&f->program);
	type_table_deinit(&f->types);
	diag_deinit(&f->diags);
	for (size_t i = 0; i < f->src_cnt; i++)
		src_deinit(&f->srcs[i]);
	arena_deinit(&f->arena);
	free(f);
	return 0;
}

static struct src *add_src(struct fixture *f, const char *text)
{
	struct src *src = &f->srcs[f->src_cnt++];

	src_init(src, SRC_FILE, "test.d", text, strlen(text));
	return src;
}

static int parse(struct fixture *f, const char *text)
{
	return lang_parse_program(&f->program, &f->env, add_src(f, text),
				  &f->diags);
}

static int parse_providers(struct fixture *f, const char *text)
{
	return lang_parse_providers(&f->program, &f->env, add_src(f, text),
				    &f->diags);
}

static void texts_make_one_program(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(parse(f, "BEGIN { @a = count(); } tick-1s {}"), 0);
	f->env.form = DESC_NAME;
	assert_int_equal(parse(f, "END { printa(@a); }"), 0);
	assert_int_equal(lang_check_program(&f->program, &f->env, &f->diags),
			 0);
	assert_int_equal(f->program.clause_cnt, 3);
	assert_int_equal(f->program.clauses->next->next->id, 2);
	assert_int_equal(f->program.aggs.cnt, 1);
	assert_true(f->program.aggs.v[0]->agg_is_printed);
	assert_int_equal(f->program.aggs.v[0]->agg_func, AGG_count);
}

static void order_of_texts_matters(void **state)
{
	struct fixture *f = *state;

	parse(f, "BEGIN { printa(@a); }");
	parse(f, "END { @a = count(); }");
	assert_int_equal(lang_check_program(&f->program, &f->env, &f->diags),
			 -EINVAL);
	assert_string_equal(f->diags.diags.v[0].message,
			    "failed to resolve @a: Unknown aggregation name");
}

static void line_markers_move_places(void **state)
{
	struct fixture *f = *state;
	struct src_pos pos;

	parse(f, "BEGIN {}\n# 100 \"inc.h\" 1\n\nEND { 1 + ; }\n"
		 "#line 7 \"back.d\"\nEND { ) }\n");
	assert_int_equal(f->diags.diags.cnt, 2);
	pos = src_pos(&f->srcs[0], f->diags.diags.v[0].loc.begin);
	assert_string_equal(pos.file, "inc.h");
	assert_int_equal(pos.line, 101);
	assert_int_equal(pos.column, 11);
	pos = src_pos(&f->srcs[0], f->diags.diags.v[1].loc.begin);
	assert_string_equal(pos.file, "back.d");
	assert_int_equal(pos.line, 7);
}

static void regions_are_named(void **state)
{
	struct fixture *f = *state;

	parse(f, "BEGIN { 1 + ; }\nBEGIN /1 + / {}\na:b:c:d:e {}");
	assert_int_equal(f->diags.diags.cnt, 3);
	assert_string_equal(f->diags.diags.v[0].region, "in action list");
	assert_string_equal(f->diags.diags.v[1].region, "in predicate");
	assert_string_equal(f->diags.diags.v[2].region,
			    "in probe description");
	assert_null(f->diags.region);
}

static void errors_are_bounded(void **state)
{
	struct fixture *f = *state;
	struct strbuf sb = { 0 };

	strbuf_puts(&sb, "BEGIN {");
	for (size_t i = 0; i < 1000; i++)
		strbuf_puts(&sb, " 1 + ;");
	strbuf_puts(&sb, "}");
	assert_int_equal(parse(f, strbuf_text(&sb)), -EINVAL);
	assert_int_equal(f->diags.error_cnt, 1000);
	assert_int_equal(f->diags.diags.cnt, DIAG_ERROR_MAX);
	strbuf_deinit(&sb);
}

/* @cnt times @text between @begin and @end; only must not crash or hang. */
static void parse_repeated(struct fixture *f, const char *begin,
			   const char *text, size_t cnt, const char *end)
{
	struct strbuf sb = { 0 };
	struct src src;

	strbuf_puts(&sb, begin);
	for (size_t i = 0; i < cnt; i++)
		strbuf_puts(&sb, text);
	strbuf_puts(&sb, end);
	src_init(&src, SRC_FILE, "test.d", strbuf_text(&sb), sb.len);
	if (lang_parse_program(&f->program, &f->env, &src, &f->diags) == 0)
		lang_check_program(&f->program, &f->env, &f->diags);
	assert_true(f->diags.error_cnt > 0);
	src_deinit(&src);
	strbuf_deinit(&sb);
}

static void deep_texts_are_refused(void **state)
{
	static const char *const nests[] = { "(", "{", "[", "if (1) ", "!",
					     "- ", "*", "(char)", "1+", "1?",
					     "x[", "f(", "a=", "1,", "sizeof ",
					     "1?1:", "if (1) ; else " };

	for (size_t i = 0; i < sizeof(nests) / sizeof(nests[0]); i++) {
		teardown(state);
		setup(state);
		parse_repeated(*state, "BEGIN { ", nests[i], 50000, "1; }");
	}
}

static void deep_declarations_are_refused(void **state)
{
	static const char *const nests[] = { "*", "(", "(*", "struct { ",
					     "int (*", "struct s { struct " };

	for (size_t i = 0; i < sizeof(nests) / sizeof(nests[0]); i++) {
		teardown(state);
		setup(state);
		parse_repeated(*state, "int ", nests[i], 50000, "x;");
	}
}

/* Time must grow with the length of a text, not with its square. */
static void long_lists_are_quick(void **state)
{
	parse_repeated(*state, "BEGIN {", "1;", 200000, "nothing; }");
	parse_repeated(*state, "BEGIN { trace(1", ",1", 200000, "); }");
	parse_repeated(*state, "a", ",b", 200000, ":c:d:e:f {}");
	parse_repeated(*state, "struct s { int a; } b", ",a", 100000, ";");
	parse_repeated(*state, "", "BEGIN {} ", 100000, "x");
	parse_repeated(*state, "", "# 1\n", 100000, "x");
	parse_repeated(*state, "/* ", "* ", 300000, "x");
	/* half a second is common; with a square there it took 25 */
	assert_true(clock() < 15 * CLOCKS_PER_SEC);
}

static void nul_bytes_are_errors(void **state)
{
	struct fixture *f = *state;
	struct src *src = add_src(f, "");

	src_init(src, SRC_FILE, "test.d", "BEGIN { tr\0ace(1); }\0 x", 23);
	assert_int_equal(lang_parse_program(&f->program, &f->env, src,
					    &f->diags), -EINVAL);
}

static void attributes_default_and_map(void **state)
{
	struct fixture *f = *state;
	const struct provider_decl *provider;

	assert_int_equal(parse_providers(f,
		"#pragma D attributes Stable/Evolving/ISA provider p args\n"
		"provider p { probe x(int a, int b) : (int b, int a, int c);"
		"};"), -EINVAL);
	assert_int_equal(parse_providers(f,
		"#pragma D attributes Stable/Evolving/ISA provider q args\n"
		"provider q { probe x(int a, int b) : (int b, int a); };"), 0);
	provider = f->program.providers->next;
	assert_int_equal(provider->attrs[4].name, STABILITY_Stable);
	assert_int_equal(provider->attrs[4].data, STABILITY_Evolving);
	assert_int_equal(provider->attrs[4].class, CLASS_ISA);
	assert_int_equal(provider->attrs[0].name, STABILITY_Unstable);
	assert_int_equal(provider->probes->map[0], 1);
	assert_int_equal(provider->probes->map[1], 0);
}

static void many_probes_keep_their_order(void **state)
{
	struct fixture *f = *state;
	struct strbuf sb = { 0 };
	const struct probe_decl *probe;
	char name[32];
	size_t i = 0;

	strbuf_puts(&sb, "provider big {\n");
	for (i = 0; i < 2000; i++)
		strbuf_printf(&sb, "\tprobe p%zu(int a, char *b);\n", i);
	strbuf_puts(&sb, "};\n");
	assert_int_equal(parse_providers(f, strbuf_text(&sb)), 0);
	assert_int_equal(f->program.providers->probe_cnt, 2000);
	i = 0;
	for (probe = f->program.providers->probes; probe; probe = probe->next) {
		snprintf(name, sizeof(name), "p%zu", i++);
		assert_string_equal(probe->name, name);
	}
	strbuf_deinit(&sb);
}

static void macro_arguments_are_marked(void **state)
{
	static const char *const args[] = { "me", "one", "two", "three" };
	struct fixture *f = *state;
	bool used[4] = { 0 };

	f->env.args = args;
	f->env.arg_cnt = 4;
	f->env.args_used = used;
	assert_int_equal(parse(f, "x$3:::y { trace($$1); }"), 0);
	assert_true(used[1] && used[3] && !used[2] && !used[0]);
	assert_int_equal(lang_check_program(&f->program, &f->env, &f->diags),
			 -EINVAL);
	assert_string_equal(f->diags.diags.v[0].message,
			    "extraneous argument 'two' ($2 is not referenced)");
	assert_string_equal(f->program.clauses->specs->provider, "xthree");
	f->env.allows_unused_args = true;
	assert_int_equal(lang_check_program(&f->program, &f->env, &f->diags),
			 0);
}

static void default_args(void **state)
{
	struct fixture *f = *state;
	struct strbuf sb = { 0 };

	f->env.default_args = true;
	assert_int_equal(parse(f, "BEGIN { trace($1); trace($$2); }"), 0);
	ast_dump_node(f->program.clauses->stmts, &sb);
	strbuf_putc(&sb, ' ');
	ast_dump_node(f->program.clauses->stmts->next, &sb);
	assert_string_equal(strbuf_text(&sb), "(trace 0) (trace \"\")");
	strbuf_deinit(&sb);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(texts_make_one_program),
		TEST(order_of_texts_matters),
		TEST(line_markers_move_places),
		TEST(regions_are_named),
		TEST(errors_are_bounded),
		TEST(deep_texts_are_refused),
		TEST(deep_declarations_are_refused),
		TEST(long_lists_are_quick),
		TEST(nul_bytes_are_errors),
		TEST(attributes_default_and_map),
		TEST(many_probes_keep_their_order),
		TEST(macro_arguments_are_marked),
		TEST(default_args),
	};

	return cmocka_run_group_tests_name("lang_parse", tests, NULL, NULL);
}

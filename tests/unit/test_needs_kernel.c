// SPDX-License-Identifier: BSD-2-Clause
/*
 * Which clauses a program can run itself: all that need the kernel, each with
 * its reason, and all that don't. The probe has the arguments of `types`.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lang/check/check.h"
#include "lang/direct_clause.h"
#include "lang/direct_self.h"
#include "lang/parse/parse.h"

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const types[] = { "char *", "int", "struct pair *", "long",
				     "string", "unsigned char" };
static const struct lang_args probe_args = {
	.types = types,
	.cnt = CNT(types),
	.decls = "struct pair { int first; char *second; };",
	.is_user = true,
};

static int no_type(struct type_source *source, struct type_table *table,
		   const char *module, enum type_kind kind, const char *name,
		   const struct type **ret)
{
	(void)source;
	(void)table;
	(void)module;
	(void)kind;
	(void)name;
	(void)ret;
	return -ENOENT;
}

/* Every external symbol is a number. */
static int any_symbol(struct type_source *source, struct type_table *table,
		      const char *module, const char *name,
		      const struct type **type_ret, uint64_t *kaddr_ret)
{
	(void)source;
	(void)module;
	(void)name;
	*type_ret = type_base(table, BASE_INT);
	*kaddr_ret = 4096;
	return 0;
}

static struct type_source source = { .find = no_type, .symbol = any_symbol };

struct fixture {
	struct arena arena;
	struct type_table types;
	struct program program;
	struct diag_list diags;
	struct src src;
};

/* Checks @text; returns its last clause, or ends the test. */
static const struct clause *begin(struct fixture *f, const char *text)
{
	const struct lang_env env = { .form = DESC_NAME };
	struct clause *last = NULL;

	memset(f, 0, sizeof(*f));
	arena_init(&f->arena);
	diag_init(&f->diags, &f->arena);
	type_table_init(&f->types, &f->arena, &source);
	program_init(&f->program, &f->arena, &f->types);
	src_init(&f->src, SRC_FILE, "test.d", text, strlen(text));
	if (lang_parse_program(&f->program, &env, &f->src, &f->diags))
		fail_msg("%s: %s", text, f->diags.diags.v[0].message);
	for (struct clause *c = f->program.clauses; c; c = c->next) {
		c->args = &probe_args;
		last = c;
	}
	if (lang_check_program(&f->program, &env, &f->diags))
		fail_msg("%s: %s", text, f->diags.diags.v[0].message);
	assert_non_null(last);
	return last;
}

static void end(struct fixture *f)
{
	program_deinit(&f->program);
	type_table_deinit(&f->types);
	src_deinit(&f->src);
	diag_deinit(&f->diags);
	arena_deinit(&f->arena);
}

/* The last clause of @text needs the kernel for @why; NULL: it doesn't. */
static void expect(const char *text, const char *why)
{
	struct fixture f;
	const struct clause *clause = begin(&f, text);
	const char *got = clause_needs_kernel(clause, &f.arena);

	if (!got != !why || (why && strcmp(got, why)))
		fail_msg("%s: %s, not %s", text, got ? got : "direct",
			 why ? why : "direct");
	end(&f);
}

struct row {
	const char *text, *why;
};

/* ------------------------------------------------------------------ direct */

static void what_computes_is_direct(void **state)
{
	static const char *const texts[] = {
		"p { }",
		"p /arg1 > 3 && !arg3/ { @ = count(); }",
		"p { @c = count(); @s = sum(arg1); @a = avg(arg1); @d = stddev(arg1); }",
		"p { @i = min(arg1); @a = max(arg1); @q = quantize(arg1, arg3); }",
		"p { @l = lquantize(arg1, 0, 10, 2); @q = llquantize(arg1, 10, 0, 6, 10); }",
		"p { @[arg0, args[1], arg5 ? 1 : 2] = count(); }",
		"p { this->x = arg1; this->x += arg3 * 2; @ = sum(-this->x++ / 3 % 7); }",
		"p { this->x = 1; } p /this->x/ { @ = count(); }",
		"p { self->t = arg1; } p /self->t/ { @ = sum(self->t++); }",
		"int x; p { trace(x); }",
		"END { x = 3; } BEGIN { x = 1; x++; } p /arg1 > x/ { @[x] = sum(x); }",
		"BEGIN { x = timestamp; } p { @ = quantize(timestamp - x); }",
		"dtrace:::BEGIN, END { x = (char)3; } p { @ = sum(x ? x : 1); }",
		"p { x++; ++x; x--; x += arg1; x -= arg3 * 2; }",
		"BEGIN { x = 5; } tick { x += 2; } END { trace(x); } p /arg1/ { x++; }",
		"int8_t x; int y; p { if (arg1) { x++; } else { x -= y; } } BEGIN { y = 1; }",
		"ERROR { x++; } p { x++; }",
		"p { @[timestamp - walltimestamp, pid, cpu, ipl] = count(); }",
		"p { @[probeprov, probemod, probefunc, probename] = count(); }",
		"p { @[\"constant\", probename == \"n\", probename < \"m\"] = count(); }",
		"p { trace(arg1); printf(\"%d %s\\n\", arg1, probename); }",
		"p { @ = count(); printa(@); clear(@); normalize(@, 5); denormalize(@); trunc(@); }",
		"p { if (arg1) { @ = count(); } else { trace(1); } }",
		"p { trace(htons(arg1) + ntohs(arg1) + htonl(arg1) + ntohl(arg1)); }",
		"p { trace(htonll(arg1) ^ ntohll(arg1)); }",
		"p { usym(arg0); umod(arg0); ufunc(arg0); uaddr(arg0); sym(arg0); mod(arg0); func(arg0); }",
		"p { @[sizeof(int) + (uint8_t)arg1, (char)args[5]] = count(); }",
		"p { @ = sum(strlen(probename) + strlen(arg1 ? \"a\" : \"bc\")); }",
		"p /arg1 == 5/ { exit(arg1); trace(1); }",
		"inline int twice = arg1 * 2; p { trace(twice); }",
	};

	(void)state;
	for (size_t i = 0; i < CNT(texts); i++)
		expect(texts[i], NULL);
}

static void strings_of_arguments_are_direct(void **state)
{
	static const char *const texts[] = {
		"p { @[copyinstr(arg0)] = count(); }",
		"p { @[copyinstr(arg0, 20), copyinstr(arg3, arg1)] = count(); }",
		"p { @[copyinstr((uintptr_t)args[0])] = count(); }",
		"p { @[stringof(args[0]), (string)args[0]] = count(); }",
		"p { trace(args[4]); }",
		"p { @ = quantize(strlen(copyinstr(arg0, 20)) + strlen(args[4])); }",
		"p /copyinstr(arg0) == \"x\"/ { printf(\"%s\", stringof(args[4])); }",
	};

	(void)state;
	for (size_t i = 0; i < CNT(texts); i++)
		expect(texts[i], NULL);
}

/* ------------------------------------------------------------------- self-> */

static void variables_with_many_before_them_need_the_kernel(void **state)
{
	char text[2048] = "p { ";
	size_t len = strlen(text);

	(void)state;
	for (int i = 0; i < SELF_OWNED_MAX; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len,
					"self->x%d = 1; ", i);
	snprintf(text + len, sizeof(text) - len, "}");
	expect(text, NULL);
	snprintf(text + len, sizeof(text) - len, "self->y = 1; }");
	expect(text, "self->y, which comes after 64 others,");
}

/* Variables a and b are 1 and 2, in the order of their first appearance. */
#define BOTH "q { self->a = 1; self->b = 2; } "

struct self_row {
	const char *text;
	uint64_t selfs;
	bool sets_first;
};

static void a_clause_sets_variables_before_it_needs_them(void **state)
{
	static const struct self_row rows[] = {
		{ "p { @ = count(); }", 0, true },
		{ "p { self->a = 1; }", 1, true },
		{ "p { self->a = arg1 / arg3; }", 1, true },
		{ "p { @ = count(); self->a = 1; @s = sum(self->a++); }", 1,
		  true },
		{ "p /arg1/ { self->a = timestamp; trace(self->a); }", 1, true },
		{ "p { if (arg1) { self->a = 1; trace(self->a); } }", 1, true },
		{ "p { if (arg1) { self->a = 1; } else { self->a = 2; } "
		  "trace(self->a); }", 1, true },
		{ BOTH "p { self->a = 1; self->b = arg1; }", 3, true },
		{ BOTH "p { self->b = arg1 / arg3; self->a = 1; trace(self->b); }",
		  3, true },

		{ "p { self->a++; }", 1, false },
		{ "p { self->a += 1; }", 1, false },
		{ "q { self->a = 2; } p { self->a = self->a; }", 1, false },
		{ "q { self->a = 2; } p { trace(self->a); self->a = 1; }", 1, false },
		{ "q { self->a = 2; } p /self->a/ { self->a = 1; }", 1, false },
		{ "q { self->a = 2; } p { if (self->a) { self->a = 1; } }", 1, false },
		{ "p { if (arg1) { self->a = 1; } trace(self->a); }", 1, false },
		{ "p { if (arg1) { self->a = 1; } else { trace(self->a); } }", 1,
		  false },
		{ "p { arg1 ? (self->a = 1) : 0; }", 1, false },
		{ BOTH "p { self->a = 1; }", 1, false },
		{ BOTH "p { self->a = 1; self->b = arg1 / arg3; }", 3, false },
		{ BOTH "p { self->a = 1; @ = count(); self->b = 1; }", 3, false },
		{ "this int v[4]; " BOTH "p { this->v[0] = 1; self->a = 1; "
		  "self->b = this->v[arg1]; }", 3, false },
		{ BOTH "p { self->a = self->b; }", 3, false },
		{ BOTH "p { self->b = 1; if (arg1) { self->a = 1; } }", 3, false },
		{ BOTH "p { if (arg1) { self->b = 1; } self->a = 1; }", 3, false },
	};

	(void)state;
	for (size_t i = 0; i < CNT(rows); i++) {
		const struct self_row *row = &rows[i];
		struct fixture f;
		const struct clause *clause = begin(&f, row->text);
		uint64_t all = strstr(row->text, BOTH) ? 3 : 1;

		if (clause_selfs(clause) != row->selfs ||
		    clause_sets_selfs_first(clause, all) != row->sets_first)
			fail_msg("%s: %d %d", row->text,
				 (int)clause_selfs(clause), !row->sets_first);
		end(&f);
	}
}

/* -------------------------------------------------------------- the kernel */

#define OTHERS ", which other clauses than BEGIN set,"

static void what_is_shared_needs_the_kernel(void **state)
{
	static const struct row rows[] = {
		{ "p { x = arg1; }", "the variable x" OTHERS },
		{ "p { a[arg1] = 1; }", "the variable a" OTHERS },
		{ "p { self->a[1] = arg1; }", "the associative array self->a" },
		{ "p { self->s = \"a\"; }",
		  "self->s, which is not a number," },
		{ "self int v[4]; p { self->v[1] = arg1; }",
		  "self->v, which is not a number," },
		{ "p { trace(`jiffies); }", "`jiffies" },
		{ "p { this->x = x++; }", "the variable x" OTHERS },
		{ "p { x++; } q { trace(x); }", "the variable x" OTHERS },
		{ "p /x < 5/ { x++; }", "the variable x" OTHERS },
		{ "int x; p { x += x; }", "the variable x" OTHERS },
		{ "int y; p { y++; x += y; }", "the variable y" OTHERS },
		{ "p { x += 1; x |= 2; }", "the variable x" OTHERS },
		{ "p { x++; } ERROR { x = 0; }", "the variable x" OTHERS },
		{ "p { x[arg1]++; }", "the variable x" OTHERS },
		{ "_Bool x; p { x++; }", "the variable x" OTHERS },
		{ "char *x; p { x++; }", "the variable x" OTHERS },
		{ "p { arg1 ? x++ : 1; }", "the variable x" OTHERS },
		{ "p { x = 1; } p /x/ { }", "the variable x" OTHERS },
		{ "BEGIN { x = 1; } q { --x; } p /x/ { }", "the variable x" OTHERS },
		{ "BEGIN { x = 1; } p /x/ { } END { x = 2; } ERROR { x = 3; } p /x/ { }",
		  "the variable x" OTHERS },
		{ "BEGIN, q { x = 1; } p /x/ { }", "the variable x" OTHERS },
		{ "BEGIN { x = 1; } q { this->y = arg1 ? x += 2 : 1; } p /x/ { }",
		  "the variable x" OTHERS },
		{ "BEGIN { x = \"a\"; } p /x == \"b\"/ { }",
		  "the variable x, which is not a number," },
		{ "int x[4]; BEGIN { x[1] = 1; } p { trace(x[1]); }",
		  "the variable x, which is not a number," },
		{ "BEGIN { a[1] = 1; } p { trace(a[1]); }",
		  "the associative array a" },
	};

	(void)state;
	for (size_t i = 0; i < CNT(rows); i++)
		expect(rows[i].text, rows[i].why);
}

static void names_of_the_kernel_need_it(void **state)
{
	static const char *const names[] = {
		"caller", "cgroupid", "epid", "errno", "execname", "gid", "id",
		"stackdepth", "syscall32", "ucaller", "uid",
		"ustackdepth",
	};
	char text[64];

	(void)state;
	for (size_t i = 0; i < CNT(names); i++) {
		snprintf(text, sizeof(text), "p { trace(%s); }", names[i]);
		expect(text, names[i]);
	}
	expect("p { trace(uregs[0]); }", "uregs");
}

static void subroutines_need_the_kernel(void **state)
{
	static const struct row rows[] = {
		{ "p { trace(strchr(probename, 'a')); }", "strchr()" },
		{ "p { trace(strrchr(probename, 'a')); }", "strrchr()" },
		{ "p { trace(strstr(probename, \"a\")); }", "strstr()" },
		{ "p { trace(index(probename, \"a\")); }", "index()" },
		{ "p { trace(rindex(probename, \"a\")); }", "rindex()" },
		{ "p { trace(substr(probename, 1)); }", "substr()" },
		{ "p { trace(strtok(probename, \"a\")); }", "strtok()" },
		{ "p { trace(strjoin(probename, \"a\")); }", "strjoin()" },
		{ "p { trace(basename(probename)); }", "basename()" },
		{ "p { trace(dirname(probename)); }", "dirname()" },
		{ "p { trace(cleanpath(probename)); }", "cleanpath()" },
		{ "p { trace(toupper(probename)); }", "toupper()" },
		{ "p { trace(tolower(probename)); }", "tolower()" },
		{ "p { trace(lltostr(arg1)); }", "lltostr()" },
		{ "p { trace(strtoll(probename)); }", "strtoll()" },
		{ "p { trace(json(probename, \"a\")); }", "json()" },
		{ "p { trace(strftime(\"%Y\", arg1)); }", "strftime()" },
		{ "p { trace(inet_ntop(2, alloca(4))); }", "inet_ntop()" },
		{ "p { this->a = alloca(8); }", "alloca()" },
		{ "p { trace(rand()); }", "rand()" },
		{ "p { this->s = speculation(); }", "speculation()" },
		{ "p { stack(); }", "stack()" },
		{ "p { ustack(); }", "ustack()" },
		{ "p { jstack(); }", "jstack()" },
		{ "p { @[ustack(3)] = count(); }", "ustack()" },
	};

	(void)state;
	for (size_t i = 0; i < CNT(rows); i++)
		expect(rows[i].text, rows[i].why);
}

static void actions_need_the_kernel(void **state)
{
	static const struct row rows[] = {
		{ "p { speculate(1); trace(1); }", "speculate()" },
		{ "p { commit(1); }", "commit()" },
		{ "p { discard(1); }", "discard()" },
		{ "p { system(\"x\"); }", "system()" },
		{ "p { freopen(\"x\"); }", "freopen()" },
		{ "p { ftruncate(); }", "ftruncate()" },
		{ "p { setopt(\"quiet\"); }", "setopt()" },
		{ "p { print(arg1); }", "print()" },
		{ "p { tracemem(arg0, 8); }", "tracemem()" },
		{ "p { raise(1); }", "raise()" },
		{ "p { stop(); }", "stop()" },
		{ "p { chill(1); }", "chill()" },
		{ "p { copyout(alloca(4), arg0, 4); }", "copyout()" },
		{ "p { @[arg1] = count(); } p { @[1] = count(); trunc(@); }",
		  "trunc() of the keys of @_" },
		{ "p { @k[arg1] = count(); } p { trunc(@k, 5); }",
		  "trunc() of the keys of @k" },
	};

	(void)state;
	for (size_t i = 0; i < CNT(rows); i++)
		expect(rows[i].text, rows[i].why);
	/* all keys that a trunc() can remove, not only those of its clause */
	expect("p { @k[arg1] = count(); } q { trunc(@k); } r { @k[1] = count(); }",
	       "trunc() of the keys of @k");
}

static void what_is_pointed_to_needs_the_kernel(void **state)
{
	static const char copyinstr[] =
		"copyinstr() of an address that is not an argument of the probe";
	static const char pointer[] = "following a pointer";
	static const struct row rows[] = {
		{ "p { trace(copyinstr(arg0 + 1)); }", copyinstr },
		{ "p { trace(strlen(copyinstr(arg0 + 1))); }", copyinstr },
		{ "p { trace(copyinstr((uint32_t)arg0)); }", copyinstr },
		{ "p { this->p = arg0; trace(copyinstr(this->p)); }",
		  copyinstr },
		{ "p { trace(copyinstr(args[1])); }", copyinstr },
		{ "p { trace(copyinstr(arg0 ? arg0 : arg3)); }", copyinstr },
		{ "p { trace(*(int *)copyin(arg0, 4)); }", pointer },
		{ "p { trace(args[2]->first); }", pointer },
		{ "p { trace(*args[2]); }", pointer },
		{ "p { trace(*args[0]); }", pointer },
		{ "p { trace(args[0][1]); }", pointer },
		{ "p { this->p = args[0]; trace(this->p[0]); }", pointer },
		{ "p { trace(stringof(args[2]->second)); }", pointer },
		{ "p { trace(stringof(args[0] + 1)); }", pointer },
		{ "p { trace(*(char *)arg0); }", pointer },
	};

	(void)state;
	for (size_t i = 0; i < CNT(rows); i++)
		expect(rows[i].text, rows[i].why);
}

/* The first thing in the text is what is told, predicate before statements. */
static void the_first_reason_is_told(void **state)
{
	(void)state;
	expect("p /uid/ { trace(execname); }", "uid");
	expect("p { trace(execname); ustack(); x = 1; }", "execname");
	expect("p { if (arg1) { @[1] = sum(uid); } else { stop(); } }", "uid");
}

static bool exits(const char *text)
{
	struct fixture f;
	bool result = clause_exits(begin(&f, text));

	end(&f);
	return result;
}

static void clauses_that_exit_are_known(void **state)
{
	(void)state;
	assert_true(exits("p { exit(0); }"));
	assert_true(exits("p { if (arg1) { trace(1); } else { exit(arg1); } }"));
	assert_false(exits("p { trace(1); @[\"exit\"] = count(); }"));
	assert_false(exits("q { exit(0); } p { }"));
}

/* ----------------------------------------------------------------- strings */

static uint32_t string_args(const char *text)
{
	struct fixture f;
	uint32_t args = clause_string_args(begin(&f, text));

	end(&f);
	return args;
}

static void arguments_with_strings_are_known(void **state)
{
	(void)state;
	assert_int_equal(string_args("p { @[arg0] = count(); }"), 0);
	assert_int_equal(string_args("p { @[copyinstr(arg0)] = count(); }"), 1);
	assert_int_equal(string_args("p /copyinstr(arg3) == \"x\"/ { trace(stringof(args[0])); }"),
			 1 | 8);
	assert_int_equal(string_args("p { if (arg1) trace(args[4]); else trace(copyinstr(arg9)); }"),
			 16 | 512);
	assert_int_equal(string_args("p /strlen(copyinstr(arg3)) > 3/ { @ = sum(strlen(stringof(args[0]))); }"),
			 1 | 8);
	/* what is not direct is not looked for */
	assert_int_equal(string_args("p { trace(copyinstr(arg0 + 1)); }"), 0);
}

static void expect_bytes(const char *text, uint64_t strsize, uint64_t want)
{
	struct fixture f;

	assert_int_equal(clause_string_bytes(begin(&f, text), strsize), want);
	end(&f);
}

static void their_bytes_are_counted(void **state)
{
	(void)state;
	expect_bytes("p { @[arg0] = count(); }", 256, 0);
	expect_bytes("p { @[copyinstr(arg0)] = count(); }", 256, 256);
	expect_bytes("p { @[copyinstr(arg0), 1, copyinstr(arg3)] = count(); }",
		     100, 208);
	expect_bytes("p { @[copyinstr(arg0, 20)] = count(); }", 256, 24);
	expect_bytes("p { @[copyinstr(arg0, 7)] = count(); }", 256, 8);
	expect_bytes("p { @[copyinstr(arg0, 300)] = count(); }", 256, 256);
	expect_bytes("p { @[copyinstr(arg0, arg1)] = count(); }", 256, 256);
	/* a length needs no copy */
	expect_bytes("p { @[strlen(copyinstr(arg0))] = count(); }", 256, 0);
	/* the most of one statement, and what is recorded together */
	expect_bytes("p { @[copyinstr(arg0)] = count(); @a[copyinstr(arg0)] = count(); }",
		     64, 64);
	expect_bytes("p { trace(copyinstr(arg0)); printf(\"%s%s\", copyinstr(arg0), args[4]); }",
		     64, 192);
	expect_bytes("p { trace(copyinstr(arg0)); if (arg1) trace(1); trace(copyinstr(arg0)); }",
		     64, 64);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_computes_is_direct),
		cmocka_unit_test(strings_of_arguments_are_direct),
		cmocka_unit_test(variables_with_many_before_them_need_the_kernel),
		cmocka_unit_test(a_clause_sets_variables_before_it_needs_them),
		cmocka_unit_test(what_is_shared_needs_the_kernel),
		cmocka_unit_test(names_of_the_kernel_need_it),
		cmocka_unit_test(subroutines_need_the_kernel),
		cmocka_unit_test(actions_need_the_kernel),
		cmocka_unit_test(what_is_pointed_to_needs_the_kernel),
		cmocka_unit_test(the_first_reason_is_told),
		cmocka_unit_test(clauses_that_exit_are_known),
		cmocka_unit_test(arguments_with_strings_are_known),
		cmocka_unit_test(their_bytes_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * runtime/provider/tracepoint/tp_fields: lines of a trace event's file `format`
 * as types and places, with types that are declared here in place of the
 * kernel's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "runtime/provider/tracepoint/tp_fields.h"

enum { FIELD_MAX = 16 };

struct fixture {
	struct arena arena;
	struct type_table types;
	struct tp_field fields[FIELD_MAX];
	size_t cnt;
};

static int setup(void **state)
{
	static struct fixture fixture;
	struct fixture *f = &fixture;

	arena_init(&f->arena);
	type_table_init(&f->types, &f->arena, NULL);
	type_add_typedef(&f->types, "umode_t",
			 type_base(&f->types, BASE_USHORT));
	type_new_tagged(&f->types, TYPE_STRUCT, "page");
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	type_table_deinit(&f->types);
	arena_deinit(&f->arena);
	return 0;
}

static void parse(struct fixture *f, const char *text)
{
	char *copy = xstrdup(text);

	f->cnt = tp_fields_parse(&f->types, copy, f->fields, FIELD_MAX);
	free(copy);
}

/* The only field of @line. */
static const struct tp_field *one(struct fixture *f, const char *line)
{
	parse(f, line);
	assert_int_equal(f->cnt, 1);
	return &f->fields[0];
}

static const char *native_text(struct fixture *f)
{
	return type_text(&f->arena, f->fields[0].native);
}

static void test_lines(void **state)
{
	struct fixture *f = *state;

	parse(f, "name: sched_process_exec\n"
		 "ID: 311\n"
		 "format:\n"
		 "\tfield:unsigned short common_type;\toffset:0;\tsize:2;"
		 "\tsigned:0;\n"
		 "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
		 "\n"
		 "\tfield:__data_loc char[] filename;\toffset:8;\tsize:4;"
		 "\tsigned:0;\n"
		 "\tfield:long pid;\toffset:16;\tsize:8;\tsigned:1;\n"
		 "\n"
		 "print fmt: \"field:%d offset:8;\", REC->pid\n");
	assert_int_equal(f->cnt, 2);
	assert_string_equal(f->fields[0].type_text, "string");
	assert_int_equal(f->fields[0].arg.ctx_off, 8);
	assert_string_equal(f->fields[1].type_text, "long");
	assert_int_equal(f->fields[1].arg.ctx_off, 16);
}

static void test_numbers(void **state)
{
	static const struct {
		const char *line, *type;
		uint8_t size_bytes;
		bool is_signed;
	} rows[] = {
		{ "field:unsigned x;\toffset:8;\tsize:4;\tsigned:0;",
		  "unsigned int", 4, false },
		{ "field:unsigned long x; offset:8; size:8; signed:0;",
		  "unsigned long", 8, false },
		{ "field:umode_t x; offset:8; size:2; signed:0;", "umode_t", 2,
		  false },
		{ "field:const umode_t x; offset:8; size:2; signed:0;",
		  "const umode_t", 2, false },
		{ "field:void * x; offset:8; size:8; signed:0;", "void *", 8,
		  false },
		{ "field:void __seg_gs * x; offset:8; size:8; signed:0;",
		  "void *", 8, false },
		{ "field:const char *const * x; offset:8; size:8; signed:0;",
		  "const char **", 8, false },
		{ "field:struct page * x; offset:8; size:8; signed:0;",
		  "struct page *", 8, false },
		{ "field:struct nobody * x; offset:8; size:8; signed:0;",
		  "struct nobody *", 8, false },
		/* nobody knows it, or as something of another size */
		{ "field:nobody_t x; offset:8; size:4; signed:1;", "int", 4,
		  true },
		{ "field:nobody_t x; offset:8; size:8; signed:0;",
		  "unsigned long", 8, false },
		/* an argument of a system call */
		{ "field:umode_t x; offset:8; size:8; signed:0;", "umode_t", 2,
		  false },
		{ "field:int x; offset:8; size:8; signed:0;", "int", 4, true },
		{ "field:nobody_t * x; offset:8; size:8; signed:0;", "void *",
		  8, false },
		{ "field:void (*x)(int); offset:8; size:8; signed:0;",
		  "void *", 8, false },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct tp_field *field = one(f, rows[i].line);

		assert_string_equal(field->type_text, rows[i].type);
		assert_string_equal(native_text(f), rows[i].type);
		assert_int_equal(field->arg.kind, ABI_ARG_FIELD);
		assert_int_equal(field->arg.size_bytes, rows[i].size_bytes);
		assert_int_equal(field->arg.is_signed, rows[i].is_signed);
	}
}

/* Arrays come as their address. */
static void test_arrays(void **state)
{
	static const struct {
		const char *line, *type, *native;
		enum abi_arg_kind kind;
		int64_t value;
	} rows[] = {
		{ "field:char x[16]; offset:24; size:16; signed:0;",
		  "char [16]", "char (*)[16]", ABI_ARG_INNER, 0 },
		/* the text is of an older kernel, which kept the source's */
		{ "field:char x[TASK_COMM_LEN]; offset:24; size:16; signed:0;",
		  "char [16]", "char (*)[16]", ABI_ARG_INNER, 0 },
		{ "field:unsigned long x[6]; offset:24; size:48; signed:0;",
		  "unsigned long [6]", "unsigned long (*)[6]", ABI_ARG_INNER,
		  0 },
		{ "field:nobody_t x[2]; offset:24; size:8; signed:0;",
		  "unsigned char [8]", "unsigned char (*)[8]", ABI_ARG_INNER,
		  0 },
		{ "field:struct nobody x; offset:24; size:12; signed:0;",
		  "unsigned char [12]", "unsigned char (*)[12]",
		  ABI_ARG_INNER, 0 },
		{ "field:unsigned long x[]; offset:24; size:0; signed:0;",
		  "unsigned long *", "unsigned long *", ABI_ARG_INNER, 0 },
		{ "field:__data_loc char[] x; offset:24; size:4; signed:0;",
		  "string", "char *", ABI_ARG_LOCATED, 0 },
		{ "field:__rel_loc char[] x; offset:24; size:4; signed:0;",
		  "string", "char *", ABI_ARG_LOCATED, 28 },
		{ "field:__data_loc unsigned int[] x; offset:24; size:4; "
		  "signed:0;", "unsigned int *", "unsigned int *",
		  ABI_ARG_LOCATED, 0 },
		{ "field:__data_loc nobody_t[] x; offset:24; size:4; "
		  "signed:0;", "unsigned char *", "unsigned char *",
		  ABI_ARG_LOCATED, 0 },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct tp_field *field = one(f, rows[i].line);

		assert_string_equal(field->type_text, rows[i].type);
		assert_string_equal(native_text(f), rows[i].native);
		assert_int_equal(field->arg.kind, rows[i].kind);
		assert_int_equal(field->arg.ctx_off, 24);
		assert_int_equal(field->arg.value, rows[i].value);
	}
}

static void test_odd_places(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(one(f, "field:int x; offset:10; size:4; signed:1;")
				 ->arg.kind, ABI_ARG_BAD);
	parse(f, "field:int x; offset:99999; size:4; signed:1;");
	assert_int_equal(f->cnt, 0);
	parse(f, "field:");
	assert_int_equal(f->cnt, 0);
	parse(f, "");
	assert_int_equal(f->cnt, 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_lines, setup, teardown),
		cmocka_unit_test_setup_teardown(test_numbers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_arrays, setup, teardown),
		cmocka_unit_test_setup_teardown(test_odd_places, setup,
						teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Layout and text of types, against the C compiler: each struct here is
 * compiled into this program and given to lang/ as text, and both must agree
 * on sizes, alignments and places.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lang/parse/parse.h"

#define BOTH(name, ...) \
	__VA_ARGS__; \
	static const char name##_text[] = #__VA_ARGS__ ";"

BOTH(plain, struct plain { char a; short b; char c; int d; char e; long f;
	long long g; void *h; char i; });
BOTH(arrays, struct arrays { char a[3]; short b[2][3]; int c[1]; char d; });
BOTH(nested, struct nested { char a; struct { char b; long c; } d; char e;
	union { char f; int g; short h[5]; } i; struct { short j; }; char k; });
BOTH(bits, struct bits { unsigned a:3; unsigned b:5; unsigned c:25; int d;
	char e:4; char f:5; long g:33; long h:31; long i:1; short j:9;
	unsigned :0; char k:1; unsigned short l:16; _Bool m:1; });
BOTH(pads, struct pads { char a; int :3; char b; long :0; char c; int d:7;
	int :0; int e:1; });
BOTH(holes, struct holes { char a; int :3; char b; short :0; });
BOTH(mixed, union mixed { char a; long b; int c:5; char d[11]; });
BOTH(tail, struct tail { long a; char b; });
BOTH(enums, struct enums { char a; enum { ONE, TWO } b; char c; });
BOTH(floats, struct floats { char a; float b; char c; double d; char e;
	long double f; });

/* attributes, where compilers and header files have them */
BOTH(packed, struct packed { char a; long b; short c:3; long d:60;
	struct plain *e[2]; char f; } __attribute__((packed)));
BOTH(before, struct __attribute__((__packed__, aligned(4))) before {
	char a; int b; char c; });
BOTH(member, struct member { char a; long b __attribute__((packed)); char c;
	int d __attribute__((aligned(16))); _Alignas(8) char e;
	char f __attribute__((aligned)); int g:7; int h:30
	__attribute__((packed)); });
BOTH(kinds, typedef int kinds_di __attribute__((mode(DI)));
	typedef unsigned kinds_qi __attribute__((__mode__(__QI__)));
	typedef long kinds_4 __attribute__((aligned(4)));
	struct kinds { kinds_qi a; kinds_di b; char c; kinds_4 d; kinds_qi e:3;
	enum { SMALL = 200 } __attribute__((packed)) f;
	enum { BELOW = -1, MORE = 300 } __attribute__((packed)) g; });
BOTH(inner, struct inner { char a; struct { char b; long c; }
	__attribute__((packed)) d; union { int e; char f; }
	__attribute__((aligned(8))) g; int h __attribute__((unused));
	_Alignas(32) struct { char a, b; } i; char j; });

#pragma pack(push, 2)
struct pragma { char a; long b; int c:20; int d:20; char e;
	int f __attribute__((aligned(8))); };
#pragma pack(pop)
struct unpacked { char a; long b; };
static const char pragma_text[] =
	"#pragma pack(push, 2)\n"
	"struct pragma { char a; long b; int c:20; int d:20; char e;\n"
	"	int f __attribute__((aligned(8))); };\n"
	"#pragma pack(pop)\n"
	"struct unpacked { char a; long b; };\n";

struct fixture {
	struct arena arena;
	struct type_table types;
	struct program program;
	struct diag_list diags;
	struct src src;
};

static void parse_text(struct fixture *f, const char *text)
{
	struct lang_env env = { .form = DESC_FILE };

	src_init(&f->src, SRC_FILE, "test", text, strlen(text));
	lang_parse_program(&f->program, &env, &f->src, &f->diags);
	for (size_t i = 0; i < f->diags.diags.cnt; i++)
		print_message("%s\n", f->diags.diags.v[i].message);
	assert_int_equal(f->diags.error_cnt, 0);
}

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
	src_deinit(&f->src);
	arena_deinit(&f->arena);
	free(f);
	return 0;
}

static const struct type *tagged(struct fixture *f, const char *text,
				 enum type_kind kind, const char *tag)
{
	parse_text(f, text);
	return type_tagged(&f->types, kind, tag);
}

static uint32_t offset_bits(const struct type *type, const char *name)
{
	uint32_t bits = UINT32_MAX;

	assert_non_null(type_find_member(type, name, &bits));
	return bits;
}

static void assert_size(const struct type *type, size_t size_bytes,
			size_t align_bytes)
{
	assert_int_equal(type->size_bytes, size_bytes);
	assert_int_equal(type->align_bytes, align_bytes);
}

#define ASSERT_SIZE(t, ctype) \
	assert_size(t, sizeof(ctype), _Alignof(ctype))
#define ASSERT_PLACE(type, ctype, member) \
	assert_int_equal(offset_bits(type, #member), \
			 offsetof(ctype, member) * 8)

static void places_of_plain_members(void **state)
{
	const struct type *type =
		tagged(*state, plain_text, TYPE_STRUCT, "plain");

	ASSERT_SIZE(type, struct plain);
	ASSERT_PLACE(type, struct plain, b);
	ASSERT_PLACE(type, struct plain, d);
	ASSERT_PLACE(type, struct plain, f);
	ASSERT_PLACE(type, struct plain, h);
	ASSERT_PLACE(type, struct plain, i);
}

static void places_of_arrays(void **state)
{
	const struct type *type =
		tagged(*state, arrays_text, TYPE_STRUCT, "arrays");

	ASSERT_SIZE(type, struct arrays);
	ASSERT_PLACE(type, struct arrays, b);
	ASSERT_PLACE(type, struct arrays, c);
	ASSERT_PLACE(type, struct arrays, d);
}

static void places_in_nested_and_anonymous(void **state)
{
	const struct type *type =
		tagged(*state, nested_text, TYPE_STRUCT, "nested");

	ASSERT_SIZE(type, struct nested);
	ASSERT_PLACE(type, struct nested, d);
	ASSERT_PLACE(type, struct nested, i);
	ASSERT_PLACE(type, struct nested, j);
	ASSERT_PLACE(type, struct nested, k);
}

/* The bits that are set when only @member of @ctype is all ones. */
#define ASSERT_BITS(type, ctype, member, width) \
	do { \
		ctype value; \
		uint8_t bytes[sizeof(ctype)]; \
		uint32_t first = 0; \
		memset(&value, 0, sizeof(value)); \
		value.member = -1; \
		memcpy(bytes, &value, sizeof(bytes)); \
		while (!(bytes[first / 8] >> first % 8 & 1)) \
			first++; \
		assert_int_equal(offset_bits(type, #member), first); \
		assert_int_equal(type_find_member(type, #member, &first) \
					 ->bitfield_bits, width); \
	} while (0)

static void places_of_bit_fields(void **state)
{
	const struct type *type =
		tagged(*state, bits_text, TYPE_STRUCT, "bits");

	ASSERT_SIZE(type, struct bits);
	ASSERT_BITS(type, struct bits, a, 3);
	ASSERT_BITS(type, struct bits, b, 5);
	ASSERT_BITS(type, struct bits, c, 25);
	ASSERT_BITS(type, struct bits, e, 4);
	ASSERT_BITS(type, struct bits, f, 5);
	ASSERT_BITS(type, struct bits, g, 33);
	ASSERT_BITS(type, struct bits, h, 31);
	ASSERT_BITS(type, struct bits, i, 1);
	ASSERT_BITS(type, struct bits, j, 9);
	ASSERT_BITS(type, struct bits, k, 1);
	ASSERT_BITS(type, struct bits, l, 16);
	ASSERT_BITS(type, struct bits, m, 1);
}

static void places_around_unnamed_bit_fields(void **state)
{
	const struct type *type =
		tagged(*state, pads_text, TYPE_STRUCT, "pads");

	ASSERT_SIZE(type, struct pads);
	ASSERT_PLACE(type, struct pads, b);
	ASSERT_PLACE(type, struct pads, c);
	ASSERT_BITS(type, struct pads, d, 7);
	ASSERT_BITS(type, struct pads, e, 1);
	type = tagged(*state, holes_text, TYPE_STRUCT, "holes");
	ASSERT_SIZE(type, struct holes);
	ASSERT_PLACE(type, struct holes, b);
}

static void places_by_attributes(void **state)
{
	const struct type *type =
		tagged(*state, packed_text, TYPE_STRUCT, "packed");

	ASSERT_SIZE(type, struct packed);
	ASSERT_PLACE(type, struct packed, b);
	ASSERT_BITS(type, struct packed, c, 3);
	ASSERT_BITS(type, struct packed, d, 60);
	ASSERT_PLACE(type, struct packed, e);
	ASSERT_PLACE(type, struct packed, f);
	type = tagged(*state, before_text, TYPE_STRUCT, "before");
	ASSERT_SIZE(type, struct before);
	ASSERT_PLACE(type, struct before, b);
	type = tagged(*state, member_text, TYPE_STRUCT, "member");
	ASSERT_SIZE(type, struct member);
	ASSERT_PLACE(type, struct member, b);
	ASSERT_PLACE(type, struct member, d);
	ASSERT_PLACE(type, struct member, e);
	ASSERT_PLACE(type, struct member, f);
	ASSERT_BITS(type, struct member, g, 7);
	ASSERT_BITS(type, struct member, h, 30);
	type = tagged(*state, kinds_text, TYPE_STRUCT, "kinds");
	ASSERT_SIZE(type, struct kinds);
	ASSERT_PLACE(type, struct kinds, b);
	ASSERT_PLACE(type, struct kinds, d);
	ASSERT_PLACE(type, struct kinds, f);
	ASSERT_PLACE(type, struct kinds, g);
	type = tagged(*state, inner_text, TYPE_STRUCT, "inner");
	ASSERT_SIZE(type, struct inner);
	ASSERT_PLACE(type, struct inner, d);
	ASSERT_PLACE(type, struct inner, g);
	ASSERT_PLACE(type, struct inner, h);
	ASSERT_PLACE(type, struct inner, i);
	ASSERT_PLACE(type, struct inner, j);
}

static void places_by_pragma(void **state)
{
	const struct type *type =
		tagged(*state, pragma_text, TYPE_STRUCT, "pragma");

	ASSERT_SIZE(type, struct pragma);
	ASSERT_PLACE(type, struct pragma, b);
	ASSERT_BITS(type, struct pragma, c, 20);
	ASSERT_BITS(type, struct pragma, d, 20);
	ASSERT_PLACE(type, struct pragma, e);
	ASSERT_PLACE(type, struct pragma, f);
	type = type_tagged(&((struct fixture *)*state)->types, TYPE_STRUCT,
			   "unpacked");
	ASSERT_SIZE(type, struct unpacked);
}

/* What is not followed has no layout, rather than a wrong one. */
static void attributes_that_are_unknown(void **state)
{
	struct fixture *f = *state;
	const struct type *type;

	type = tagged(f, "struct order { int a; } "
			 "__attribute__((scalar_storage_order(\"big-endian\")));"
			 "typedef float v4 __attribute__((vector_size(16)));"
			 "struct computed { long a __attribute__("
			 "(aligned(__alignof__(double)))); };"
			 "union holder { int a; v4 b; };"
			 "struct several { char a; int b "
			 "__attribute__((packed)), c; };",
		      TYPE_STRUCT, "order");
	assert_true(type->is_incomplete);
	assert_true(type->has_other_layout);
	type = type_tagged(&f->types, TYPE_STRUCT, "computed");
	assert_true(type->is_incomplete);
	type = type_tagged(&f->types, TYPE_STRUCT, "several");
	assert_true(type->has_other_layout);
	type = type_tagged(&f->types, TYPE_UNION, "holder");
	assert_true(type->has_other_layout);
	type = type_find(&f->types, NULL, "v4");
	assert_true(type_resolve(type)->is_incomplete);
}

static void sizes_of_others(void **state)
{
	ASSERT_SIZE(tagged(*state, mixed_text, TYPE_UNION, "mixed"),
		    union mixed);
	ASSERT_SIZE(tagged(*state, tail_text, TYPE_STRUCT, "tail"),
		    struct tail);
	ASSERT_SIZE(tagged(*state, enums_text, TYPE_STRUCT, "enums"),
		    struct enums);
	ASSERT_SIZE(tagged(*state, floats_text, TYPE_STRUCT, "floats"),
		    struct floats);
}

static void equal_types_are_one(void **state)
{
	struct fixture *f = *state;
	struct type_table *types = &f->types;
	const struct type *i = type_base(types, BASE_INT);
	const struct type *params[] = { i, type_pointer(types, i) };

	assert_ptr_equal(type_pointer(types, i), type_pointer(types, i));
	assert_ptr_equal(type_array(types, i, 3), type_array(types, i, 3));
	assert_ptr_not_equal(type_array(types, i, 3), type_array(types, i, 4));
	assert_ptr_equal(type_qualified(types, i, QUAL_CONST),
			 type_qualified(types, i, QUAL_CONST));
	assert_ptr_equal(type_qualified(types, i, QUAL_CONST)->bare, i);
	assert_ptr_equal(type_function(types, i, params, 2, false),
			 type_function(types, i, params, 2, false));
	assert_ptr_not_equal(type_function(types, i, params, 2, false),
			     type_function(types, i, params, 2, true));
	assert_ptr_equal(type_unknown(types, "x"), type_unknown(types, "x"));
	assert_ptr_equal(type_resolve(type_find(types, NULL, "int32_t")), i);
	assert_null(type_find(types, NULL, "nothing_t"));
}

static void qualified_copy_of_late_struct(void **state)
{
	struct fixture *f = *state;

	parse_text(f, "const struct late *p; typedef struct late late_t;"
		      "struct late { int a; long b; };");
	assert_int_equal(f->program.globals.v[0]->type->target->size_bytes,
			 16);
	assert_int_equal(type_size_bytes(type_find(&f->types, NULL, "late_t")),
			 16);
}

static void size_of_string_follows_the_option(void **state)
{
	struct fixture *f = *state;
	const struct type *string = type_base(&f->types, BASE_STRING);

	assert_int_equal(type_size_bytes(string), 256);
	type_set_strsize(&f->types, 32);
	assert_int_equal(type_size_bytes(string), 32);
}

static void text_of_types(void **state)
{
	static const char *const texts[] = {
		"int", "unsigned long long", "const char *", "char *const",
		"const volatile int", "struct s **", "union u *", "enum e *",
		"int [3][4]", "int (*)[3]", "int *[3]", "void (*)(void)",
		"int (*)(int, const char *, ...)", "int (*(*)(void))(long)",
		"uint64_t *", "string", "char (*const [2])(void)",
	};
	struct fixture *f = *state;
	struct strbuf sb = { 0 };

	/* int x; -> "int", through a parameter, which needs no name */
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		char *text = xasprintf("typedef void f%zu(%s);", i, texts[i]);
		char *name = xasprintf("f%zu", i);
		const struct type *type;

		parse_text(f, text);
		type = type_find(&f->types, NULL, name);
		type_print(type->target->params[0], &sb);
		assert_string_equal(strbuf_text(&sb), texts[i]);
		strbuf_clear(&sb);
		free(text);
		free(name);
	}
	strbuf_deinit(&sb);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(places_of_plain_members),
		TEST(places_of_arrays),
		TEST(places_in_nested_and_anonymous),
		TEST(places_of_bit_fields),
		TEST(places_around_unnamed_bit_fields),
		TEST(places_by_attributes),
		TEST(places_by_pragma),
		TEST(attributes_that_are_unknown),
		TEST(sizes_of_others),
		TEST(equal_types_are_one),
		TEST(qualified_copy_of_late_struct),
		TEST(size_of_string_follows_the_option),
		TEST(text_of_types),
	};

	return cmocka_run_group_tests_name("lang_type", tests, NULL, NULL);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * BTF made here -> types of lang/: every kind, names, forward declarations,
 * types in a circle, split blobs, and blobs that are damaged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/file.h"
#include "runtime/kernel/bpf_abi.h"
#include "runtime/types/btf.h"
#include "runtime/types/btf_reader.h"
#include "runtime/types/btf_type.h"
#include "tests/unit/btf_builder.h"

/* A sample as types. */
struct world {
	struct btf_builder b;
	struct strbuf bytes;
	struct btf_blob blob;
	struct btf_types types;
	struct arena arena;
	struct type_table table;
	uint32_t int_id, char_id;
};

static void world_init(struct world *w)
{
	*w = (struct world){ 0 };
	arena_init(&w->arena);
	type_table_init(&w->table, &w->arena, NULL);
	btf_builder_init(&w->b, NULL);
	w->int_id = btf_builder_int(&w->b, "int", 4, BTF_INT_SIGNED);
	w->char_id = btf_builder_int(&w->b, "char", 1, BTF_INT_SIGNED);
}

static void world_open(struct world *w)
{
	btf_builder_finish(&w->b, &w->bytes);
	assert_int_equal(
		btf_blob_init(&w->blob, w->bytes.text, w->bytes.len, NULL), 0);
	btf_types_init(&w->types, &w->blob, NULL);
}

static void world_deinit(struct world *w)
{
	btf_types_deinit(&w->types);
	btf_blob_deinit(&w->blob);
	strbuf_deinit(&w->bytes);
	btf_builder_deinit(&w->b);
	type_table_deinit(&w->table);
	arena_deinit(&w->arena);
}

static const struct type *get(struct world *w, uint32_t id)
{
	return btf_types_get(&w->types, &w->table, id);
}

static void check_text(struct world *w, uint32_t id, const char *text)
{
	assert_string_equal(type_text(&w->arena, get(w, id)), text);
}

/* ------------------------------------------------------------- plain types */

static void numbers(void **state)
{
	static const struct {
		const char *name;
		uint32_t size, encoding;
		enum type_base base;
	} rows[] = {
		{ "_Bool", 1, BTF_INT_BOOL, BASE_BOOL },
		{ "char", 1, BTF_INT_SIGNED, BASE_CHAR },
		{ "char", 1, 0, BASE_CHAR },
		{ "signed char", 1, BTF_INT_SIGNED, BASE_SCHAR },
		{ "unsigned char", 1, 0, BASE_UCHAR },
		{ "short int", 2, BTF_INT_SIGNED, BASE_SHORT },
		{ "short unsigned int", 2, 0, BASE_USHORT },
		{ "int", 4, BTF_INT_SIGNED, BASE_INT },
		{ "unsigned int", 4, 0, BASE_UINT },
		{ "long int", 8, BTF_INT_SIGNED, BASE_LONG },
		{ "long unsigned int", 8, 0, BASE_ULONG },
		{ "unsigned long", 8, 0, BASE_ULONG },
		{ "long long int", 8, BTF_INT_SIGNED, BASE_LLONG },
		{ "long long unsigned int", 8, 0, BASE_ULLONG },
		{ "unsigned long long", 8, 0, BASE_ULLONG },
	};
	uint32_t ids[sizeof(rows) / sizeof(rows[0])];
	uint32_t wide, real;
	struct world w;

	(void)state;
	world_init(&w);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		ids[i] = btf_builder_int(&w.b, rows[i].name, rows[i].size,
					 rows[i].encoding);
	wide = btf_builder_int(&w.b, "__int128", 16, BTF_INT_SIGNED);
	real = btf_builder_ref(&w.b, BTF_KIND_FLOAT, "double", 8);
	world_open(&w);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_ptr_equal(get(&w, ids[i]),
				 type_base(&w.table, rows[i].base));
	check_text(&w, wide, "__int128");
	assert_int_equal(type_size_bytes(get(&w, wide)), 16);
	assert_false(type_is_integer(get(&w, wide)));
	assert_ptr_equal(get(&w, real), type_base(&w.table, BASE_DOUBLE));
	assert_ptr_equal(get(&w, 0), type_base(&w.table, BASE_VOID));
	world_deinit(&w);
}

/* const char *restrict argv[3]; int (*)(const char *, ...) and the like */
static void derived(void **state)
{
	uint32_t konst, pointer, restricted, array, proto, to_proto, def, volat,
		twice, func, tagged;
	struct world w;

	(void)state;
	world_init(&w);
	konst = btf_builder_ref(&w.b, BTF_KIND_CONST, NULL, w.char_id);
	pointer = btf_builder_ref(&w.b, BTF_KIND_PTR, NULL, konst);
	restricted = btf_builder_ref(&w.b, BTF_KIND_RESTRICT, NULL, pointer);
	array = btf_builder_array(&w.b, restricted, w.int_id, 3);
	proto = btf_builder_record(&w.b, BTF_KIND_FUNC_PROTO, NULL, 2, false,
				   w.int_id);
	btf_builder_words(&w.b, 4, btf_builder_name(&w.b, "fmt"), pointer, 0,
			  0);
	to_proto = btf_builder_ref(&w.b, BTF_KIND_PTR, NULL, proto);
	def = btf_builder_ref(&w.b, BTF_KIND_TYPEDEF, "number_t", w.int_id);
	volat = btf_builder_ref(&w.b, BTF_KIND_VOLATILE, NULL, def);
	twice = btf_builder_ref(&w.b, BTF_KIND_CONST, NULL, volat);
	func = btf_builder_record(&w.b, BTF_KIND_FUNC, "printk", 1, false,
				  proto);
	tagged = btf_builder_ref(&w.b, BTF_KIND_TYPE_TAG, "user", w.char_id);
	world_open(&w);
	check_text(&w, pointer, "const char *");
	assert_ptr_equal(get(&w, restricted), get(&w, pointer));
	check_text(&w, array, "const char *[3]");
	assert_int_equal(type_size_bytes(get(&w, array)), 24);
	check_text(&w, to_proto, "int (*)(const char *, ...)");
	check_text(&w, twice, "const volatile number_t");
	assert_ptr_equal(type_resolve(get(&w, twice)),
			 type_base(&w.table, BASE_INT));
	assert_ptr_equal(get(&w, func), get(&w, proto));
	assert_ptr_equal(get(&w, tagged), get(&w, w.char_id));
	/* made by the program, it is the same type */
	assert_ptr_equal(get(&w, pointer),
			 type_pointer(&w.table,
				      type_qualified(&w.table,
						     get(&w, w.char_id),
						     QUAL_CONST)));
	world_deinit(&w);
}

/* ----------------------------------------------------------------- structs */

static uint32_t offset_bits(const struct type *type, const char *name)
{
	uint32_t offset = UINT32_MAX;

	if (!type_find_member(type, name, &offset))
		fail_msg("no member %s", name);
	return offset;
}

/* struct node { struct node *next; const struct node *prev; int data[2]; } */
static void recursive(void **state)
{
	uint32_t node, next, konst, prev, data;
	const struct type *type;
	const struct type_member *member;
	struct world w;
	uint32_t offset;

	(void)state;
	world_init(&w);
	node = w.b.next_id;
	next = node + 1, konst = node + 2, prev = node + 3, data = node + 4;
	btf_builder_struct(&w.b, "node", 24, 3);
	btf_builder_member(&w.b, "next", next, 0);
	btf_builder_member(&w.b, "prev", prev, 64);
	btf_builder_member(&w.b, "data", data, 128);
	btf_builder_ref(&w.b, BTF_KIND_PTR, NULL, node);
	btf_builder_ref(&w.b, BTF_KIND_CONST, NULL, node);
	btf_builder_ref(&w.b, BTF_KIND_PTR, NULL, konst);
	btf_builder_array(&w.b, w.int_id, w.int_id, 2);
	world_open(&w);
	type = get(&w, node);
	assert_int_equal(type->size_bytes, 24);
	assert_non_null(type->lazy); /* it was not resolved yet */
	/* a qualified copy made before the members are known gets them too */
	assert_int_equal(get(&w, konst)->member_cnt, 0);
	assert_int_equal(offset_bits(type, "data"), 128);
	assert_null(type->lazy);
	assert_int_equal(get(&w, konst)->member_cnt, 3);
	assert_int_equal(type_align_bytes(type), 8);
	member = type_find_member(type, "next", &offset);
	assert_ptr_equal(member->type->target, type);
	member = type_find_member(type, "prev", &offset);
	assert_ptr_equal(type_resolve(member->type->target), type);
	check_text(&w, prev, "const struct node *");
	world_deinit(&w);
}

/* A packed struct, an anonymous union, bit-fields of both encodings. */
static void places(void **state)
{
	uint32_t packed, anon, outer, fields, nibble, old, whole, wide;
	const struct type_member *member;
	struct world w;
	uint32_t offset;

	(void)state;
	world_init(&w);
	packed = btf_builder_struct(&w.b, "packed", 5, 2);
	btf_builder_member(&w.b, "c", w.char_id, 0);
	btf_builder_member(&w.b, "i", w.int_id, 8);
	anon = btf_builder_record(&w.b, BTF_KIND_UNION, NULL, 2, false, 4);
	btf_builder_member(&w.b, "whole", w.int_id, 0);
	btf_builder_member(&w.b, "part", w.char_id, 0);
	outer = btf_builder_struct(&w.b, "outer", 12, 2);
	btf_builder_member(&w.b, "first", w.int_id, 0);
	btf_builder_member(&w.b, NULL, anon, 32);
	fields =
		btf_builder_record(&w.b, BTF_KIND_STRUCT, "fields", 2, true, 4);
	btf_builder_member(&w.b, "a", w.int_id, 3u << 24 | 0);
	btf_builder_member(&w.b, "b", w.int_id, 7u << 24 | 3);
	nibble = btf_builder_ref(&w.b, BTF_KIND_INT, "int", 4);
	btf_builder_words(&w.b, 1, BTF_INT_SIGNED << 24 | 5u << 16 | 4u);
	old = btf_builder_struct(&w.b, "old", 4, 1);
	btf_builder_member(&w.b, "n", nibble, 0);
	whole = btf_builder_ref(&w.b, BTF_KIND_INT, "long", 8);
	btf_builder_words(&w.b, 1, BTF_INT_SIGNED << 24 | 64u);
	wide = btf_builder_record(&w.b, BTF_KIND_STRUCT, "wide", 2, true, 16);
	btf_builder_member(&w.b, "eight", whole, 57u << 24 | 7);
	btf_builder_member(&w.b, "nine", whole, 58u << 24 | 71);
	world_open(&w);

	assert_int_equal(type_size_bytes(get(&w, packed)), 5);
	assert_int_equal(type_align_bytes(get(&w, packed)), 1);
	assert_int_equal(offset_bits(get(&w, packed), "i"), 8);
	assert_int_equal(type_size_bytes(get(&w, outer)), 12);
	assert_int_equal(type_align_bytes(get(&w, outer)), 4);
	assert_int_equal(offset_bits(get(&w, outer), "part"), 32);
	member = type_find_member(get(&w, fields), "b", &offset);
	assert_int_equal(offset, 3);
	assert_int_equal(member->bitfield_bits, 7);
	member = type_find_member(get(&w, old), "n", &offset);
	assert_int_equal(offset, 5);
	assert_int_equal(member->bitfield_bits, 4);
	/* what no load can read is left out */
	assert_non_null(type_find_member(get(&w, wide), "eight", &offset));
	assert_null(type_find_member(get(&w, wide), "nine", &offset));
	world_deinit(&w);
}

static void enums(void **state)
{
	uint32_t signed_id, small, large;
	const struct type *type;
	struct world w;

	(void)state;
	world_init(&w);
	signed_id = btf_builder_record(&w.b, BTF_KIND_ENUM, "sign", 2, true, 4);
	btf_builder_words(&w.b, 4, btf_builder_name(&w.b, "MINUS"), -1,
			  btf_builder_name(&w.b, "PLUS"), 1);
	small = btf_builder_record(&w.b, BTF_KIND_ENUM, "small", 1, false, 1);
	btf_builder_words(&w.b, 2, btf_builder_name(&w.b, "TOP"), 0xff);
	large = btf_builder_record(&w.b, BTF_KIND_ENUM64, "large", 1, false, 8);
	btf_builder_words(&w.b, 3, btf_builder_name(&w.b, "HIGH"), 1, 2);
	world_open(&w);
	type = type_resolve(get(&w, signed_id));
	assert_int_equal(type->size_bytes, 4);
	assert_true(type->is_signed);
	assert_int_equal(type->member_cnt, 2);
	assert_string_equal(type->enumerators[0].name, "MINUS");
	assert_int_equal(type->enumerators[0].value, -1);
	type = type_resolve(get(&w, small));
	assert_int_equal(type->size_bytes, 1);
	assert_int_equal(type->align_bytes, 1);
	assert_false(type->is_signed);
	assert_int_equal(type->enumerators[0].value, 255);
	type = type_resolve(get(&w, large));
	assert_int_equal(type->size_bytes, 8);
	assert_int_equal(type->enumerators[0].value, 0x200000001);
	check_text(&w, large, "enum large");
	world_deinit(&w);
}

static void forward(void **state)
{
	uint32_t known, unknown, in_union, real;
	struct world w;

	(void)state;
	world_init(&w);
	known = btf_builder_ref(&w.b, BTF_KIND_FWD, "later", 0);
	unknown = btf_builder_ref(&w.b, BTF_KIND_FWD, "secret", 0);
	in_union = btf_builder_record(&w.b, BTF_KIND_FWD, "later", 0, true, 0);
	real = btf_builder_struct(&w.b, "later", 4, 1);
	btf_builder_member(&w.b, "x", w.int_id, 0);
	world_open(&w);
	assert_ptr_equal(get(&w, known), get(&w, real));
	check_text(&w, unknown, "struct secret");
	assert_true(get(&w, unknown)->is_incomplete);
	check_text(&w, in_union, "union later");
	assert_true(get(&w, in_union)->is_incomplete);
	world_deinit(&w);
}

/* ------------------------------------------------------------------- names */

/* First by walking, then in the index; the first of a name counts. */
static void find(void **state)
{
	struct btf_record record;
	uint32_t first, last = 0;
	struct world w;
	char name[16];

	(void)state;
	world_init(&w);
	first = btf_builder_struct(&w.b, "twin", 4, 0);
	btf_builder_struct(&w.b, "twin", 8, 0);
	btf_builder_ref(&w.b, BTF_KIND_TYPEDEF, "twin", w.int_id);
	btf_builder_ref(&w.b, BTF_KIND_FUNC, "twin", 0);
	for (int i = 0; i < 100; i++) {
		snprintf(name, sizeof(name), "s%d", i);
		last = btf_builder_struct(&w.b, name, 4, 0);
	}
	world_open(&w);
	w.blob.index_after = 1000;
	for (int i = 0; i < 20; i++) {
		assert_int_equal(btf_blob_find(&w.blob, 1u << BTF_KIND_STRUCT,
					       "twin", &record),
				 0);
		assert_int_equal(record.id, first);
		assert_int_equal(btf_blob_find(&w.blob, 1u << BTF_KIND_TYPEDEF,
					       "twin", &record),
				 0);
		assert_int_equal(record.id, first + 2);
		assert_int_equal(btf_blob_find(&w.blob, 1u << BTF_KIND_FUNC,
					       "twin", &record),
				 0);
		assert_int_equal(record.id, first + 3);
		assert_int_equal(btf_blob_find(&w.blob, 1u << BTF_KIND_UNION,
					       "twin", &record),
				 -ENOENT);
		assert_int_equal(btf_blob_find(&w.blob, 1u << BTF_KIND_STRUCT,
					       "", &record),
				 -ENOENT);
		assert_int_equal(btf_blob_find(&w.blob, 1u << BTF_KIND_STRUCT,
					       "s99", &record),
				 0);
		assert_int_equal(record.id, last);
	}
	assert_non_null(w.blob.names[BTF_NAMES_OF_TYPES].slots);
	/* a name that is found early costs little and makes no index */
	assert_null(w.blob.names[BTF_NAMES_OF_SYMBOLS].slots);
	world_deinit(&w);
}

/* Any id in any order, before and after the records that were walked over. */
static void ids(void **state)
{
	struct btf_record record;
	struct world w;

	(void)state;
	world_init(&w);
	for (uint32_t i = 0; i < 100; i++)
		btf_builder_array(&w.b, 1, 1, i);
	world_open(&w);
	for (uint32_t i = 0; i < 300; i++) {
		uint32_t id = i * 37 % 100;

		assert_int_equal(btf_blob_get(&w.blob, id + 3, &record), 0);
		assert_int_equal(record.id, id + 3);
		assert_int_equal(
			((const struct btf_array *)record.extra)->nelems, id);
	}
	assert_int_equal(btf_blob_get(&w.blob, 103, &record), -ENOENT);
	assert_int_equal(btf_blob_get(&w.blob, 0, &record), -ENOENT);
	assert_int_equal(btf_blob_end_id(&w.blob), 103);
	world_deinit(&w);
}

/* ------------------------------------------------------------------ source */

static void write_file(const char *dir, const char *name,
		       const struct btf_builder *b)
{
	struct strbuf bytes = { 0 };
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	btf_builder_finish(b, &bytes);
	assert_int_equal(file_write_atomic(path, bytes.text, bytes.len), 0);
	strbuf_deinit(&bytes);
}

static void unlink_file(const char *dir, const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	unlink(path);
}

struct source_files {
	char dir[64];
	struct btf_builder base, module;
};

/* vmlinux with struct task, module m with struct dev, which has a task. */
static void make_source_files(struct source_files *files)
{
	struct btf_builder *b = &files->base, *m = &files->module;
	uint32_t int_id, task, proto, pointer, data;

	strcpy(files->dir, "/tmp/test_btf.XXXXXX");
	assert_non_null(mkdtemp(files->dir));
	btf_builder_init(b, NULL);
	int_id = btf_builder_int(b, "int", 4, BTF_INT_SIGNED);
	task = btf_builder_struct(b, "task", 8, 1);
	btf_builder_member(b, "pid", int_id, 32);
	data = btf_builder_ref(b, BTF_KIND_PTR, NULL, 0);
	proto = btf_builder_record(b, BTF_KIND_FUNC_PROTO, NULL, 2, false, 0);
	btf_builder_words(b, 4, btf_builder_name(b, "data"), data,
			  btf_builder_name(b, "n"), int_id);
	pointer = btf_builder_ref(b, BTF_KIND_PTR, NULL, proto);
	btf_builder_ref(b, BTF_KIND_TYPEDEF, "btf_trace_beep", pointer);
	btf_builder_ref(b, BTF_KIND_FUNC, "do_beep", proto);

	btf_builder_init(m, b);
	btf_builder_struct(m, "dev", 16, 1);
	btf_builder_member(m, "owner", task, 64);
	btf_builder_ref(m, BTF_KIND_FUNC, "dev_beep", proto);
	btf_builder_struct(m, "task", 4, 0);
	write_file(files->dir, "vmlinux", b);
	write_file(files->dir, "m", m);
}

static void remove_source_files(struct source_files *files)
{
	unlink_file(files->dir, "vmlinux");
	unlink_file(files->dir, "m");
	rmdir(files->dir);
	btf_builder_deinit(&files->base);
	btf_builder_deinit(&files->module);
}

static void source(void **state)
{
	struct source_files files;
	struct type_source *src;
	struct type_table table;
	const struct type *type, *task;
	const struct type_member *member;
	struct arena arena;
	uint32_t offset;

	(void)state;
	make_source_files(&files);
	src = btf_source_create(files.dir, NULL);
	arena_init(&arena);
	type_table_init(&table, &arena, src);
	task = type_tagged(&table, TYPE_STRUCT, "task");
	assert_int_equal(type_size_bytes(task), 8);
	assert_ptr_equal(type_tagged(&table, TYPE_STRUCT, "task"), task);
	/* only a module has it; its member is the kernel's own struct */
	type = type_tagged(&table, TYPE_STRUCT, "dev");
	assert_int_equal(type_size_bytes(type), 16);
	member = type_find_member(type, "owner", &offset);
	assert_ptr_equal(member->type, task);
	assert_int_equal(offset, 64);
	assert_int_equal(
		src->find(src, &table, "m", TYPE_STRUCT, "task", &type), 0);
	assert_int_equal(type_size_bytes(type), 4);
	assert_int_equal(src->find(src, &table, "vmlinux", TYPE_STRUCT, "dev",
				   &type),
			 -ENOENT);
	assert_int_equal(src->find(src, &table, "nosuch", TYPE_STRUCT, "task",
				   &type),
			 -ENOENT);
	assert_true(type_tagged(&table, TYPE_UNION, "task")->is_incomplete);
	assert_ptr_equal(type_find(&table, "vmlinux", "int"),
			 type_base(&table, BASE_INT));
	assert_null(type_find(&table, NULL, "task"));
	type_table_deinit(&table);
	btf_source_destroy(src);
	arena_deinit(&arena);
	remove_source_files(&files);
}

static void functions(void **state)
{
	struct source_files files;
	struct type_source *src;
	struct type_table table;
	struct btf_func func;
	struct arena arena;

	(void)state;
	make_source_files(&files);
	src = btf_source_create(files.dir, NULL);
	arena_init(&arena);
	type_table_init(&table, &arena, src);
	assert_int_equal(btf_func_find(src, &table, NULL, "do_beep", &func), 0);
	assert_string_equal(func.module, "vmlinux");
	assert_int_equal(func.btf_id, 7);
	assert_string_equal(type_text(&arena, func.type), "void (void *, int)");
	assert_int_equal(btf_func_find(src, &table, NULL, "dev_beep", &func),
			 0);
	assert_string_equal(func.module, "m");
	assert_int_equal(func.btf_id, 9);
	assert_int_equal(btf_tracepoint_find(src, &table, NULL, "beep", &func),
			 0);
	assert_int_equal(func.btf_id, 6);
	assert_string_equal(type_text(&arena, func.type), "void (int)");
	assert_int_equal(btf_tracepoint_find(src, &table, NULL, "do_beep",
					     &func),
			 -ENOENT);
	type_table_deinit(&table);
	btf_source_destroy(src);
	arena_deinit(&arena);
	remove_source_files(&files);
}

static void no_btf(void **state)
{
	struct type_source *src = btf_source_create("/nonexistent", NULL);
	struct type_table table;
	const struct type *type;
	struct btf_func func;
	struct arena arena;

	(void)state;
	arena_init(&arena);
	type_table_init(&table, &arena, src);
	assert_int_equal(src->find(src, &table, NULL, TYPE_STRUCT, "x", &type),
			 -ENOENT);
	assert_int_equal(btf_func_find(src, &table, NULL, "x", &func), -ENOENT);
	assert_true(type_tagged(&table, TYPE_STRUCT, "x")->is_incomplete);
	type_table_deinit(&table);
	btf_source_destroy(src);
	arena_deinit(&arena);
}

/* ------------------------------------------------------------------ damage */

/* Headers that must be refused. */
static void bad_header(void **state)
{
	static const struct {
		size_t offset;
		uint32_t value;
	} rows[] = {
		{ 0, 0x00019feb }, /* the other byte order's magic */
		{ 4, 8 }, /* hdr_len too short */
		{ 4, 0xffffffff }, /* hdr_len beyond the end */
		{ 8, 2 }, /* type_off not aligned */
		{ 8, 0xfffffffc }, /* type_off beyond the end */
		{ 12, 0xfffffffc }, /* type_len */
		{ 16, 0xfffffff0 }, /* str_off */
		{ 20, 0xffffffff }, /* str_len */
		{ 20, 2 }, /* strings without NUL at the end */
	};
	struct btf_blob blob;
	struct world w;

	(void)state;
	world_init(&w);
	world_open(&w);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct strbuf bytes = { 0 };

		strbuf_add(&bytes, w.bytes.text, w.bytes.len);
		memcpy(bytes.text + rows[i].offset, &rows[i].value, 4);
		assert_int_equal(btf_blob_init(&blob, bytes.text, bytes.len,
					       NULL),
				 -EBADMSG);
		strbuf_deinit(&bytes);
	}
	for (size_t len = 0; len < BTF_HEADER_BYTES; len++)
		assert_int_equal(btf_blob_init(&blob, w.bytes.text, len, NULL),
				 -EBADMSG);
	world_deinit(&w);
}

/* The records before a truncated or unknown one can be used. */
static void cut_off(void **state)
{
	struct btf_record record;
	struct world w;

	(void)state;
	world_init(&w);
	btf_builder_struct(&w.b, "long", 4, 1000);
	world_open(&w);
	assert_int_equal(btf_blob_get(&w.blob, 2, &record), 0);
	assert_int_equal(btf_blob_get(&w.blob, 3, &record), -ENOENT);
	assert_int_equal(btf_blob_find(&w.blob, 1u << BTF_KIND_STRUCT, "long",
				       &record),
			 -ENOENT);
	world_deinit(&w);

	world_init(&w);
	btf_builder_ref(&w.b, 31, "future", 0);
	btf_builder_struct(&w.b, "behind", 4, 0);
	world_open(&w);
	assert_int_equal(btf_blob_end_id(&w.blob), 3);
	world_deinit(&w);
}

/*
 * Types that contain themselves end as void, and so do types that do not exist.
 */
static void circles(void **state)
{
	uint32_t def, pointer, chain, inside, wild, offset;
	struct world w;

	(void)state;
	world_init(&w);
	def = btf_builder_ref(&w.b, BTF_KIND_TYPEDEF, "loop", w.b.next_id);
	pointer = btf_builder_ref(&w.b, BTF_KIND_PTR, NULL, w.b.next_id);
	inside = w.b.next_id;
	btf_builder_struct(&w.b, "inside", 8, 2);
	btf_builder_member(&w.b, "me", inside + 1, 0);
	btf_builder_member(&w.b, NULL, inside + 2, 0);
	btf_builder_array(&w.b, inside, w.int_id, 1);
	btf_builder_struct(&w.b, "between", 8, 1);
	btf_builder_member(&w.b, NULL, inside, 0);
	wild = btf_builder_ref(&w.b, BTF_KIND_PTR, NULL, 100000);
	chain = w.b.next_id;
	for (int i = 0; i < 1000; i++)
		btf_builder_ref(&w.b, BTF_KIND_PTR, NULL, w.b.next_id + 1);
	world_open(&w);
	check_text(&w, def, "loop");
	assert_ptr_equal(type_resolve(get(&w, def)),
			 type_base(&w.table, BASE_VOID));
	check_text(&w, pointer, "void *");
	assert_int_equal(type_size_bytes(get(&w, inside)), 8);
	assert_null(type_find_member(get(&w, inside), "me", &offset));
	assert_null(type_find_member(get(&w, inside + 2), "me", &offset));
	check_text(&w, wild, "void *");
	assert_int_equal(type_size_bytes(get(&w, chain)), 8);
	world_deinit(&w);
}

/* Members that lie outside of their struct are left out. */
static void bad_members(void **state)
{
	uint32_t bad, huge, fields;
	const struct type *type;
	struct world w;

	(void)state;
	world_init(&w);
	bad = btf_builder_struct(&w.b, "bad", 4, 3);
	btf_builder_member(&w.b, "ok", w.int_id, 0);
	btf_builder_member(&w.b, "outside", w.int_id, 32);
	btf_builder_member(&w.b, "crooked", w.char_id, 3);
	fields = btf_builder_record(&w.b, BTF_KIND_STRUCT, "f", 1, true, 4);
	btf_builder_member(&w.b, "wide", w.char_id, 9u << 24);
	huge = btf_builder_array(&w.b, w.int_id, w.int_id, 0xffffffff);
	world_open(&w);
	type = type_resolve(get(&w, bad));
	assert_int_equal(type->member_cnt, 1);
	assert_string_equal(type->members[0].name, "ok");
	assert_int_equal(type_resolve(get(&w, fields))->member_cnt, 0);
	assert_ptr_equal(get(&w, huge), type_base(&w.table, BASE_VOID));
	world_deinit(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),     cmocka_unit_test(derived),
		cmocka_unit_test(recursive),   cmocka_unit_test(places),
		cmocka_unit_test(enums),       cmocka_unit_test(forward),
		cmocka_unit_test(find),	       cmocka_unit_test(ids),
		cmocka_unit_test(source),      cmocka_unit_test(functions),
		cmocka_unit_test(no_btf),      cmocka_unit_test(bad_header),
		cmocka_unit_test(cut_off),     cmocka_unit_test(circles),
		cmocka_unit_test(bad_members),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

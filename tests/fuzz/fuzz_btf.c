// SPDX-License-Identifier: BSD-2-Clause
/*
 * Fuzz entry of runtime/types/: a BTF blob, taken whole. Every record becomes a
 * type, which is printed and looked into; names are searched with and without
 * the index. The same bytes are also read as a module's blob, split from a
 * small base.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/types/btf_reader.h"
#include "runtime/types/btf_type.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A header, [1] INT 'int' and [2] STRUCT 's' with one int; "\0int\0s\0". */
static const struct {
	struct btf_header header;
	uint32_t types[10];
	char strings[8];
} base_bytes = {
	{ .magic = BTF_MAGIC, .version = BTF_VERSION,
	  .hdr_len = sizeof(struct btf_header), .type_len = 40, .str_off = 40,
	  .str_len = 8 },
	{ 1, BTF_KIND_INT << 24, 4, BTF_INT_SIGNED << 24 | 32, 5,
	  BTF_KIND_STRUCT << 24 | 1, 4, 1, 1, 0 },
	"\0int\0s",
};

/* No more types than this are examined, to save time. */
enum { TYPE_MAX = 2000 };

static void look_into(const struct type *type, struct strbuf *sb)
{
	uint32_t offset;

	strbuf_clear(sb);
	type_print(type, sb);
	type_size_bytes(type);
	type_align_bytes(type);
	type_find_member(type, "x", &offset);
}

static void convert(struct btf_types *types, struct type_table *table)
{
	uint32_t end = btf_blob_end_id(types->blob);
	struct strbuf sb = { 0 };

	for (uint32_t id = 0; id < end + 2 && id < TYPE_MAX; id++)
		look_into(btf_types_get(types, table, id), &sb);
	strbuf_deinit(&sb);
}

static void search(struct btf_blob *blob)
{
	uint32_t end = btf_blob_end_id(blob);
	struct btf_record record, found;

	for (uint32_t id = blob->first_id; id < end && id < TYPE_MAX; id++)
		if (!btf_blob_get(blob, id, &record) && *record.name &&
		    !btf_blob_find(blob, 1u << record.kind, record.name,
				   &found) &&
		    strcmp(record.name, found.name) != 0)
			abort();
	btf_blob_find(blob, 1u << BTF_KIND_FUNC, "nosuch", &found);
}

static void run(const uint8_t *data, size_t size, struct btf_blob *base,
		struct btf_types *base_types, struct type_table *table)
{
	struct btf_types types;
	struct btf_blob blob;

	if (btf_blob_init(&blob, data, size, base))
		return;
	btf_types_init(&types, &blob, base_types);
	convert(&types, table);
	search(&blob);
	blob.index_after = 0;
	search(&blob);
	btf_types_deinit(&types);
	btf_blob_deinit(&blob);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct btf_types base_types;
	struct type_table table;
	struct btf_blob base;
	struct arena arena;

	arena_init(&arena);
	type_table_init(&table, &arena, NULL);
	run(data, size, NULL, NULL, &table);
	type_table_deinit(&table);

	type_table_init(&table, &arena, NULL);
	if (btf_blob_init(&base, &base_bytes, sizeof(base_bytes), NULL))
		abort();
	btf_types_init(&base_types, &base, NULL);
	run(data, size, &base, &base_types, &table);
	btf_types_deinit(&base_types);
	btf_blob_deinit(&base);
	type_table_deinit(&table);
	arena_deinit(&arena);
	return 0;
}

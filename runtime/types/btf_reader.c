// SPDX-License-Identifier: BSD-2-Clause
/*
 * BTF as the kernel shows it (/sys/kernel/btf/vmlinux, linux/btf.h): a header,
 * records, strings.
 *
 *	[1] INT 'int' size=4		12 bytes + 4
 *	[2] STRUCT 'list_head' vlen=2	12 bytes + 2 x 12
 *	[3] PTR type_id=2		12 bytes
 *
 * There is no table of records: record 3 is found by walking over 1 and 2. A
 * kernel has 130,000 records, and a script needs a few, so nothing is unpacked.
 * The blob is mapped if the kernel supports that (else read), and one walk, 1 ms
 * for all of it, finds a name. The walk leaves a mark every 16 records, from
 * which any id is reached later, and a list of the names that it has passed (one
 * record in six is a type with a name), which later searches look through before
 * they walk on. When they have passed enough names, these are put into a hash
 * index.
 *
 * The walk ends at a record of unknown kind or a truncated one: records before
 * it can be used, those after it are lost.
 *
 * A split blob (of a module) continues the ids and the strings of its base.
 */
#include "runtime/types/btf_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/hash.h"
#include "base/system/file.h"
#include "runtime/kernel/bpf_abi.h"

enum {
	BTF_MARK_STEP = 16,
	/* names: to pass them takes as long as to make the index of the types */
	INDEX_AFTER = 60000,
};

static const uint32_t symbol_kinds = 1u << BTF_KIND_FUNC | 1u << BTF_KIND_VAR;

/* ------------------------------------------------------------------ header */

/*
 * Finds a section and checks that it is complete. Offsets count from the end of
 * the header.
 */
static bool section_ok(const struct btf_blob *blob,
		       const struct btf_header *header, uint32_t off,
		       uint32_t len)
{
	return (uint64_t)header->hdr_len + off + len <= blob->data_len;
}

static int parse_header(struct btf_blob *blob, struct btf_blob *base)
{
	struct btf_header header;
	const uint8_t *body = (const uint8_t *)blob->data;

	if (blob->data_len < BTF_HEADER_BYTES)
		return -EBADMSG;
	memcpy(&header, blob->data, BTF_HEADER_BYTES);
	if (header.magic != BTF_MAGIC || header.version != BTF_VERSION ||
	    header.hdr_len < BTF_HEADER_BYTES ||
	    header.hdr_len > blob->data_len ||
	    !section_ok(blob, &header, header.type_off, header.type_len) ||
	    !section_ok(blob, &header, header.str_off, header.str_len))
		return -EBADMSG;
	body += header.hdr_len;
	blob->types = body + header.type_off;
	blob->types_len = header.type_len & ~3u;
	blob->strings = (const char *)body + header.str_off;
	blob->strings_len = header.str_len;
	if ((uintptr_t)blob->types % 4)
		return -EBADMSG;
	if (blob->strings_len && blob->strings[blob->strings_len - 1])
		return -EBADMSG;
	blob->base = base;
	blob->first_id = base ? btf_blob_end_id(base) : 1;
	blob->first_name = base ? base->first_name + base->strings_len : 0;
	blob->walk_id = blob->first_id;
	blob->index_after = INDEX_AFTER;
	return 0;
}

static int finish_open(struct btf_blob *blob, struct btf_blob *base)
{
	int err = parse_header(blob, base);

	if (err)
		btf_blob_deinit(blob);
	return err;
}

/* Kernels before 6.16 can't map it. */
static int map_or_read(struct btf_blob *blob, int fd, size_t len)
{
	char *text = NULL;
	void *mem = mmap(NULL, len, PROT_READ, MAP_PRIVATE, fd, 0);
	int err = 0;

	blob->is_mapped = mem != MAP_FAILED;
	if (blob->is_mapped) {
		blob->data = mem;
		blob->data_len = len;
		return 0;
	}
	err = file_read_fd(fd, &text, &blob->data_len);
	blob->data = text;
	return err;
}

int btf_blob_open(struct btf_blob *blob, const char *path,
		  struct btf_blob *base)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	int err;

	*blob = (struct btf_blob){ 0 };
	if (fd < 0 || fstat(fd, &st))
		return -errno;
	if (st.st_size <= 0)
		return -EBADMSG;
	err = map_or_read(blob, fd, (size_t)st.st_size);
	return err ? err : finish_open(blob, base);
}

int btf_blob_init(struct btf_blob *blob, const void *data, size_t len,
		  struct btf_blob *base)
{
	*blob = (struct btf_blob){ 0 };
	blob->data = xmalloc(len + 1);
	blob->data_len = len;
	if (len)
		memcpy(blob->data, data, len);
	return finish_open(blob, base);
}

void btf_blob_deinit(struct btf_blob *blob)
{
	if (blob->is_mapped)
		munmap(blob->data, blob->data_len);
	else
		free(blob->data);
	vec_deinit(&blob->marks);
	for (size_t i = 0; i < BTF_NAMES_OF_CNT; i++) {
		vec_deinit(&blob->names[i].list);
		free(blob->names[i].slots);
	}
	*blob = (struct btf_blob){ 0 };
}

const char *btf_blob_name(const struct btf_blob *blob, uint32_t name_off)
{
	while (blob->base && name_off < blob->first_name)
		blob = blob->base;
	name_off -= blob->first_name;
	return name_off < blob->strings_len ? blob->strings + name_off : "";
}

/* ----------------------------------------------------------------- records */

/*
 * The bytes after struct btf_type, beside those of each of its vlen items. A
 * table, because kinds follow each other at random: a branch for each would be
 * mispredicted more often than not.
 */
static const struct kind_bytes {
	uint8_t is_known, fixed, each;
} kind_bytes[32] = {
	[BTF_KIND_INT] = { 1, sizeof(uint32_t), 0 },
	[BTF_KIND_PTR] = { 1, 0, 0 },
	[BTF_KIND_ARRAY] = { 1, sizeof(struct btf_array), 0 },
	[BTF_KIND_STRUCT] = { 1, 0, sizeof(struct btf_member) },
	[BTF_KIND_UNION] = { 1, 0, sizeof(struct btf_member) },
	[BTF_KIND_ENUM] = { 1, 0, sizeof(struct btf_enum) },
	[BTF_KIND_FWD] = { 1, 0, 0 },
	[BTF_KIND_TYPEDEF] = { 1, 0, 0 },
	[BTF_KIND_VOLATILE] = { 1, 0, 0 },
	[BTF_KIND_CONST] = { 1, 0, 0 },
	[BTF_KIND_RESTRICT] = { 1, 0, 0 },
	[BTF_KIND_FUNC] = { 1, 0, 0 },
	[BTF_KIND_FUNC_PROTO] = { 1, 0, sizeof(struct btf_param) },
	[BTF_KIND_VAR] = { 1, sizeof(struct btf_var), 0 },
	[BTF_KIND_DATASEC] = { 1, 0, sizeof(struct btf_var_secinfo) },
	[BTF_KIND_FLOAT] = { 1, 0, 0 },
	[BTF_KIND_DECL_TAG] = { 1, sizeof(struct btf_decl_tag), 0 },
	[BTF_KIND_TYPE_TAG] = { 1, 0, 0 },
	[BTF_KIND_ENUM64] = { 1, 0, sizeof(struct btf_enum64) },
};

/* Returns the record at *@off and moves *@off past it; NULL at the end. */
static const struct btf_type *record_next(const struct btf_blob *blob,
					  uint32_t *off)
{
	uint32_t left = blob->types_len - *off;
	const struct btf_type *type;
	struct kind_bytes bytes;
	uint32_t len;

	if (left < sizeof(*type))
		return NULL;
	type = (const struct btf_type *)(blob->types + *off);
	bytes = kind_bytes[BTF_INFO_KIND(type->info)];
	/* at most 65,535 items: no overflow */
	len = (uint32_t)sizeof(*type) + bytes.fixed +
		bytes.each * BTF_INFO_VLEN(type->info);
	if (!bytes.is_known || len > left)
		return NULL;
	*off += len;
	return type;
}

/*
 * One step of the walk over all records: returns the one at *@off with id @id,
 * and leaves a mark if it needs one.
 */
static const struct btf_type *walk_step(struct btf_blob *blob, uint32_t id,
					uint32_t *off)
{
	uint32_t begin = *off;
	const struct btf_type *type = record_next(blob, off);

	if (type && id == blob->walk_id) {
		if ((id - blob->first_id) % BTF_MARK_STEP == 0)
			vec_push(&blob->marks, begin);
		blob->walk_id = id + 1;
		blob->walk_off = *off;
	}
	return type;
}

static void fill(const struct btf_blob *blob, const struct btf_type *type,
		 uint32_t id, struct btf_record *ret)
{
	*ret = (struct btf_record){
		.id = id,
		.kind = BTF_INFO_KIND(type->info),
		.vlen = BTF_INFO_VLEN(type->info),
		.kind_flag = BTF_INFO_KFLAG(type->info),
		.name = btf_blob_name(blob, type->name_off),
		.type_id = type->type,
		.extra = type + 1,
	};
}

int btf_blob_get(struct btf_blob *blob, uint32_t id, struct btf_record *ret)
{
	const struct btf_type *type = NULL;
	uint32_t at, off;

	while (blob->base && id < blob->first_id)
		blob = blob->base;
	if (id < blob->first_id)
		return -ENOENT;
	if (id < blob->walk_id) {
		uint32_t mark = (id - blob->first_id) / BTF_MARK_STEP;

		at = blob->first_id + mark * BTF_MARK_STEP;
		off = blob->marks.v[mark];
	} else {
		at = blob->walk_id;
		off = blob->walk_off;
	}
	for (; at <= id; at++) {
		type = walk_step(blob, at, &off);
		if (!type)
			return -ENOENT;
	}
	fill(blob, type, id, ret);
	return 0;
}

void btf_blob_each(struct btf_blob *blob, uint32_t kind,
		   void (*found)(void *arg, const char *name), void *arg)
{
	const struct btf_type *type;
	uint32_t off = 0;

	for (uint32_t id = blob->first_id; (type = walk_step(blob, id, &off));
	     id++)
		if (BTF_INFO_KIND(type->info) == kind)
			found(arg, btf_blob_name(blob, type->name_off));
}

uint32_t btf_blob_end_id(struct btf_blob *blob)
{
	uint32_t id = blob->walk_id, off = blob->walk_off;

	while (walk_step(blob, id, &off))
		id++;
	return id;
}

/* ------------------------------------------------------------------- names */

/* The first byte differs nearly always, and costs no call. */
static bool is_name(const struct btf_blob *blob, uint32_t name_off,
		    const char *name)
{
	const char *found = btf_blob_name(blob, name_off);

	return *found == *name && !strcmp(found, name);
}

static bool has_enumerator(const struct btf_blob *blob,
			   const struct btf_record *record, const char *name)
{
	const struct btf_enum *small = record->extra;
	const struct btf_enum64 *large = record->extra;

	for (uint32_t i = 0; i < record->vlen; i++) {
		uint32_t name_off = record->kind == BTF_KIND_ENUM64 ?
					    large[i].name_off :
					    small[i].name_off;

		if (is_name(blob, name_off, name))
			return true;
	}
	return false;
}

int btf_blob_find_enumerator(struct btf_blob *blob, const char *name,
			     struct btf_record *ret)
{
	const struct btf_type *type;
	uint32_t off = 0;

	for (uint32_t id = blob->first_id; (type = walk_step(blob, id, &off));
	     id++) {
		if (BTF_INFO_KIND(type->info) != BTF_KIND_ENUM &&
		    BTF_INFO_KIND(type->info) != BTF_KIND_ENUM64)
			continue;
		fill(blob, type, id, ret);
		if (has_enumerator(blob, ret, name))
			return 0;
	}
	return -ENOENT;
}

/* Whether records of this kind belong in the list. */
static bool is_listed(const struct btf_type *type, enum btf_names_of which)
{
	uint32_t kind = BTF_INFO_KIND(type->info);
	bool is_symbol = symbol_kinds >> kind & 1;

	if (!type->name_off)
		return false;
	return which == BTF_NAMES_OF_SYMBOLS ?
		is_symbol :
		!is_symbol && kind != BTF_KIND_DECL_TAG &&
			kind != BTF_KIND_TYPE_TAG && kind != BTF_KIND_DATASEC &&
			kind != BTF_KIND_FWD;
}

/* Walks to the next record that belongs in the list, and puts it there. */
static const struct btf_name *list_next(struct btf_blob *blob,
					enum btf_names_of which)
{
	struct btf_names *names = &blob->names[which];
	const struct btf_type *type;
	uint32_t id;

	if (!names->next_id)
		names->next_id = blob->first_id;
	do {
		id = names->next_id;
		type = walk_step(blob, id, &names->next_off);
		if (!type)
			return NULL;
		names->next_id++;
	} while (!is_listed(type, which));
	*vec_add(&names->list) = (struct btf_name){
		.name_off = type->name_off,
		.id = id,
		.kind = BTF_INFO_KIND(type->info),
	};
	return &names->list.v[names->list.cnt - 1];
}

static bool is_wanted(const struct btf_blob *blob, const struct btf_name *entry,
		      uint32_t kinds, const char *name)
{
	return kinds >> entry->kind & 1 &&
		is_name(blob, entry->name_off, name);
}

static const struct btf_name *find_in_list(struct btf_blob *blob,
					   enum btf_names_of which,
					   uint32_t kinds, const char *name)
{
	struct btf_names *names = &blob->names[which];
	const struct btf_name *entry;

	for (size_t i = 0; i < names->list.cnt; i++) {
		names->passed_cnt++;
		if (is_wanted(blob, &names->list.v[i], kinds, name))
			return &names->list.v[i];
	}
	while ((entry = list_next(blob, which)))
		if (is_wanted(blob, entry, kinds, name))
			return entry;
	return NULL;
}

/*
 * In the order of the ids, so that the first record of a name is found first.
 */
static void index_make(struct btf_blob *blob, enum btf_names_of which)
{
	struct btf_names *names = &blob->names[which];

	while (list_next(blob, which))
		;
	names->slot_cnt = 16;
	while (names->slot_cnt < names->list.cnt + names->list.cnt / 2)
		names->slot_cnt *= 2;
	names->slots = xcalloc(names->slot_cnt, sizeof(names->slots[0]));
	for (uint32_t i = 0; i < names->list.cnt; i++) {
		uint32_t slot = hash_text(
			btf_blob_name(blob, names->list.v[i].name_off));

		while (names->slots[slot & (names->slot_cnt - 1)])
			slot++;
		names->slots[slot & (names->slot_cnt - 1)] = i + 1;
	}
}

static const struct btf_name *find_by_index(const struct btf_blob *blob,
					    enum btf_names_of which,
					    uint32_t kinds, const char *name)
{
	const struct btf_names *names = &blob->names[which];
	uint32_t slot = hash_text(name), i;

	for (; (i = names->slots[slot & (names->slot_cnt - 1)]); slot++)
		if (is_wanted(blob, &names->list.v[i - 1], kinds, name))
			return &names->list.v[i - 1];
	return NULL;
}

int btf_blob_find(struct btf_blob *blob, uint32_t kinds, const char *name,
		  struct btf_record *ret)
{
	enum btf_names_of which = kinds & symbol_kinds ? BTF_NAMES_OF_SYMBOLS :
							 BTF_NAMES_OF_TYPES;
	struct btf_names *names = &blob->names[which];
	const struct btf_name *entry;

	if (!*name)
		return -ENOENT;
	if (!names->slots && names->passed_cnt >= blob->index_after)
		index_make(blob, which);
	entry = names->slots ? find_by_index(blob, which, kinds, name) :
			       find_in_list(blob, which, kinds, name);
	return entry ? btf_blob_get(blob, entry->id, ret) : -ENOENT;
}

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
 * The blob is mapped if the kernel supports that (else read), and one walk, 0.8
 * ms for all of it, finds a name. The walk leaves a mark every 16 records, from
 * which any id is reached later. When the searches have walked far enough, the
 * names are put into a hash index.
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
#include "base/file.h"
#include "base/hash.h"
#include "runtime/kernel/bpf_abi.h"

enum {
	BTF_MARK_STEP = 16,
	/* records: 3 ms of walking, as much as it takes to make an index */
	INDEX_AFTER = 400000,
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
	for (size_t i = 0; i < BTF_INDEX_CNT; i++)
		free(blob->indexes[i].ids);
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

/* The number of bytes after struct btf_type; -1: an unknown kind. */
static int64_t extra_bytes(uint32_t kind, uint32_t vlen)
{
	switch (kind) {
	case BTF_KIND_PTR:
	case BTF_KIND_FWD:
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_FUNC:
	case BTF_KIND_FLOAT:
	case BTF_KIND_TYPE_TAG:
		return 0;
	case BTF_KIND_INT:
		return sizeof(uint32_t);
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return (int64_t)sizeof(struct btf_member) * vlen;
	case BTF_KIND_ENUM:
		return (int64_t)sizeof(struct btf_enum) * vlen;
	case BTF_KIND_ENUM64:
		return (int64_t)sizeof(struct btf_enum64) * vlen;
	case BTF_KIND_FUNC_PROTO:
		return (int64_t)sizeof(struct btf_param) * vlen;
	case BTF_KIND_VAR:
		return sizeof(struct btf_var);
	case BTF_KIND_DATASEC:
		return (int64_t)sizeof(struct btf_var_secinfo) * vlen;
	case BTF_KIND_DECL_TAG:
		return sizeof(struct btf_decl_tag);
	}
	return -1;
}

/* Returns the record at *@off and moves *@off past it; NULL at the end. */
static const struct btf_type *record_next(const struct btf_blob *blob,
					  uint32_t *off)
{
	uint32_t left = blob->types_len - *off;
	const struct btf_type *type;
	int64_t extra;

	if (left < sizeof(*type))
		return NULL;
	type = (const struct btf_type *)(blob->types + *off);
	extra = extra_bytes(BTF_INFO_KIND(type->info),
			    BTF_INFO_VLEN(type->info));
	if (extra < 0 || extra > left - (int64_t)sizeof(*type))
		return NULL;
	*off += (uint32_t)(sizeof(*type) + (size_t)extra);
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

static int find_by_walk(struct btf_blob *blob, struct btf_index *index,
			uint32_t kinds, const char *name,
			struct btf_record *ret)
{
	const struct btf_type *type;
	uint32_t off = 0;

	for (uint32_t id = blob->first_id; (type = walk_step(blob, id, &off));
	     id++) {
		index->walked_cnt++;
		if (!(kinds >> BTF_INFO_KIND(type->info) & 1) ||
		    strcmp(btf_blob_name(blob, type->name_off), name) != 0)
			continue;
		fill(blob, type, id, ret);
		return 0;
	}
	return -ENOENT;
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

		if (!strcmp(btf_blob_name(blob, name_off), name))
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

/* Whether records of this kind belong in the index. */
static bool is_indexed(uint32_t kind, enum btf_index_kind which)
{
	bool is_symbol = symbol_kinds >> kind & 1;

	return which == BTF_INDEX_SYMBOLS ?
		is_symbol :
		!is_symbol && kind != BTF_KIND_DECL_TAG &&
			kind != BTF_KIND_TYPE_TAG && kind != BTF_KIND_DATASEC &&
			kind != BTF_KIND_FWD;
}

static uint32_t count_names(struct btf_blob *blob, enum btf_index_kind which)
{
	const struct btf_type *type;
	uint32_t off = 0, cnt = 0;

	for (uint32_t id = blob->first_id; (type = walk_step(blob, id, &off));
	     id++)
		cnt += type->name_off &&
			is_indexed(BTF_INFO_KIND(type->info), which);
	return cnt;
}

/*
 * In the order of the ids, so that the first record of a name is found first.
 */
static void index_make(struct btf_blob *blob, enum btf_index_kind which)
{
	struct btf_index *index = &blob->indexes[which];
	uint32_t cnt = count_names(blob, which), off = 0;
	const struct btf_type *type;

	index->slot_cnt = 16;
	while (index->slot_cnt < cnt + cnt / 2)
		index->slot_cnt *= 2;
	index->ids = xcalloc(index->slot_cnt, sizeof(index->ids[0]));
	for (uint32_t id = blob->first_id; (type = walk_step(blob, id, &off));
	     id++) {
		uint32_t slot;

		if (!type->name_off ||
		    !is_indexed(BTF_INFO_KIND(type->info), which))
			continue;
		slot = hash_text(btf_blob_name(blob, type->name_off));
		while (index->ids[slot & (index->slot_cnt - 1)])
			slot++;
		index->ids[slot & (index->slot_cnt - 1)] = id;
	}
}

static int find_by_index(struct btf_blob *blob, const struct btf_index *index,
			 uint32_t kinds, const char *name,
			 struct btf_record *ret)
{
	uint32_t slot = hash_text(name), id;
	struct btf_record record;

	for (; (id = index->ids[slot & (index->slot_cnt - 1)]); slot++) {
		if (btf_blob_get(blob, id, &record) ||
		    !(kinds >> record.kind & 1) ||
		    strcmp(record.name, name) != 0)
			continue;
		*ret = record;
		return 0;
	}
	return -ENOENT;
}

int btf_blob_find(struct btf_blob *blob, uint32_t kinds, const char *name,
		  struct btf_record *ret)
{
	enum btf_index_kind which =
		kinds & symbol_kinds ? BTF_INDEX_SYMBOLS : BTF_INDEX_TYPES;
	struct btf_index *index = &blob->indexes[which];

	if (!*name)
		return -ENOENT;
	if (!index->ids && index->walked_cnt >= blob->index_after)
		index_make(blob, which);
	return index->ids ? find_by_index(blob, index, kinds, name, ret) :
			    find_by_walk(blob, index, kinds, name, ret);
}

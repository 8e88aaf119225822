/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The records of one BTF blob, checked, but not unpacked. Used inside
 * runtime/types/; others ask runtime/types/btf.h.
 */
#ifndef DTRACE_RUNTIME_TYPES_BTF_READER_H
#define DTRACE_RUNTIME_TYPES_BTF_READER_H

#include <linux/btf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/* Types have one list of names; functions and variables have another. */
enum btf_names_of {
	BTF_NAMES_OF_TYPES,
	BTF_NAMES_OF_SYMBOLS,
	BTF_NAMES_OF_CNT,
};

struct btf_name {
	uint32_t name_off;
	uint32_t id : 27;
	uint32_t kind : 5;
};

struct btf_names {
	VEC(struct btf_name) list; /* ascending ids, all below next_id */
	uint32_t next_id; /* 0: nothing was listed yet */
	uint32_t next_off;
	/* by hash of the name, index in the list + 1; NULL: not created yet */
	uint32_t *slots;
	uint32_t slot_cnt; /* a power of two */
	uint64_t passed_cnt; /* of the list, by searches without the slots */
};

struct btf_blob {
	void *data; /* owned */
	size_t data_len;
	bool is_mapped;
	const uint8_t *types;
	uint32_t types_len; /* bytes, a multiple of 4 */
	const char *strings; /* the last byte is NUL */
	uint32_t strings_len;
	/* borrowed: the base that a split blob extends */
	struct btf_blob *base;
	uint32_t first_id;
	uint32_t first_name; /* offset that the strings here begin at */
	VEC(uint32_t) marks; /* offset of every BTF_MARK_STEP-th record */
	uint32_t walk_id; /* the first record that no walk has reached */
	uint32_t walk_off;
	struct btf_names names[BTF_NAMES_OF_CNT];
	/* the passed_cnt from which an index is worthwhile */
	uint64_t index_after;
};

/* A record; the data after struct btf_type are complete. */
struct btf_record {
	uint32_t id;
	uint32_t kind; /* BTF_KIND_... */
	uint32_t vlen;
	bool kind_flag;
	const char *name; /* "" when it has none */
	uint32_t type_id; /* or the size in bytes, depending on the kind */
	const void *extra; /* struct btf_member[vlen], btf_param[vlen] ... */
};

/*
 * Loads the blob in @path; @base (may be NULL) is the blob that it extends, and
 * must outlive it. Returns 0, -errno of the file, or -EBADMSG.
 */
int btf_blob_open(struct btf_blob *blob, const char *path,
		  struct btf_blob *base);
/* The same for a blob in memory, which is copied. */
int btf_blob_init(struct btf_blob *blob, const void *data, size_t len,
		  struct btf_blob *base);
/* A blob of zeros is legal. */
void btf_blob_deinit(struct btf_blob *blob);

/* Finds record @id, also of the base. Returns 0, or -ENOENT (0 is void). */
int btf_blob_get(struct btf_blob *blob, uint32_t id, struct btf_record *ret);
/*
 * Finds the first record of this blob with this name and one of @kinds, a set
 * of bits 1 << BTF_KIND_..., all of types or all of symbols. Returns 0 or
 * -ENOENT.
 */
int btf_blob_find(struct btf_blob *blob, uint32_t kinds, const char *name,
		  struct btf_record *ret);
/*
 * Finds the first enum of this blob with an enumerator of this name. Returns 0
 * or -ENOENT.
 */
int btf_blob_find_enumerator(struct btf_blob *blob, const char *name,
			     struct btf_record *ret);
/* The text at @name_off, also in the base; "" when there is none. */
const char *btf_blob_name(const struct btf_blob *blob, uint32_t name_off);
/* Calls @found for each record of this blob of kind @kind, BTF_KIND_... */
void btf_blob_each(struct btf_blob *blob, uint32_t kind,
		   void (*found)(void *arg, const char *name), void *arg);
/* One more than the last id; the first call walks over all records. */
uint32_t btf_blob_end_id(struct btf_blob *blob);

#endif

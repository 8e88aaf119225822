/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * BTF records as types of lang/. Used inside runtime/types/.
 */
#ifndef DTRACE_RUNTIME_TYPES_BTF_TYPE_H
#define DTRACE_RUNTIME_TYPES_BTF_TYPE_H

#include "base/map.h"
#include "lang/type/type.h"
#include "runtime/types/btf_reader.h"

/* The types made of one blob so far. */
struct btf_types {
	struct btf_blob *blob; /* borrowed */
	struct btf_types *base; /* borrowed: of the blob's base, or NULL */
	struct type_table *table; /* borrowed; set by the first use */
	struct map made; /* id -> const struct type */
	unsigned int depth; /* of conversions in conversions */
};

void btf_types_init(struct btf_types *types, struct btf_blob *blob,
		    struct btf_types *base);
void btf_types_deinit(struct btf_types *types);
/*
 * The type with this id, never NULL: damaged types are void. Members of structs
 * are made when they are needed, so @types must exist as long as the types are
 * used.
 */
const struct type *btf_types_get(struct btf_types *types,
				 struct type_table *table, uint32_t id);

#endif

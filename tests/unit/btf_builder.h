/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes BTF blobs for tests, record by record.
 *
 *	struct btf_builder b;
 *
 *	btf_builder_init(&b, NULL);
 *	id = btf_builder_int(&b, "int", 4, BTF_INT_SIGNED);	// [1]
 *	btf_builder_struct(&b, "point", 8, 2);			// [2]
 *	btf_builder_member(&b, "x", id, 0);
 *	btf_builder_member(&b, "y", id, 32);
 *	btf_builder_finish(&b, &blob);				// a strbuf
 *	btf_builder_deinit(&b);
 */
#ifndef DTRACE_TESTS_UNIT_BTF_BUILDER_H
#define DTRACE_TESTS_UNIT_BTF_BUILDER_H

#include <linux/btf.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text/strbuf.h"

struct btf_builder {
	struct strbuf types;
	struct strbuf strings;
	uint32_t next_id;
	uint32_t first_name; /* strings of the base */
};

/* @base (may be NULL): the sample that this one is split from. */
void btf_builder_init(struct btf_builder *b, const struct btf_builder *base);
void btf_builder_deinit(struct btf_builder *b);
/* Writes the blob; more can be added later. */
void btf_builder_finish(const struct btf_builder *b, struct strbuf *ret);

/* A record without the data that follow it; returns its id. */
uint32_t btf_builder_record(struct btf_builder *b, uint32_t kind,
			    const char *name, uint32_t vlen, bool kind_flag,
			    uint32_t size_or_type);
/* Words after a record. */
void btf_builder_words(struct btf_builder *b, uint32_t cnt, ...);
uint32_t btf_builder_name(struct btf_builder *b, const char *name);

uint32_t btf_builder_int(struct btf_builder *b, const char *name,
			 uint32_t size_bytes, uint32_t encoding);
/* PTR, CONST, TYPEDEF, FUNC, FLOAT ...: kinds without more data. */
uint32_t btf_builder_ref(struct btf_builder *b, uint32_t kind, const char *name,
			 uint32_t size_or_type);
uint32_t btf_builder_array(struct btf_builder *b, uint32_t elem_id,
			   uint32_t index_id, uint32_t elem_cnt);
/* @cnt calls of btf_builder_member() must follow. */
uint32_t btf_builder_struct(struct btf_builder *b, const char *name,
			    uint32_t size_bytes, uint32_t cnt);
void btf_builder_member(struct btf_builder *b, const char *name,
			uint32_t type_id, uint32_t offset_bits);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes BTF blobs for tests, record by record.
 *
 *	struct btf_sample b;
 *
 *	btf_sample_init(&b, NULL);
 *	id = btf_sample_int(&b, "int", 4, BTF_INT_SIGNED);	// [1]
 *	btf_sample_struct(&b, "point", 8, 2);			// [2]
 *	btf_sample_member(&b, "x", id, 0);
 *	btf_sample_member(&b, "y", id, 32);
 *	btf_sample_finish(&b, &blob);				// a strbuf
 *	btf_sample_deinit(&b);
 */
#ifndef DTRACE_TESTS_UNIT_BTF_SAMPLE_H
#define DTRACE_TESTS_UNIT_BTF_SAMPLE_H

#include <linux/btf.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

struct btf_sample {
	struct strbuf types;
	struct strbuf strings;
	uint32_t next_id;
	uint32_t first_name; /* strings of the base */
};

/* @base (may be NULL): the sample that this one is split from. */
void btf_sample_init(struct btf_sample *b, const struct btf_sample *base);
void btf_sample_deinit(struct btf_sample *b);
/* Writes the blob; more can be added later. */
void btf_sample_finish(const struct btf_sample *b, struct strbuf *ret);

/* A record without the data that follow it; returns its id. */
uint32_t btf_sample_record(struct btf_sample *b, uint32_t kind,
			   const char *name, uint32_t vlen, bool kind_flag,
			   uint32_t size_or_type);
/* Words after a record. */
void btf_sample_words(struct btf_sample *b, uint32_t cnt, ...);
uint32_t btf_sample_name(struct btf_sample *b, const char *name);

uint32_t btf_sample_int(struct btf_sample *b, const char *name,
			uint32_t size_bytes, uint32_t encoding);
/* PTR, CONST, TYPEDEF, FUNC, FLOAT ...: kinds without more data. */
uint32_t btf_sample_ref(struct btf_sample *b, uint32_t kind, const char *name,
			uint32_t size_or_type);
uint32_t btf_sample_array(struct btf_sample *b, uint32_t elem_id,
			  uint32_t index_id, uint32_t elem_cnt);
/* @cnt calls of btf_sample_member() must follow. */
uint32_t btf_sample_struct(struct btf_sample *b, const char *name,
			   uint32_t size_bytes, uint32_t cnt);
void btf_sample_member(struct btf_sample *b, const char *name, uint32_t type_id,
		       uint32_t offset_bits);

#endif

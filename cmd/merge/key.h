/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keys of aggregations: reading from JSON, comparing, sorting, writing.
 */
#ifndef DTRACE_CMD_MERGE_KEY_H
#define DTRACE_CMD_MERGE_KEY_H

#include "base/text/strbuf.h"
#include "cmd/merge/gather.h"
#include "cmd/merge/json_parse.h"

/* Returns 0, or -EINVAL when @json is no key of this type. */
int key_read(struct arena *arena, const struct rec_field *type,
	     const struct json *json, struct merge_key *ret);
/* Appends bytes that are the same for the same keys only. */
void key_put_id(const struct merge_key *key, struct strbuf *out);
/*
 * Compares keys in the order that dtrace sorts them; addresses by their text,
 * because their numbers are not known.
 */
int key_compare(const struct rec_field *type, const struct merge_key *a,
		const struct merge_key *b);
void key_put_json(const struct rec_field *type, const struct merge_key *key,
		  struct strbuf *out);
/* In columns. */
void key_put_text(const struct rec_field *type, const struct merge_key *key,
		  struct strbuf *out);

#endif

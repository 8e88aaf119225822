/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A line of JSON -> a tree. Numbers are integers from -2^63 to 2^64 - 1 and
 * stay exact. JSON libraries read signed 64-bit numbers, so none is used.
 */
#ifndef DTRACE_CMD_MERGE_JSON_PARSE_H
#define DTRACE_CMD_MERGE_JSON_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum json_kind {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

struct json {
	enum json_kind kind;
	bool is_negative;
	uint64_t number; /* two's complement when negative */
	const char *text; /* of a string: UTF-8, NUL-terminated */
	size_t len; /* of the text */
	const char *key; /* of a member of an object */
	struct json *first; /* element or member */
	struct json *next; /* next in the same array or object */
};

/*
 * Parses all of @text as one value in @arena. NULL: *@why_ret says what is
 * wrong and *@at_ret where, in bytes from 0.
 */
struct json *json_parse(struct arena *arena, const char *text, size_t len,
			const char **why_ret, size_t *at_ret);

/* The member @key of an object; NULL: it has none, or @object is none. */
const struct json *json_member(const struct json *object, const char *key);
/* The same if it has this kind, else NULL. */
const struct json *json_member_of(const struct json *object, const char *key,
				  enum json_kind kind);

#endif

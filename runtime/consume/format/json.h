/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Pieces of JSON (RFC 8259), appended to a text.
 */
#ifndef DTRACE_RUNTIME_CONSUME_FORMAT_JSON_H
#define DTRACE_RUNTIME_CONSUME_FORMAT_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "runtime/common/record.h"
#include "runtime/consume/symbolize.h"

/* A number, in decimal. */
void json_put_int(int64_t value, struct strbuf *out);
void json_put_uint(uint64_t value, struct strbuf *out);
/*
 * A string. Bytes that are not UTF-8 can't be a string and become
 * {"bytes":"HEX"}, so that nothing is lost.
 */
void json_put_text(const char *text, size_t len, struct strbuf *out);
void json_put_string(const char *text, struct strbuf *out);
/* "HEX" */
void json_put_hex(const uint8_t *bytes, size_t len, struct strbuf *out);
/*
 * A datum: number, string, name of an address, array of the frames of a stack
 * (innermost first), or {"bytes":"HEX"}.
 */
void json_put_datum(struct address_env *env, const struct rec_field *field,
		    const uint8_t *data, struct strbuf *out);

/* ,"KEY":VALUE - a member after another one. */
void json_member_int(const char *key, int64_t value, struct strbuf *out);
void json_member_uint(const char *key, uint64_t value, struct strbuf *out);
void json_member_string(const char *key, const char *text, struct strbuf *out);
/* The same in the form of base/text/printable.h: always a string. */
void json_member_name(const char *key, const char *name, struct strbuf *out);

#endif

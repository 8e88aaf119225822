/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One datum of a record or of an aggregation key: its value, and its text if no
 * format string specifies one.
 */
#ifndef DTRACE_RUNTIME_CONSUME_TEXT_DATUM_H
#define DTRACE_RUNTIME_CONSUME_TEXT_DATUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "runtime/common/record.h"

/* Extended by the signedness of its type. */
uint64_t datum_value(const struct rec_field *field, const uint8_t *data);
/*
 * The text of a string datum: *@len_ret bytes without a NUL. The text of a time
 * is valid until the next call.
 */
const char *datum_text(const struct rec_field *field, const uint8_t *data,
		       size_t *len_ret);

/*
 * Appends a string as columns show it: control characters are escaped; white
 * space, bell and backspace only in names.
 */
void datum_put_text(const struct rec_field *field, const uint8_t *data,
		    struct strbuf *out);

/* As trace() shows it. */
void datum_print(const struct rec_field *field, const uint8_t *data,
		 bool is_quiet, struct strbuf *out);
/* As a key in an aggregation's row. */
void datum_print_key(const struct rec_field *field, const uint8_t *data,
		     struct strbuf *out);
void datum_hexdump(const uint8_t *bytes, size_t len, struct strbuf *out);

/* Order of two keys' data: <0, 0, >0. */
int datum_compare(const struct rec_field *field, const uint8_t *a,
		  const uint8_t *b);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The conversions of format strings, from one value to text. Each row of
 * lang/table/format_conv.def has its function here, bound by the row's word.
 */
#ifndef DTRACE_RUNTIME_CONSUME_TEXT_CONV_H
#define DTRACE_RUNTIME_CONSUME_TEXT_CONV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "lang/format.h"

/* A struct fmt_conv with its `*` arguments filled in. */
struct conv_spec {
	unsigned int flags; /* enum fmt_flag */
	int width; /* columns, or FMT_NONE */
	int precision; /* or FMT_NONE */
	char letter;
	bool is_wide; /* characters are wchar_t */
	bool is_escaped; /* %s and %c show what printable.h shows */
};

/* What. */
struct conv_value {
	const uint8_t *bytes; /* of a string or other bytes; may be NULL */
	uint32_t size_bytes;
	bool is_signed;
	uint64_t bits; /* an integer, extended by its signedness */
};

typedef void conv_fn(const struct conv_spec *spec,
		     const struct conv_value *value, struct strbuf *out);

/* By enum fmt_conv_id. */
extern conv_fn *const conv_table[FMT_CONV_CNT];

/* The maximum of a width or precision that is the value of an argument. */
enum { CONV_STAR_MAX = 1 << 24 };

/* @text padded to the width. */
void conv_put_text(const struct conv_spec *spec, const char *text, size_t len,
		   struct strbuf *out);
/* A decimal number; the letter of @spec is ignored. */
void conv_put_decimal(const struct conv_spec *spec, uint64_t bits,
		      bool is_signed, struct strbuf *out);

#endif

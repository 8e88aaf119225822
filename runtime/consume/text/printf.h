/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text of printf() and printa() with a format.
 */
#ifndef DTRACE_RUNTIME_CONSUME_TEXT_PRINTF_H
#define DTRACE_RUNTIME_CONSUME_TEXT_PRINTF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "lang/format.h"
#include "runtime/common/record.h"
#include "runtime/consume/aggregation/agg_ops.h"
#include "runtime/consume/symbolize.h"

/* What the conversions take, in order. */
struct format_args {
	const struct rec_field *fields; /* arguments; printa: keys */
	size_t field_cnt;
	const uint8_t *data;
	const struct agg_value *values; /* %@: of aggregations */
	size_t value_cnt;
	struct address_env *addresses; /* NULL: %a and its kin show numbers */
	pid_t pid; /* of the record; 0: %A of a number has no process */
	bool is_escaped; /* option escape: of %s and %c */
};

/*
 * Appends @format filled with @args. The checker reports conversions without an
 * argument; here they show 0 or nothing.
 */
void format_print(const struct fmt *format, const struct format_args *args,
		  struct strbuf *out);

#endif

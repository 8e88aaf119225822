/* SPDX-License-Identifier: BSD-2-Clause */
/* Parts of the format `folded`, which a flame graph is made of, too. */
#ifndef DTRACE_RUNTIME_CONSUME_FORMAT_FOLDED_H
#define DTRACE_RUNTIME_CONSUME_FORMAT_FOLDED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "runtime/consume/aggregation/agg_rows.h"
#include "runtime/consume/consumer.h"

#define FOLDED_NO_STACK "none of its keys is a stack"

bool folded_has_stack(const struct agg_layout *layout);
/* Reports an aggregation that the format can't show. */
void folded_say_left_out(struct consumer *consumer,
			 const struct agg_layout *layout, const char *why);
/* Appends the keys of a row, "sh;main;read_line". */
void folded_put_stack(struct consumer *consumer,
		      const struct agg_layout *layout,
		      const struct agg_row *row, struct strbuf *out);
/* The number after them; for a histogram that of its values. */
int64_t folded_value(const struct agg_value *value);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The histogram that the quantize family prints.
 */
#ifndef DTRACE_RUNTIME_CONSUME_AGGREGATION_HISTOGRAM_H
#define DTRACE_RUNTIME_CONSUME_AGGREGATION_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/strbuf.h"

struct agg_look;

/* The scale of bars: the sum, or the largest, of the values added to it. */
struct bar_scale {
	const struct agg_look *look; /* or NULL */
	bool has_negative, has_positive;
	long double total;
};

void bar_scale_add(struct bar_scale *scale, int64_t count);
/* Appends a bar with its line, 41 columns. */
void bar_put(const struct bar_scale *scale, int64_t count, struct strbuf *out);
/*
 * Appends the header of bars, "%*s RULER count", @title right-aligned in
 * @columns.
 */
void bar_put_header(const char *title, int columns, struct strbuf *out);

struct histogram {
	const int64_t *counts;
	const int64_t *params; /* of the function, for its labels */
	const struct agg_look *look; /* or NULL */
	uint64_t normal; /* counts are shown divided by it; not 0 */
	uint32_t first, last; /* rows to show, both inclusive */
	/* Appends the label of a bucket, right-aligned in 16 columns. */
	void (*label)(const struct histogram *histogram, uint32_t bucket,
		      struct strbuf *out);
};

/* Appends a newline, the header line, and a line for each row. */
void histogram_print(const struct histogram *histogram, struct strbuf *out);

/*
 * Finds the rows to show: from one before the first that has a count to one
 * after the last, within @cnt. Returns 0, or -ENODATA if all counts are zero.
 */
int histogram_range(const int64_t *counts, uint32_t cnt, uint32_t *first_ret,
		    uint32_t *last_ret);

#endif

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Counts of buckets -> lines:
 *
 *	           value  ------------- Distribution ------------- count
 *	               2 |                                         0
 *	               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1
 *
 * A bar has 40 columns for the sum of all rows' |counts|. When weights made
 * all counts negative the bars grow to the left of the line, and when there
 * are both signs the line stands in the middle and bars have 20 columns. A
 * normal divides the counts that are shown, never the bars.
 */
#include "runtime/consume/histogram.h"

#include <errno.h>
#include <stdbool.h>

#include "runtime/consume/agg_ops.h"

enum { BAR_COLUMNS = 40 };

static const char ruler[] = "------------- Distribution -------------";

/* Where the `|` stands. */
enum bar_side {
	BAR_RIGHT, /* no count is negative: bars on its right */
	BAR_LEFT, /* all are negative: bars on its left */
	BAR_MIDDLE,
};

struct bar {
	enum bar_side side;
	long double total; /* of all |counts| */
};

static long double magnitude(int64_t count)
{
	return count < 0 ? -(long double)count : (long double)count;
}

static struct bar measure(const struct histogram *histogram)
{
	bool has_negative = false, has_positive = false;
	struct bar bar = { .side = BAR_RIGHT };

	for (uint32_t i = histogram->first; i <= histogram->last; i++) {
		int64_t count = histogram->counts[i];

		has_negative |= count < 0;
		has_positive |= count > 0;
		bar.total += magnitude(count);
	}
	if (has_negative)
		bar.side = has_positive ? BAR_MIDDLE : BAR_LEFT;
	return bar;
}

static size_t bar_len(const struct bar *bar, int64_t count, size_t columns)
{
	if (bar->total == 0)
		return 0;
	return (size_t)(magnitude(count) * (long double)columns / bar->total +
			0.5L);
}

/* @len signs at the left or right edge of @columns. */
static void put_bar(size_t len, size_t columns, bool at_right,
		    struct strbuf *out)
{
	if (at_right)
		strbuf_pad(out, ' ', columns - len);
	strbuf_pad(out, '@', len);
	if (!at_right)
		strbuf_pad(out, ' ', columns - len);
}

static void put_bars(const struct bar *bar, int64_t count, struct strbuf *out)
{
	const size_t half = BAR_COLUMNS / 2;

	switch (bar->side) {
	case BAR_RIGHT:
		strbuf_putc(out, '|');
		put_bar(bar_len(bar, count, BAR_COLUMNS), BAR_COLUMNS, false,
			out);
		break;
	case BAR_LEFT:
		put_bar(bar_len(bar, count, BAR_COLUMNS), BAR_COLUMNS, true,
			out);
		strbuf_putc(out, '|');
		break;
	case BAR_MIDDLE:
		put_bar(count <= 0 ? bar_len(bar, count, half) : 0, half, true,
			out);
		strbuf_putc(out, '|');
		put_bar(count > 0 ? bar_len(bar, count, half) : 0, half, false,
			out);
		break;
	}
}

void histogram_print(const struct histogram *histogram, struct strbuf *out)
{
	struct bar bar = measure(histogram);

	strbuf_printf(out, "\n%16s %41s %-9s\n", "value", ruler, "count");
	for (uint32_t i = histogram->first; i <= histogram->last; i++) {
		int64_t count = histogram->counts[i];

		histogram->label(histogram, i, out);
		strbuf_putc(out, ' ');
		put_bars(&bar, count, out);
		strbuf_printf(out, " %-9lld\n",
			      (long long)agg_normalised(count,
							histogram->normal));
	}
}

int histogram_range(const int64_t *counts, uint32_t cnt, uint32_t *first_ret,
		    uint32_t *last_ret)
{
	uint32_t first = 0, last = cnt;

	while (first < cnt && !counts[first])
		first++;
	if (first == cnt)
		return -ENODATA;
	while (!counts[last - 1])
		last--;
	*first_ret = first ? first - 1 : 0;
	*last_ret = last < cnt ? last : cnt - 1;
	return 0;
}

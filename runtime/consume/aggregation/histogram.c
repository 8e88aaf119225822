// SPDX-License-Identifier: BSD-2-Clause
/*
 * Converts counts of buckets to lines:
 *
 *	           value  ------------- Distribution ------------- count
 *	               2 |                                         0
 *	               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1
 *
 * A bar of 40 columns represents the sum of the |counts| of all rows. If
 * weights made all counts negative, the bars grow to the left of the line; with
 * both signs the line is in the middle, and bars have 20 columns. A normal
 * divides the counts that are shown, never the bars.
 */
#include "runtime/consume/aggregation/histogram.h"

#include <errno.h>

#include "base/text/color.h"
#include "runtime/consume/aggregation/agg_ops.h"

enum { BAR_COLUMNS = 40 };

static const char ruler[] = "------------- Distribution -------------";

/* With aggzoom, the part of its columns that the largest bar fills. */
static const long double zoom_part = 0.95L;

static long double magnitude(int64_t count)
{
	return count < 0 ? -(long double)count : (long double)count;
}

void bar_scale_add(struct bar_scale *scale, int64_t count)
{
	long double size = magnitude(count);

	scale->has_negative |= count < 0;
	scale->has_positive |= count > 0;
	if (!scale->look || !scale->look->is_zoomed)
		scale->total += size;
	else if (size / zoom_part > scale->total)
		scale->total = size / zoom_part;
}

static long double bar_len(const struct bar_scale *scale, int64_t count,
			   size_t columns)
{
	if (scale->total == 0)
		return 0;
	return magnitude(count) * (long double)columns / scale->total;
}

static bool has_color(const struct bar_scale *scale)
{
	return scale->look && scale->look->has_color;
}

/* Appends @len characters at the left or right edge of @columns. */
static void put_signs(const struct bar_scale *scale, long double len,
		      size_t columns, bool at_right, struct strbuf *out)
{
	size_t cnt = (size_t)(len + 0.5L);

	if (at_right)
		strbuf_pad(out, ' ', columns - cnt);
	color_begin(COLOR_BAR, cnt && has_color(scale), out);
	strbuf_pad(out, '@', cnt);
	color_end(cnt && has_color(scale), out);
	if (!at_right)
		strbuf_pad(out, ' ', columns - cnt);
}

/*
 * Appends full blocks, and one of U+2589 ... U+258F for the remaining eighths.
 */
static void put_blocks(const struct bar_scale *scale, long double len,
		       struct strbuf *out)
{
	size_t whole = (size_t)len;
	unsigned int part = (unsigned int)((len - (long double)whole) * 8);

	color_begin(COLOR_BAR, (whole || part) && has_color(scale), out);
	for (size_t i = 0; i < whole; i++)
		strbuf_puts(out, "\u2588");
	if (part)
		strbuf_printf(out, "\xe2\x96%c", 0x8f - (int)(part - 1));
	color_end((whole || part) && has_color(scale), out);
	strbuf_pad(out, ' ', BAR_COLUMNS - whole - (part != 0));
}

/*
 * The line is at the left if no count is negative, at the right if all are, and
 * in the middle of two halves if there are both signs.
 */
void bar_put(const struct bar_scale *scale, int64_t count, struct strbuf *out)
{
	const size_t half = BAR_COLUMNS / 2;

	if (!scale->has_negative) {
		strbuf_putc(out, '|');
		if (scale->look && scale->look->is_utf8)
			put_blocks(scale, bar_len(scale, count, BAR_COLUMNS),
				   out);
		else
			put_signs(scale, bar_len(scale, count, BAR_COLUMNS),
				  BAR_COLUMNS, false, out);
	} else if (!scale->has_positive) {
		put_signs(scale, bar_len(scale, count, BAR_COLUMNS),
			  BAR_COLUMNS, true, out);
		strbuf_putc(out, '|');
	} else {
		put_signs(scale, count <= 0 ? bar_len(scale, count, half) : 0,
			  half, true, out);
		strbuf_putc(out, '|');
		put_signs(scale, count > 0 ? bar_len(scale, count, half) : 0,
			  half, false, out);
	}
}

void bar_put_header(const char *title, int columns, struct strbuf *out)
{
	strbuf_printf(out, "\n%*s %41s %-9s\n", columns, title, ruler, "count");
}

void histogram_print(const struct histogram *histogram, struct strbuf *out)
{
	struct bar_scale scale = { .look = histogram->look };

	for (uint32_t i = histogram->first; i <= histogram->last; i++)
		bar_scale_add(&scale, histogram->counts[i]);
	bar_put_header("value", 16, out);
	for (uint32_t i = histogram->first; i <= histogram->last; i++) {
		int64_t count = histogram->counts[i];

		histogram->label(histogram, i, out);
		strbuf_putc(out, ' ');
		bar_put(&scale, count, out);
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

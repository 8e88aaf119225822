// SPDX-License-Identifier: BSD-2-Clause
/*
 * Draws counts by row and column as a heat map.
 *
 *	name
 *	     16 |  ..::
 *	      8 |::::##	     darker is more; the shade grows with the
 *		+-------      logarithm, so that rare values are visible
 *		0     10 s
 */
#include <math.h>
#include <string.h>

#include "runtime/consume/format/svg.h"

enum {
	LEFT = 110, /* of the labels */
	RIGHT = 20,
	HEAD = 24,
	FOOT = 36,
	ROW = 14,
};

unsigned int heat_height(const struct heat *heat)
{
	return HEAD + heat->row_cnt * ROW + FOOT;
}

static uint64_t largest(const struct heat *heat)
{
	size_t cnt = (size_t)heat->column_cnt * heat->row_cnt;
	uint64_t max = 1;

	for (size_t i = 0; i < cnt; i++)
		max = heat->counts[i] > max ? heat->counts[i] : max;
	return max;
}

static double column_x(const struct heat *heat, uint32_t column)
{
	return LEFT + (double)column * (SVG_WIDTH - LEFT - RIGHT) /
			      heat->column_cnt;
}

static void put_label(const struct heat *heat, uint32_t row, unsigned int y,
		      struct strbuf *out)
{
	struct strbuf label = { 0 };

	heat->label(heat->label_arg, row, &label);
	strbuf_printf(out,
		      "<text x=\"%d\" y=\"%u\" text-anchor=\"end\">", LEFT - 6,
		      y + ROW - 3);
	svg_put_text(strbuf_text(&label), label.len, out);
	strbuf_puts(out, "</text>\n");
	strbuf_deinit(&label);
}

static void put_cell(const struct heat *heat, uint32_t column, uint32_t row,
		     unsigned int y, double log_max, struct strbuf *out)
{
	uint64_t count = heat->counts[(size_t)column * heat->row_cnt + row];
	double shade = log((double)count + 1) / log_max;
	double x = column_x(heat, column);
	struct strbuf label = { 0 };

	if (!count)
		return;
	heat->label(heat->label_arg, row, &label);
	strbuf_printf(out,
		      "<rect x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%d\" "
		      "fill=\"hsl(%.0f,90%%,%.0f%%)\"><title>%llu of ",
		      x, y, column_x(heat, column + 1) - x, ROW,
		      50 - 45 * shade, 88 - 52 * shade,
		      (unsigned long long)count);
	svg_put_text(strbuf_text(&label), label.len, out);
	strbuf_printf(out, " at %.1f s</title></rect>\n",
		      heat->seconds * column / heat->column_cnt);
	strbuf_deinit(&label);
}

void heat_draw(const struct heat *heat, unsigned int y, struct strbuf *out)
{
	unsigned int bottom = y + HEAD + heat->row_cnt * ROW;
	double log_max = log((double)largest(heat) + 1);

	strbuf_printf(out, "<text x=\"%d\" y=\"%u\">", LEFT, y + HEAD - 8);
	svg_put_text(heat->title, strlen(heat->title), out);
	strbuf_puts(out, "</text>\n");
	for (uint32_t row = 0; row < heat->row_cnt; row++) {
		unsigned int top = bottom - (row + 1) * ROW;

		put_label(heat, row, top, out);
		for (uint32_t column = 0; column < heat->column_cnt; column++)
			put_cell(heat, column, row, top, log_max, out);
	}
	strbuf_printf(out,
		      "<path d=\"M%d %uV%uH%d\" fill=\"none\" stroke=\"#222\"/>\n"
		      "<text x=\"%d\" y=\"%u\">0</text>\n"
		      "<text x=\"%d\" y=\"%u\" text-anchor=\"end\">%.1f s</text>\n",
		      LEFT, y + HEAD, bottom, SVG_WIDTH - RIGHT, LEFT,
		      bottom + 16, SVG_WIDTH - RIGHT, bottom + 16,
		      heat->seconds);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Pictures as SVG, in one file that needs no other. */
#ifndef DTRACE_RUNTIME_CONSUME_FORMAT_SVG_H
#define DTRACE_RUNTIME_CONSUME_FORMAT_SVG_H

#include <stddef.h>
#include <stdint.h>

#include "base/text/strbuf.h"

/*
 * Writes the head of a picture of @width by @height, with its title at the top.
 */
void svg_begin(const char *title, unsigned int width, unsigned int height,
	       struct strbuf *out);
void svg_end(struct strbuf *out);
/* Appends text of an element or attribute; invalid characters become U+FFFD. */
void svg_put_text(const char *text, size_t len, struct strbuf *out);

/*
 * Draws the flame graph of folded stacks, lines `FRAME;FRAME;FRAME VALUE` from
 * the outermost frame on; values of the same stack are added. Malformed lines,
 * and values below 1, are left out. The width of a frame is its share of all
 * values; a click on it zooms to the width of the picture. Returns the number
 * of stacks with a value below 0, which have no width.
 */
size_t flame_draw(const char *folded, const char *title, struct strbuf *out);

/* A heat map: counts by row (value) and column (time). */
struct heat {
	const char *title;
	uint32_t column_cnt, row_cnt;
	const uint64_t *counts; /* [column][row], row 0 is the lowest */
	double seconds; /* of all columns */
	/* Appends what row @row is called. */
	void (*label)(const void *arg, uint32_t row, struct strbuf *out);
	const void *label_arg;
};
/* The height of the picture of @heat. */
unsigned int heat_height(const struct heat *heat);
/* Draws the map with its top at @y, into a picture that has begun. */
void heat_draw(const struct heat *heat, unsigned int y, struct strbuf *out);

enum { SVG_WIDTH = 1200 };

#endif

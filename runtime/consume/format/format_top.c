// SPDX-License-Identifier: BSD-2-Clause
/*
 * Option top: all aggregations, the largest rows first, drawn again in the same
 * place at each aggrate, as many lines as the screen has:
 *
 *	\033[H  line \033[K \n  line \033[K \n ...  \033[J
 *
 * Lines that are too long are cut by the terminal, whose wrapping is off
 * meanwhile. Records are not printed; actions with an effect are done. The last
 * state stays on the screen.
 */
#include <string.h>
#include <sys/ioctl.h>

#include "runtime/consume/aggregation/agg_print.h"
#include "runtime/consume/consumer.h"
#include "runtime/consume/format/format.h"

enum { LINES_DEFAULT = 24 };

static int screen_lines(const struct consumer *consumer)
{
	struct winsize size;

	if (ioctl(fileno(consumer_out(consumer)), TIOCGWINSZ, &size) ||
	    !size.ws_row)
		return LINES_DEFAULT;
	return size.ws_row;
}

/* Appends lines of @text to @out, at most @max, without empty ones before. */
static void put_lines(const char *text, int max, struct strbuf *out)
{
	text += strspn(text, "\n");
	for (int i = 0; i < max && *text; i++) {
		size_t len = strcspn(text, "\n");

		strbuf_add(out, text, len);
		strbuf_puts(out, "\033[K\n");
		text += len + (text[len] == '\n');
	}
}

static void draw(struct consumer *consumer)
{
	struct agg_sort sort = consumer->options.sort;
	struct strbuf *text = &consumer->line;

	sort.is_reverse = !sort.is_reverse;
	consumer->aggs.record_ns = UINT64_MAX;
	strbuf_clear(text);
	for (uint32_t id = 0; id < consumer->aggs.agg_cnt; id++) {
		agg_set_print(&consumer->aggs, &id, 1, NULL, &sort, text);
		strbuf_putc(text, '\n');
	}
	while (text->len && text->text[text->len - 1] == '\n')
		strbuf_truncate(text, text->len - 1);
	strbuf_puts(&consumer->text, "\033[?7l\033[H");
	/* the cursor is on the line below */
	put_lines(strbuf_text(text), screen_lines(consumer) - 1,
		  &consumer->text);
	strbuf_puts(&consumer->text, "\033[J\033[?7h");
}

static void top_begin(struct consumer *consumer)
{
	strbuf_puts(&consumer->text, "\033[H\033[J");
}

static void top_probe(const struct consumer_probe *probe, struct strbuf *out)
{
	(void)probe;
	(void)out;
}

const struct format_ops format_top = {
	.begin = top_begin,
	.probe = top_probe,
	.firing = format_effects,
	.printa = format_no_printa,
	.tick = draw,
	.end = draw,
};

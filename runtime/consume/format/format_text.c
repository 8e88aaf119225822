// SPDX-License-Identifier: BSD-2-Clause
/*
 * The format `text`:
 *
 *	CPU     ID                    FUNCTION:NAME
 *	  0   2436                      main:query-start select 1
 *
 * A firing of a clause that records is one line: CPU, probe id and
 * function:name, then the text of its actions in order (perform_action.c), then
 * a newline. In quiet mode there are only the texts. The column header comes
 * before the first line of the run. With flowindent the line is the call and
 * its depth (flowindent.c).
 */
#include "base/text/printable.h"
#include "runtime/consume/aggregation/agg_print.h"
#include "runtime/consume/consumer.h"
#include "runtime/consume/format/format.h"
#include "runtime/consume/text/conv.h"

static void print_header(struct consumer *consumer)
{
	if (consumer->has_header)
		return;
	consumer->has_header = true;
	if (consumer->options.flowindent)
		strbuf_printf(&consumer->text, "%3s %-41s\n", "CPU",
			      "FUNCTION");
	else
		strbuf_printf(&consumer->text, "%3s %6s %32s\n", "CPU", "ID",
			      "FUNCTION:NAME");
}

/* "%6d %32s " of id and function:name */
static void text_probe(const struct consumer_probe *probe, struct strbuf *out)
{
	struct strbuf name = { 0 };

	printable_puts(probe->function, &name);
	strbuf_putc(&name, ':');
	printable_puts(probe->name, &name);
	strbuf_printf(out, " %6u %32s ", probe->id, strbuf_text(&name));
	strbuf_deinit(&name);
}

static void print_columns(struct consumer *consumer, const struct ring_rec *rec)
{
	const struct rec_header *header = (const struct rec_header *)rec->data;
	struct conv_spec cpu_spec = { .width = 3, .precision = FMT_NONE };
	const struct strbuf *prefix;

	print_header(consumer);
	prefix = consumer_probe_text(consumer, header);
	conv_put_decimal(&cpu_spec, rec->cpu, false, &consumer->text);
	strbuf_add(&consumer->text, prefix->text, prefix->len);
}

/* ---------------------------------------------------------- flow of calls */

enum { FLOW_COLUMNS = 41 };

static void print_flow_line(struct consumer *consumer,
			    const struct ring_rec *rec,
			    const struct rec_layout *layout,
			    const struct consumer_probe *probe, bool has_more)
{
	const struct conv_spec cpu_spec = { .width = 3, .precision = FMT_NONE };
	const struct flow_line line = {
		.mark = flow_mark(rec, layout),
		.has_more = has_more,
		.provider = probe->provider,
		.function = probe->function,
		.name = probe->name,
		.kind = probe->flow,
	};
	struct strbuf *out = &consumer->text;
	size_t begin, len;

	print_header(consumer);
	conv_put_decimal(&cpu_spec, rec->cpu, false, out);
	strbuf_putc(out, ' ');
	begin = out->len;
	flow_print(&consumer->flow, &line, out);
	len = out->len - begin;
	strbuf_pad(out, ' ', len < FLOW_COLUMNS ? FLOW_COLUMNS - len + 1 : 1);
	consumer_show_items(consumer, rec, layout);
	strbuf_putc(&consumer->text, '\n');
}

static const struct rec_layout *layout_of(const struct consumer *consumer,
					  const struct ring_rec *rec)
{
	uint32_t id = ((const struct rec_header *)rec->data)->layout_id;

	return &consumer->layouts[id - REC_LAYOUT_FIRST];
}

/* Prints the return that was held; @next: the record after it, or NULL. */
static void print_held(struct consumer *consumer, const struct ring_rec *next)
{
	struct flow *flow = &consumer->flow;
	uint64_t record_ns = consumer->aggs.record_ns;
	const struct rec_layout *layout;
	struct flow_mark mark, next_mark;
	struct consumer_probe probe;
	bool has_more = false;
	struct ring_rec rec;

	if (!flow->has_held)
		return;
	rec = flow_held(flow);
	layout = layout_of(consumer, &rec);
	if (next) {
		mark = flow_mark(&rec, layout);
		next_mark = flow_mark(next, layout_of(consumer, next));
		has_more = flow_is_same_firing(&mark, &next_mark);
	}
	consumer->aggs.record_ns = flow->held_ns;
	consumer_probe_names(consumer, (const struct rec_header *)rec.data,
			     &probe);
	print_flow_line(consumer, &rec, layout, &probe, has_more);
	consumer->aggs.record_ns = record_ns;
	flow->has_held = false;
}

static void consume_flow(struct consumer *consumer, const struct ring_rec *rec,
			 const struct rec_layout *layout)
{
	struct consumer_probe probe;

	consumer_probe_names(consumer, (const struct rec_header *)rec->data,
			     &probe);
	if (probe.flow == FLOW_RETURN)
		flow_hold(&consumer->flow, rec, consumer->aggs.record_ns);
	else
		print_flow_line(consumer, rec, layout, &probe, false);
}

enum { FIRING_MAX_NS = 1000000 };

/*
 * At the end of a pass: a firing as young as this may have more records in the
 * next one.
 */
static void print_old_held(struct consumer *consumer, uint64_t start_ns)
{
	if (start_ns - consumer->flow.held_ns > FIRING_MAX_NS)
		print_held(consumer, NULL);
}

/* --------------------------------------------------------------- the format */

static void text_firing(struct consumer *consumer,
			const struct ring_rec *rec,
			const struct rec_layout *layout)
{
	bool has_columns = !consumer->options.quiet; /* before a setopt() */

	print_held(consumer, rec);
	if (consumer->options.flowindent) {
		consume_flow(consumer, rec, layout);
		return;
	}
	if (has_columns)
		print_columns(consumer, rec);
	consumer_show_items(consumer, rec, layout);
	if (has_columns)
		strbuf_putc(&consumer->text, '\n');
}

static void text_printa(struct consumer *consumer, const uint32_t *ids,
			size_t id_cnt, const struct fmt *format)
{
	if (!format)
		strbuf_putc(&consumer->text, '\n');
	agg_set_print(&consumer->aggs, ids, id_cnt, format,
		      &consumer->options.sort, &consumer->text);
}

static void text_interrupted(struct consumer *consumer)
{
	strbuf_putc(&consumer->text, '\n');
}

static void text_end(struct consumer *consumer)
{
	print_held(consumer, NULL);
	strbuf_putc(&consumer->text, '\n');
	agg_set_print_rest(&consumer->aggs, &consumer->options.sort,
			   &consumer->text);
}

const struct format_ops format_text = {
	.probe = text_probe,
	.firing = text_firing,
	.pass_end = print_old_held,
	.printa = text_printa,
	.interrupted = text_interrupted,
	.end = text_end,
};

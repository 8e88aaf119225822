// SPDX-License-Identifier: BSD-2-Clause
/*
 * Records -> lines of output.
 *
 *	CPU     ID                    FUNCTION:NAME
 *	  0   2436                      main:query-start select 1
 *
 * A firing of a clause that records is one line: CPU, probe id and
 * function:name, then the text of its actions in order (show.c), then a
 * newline. In quiet mode there are only the texts. The column header comes
 * before the first line of the run.
 *
 * The text of a pass is gathered and written in large pieces, and flushed
 * once at its end, so that a pipe or terminal sees it at once and a flood
 * does not cost a write(2) a line. The part of a line that depends on the
 * probe alone is kept for the probes seen last.
 */
#include "runtime/consume/consumer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/consume/conv.h"
#include "runtime/consume/fault.h"
#include "runtime/consume/show.h"

enum { WRITE_BYTES = 65536 };

/* ---------------------------------------------------------------- output */

FILE *consumer_out(const struct consumer *consumer)
{
	return consumer->other_out ? consumer->other_out : consumer->out;
}

/* Gives the text to the output file; it may stay in the file's buffer. */
static void write_text(struct consumer *consumer)
{
	struct strbuf *text = &consumer->text;

	if (!consumer->output_error && text->len &&
	    fwrite(text->text, 1, text->len, consumer_out(consumer)) != text->len)
		consumer->output_error = errno ? -errno : -EIO;
	strbuf_clear(text);
}

/* Addresses of the kernel were shown as numbers: why. */
static void say_symbols(struct consumer *consumer)
{
	const struct address_env *env = &consumer->options.addresses;
	const char *problem;

	if (consumer->said_symbols || !env->shows_kernel ||
	    !env->symbols.kernel)
		return;
	problem = kallsyms_problem(env->symbols.kernel);
	if (problem)
		consumer->ops->message(consumer->ctx, problem);
	consumer->said_symbols = true;
}

int consumer_flush(struct consumer *consumer)
{
	say_symbols(consumer);
	write_text(consumer);
	if (!consumer->output_error && fflush(consumer_out(consumer)))
		consumer->output_error = errno ? -errno : -EIO;
	return consumer->output_error;
}

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

/* ---------------------------------------------------------------- probes */

/* Returns whether there is such a probe; else id 0 and empty names. */
static bool find_probe(struct consumer *consumer,
		       const struct rec_header *header,
		       struct consumer_probe *ret)
{
	if (consumer->ops->probe(consumer->ctx, header, ret))
		return true;
	*ret = (struct consumer_probe){
		.provider = "",
		.module = "",
		.function = "",
		.name = "",
	};
	return false;
}

/* "%6d %32s " of id and function:name */
static void make_prefix(struct consumer *consumer,
			const struct rec_header *header,
			struct consumer_prefix *prefix)
{
	struct consumer_probe probe;
	struct strbuf name = { 0 };

	prefix->is_known = find_probe(consumer, header, &probe);
	strbuf_printf(&name, "%s:%s", probe.function, probe.name);
	prefix->prog_id = header->prog_id;
	prefix->probe_tag = header->probe_tag;
	prefix->tgid = header->tgid;
	strbuf_clear(&prefix->text);
	strbuf_printf(&prefix->text, " %6u %32s ", probe.id,
		      strbuf_text(&name));
	strbuf_deinit(&name);
}

static const struct strbuf *probe_prefix(struct consumer *consumer,
					 const struct rec_header *header)
{
	uint32_t hash =
		header->prog_id * 31 + header->probe_tag * 7 + header->tgid;
	struct consumer_prefix *prefix =
		&consumer->prefixes[hash % CONSUMER_PREFIX_CNT];

	if (!prefix->is_known || prefix->prog_id != header->prog_id ||
	    prefix->probe_tag != header->probe_tag ||
	    prefix->tgid != header->tgid)
		make_prefix(consumer, header, prefix);
	return &prefix->text;
}

static uint32_t find_enabling(struct consumer *consumer,
			      const struct rec_error *error)
{
	const struct rec_header *header = &error->header;
	uint32_t key[] = { header->prog_id, header->probe_tag,
			   error->clause_id };
	void **number;

	if (consumer->ops->enabling)
		return consumer->ops->enabling(consumer->ctx, header,
					       error->clause_id);
	number = map_put(&consumer->enablings, key, sizeof(key));
	if (!*number)
		*number = (void *)(uintptr_t)consumer->enablings.cnt;
	return (uint32_t)(uintptr_t)*number;
}

/* --------------------------------------------------------------- records */

static void consume_error(struct consumer *consumer, const struct ring_rec *rec)
{
	const struct rec_error *error = (const struct rec_error *)rec->data;
	struct strbuf message = { 0 };
	struct consumer_probe probe;

	if (rec->len_bytes < sizeof(*error)) {
		consumer->bad_cnt++;
		return;
	}
	consumer->error_cnt++;
	find_probe(consumer, &error->header, &probe);
	fault_print(error, find_enabling(consumer, error), &probe, &message);
	consumer->ops->message(consumer->ctx, strbuf_text(&message));
	strbuf_deinit(&message);
}

static uint64_t firing_time(const struct rec_layout *layout,
			    const uint8_t *data)
{
	uint64_t time_ns = 0;

	if (layout->firing_off)
		memcpy(&time_ns, data + layout->firing_off, sizeof(time_ns));
	return time_ns;
}

static void print_columns(struct consumer *consumer, const struct ring_rec *rec)
{
	const struct rec_header *header = (const struct rec_header *)rec->data;
	struct conv_spec cpu_spec = { .width = 3, .precision = FMT_NONE };
	const struct strbuf *prefix;

	print_header(consumer);
	prefix = probe_prefix(consumer, header);
	conv_put_decimal(&cpu_spec, rec->cpu, false, &consumer->text);
	strbuf_add(&consumer->text, prefix->text, prefix->len);
}

static void show_items(struct consumer *consumer, const struct ring_rec *rec,
		       const struct rec_layout *layout)
{
	const struct rec_header *header = (const struct rec_header *)rec->data;
	const uint8_t *data = rec->data + sizeof(*header);

	consumer->record_pid = (pid_t)header->tgid;
	consumer->aggs.firing_ns = firing_time(layout, data);
	for (size_t i = 0; i < layout->item_cnt; i++)
		show_table[layout->items[i].action](consumer, &layout->items[i],
						    data);
}

/* ---------------------------------------------------------- flow of calls */

static void print_flow_line(struct consumer *consumer,
			    const struct ring_rec *rec,
			    const struct rec_layout *layout, bool has_more)
{
	struct flow_line line = {
		.mark = flow_mark(rec, layout),
		.has_more = has_more,
	};
	struct consumer_probe probe;
	struct strbuf text = { 0 };

	find_probe(consumer, (const struct rec_header *)rec->data, &probe);
	line.provider = probe.provider;
	line.function = probe.function;
	line.name = probe.name;
	flow_print(&consumer->flow, &line, &text);
	print_header(consumer);
	strbuf_printf(&consumer->text, "%3u %-41s ", rec->cpu,
		      strbuf_text(&text));
	strbuf_deinit(&text);
	show_items(consumer, rec, layout);
	strbuf_putc(&consumer->text, '\n');
}

static const struct rec_layout *layout_of(const struct consumer *consumer,
					  const struct ring_rec *rec)
{
	uint32_t id = ((const struct rec_header *)rec->data)->layout_id;

	return &consumer->layouts[id - REC_LAYOUT_FIRST];
}

/* The return that waited; @next: the record behind it, or NULL. */
static void print_held(struct consumer *consumer, const struct ring_rec *next)
{
	struct flow *flow = &consumer->flow;
	uint64_t record_ns = consumer->aggs.record_ns;
	const struct rec_layout *layout;
	struct flow_mark mark, next_mark;
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
	print_flow_line(consumer, &rec, layout, has_more);
	consumer->aggs.record_ns = record_ns;
	flow->has_held = false;
}

static void consume_flow(struct consumer *consumer, const struct ring_rec *rec,
			 const struct rec_layout *layout)
{
	struct consumer_probe probe;

	find_probe(consumer, (const struct rec_header *)rec->data, &probe);
	if (flow_kind(probe.name) == FLOW_RETURN)
		flow_hold(&consumer->flow, rec, consumer->aggs.record_ns);
	else
		print_flow_line(consumer, rec, layout, false);
}

enum { FIRING_MAX_NS = 1000000 };

/* At the end of a pass: what is so young may get more in the next. */
static void print_old_held(struct consumer *consumer, uint64_t start_ns)
{
	if (start_ns - consumer->flow.held_ns > FIRING_MAX_NS)
		print_held(consumer, NULL);
}

/* ----------------------------------------------------------------- firings */

static void consume_firing(struct consumer *consumer,
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
	show_items(consumer, rec, layout);
	if (has_columns)
		strbuf_putc(&consumer->text, '\n');
}

static void consume_held(void *ctx, const struct ring_rec *rec)
{
	uint32_t id = ((const struct rec_header *)rec->data)->layout_id;
	struct consumer *consumer = ctx;

	consume_firing(consumer, rec, &consumer->layouts[id - REC_LAYOUT_FIRST]);
}

static void consume_commit(struct consumer *consumer,
			   const struct ring_rec *rec)
{
	const struct rec_commit *commit = (const struct rec_commit *)rec->data;

	if (rec->len_bytes < sizeof(*commit)) {
		consumer->bad_cnt++;
		return;
	}
	consumer->record_cnt++;
	consumer->aggs.record_ns = commit->header.time_ns;
	spec_set_commit(&consumer->specs, &commit->spec, consume_held,
			consumer);
}

static void consume_record(struct consumer *consumer,
			   const struct ring_rec *rec)
{
	uint32_t id = ((const struct rec_header *)rec->data)->layout_id;
	const struct rec_layout *layout;
	const struct rec_spec *spec;

	if (id == REC_LAYOUT_ERROR) {
		consume_error(consumer, rec);
		return;
	}
	if (id == REC_LAYOUT_COMMIT) {
		consume_commit(consumer, rec);
		return;
	}
	if (id < REC_LAYOUT_FIRST ||
	    id - REC_LAYOUT_FIRST >= consumer->layout_cnt) {
		consumer->bad_cnt++;
		return;
	}
	layout = &consumer->layouts[id - REC_LAYOUT_FIRST];
	if (rec->len_bytes < sizeof(struct rec_header) + layout->data_bytes) {
		consumer->bad_cnt++;
		return;
	}
	consumer->record_cnt++;
	spec = (const struct rec_spec *)(rec->data +
					 sizeof(struct rec_header));
	if (layout->is_speculative && spec->id) {
		spec_set_hold(&consumer->specs, spec, rec);
		return;
	}
	consumer->aggs.record_ns =
		((const struct rec_header *)rec->data)->time_ns;
	consume_firing(consumer, rec, layout);
}

/* From the rings, out of order: a new key of an aggregation. */
static void consume_key(void *ctx, const uint8_t *data, uint32_t len_bytes)
{
	const struct rec_key *key = (const struct rec_key *)data;
	struct consumer *consumer = ctx;
	const struct agg_set *aggs = &consumer->aggs;

	if (len_bytes < sizeof(*key) || key->agg_id >= aggs->agg_cnt ||
	    len_bytes - sizeof(*key) <
		    aggs->aggs[key->agg_id].layout->key_bytes ||
	    agg_set_learn(&consumer->aggs, key->agg_id, key->slot, key + 1))
		consumer->bad_cnt++;
}

/* ---------------------------------------------------------- aggregations */

struct walk_target {
	struct agg_set *aggs;
	uint32_t agg_id;
};

static int learn_walked(void *arg, const void *key, uint32_t slot)
{
	struct walk_target *target = arg;

	return agg_set_learn(target->aggs, target->agg_id, slot, key);
}

void consumer_sync_keys(struct consumer *consumer)
{
	struct agg_set *aggs = &consumer->aggs;
	uint64_t drops =
		counters_total(&consumer->drops.counters, CNT_KEY_REC_DROPPED);

	if (drops == consumer->key_drops_walked)
		return;
	for (uint32_t id = 0; id < aggs->agg_cnt; id++) {
		const struct agg_layout *layout = aggs->aggs[id].layout;
		struct walk_target target = { .aggs = aggs, .agg_id = id };

		if (!aggs->aggs[id].ops || !layout->key_cnt)
			continue;
		if (consumer->ops->walk(consumer->ctx, layout->keyed_idx,
					learn_walked, &target))
			return; /* tried again at the next print */
	}
	consumer->key_drops_walked = drops;
}

/* ------------------------------------------------------------- the passes */

void consumer_init(struct consumer *consumer,
		   const struct consumer_config *config)
{
	*consumer = (struct consumer){
		.out = config->out,
		.options = config->options,
		.layouts = config->layouts,
		.layout_cnt = config->layout_cnt,
		.child_mask = config->child_mask,
		.ops = config->ops,
		.ctx = config->ctx,
		.recent = { .limit_bytes = config->recent_bytes },
	};
	ring_set_init(&consumer->rings, consume_key, consumer);
	agg_set_init(&consumer->aggs, config->aggs, config->agg_cnt,
		     &config->agg_memory);
	consumer->aggs.addresses = &consumer->options.addresses;
	drops_init(&consumer->drops, &config->counters);
	spec_set_init(&consumer->specs, config->spec_memory, config->spec_cnt);
}

void consumer_deinit(struct consumer *consumer)
{
	ring_set_deinit(&consumer->rings);
	agg_set_deinit(&consumer->aggs);
	drops_deinit(&consumer->drops);
	spec_set_deinit(&consumer->specs);
	flow_deinit(&consumer->flow);
	recent_deinit(&consumer->recent);
	map_deinit(&consumer->enablings);
	strbuf_deinit(&consumer->text);
	if (consumer->other_out)
		fclose(consumer->other_out);
	for (int i = 0; i < CONSUMER_PREFIX_CNT; i++)
		strbuf_deinit(&consumer->prefixes[i].text);
}

int consumer_pass_until(struct consumer *consumer, uint64_t start_ns)
{
	struct ring_rec rec;

	ring_set_begin(&consumer->rings, start_ns);
	while (!consumer->output_error &&
	       ring_set_next(&consumer->rings, &rec)) {
		if (consumer->recent.limit_bytes)
			recent_add(&consumer->recent, &rec);
		else
			consume_record(consumer, &rec);
		if (consumer->text.len >= WRITE_BYTES)
			write_text(consumer);
	}
	print_old_held(consumer, start_ns);
	ring_set_end(&consumer->rings);
	return consumer_flush(consumer);
}

int consumer_pass(struct consumer *consumer)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return consumer_pass_until(consumer,
				   (uint64_t)now.tv_sec * 1000000000 +
					   (uint64_t)now.tv_nsec);
}

int consumer_newline(struct consumer *consumer)
{
	strbuf_putc(&consumer->text, '\n');
	return consumer_flush(consumer);
}

void consumer_clean(struct consumer *consumer)
{
	spec_set_clean(&consumer->specs);
}

void consumer_report_drops(struct consumer *consumer)
{
	drops_report(&consumer->drops, consumer->options.droptags,
		     consumer->ops->message, consumer->ctx);
}

/* Never seen unless memory or the generator is broken: say it. */
static void report_damage(struct consumer *consumer)
{
	struct strbuf message = { 0 };

	if (!consumer->bad_cnt && !consumer->rings.damaged_bytes)
		return;
	strbuf_printf(&message,
		      "%llu records and %llu bytes of the rings made no sense",
		      (unsigned long long)consumer->bad_cnt,
		      (unsigned long long)consumer->rings.damaged_bytes);
	consumer->ops->message(consumer->ctx, strbuf_text(&message));
	strbuf_deinit(&message);
}

/* What the ring policy kept up to now is printed, and no more is kept. */
static void consume_recent(struct consumer *consumer)
{
	struct ring_rec rec;

	consumer->recent.limit_bytes = 0;
	while (!consumer->output_error && recent_next(&consumer->recent, &rec)) {
		consume_record(consumer, &rec);
		if (consumer->text.len >= WRITE_BYTES)
			write_text(consumer);
	}
}

int consumer_final(struct consumer *consumer)
{
	consumer_pass_until(consumer, UINT64_MAX);
	consume_recent(consumer);
	print_held(consumer, NULL);
	strbuf_putc(&consumer->text, '\n');
	consumer_sync_keys(consumer);
	consumer->aggs.record_ns = UINT64_MAX;
	agg_set_print_rest(&consumer->aggs, &consumer->options.sort,
			   &consumer->text);
	report_damage(consumer);
	return consumer_flush(consumer);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * The formats that are pictures, drawn at the end of the run:
 *
 *	flame	stacks that are keys, as in the format `folded`
 *	heat	histograms over time: a column for each aggrate, whose new
 *		values determine the shade of each bucket. One picture for each
 *		aggregation of quantize() and similar functions; keys are added
 *		up.
 *
 * A file of -o is replaced as a whole.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/system/clock.h"
#include "base/system/file.h"
#include "runtime/consume/aggregation/agg_rows.h"
#include "runtime/consume/aggregation/agg_take.h"
#include "runtime/consume/consumer.h"
#include "runtime/consume/format/folded.h"
#include "runtime/consume/format/format.h"
#include "runtime/consume/format/svg.h"

static void write_picture(struct consumer *consumer, struct strbuf *picture)
{
	int err = 0;

	if (consumer->out_path)
		err = file_write_atomic(consumer->out_path, picture->text,
					picture->len);
	else
		strbuf_add(&consumer->text, picture->text, picture->len);
	if (err)
		consumer_output_failed(consumer, err);
	strbuf_deinit(picture);
}

/* ------------------------------------------------------------- flame graph */

/*
 * A key with a stack. A picture shows each value once, however often printa()
 * does: as it is at the end, or as it was printed before an action dropped it.
 */
struct flame_stack {
	char *text; /* of the key, as `folded` prints it */
	int64_t dropped; /* values that were printed and then dropped */
	int64_t value; /* when it was printed last */
	uint32_t clears; /* at that time: see struct agg */
};

struct flame_state {
	struct map stacks; /* aggregation and key -> struct flame_stack */
};

static void flame_begin(struct consumer *consumer)
{
	consumer->format_state = xcalloc(1, sizeof(struct flame_state));
}

static void flame_free(void *format_state)
{
	struct flame_state *state = format_state;

	for (size_t i = 0; i < state->stacks.cnt; i++) {
		struct flame_stack *stack = state->stacks.entries[i].value;

		free(stack->text);
		free(stack);
	}
	map_deinit(&state->stacks);
	free(state);
}

static struct flame_stack *find_stack(struct consumer *consumer,
				      const struct agg_layout *layout,
				      const struct agg_row *row)
{
	struct flame_state *state = consumer->format_state;
	struct strbuf key = { 0 }, text = { 0 };
	struct flame_stack *stack;
	void **found;

	strbuf_add(&key, &layout->id, sizeof(layout->id));
	strbuf_add(&key, row->key, layout->key_bytes);
	found = map_put(&state->stacks, key.text, key.len);
	strbuf_deinit(&key);
	if (*found)
		return *found;
	*found = stack = xcalloc(1, sizeof(*stack));
	/* at the end, a process that ended long ago may be forgotten */
	folded_put_stack(consumer, layout, row, &text);
	stack->text = xstrdup(strbuf_text(&text));
	strbuf_deinit(&text);
	return stack;
}

static void take_stacks(struct consumer *consumer, uint32_t id)
{
	const struct agg *agg = &consumer->aggs.aggs[id];
	struct agg_rows rows;

	if (!folded_has_stack(agg->layout) ||
	    !agg_set_rows(&consumer->aggs, &id, 1, &consumer->options.sort,
			  true, &rows))
		return;
	for (size_t i = 0; i < rows.row_cnt; i++) {
		const struct agg_row *row = &rows.rows[i];
		struct flame_stack *stack =
			find_stack(consumer, agg->layout, row);

		if (stack->clears != agg->clears[row->slot])
			stack->dropped += stack->value;
		stack->clears = agg->clears[row->slot];
		stack->value = folded_value(row->values);
	}
	agg_rows_deinit(&rows);
}

static void flame_printa(struct consumer *consumer, const uint32_t *ids,
			 size_t id_cnt, const struct fmt *format)
{
	(void)format;
	for (size_t i = 0; i < id_cnt; i++)
		take_stacks(consumer, ids[i]);
}

/* Values that a picture can't show are reported once, at the end. */
static void say_negative(struct consumer *consumer, size_t cnt,
			 const char *format, const char *what)
{
	struct strbuf message = { 0 };

	if (!cnt)
		return;
	strbuf_printf(&message, "oformat=%s: %zu %s%s below 0; left out: text "
		      "and json have them", format, cnt, what,
		      cnt == 1 ? " is" : "s are");
	consumer->ops->message(consumer->ctx, strbuf_text(&message));
	strbuf_deinit(&message);
}

static void flame_end(struct consumer *consumer)
{
	const struct flame_state *state = consumer->format_state;
	struct strbuf lines = { 0 }, picture = { 0 };
	size_t negative_cnt;

	for (uint32_t id = 0; id < consumer->aggs.agg_cnt; id++) {
		const struct agg *agg = &consumer->aggs.aggs[id];

		if (agg->ops && !folded_has_stack(agg->layout))
			folded_say_left_out(consumer, agg->layout,
					    FOLDED_NO_STACK);
		take_stacks(consumer, id);
	}
	for (size_t i = 0; i < state->stacks.cnt; i++) {
		const struct flame_stack *stack =
			state->stacks.entries[i].value;

		strbuf_printf(&lines, "%s %lld\n", stack->text,
			      (long long)(stack->dropped + stack->value));
	}
	negative_cnt =
		flame_draw(strbuf_text(&lines), "dtrace: stacks", &picture);
	say_negative(consumer, negative_cnt, "flame", "value");
	write_picture(consumer, &picture);
	strbuf_deinit(&lines);
}

const struct format_ops format_flame = {
	.begin = flame_begin,
	.free_state = flame_free,
	.firing = format_effects,
	.printa = flame_printa,
	.end = flame_end,
};

/* ---------------------------------------------------------------- heat map */

enum { COLUMN_MAX = 512 };

/*
 * One aggregation: the totals of its buckets at the end of each column, with
 * what clear() and trunc() have dropped.
 */
struct heat_series {
	uint32_t agg_id;
	uint32_t bucket_cnt;
	uint64_t *totals; /* [COLUMN_MAX][bucket_cnt] */
};

/* The columns kept so far; when there is no room left, pairs are joined. */
struct heat_state {
	uint64_t start_ns;
	uint32_t column_cnt;
	uint32_t ticks_each, ticks; /* of a column; of the last one so far */
	size_t series_cnt;
	struct heat_series series[];
};

static bool is_histogram(const struct agg *agg)
{
	return agg->ops && !agg->ops->scalar;
}

static struct agg_value sample_value(const struct agg *agg)
{
	return (struct agg_value){
		.ops = agg->ops,
		.params = agg->layout->ident->agg_params,
		.normal = 1,
	};
}

static void heat_begin(struct consumer *consumer)
{
	const struct agg_set *set = &consumer->aggs;
	struct heat_state *state =
		xcalloc(1, sizeof(*state) +
				   set->agg_cnt * sizeof(state->series[0]));

	state->ticks_each = 1;
	state->start_ns = clock_ns(CLOCK_MONOTONIC);
	for (uint32_t id = 0; id < set->agg_cnt; id++) {
		struct agg_value sample;
		uint32_t cnt;

		if (!is_histogram(&set->aggs[id]))
			continue;
		agg_set_keep_dropped(&consumer->aggs, id);
		sample = sample_value(&set->aggs[id]);
		cnt = sample.ops->bucket_cnt(&sample);
		state->series[state->series_cnt++] = (struct heat_series){
			.agg_id = id,
			.bucket_cnt = cnt,
			.totals = xcalloc((size_t)COLUMN_MAX * cnt,
					  sizeof(uint64_t)),
		};
	}
	consumer->format_state = state;
}

static void heat_free(void *format_state)
{
	struct heat_state *state = format_state;

	for (size_t i = 0; i < state->series_cnt; i++)
		free(state->series[i].totals);
	free(state);
}

static uint64_t *column_of(const struct heat_series *series, uint32_t column)
{
	return series->totals + (size_t)column * series->bucket_cnt;
}

/* Nothing leaves the totals, so the second of two columns includes the first. */
static void join_columns(struct heat_state *state)
{
	for (size_t i = 0; i < state->series_cnt; i++) {
		const struct heat_series *series = &state->series[i];

		for (uint32_t to = 0; to < COLUMN_MAX / 2; to++)
			memcpy(column_of(series, to),
			       column_of(series, 2 * to + 1),
			       series->bucket_cnt * sizeof(uint64_t));
	}
	state->column_cnt = COLUMN_MAX / 2;
	state->ticks_each *= 2;
}

static void take_column(struct consumer *consumer,
			const struct heat_series *series, uint64_t *totals)
{
	const struct agg *agg = &consumer->aggs.aggs[series->agg_id];
	struct agg_sort sort = { 0 };
	struct agg_rows rows;

	memcpy(totals, agg->dropped, series->bucket_cnt * sizeof(uint64_t));
	if (!agg_set_rows(&consumer->aggs, &series->agg_id, 1, &sort, false,
			  &rows))
		return;
	for (size_t row = 0; row < rows.row_cnt; row++)
		for (uint32_t i = 0; i < series->bucket_cnt; i++)
			totals[i] += rows.rows[row].values->words[i];
	agg_rows_deinit(&rows);
}

static void heat_tick(struct consumer *consumer)
{
	struct heat_state *state = consumer->format_state;

	if (!state->ticks && state->column_cnt == COLUMN_MAX)
		join_columns(state);
	if (!state->ticks)
		state->column_cnt++;
	consumer->aggs.record_ns = UINT64_MAX;
	for (size_t i = 0; i < state->series_cnt; i++)
		take_column(consumer, &state->series[i],
			    column_of(&state->series[i],
				      state->column_cnt - 1));
	state->ticks = (state->ticks + 1) % state->ticks_each;
}

/* A picture's rows: the buckets from the first to the last with a count. */
struct heat_rows {
	struct agg_value sample;
	uint32_t first;
	uint64_t words[]; /* all 0, for the sample */
};

static void put_bucket_label(const void *arg, uint32_t row, struct strbuf *out)
{
	const struct heat_rows *rows = arg;
	struct agg_bucket bucket;

	rows->sample.ops->bucket(&rows->sample, rows->first + row, &bucket);
	if (bucket.is_below)
		strbuf_printf(out, "<= %lld", (long long)bucket.to);
	else
		strbuf_printf(out, "%s%lld", bucket.is_above ? ">= " : "",
			      (long long)bucket.from);
}

/* The new values of each column: its totals minus those of the one before. */
static uint64_t *make_counts(const struct heat_state *state,
			     const struct heat_series *series, uint32_t first,
			     uint32_t row_cnt, size_t *negative_cnt)
{
	uint64_t *counts = xcalloc((size_t)state->column_cnt * row_cnt + 1,
				   sizeof(uint64_t));

	for (uint32_t column = 0; column < state->column_cnt; column++) {
		const uint64_t *now = column_of(series, column) + first;
		const uint64_t *before =
			column ? column_of(series, column - 1) + first : NULL;

		for (uint32_t row = 0; row < row_cnt; row++) {
			uint64_t old = before ? before[row] : 0;
			int64_t added = (int64_t)(now[row] - old);

			/* negative weights have no shade */
			if (added < 0)
				++*negative_cnt;
			else
				counts[(size_t)column * row_cnt + row] =
					(uint64_t)added;
		}
	}
	return counts;
}

/* Finds the buckets that ever had a count; returns false if none had. */
static bool range_of(const struct heat_state *state,
		     const struct heat_series *series, uint32_t *first_ret,
		     uint32_t *last_ret)
{
	uint32_t first = series->bucket_cnt, last = 0;

	for (uint32_t column = 0; column < state->column_cnt; column++) {
		const uint64_t *totals = column_of(series, column);

		for (uint32_t i = 0; i < series->bucket_cnt; i++) {
			if (!totals[i])
				continue;
			first = i < first ? i : first;
			last = i > last ? i : last;
		}
	}
	*first_ret = first;
	*last_ret = last;
	return first < series->bucket_cnt;
}

/* Draws one aggregation at @y; with NULL only returns its height. */
static unsigned int draw_series(struct consumer *consumer,
				const struct heat_series *series,
				unsigned int y, struct strbuf *out)
{
	const struct heat_state *state = consumer->format_state;
	const struct agg *agg = &consumer->aggs.aggs[series->agg_id];
	struct heat heat = { .title = format_agg_name(agg->layout,
							   "values") };
	struct heat_rows *rows;
	uint32_t first, last;
	size_t negative_cnt = 0;
	uint64_t *counts;

	if (!range_of(state, series, &first, &last))
		return 0;
	heat.column_cnt = state->column_cnt;
	heat.row_cnt = last - first + 1;
	if (!out)
		return heat_height(&heat);
	rows = xcalloc(1, sizeof(*rows) +
				  agg->layout->value_words * sizeof(uint64_t));
	rows->sample = sample_value(agg);
	rows->sample.words = rows->words;
	rows->first = first;
	counts = make_counts(state, series, first, heat.row_cnt,
			     &negative_cnt);
	say_negative(consumer, negative_cnt, "heat", "cell");
	heat.counts = counts;
	heat.seconds = (double)(clock_ns(CLOCK_MONOTONIC) - state->start_ns) / 1e9;
	heat.label = put_bucket_label;
	heat.label_arg = rows;
	heat_draw(&heat, y, out);
	free(counts);
	free(rows);
	return heat_height(&heat);
}

static void heat_end(struct consumer *consumer)
{
	const struct heat_state *state = consumer->format_state;
	unsigned int height = 40;
	struct strbuf picture = { 0 };

	heat_tick(consumer);
	for (uint32_t id = 0; id < consumer->aggs.agg_cnt; id++) {
		const struct agg *agg = &consumer->aggs.aggs[id];

		if (agg->ops && !is_histogram(agg))
			folded_say_left_out(consumer, agg->layout,
					    "it is not a histogram");
	}
	for (size_t i = 0; i < state->series_cnt; i++)
		height += draw_series(consumer, &state->series[i], 0, NULL);
	svg_begin("dtrace: values over time", SVG_WIDTH, height, &picture);
	height = 40;
	for (size_t i = 0; i < state->series_cnt; i++)
		height += draw_series(consumer, &state->series[i], height,
				      &picture);
	svg_end(&picture);
	write_picture(consumer, &picture);
}

const struct format_ops format_heat = {
	.begin = heat_begin,
	.free_state = heat_free,
	.firing = format_effects,
	.printa = format_no_printa,
	.tick = heat_tick,
	.end = heat_end,
};

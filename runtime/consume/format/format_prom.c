// SPDX-License-Identifier: BSD-2-Clause
/*
 * The format `prom`: aggregations as metrics, in the text format of Prometheus
 * (version 0.0.4):
 *
 *	# TYPE dtrace_reads histogram
 *	dtrace_reads_bucket{execname="cat",le="7"} 3
 *
 * A file (-o) is replaced as a whole at each aggrate, so that its reader sees a
 * consistent state; without one, and into a pipe, everything is printed at the
 * end. Times are left out: the reader uses the time of its reading.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/cleanup.h"
#include "base/system/file.h"
#include "base/vec.h"
#include "lang/check/checker.h"
#include "runtime/consume/aggregation/agg_rows.h"
#include "runtime/consume/aggregation/agg_take.h"
#include "runtime/consume/consumer.h"
#include "runtime/consume/format/format.h"
#include "runtime/consume/prom_name.h"

/* The sums of the drops reported to drop(), by kind. */
struct prom_drops {
	size_t cnt;
	struct {
		const char *kind;
		uint64_t count;
	} kinds[16];
};

/* Lives as long as the run. */
struct prom_state {
	struct prom_names names;
	struct prom_name *aggs; /* [id] */
	bool is_replaced; /* the file of -o; NULL: all is written at the end */
	struct strbuf file_label; /* {file="NAME"} or nothing */
	struct prom_drops drops;
};

/* One line, or those of one histogram. */
struct series {
	const char *labels; /* `execname="sh",arg0="x"` */
	uint64_t *words; /* of the value */
	struct agg_value value;
};

/* Those of one aggregation. */
struct prom_rows {
	struct arena arena;
	struct map by_labels; /* -> struct series */
	VEC(struct series *) series;
};

/* ------------------------------------------------------------------ series */

static void put_label_value(struct address_env *env,
			    const struct rec_field *field, const uint8_t *key,
			    struct strbuf *out)
{
	struct strbuf text = { 0 };

	format_put_plain(env, field, key, &text);
	if (!text.len && rec_is_stack(field->kind))
		strbuf_puts(&text, OFORMAT_NO_STACK);
	prom_put_label_text(strbuf_text(&text), text.len, out);
	strbuf_deinit(&text);
}

static void put_labels(struct consumer *consumer,
		       const struct agg_layout *layout,
		       const struct agg_row *row, struct strbuf *out)
{
	const struct prom_state *state = consumer->format_state;
	struct address_env *env = &consumer->options.addresses;
	uint64_t was_ns = address_at(env, row->key_ns);

	for (size_t i = 0; i < layout->key_cnt; i++) {
		strbuf_printf(out, "%s%s=", i ? "," : "",
			      state->aggs[layout->id].labels[i]);
		put_label_value(env, &layout->keys[i], row->key, out);
	}
	address_at(env, was_ns);
}

static uint64_t *copy_words(struct arena *arena, const struct agg_layout *layout,
			    const struct agg_row *row)
{
	uint64_t *words = arena_new_array(arena, uint64_t, layout->value_words);

	memcpy(words, row->values->words, layout->value_words * sizeof(*words));
	return words;
}

/*
 * Different keys can look alike, as two static functions of one name. A reader
 * takes one series for each set of labels, so they are added, as the values of
 * several CPUs are.
 */
static void add_row(struct consumer *consumer, const struct agg_layout *layout,
		    const struct agg_row *row, struct prom_rows *rows)
{
	struct strbuf labels = { 0 };
	struct series *series;
	void **slot;

	put_labels(consumer, layout, row, &labels);
	slot = map_put(&rows->by_labels, strbuf_text(&labels), labels.len);
	series = *slot;
	if (series) {
		series->value.ops->take(series->words,
					copy_words(&rows->arena, layout, row),
					layout->value_words);
	} else {
		series = *slot = arena_new(&rows->arena, struct series);
		series->labels = arena_strndup(
			&rows->arena, strbuf_text(&labels), labels.len);
		series->words = copy_words(&rows->arena, layout, row);
		series->value = *row->values;
		series->value.words = series->words;
		vec_push(&rows->series, series);
	}
	strbuf_deinit(&labels);
}

/* ----------------------------------------------------------------- metrics */

static enum prom_type type_of(const struct ident *ident)
{
	if (!agg_ops_table[ident->agg_func]->scalar)
		return PROM_HISTOGRAM;
	return ident->agg_func == AGG_count || ident->agg_func == AGG_sum ?
		PROM_COUNTER : PROM_GAUGE;
}

/* METRIC{LABELS,le="LE"}; @le may be NULL */
static void put_name(const char *metric, const char *suffix,
		     const char *labels, const char *le, struct strbuf *out)
{
	strbuf_printf(out, "%s%s", metric, suffix);
	if (!*labels && !le)
		return;
	strbuf_printf(out, "{%s", labels);
	if (le)
		strbuf_printf(out, "%sle=\"%s\"", *labels ? "," : "", le);
	strbuf_putc(out, '}');
}

static void put_scalar(const char *metric, const char *suffix,
		       const struct series *series, struct strbuf *out)
{
	const struct agg_value *value = &series->value;

	put_name(metric, suffix, series->labels, NULL, out);
	if (value->ops->is_signed)
		strbuf_printf(out, " %lld\n",
			      (long long)value->ops->scalar(value));
	else
		strbuf_printf(out, " %llu\n",
			      (unsigned long long)value->ops->scalar(value));
}

static void put_bucket(const char *metric, const struct series *series,
		       const char *le, int64_t count, struct strbuf *out)
{
	put_name(metric, "_bucket", series->labels, le, out);
	strbuf_printf(out, " %lld\n", (long long)count);
}

/*
 * Buckets are cumulative. All from 0 up are written, even without a count:
 * buckets of several machines are added by `le`, and a missing one would count
 * as 0, not as the sum of those below it. Below 0, a missing bucket is indeed
 * 0.
 */
static void put_histogram(const char *metric, const struct series *series,
			  struct strbuf *out)
{
	const struct agg_value *value = &series->value;
	uint32_t cnt = value->ops->bucket_cnt(value);
	int64_t total = 0;

	for (uint32_t i = 0; i < cnt; i++) {
		struct agg_bucket bucket;
		char le[24];

		value->ops->bucket(value, i, &bucket);
		total += bucket.count;
		if (bucket.is_above || (!total && bucket.to < 0))
			continue;
		snprintf(le, sizeof(le), "%lld", (long long)bucket.to);
		put_bucket(metric, series, le, total, out);
	}
	put_bucket(metric, series, "+Inf", total, out);
	put_name(metric, "_count", series->labels, NULL, out);
	strbuf_printf(out, " %lld\n", (long long)total);
}

static void put_head(const char *metric, const char *suffix, const char *type,
		     const char *help, struct strbuf *out)
{
	strbuf_printf(out, "# HELP %s%s %s\n# TYPE %s%s %s\n", metric, suffix,
		      help, metric, suffix, type);
}

/*
 * After clear() there may be no smallest value and no mean. 0 would be taken
 * for one.
 */
static bool has_number(enum agg_func func, const struct series *series)
{
	const uint64_t *words = series->words;

	if (func == AGG_min || func == AGG_max)
		return words[0] || words[1];
	if (func == AGG_avg || func == AGG_stddev)
		return words[0]; /* the count */
	return true;
}

static void put_family(const struct ident *ident, const char *metric,
		       const struct prom_rows *rows, struct strbuf *out)
{
	static const char *const words[] = { "counter", "gauge", "histogram" };
	enum prom_type type = type_of(ident);
	const char *suffix = type == PROM_COUNTER ? "_total" : "";
	_cleanup_free_ char *help =
		xasprintf("@%s = %s()", strcmp(ident->name, "_") ? ident->name :
								   "",
			  agg_func_name(ident->agg_func));

	put_head(metric, suffix, words[type], help, out);
	for (size_t i = 0; i < rows->series.cnt; i++) {
		if (type == PROM_HISTOGRAM)
			put_histogram(metric, rows->series.v[i], out);
		else if (has_number(ident->agg_func, rows->series.v[i]))
			put_scalar(metric, suffix, rows->series.v[i], out);
	}
}

static void put_aggregation(struct consumer *consumer, uint32_t id,
			    struct strbuf *out)
{
	const struct prom_state *state = consumer->format_state;
	const struct agg_layout *layout = consumer->aggs.aggs[id].layout;
	struct agg_sort by_key = { .by_key = true };
	struct prom_rows series = { 0 };
	struct agg_rows rows;

	if (!agg_set_rows(&consumer->aggs, &id, 1, &by_key, false, &rows))
		return;
	arena_init(&series.arena);
	for (size_t i = 0; i < rows.row_cnt; i++)
		add_row(consumer, layout, &rows.rows[i], &series);
	if (series.series.cnt)
		put_family(layout->ident, state->aggs[id].metric, &series, out);
	vec_deinit(&series.series);
	map_deinit(&series.by_labels);
	arena_deinit(&series.arena);
	agg_rows_deinit(&rows);
}

/* ------------------------------------------------------ is the run complete */

/* Reports a metric whose name is not that of its aggregation. */
static void say_changed(struct consumer *consumer, const struct ident *ident,
			const char *metric)
{
	struct strbuf message = { 0 };

	strbuf_printf(&message,
		      "oformat=prom: @%s is written as %s%s: another metric "
		      "already has its name",
		      ident->name, metric,
		      type_of(ident) == PROM_COUNTER ? "_total" : "");
	consumer->ops->message(consumer->ctx, strbuf_text(&message));
	strbuf_deinit(&message);
}

static void prom_begin(struct consumer *consumer)
{
	const struct agg_set *set = &consumer->aggs;
	struct prom_state *state = xcalloc(1, sizeof(*state));
	const char *path = consumer->out_path;
	struct stat st;

	consumer->format_state = state;
	prom_names_init(&state->names);
	state->aggs = xcalloc(set->agg_cnt + 1, sizeof(state->aggs[0]));
	for (size_t id = 0; id < set->agg_cnt; id++) {
		const struct ident *ident = set->aggs[id].layout->ident;

		if (!set->aggs[id].ops)
			continue;
		prom_name_give(&state->names, ident, type_of(ident),
			       &state->aggs[id]);
		if (prom_name_is_changed(&state->aggs[id], ident))
			say_changed(consumer, ident, state->aggs[id].metric);
	}
	if (!path)
		return;
	state->is_replaced = stat(path, &st) || S_ISREG(st.st_mode);
	if (strrchr(path, '/'))
		path = strrchr(path, '/') + 1;
	strbuf_puts(&state->file_label, "file=");
	prom_put_label_text(path, strlen(path), &state->file_label);
}

static void prom_free(void *format_state)
{
	struct prom_state *state = format_state;

	prom_names_deinit(&state->names);
	strbuf_deinit(&state->file_label);
	free(state->aggs);
	free(state);
}

static void prom_drop(struct consumer *consumer, const struct drop *drop)
{
	struct prom_state *state = consumer->format_state;
	struct prom_drops *drops = &state->drops;
	size_t i = 0;

	while (i < drops->cnt && strcmp(drops->kinds[i].kind, drop->kind))
		i++;
	if (i == sizeof(drops->kinds) / sizeof(drops->kinds[0]))
		return;
	if (i == drops->cnt)
		drops->kinds[drops->cnt++].kind = drop->kind;
	drops->kinds[i].count += drop->count;
}

static void put_total(const char *metric, const char *labels, uint64_t value,
		      struct strbuf *out)
{
	put_name(metric, "", labels, NULL, out);
	strbuf_printf(out, " %llu\n", (unsigned long long)value);
}

/* The file name is a label, because several runs may write into one folder. */
static void put_totals(struct consumer *consumer, struct strbuf *out)
{
	struct prom_state *state = consumer->format_state;
	const char *file = strbuf_text(&state->file_label);

	put_head("dtrace_run_records_total", "", "counter",
		 "records that were read", out);
	put_total("dtrace_run_records_total", file, consumer->record_cnt, out);
	put_head("dtrace_run_errors_total", "", "counter",
		 "faults of clauses", out);
	put_total("dtrace_run_errors_total", file, consumer->error_cnt, out);
	if (state->drops.cnt)
		put_head("dtrace_run_drops_total", "", "counter",
			 "what was lost", out);
	for (size_t i = 0; i < state->drops.cnt; i++) {
		_cleanup_free_ char *labels =
			xasprintf("%s%skind=\"%s\"", file, *file ? "," : "",
				  state->drops.kinds[i].kind);

		put_total("dtrace_run_drops_total", labels,
			  state->drops.kinds[i].count, out);
	}
}

/* --------------------------------------------------------------- the format */

static void put_all(struct consumer *consumer, struct strbuf *out)
{
	for (uint32_t id = 0; id < consumer->aggs.agg_cnt; id++)
		put_aggregation(consumer, id, out);
	put_totals(consumer, out);
}

static void prom_tick(struct consumer *consumer)
{
	const struct prom_state *state = consumer->format_state;
	struct strbuf text = { 0 };
	int err;

	if (!state->is_replaced)
		return;
	consumer->aggs.record_ns = UINT64_MAX;
	put_all(consumer, &text);
	err = file_write_atomic(consumer->out_path, text.text, text.len);
	if (err)
		consumer_output_failed(consumer, err);
	strbuf_deinit(&text);
}

static void prom_end(struct consumer *consumer)
{
	const struct prom_state *state = consumer->format_state;

	if (state->is_replaced)
		prom_tick(consumer);
	else
		put_all(consumer, &consumer->text);
}

const struct format_ops format_prom = {
	.begin = prom_begin,
	.free_state = prom_free,
	.firing = format_effects,
	.printa = format_no_printa,
	.drop = prom_drop,
	.tick = prom_tick,
	.end = prom_end,
};

// SPDX-License-Identifier: BSD-2-Clause
/*
 * The form `prom`: aggregations as metrics, in the text format of Prometheus
 * (version 0.0.4):
 *
 *	# TYPE dtrace_reads histogram
 *	dtrace_reads_bucket{execname="cat",le="7"} 3
 *
 * With a file (-o) each aggrate replaces it as a whole, so that whoever reads
 * it sees all of one moment; without, all is printed at the end. Times are
 * left out: the reader takes that of its reading.
 */
#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "runtime/consume/agg_rows.h"
#include "runtime/consume/consumer.h"
#include "runtime/consume/form.h"

/* -------------------------------------------------------- names and labels */

/* Letters, digits and _; others become _. */
static void put_name(const char *name, struct strbuf *out)
{
	for (; *name; name++)
		strbuf_putc(out, isalnum((unsigned char)*name) ? *name : '_');
}

static void put_metric(const struct agg_layout *layout, const char *suffix,
		       struct strbuf *out)
{
	strbuf_puts(out, "dtrace_");
	put_name(form_agg_name(layout, "aggregation"), out);
	strbuf_puts(out, suffix);
}

static void put_label_text(const char *text, size_t len, struct strbuf *out)
{
	strbuf_putc(out, '"');
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '"' || text[i] == '\\')
			strbuf_putc(out, '\\');
		if (text[i] == '\n')
			strbuf_puts(out, "\\n");
		else
			strbuf_putc(out, text[i]);
	}
	strbuf_putc(out, '"');
}

static void put_label_value(struct address_env *env,
			    const struct rec_field *field, const uint8_t *key,
			    struct strbuf *out)
{
	struct strbuf text = { 0 };

	form_put_plain(env, field, key, &text);
	put_label_text(strbuf_text(&text), text.len, out);
	strbuf_deinit(&text);
}

/* Two keys can be made from one variable: a name that was there gets its number. */
static bool is_repeated(const struct ident *ident, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (!strcmp(ident->key_names[j], ident->key_names[i]))
			return true;
	return false;
}

static void put_label_name(const struct ident *ident, size_t i,
			   struct strbuf *out)
{
	const char *name = ident->key_names[i];

	if (isalpha((unsigned char)*name))
		put_name(name, out);
	else
		strbuf_puts(out, "key");
	if (!isalpha((unsigned char)*name) || is_repeated(ident, i))
		strbuf_printf(out, "%zu", i);
}

/* {KEYS,le="LE"}; @le: NULL for none */
static void put_labels(struct consumer *consumer,
		       const struct agg_layout *layout,
		       const struct agg_row *row, const char *le,
		       struct strbuf *out)
{
	struct address_env *env = &consumer->options.addresses;
	uint64_t was_ns = address_at(env, row->key_ns);
	const char *separator = "{";

	for (size_t i = 0; i < layout->key_cnt; i++) {
		strbuf_puts(out, separator);
		separator = ",";
		put_label_name(layout->ident, i, out);
		strbuf_putc(out, '=');
		put_label_value(env, &layout->keys[i], row->key, out);
	}
	address_at(env, was_ns);
	if (le)
		strbuf_printf(out, "%sle=\"%s\"", separator, le);
	if (le || layout->key_cnt)
		strbuf_putc(out, '}');
}

/* ----------------------------------------------------------------- metrics */

static bool is_counter(const struct agg_layout *layout)
{
	return layout->ident->agg_func == AGG_count ||
	       layout->ident->agg_func == AGG_sum;
}

static void put_scalar(struct consumer *consumer,
		       const struct agg_layout *layout,
		       const struct agg_row *row, struct strbuf *out)
{
	const struct agg_value *value = row->values;

	put_metric(layout, is_counter(layout) ? "_total" : "", out);
	put_labels(consumer, layout, row, NULL, out);
	if (value->ops->is_signed)
		strbuf_printf(out, " %lld\n",
			      (long long)value->ops->scalar(value));
	else
		strbuf_printf(out, " %llu\n",
			      (unsigned long long)value->ops->scalar(value));
}

static void put_bucket(struct consumer *consumer,
		       const struct agg_layout *layout,
		       const struct agg_row *row, const char *le,
		       int64_t count, struct strbuf *out)
{
	put_metric(layout, "_bucket", out);
	put_labels(consumer, layout, row, le, out);
	strbuf_printf(out, " %lld\n", (long long)count);
}

/*
 * Buckets add up from the lowest. All from 0 up are written, with a count or
 * not: those of several machines are added by `le`, and one that is missing
 * would count as 0 there, not as all that is below it. Below 0 what is missing
 * is 0 indeed.
 */
static void put_histogram(struct consumer *consumer,
			  const struct agg_layout *layout,
			  const struct agg_row *row, struct strbuf *out)
{
	const struct agg_value *value = row->values;
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
		put_bucket(consumer, layout, row, le, total, out);
	}
	put_bucket(consumer, layout, row, "+Inf", total, out);
	put_metric(layout, "_count", out);
	put_labels(consumer, layout, row, NULL, out);
	strbuf_printf(out, " %lld\n", (long long)total);
}

static const char *metric_type(const struct agg_layout *layout)
{
	if (!agg_ops_table[layout->ident->agg_func]->scalar)
		return "histogram";
	return is_counter(layout) ? "counter" : "gauge";
}

static void put_aggregation(struct consumer *consumer, uint32_t id,
			    struct strbuf *out)
{
	const struct agg_layout *layout = consumer->aggs.aggs[id].layout;
	struct agg_sort by_key = { .by_key = true };
	struct agg_rows rows;

	if (!agg_set_rows(&consumer->aggs, &id, 1, &by_key, false, &rows))
		return;
	if (rows.row_cnt) {
		strbuf_puts(out, "# TYPE ");
		put_metric(layout, is_counter(layout) ? "_total" : "", out);
		strbuf_printf(out, " %s\n", metric_type(layout));
	}
	for (size_t i = 0; i < rows.row_cnt; i++) {
		if (rows.rows[i].values->ops->scalar)
			put_scalar(consumer, layout, &rows.rows[i], out);
		else
			put_histogram(consumer, layout, &rows.rows[i], out);
	}
	agg_rows_deinit(&rows);
}

/* ------------------------------------------------------ is the run complete */

/* The sums of what drop() was told of, by kind. */
struct prom_drops {
	size_t cnt;
	struct {
		const char *kind;
		uint64_t count;
	} kinds[16];
};

static void prom_begin(struct consumer *consumer)
{
	consumer->form_state = xcalloc(1, sizeof(struct prom_drops));
}

static void prom_drop(struct consumer *consumer, const struct drop *drop)
{
	struct prom_drops *drops = consumer->form_state;
	size_t i = 0;

	while (i < drops->cnt && strcmp(drops->kinds[i].kind, drop->kind))
		i++;
	if (i == sizeof(drops->kinds) / sizeof(drops->kinds[0]))
		return;
	if (i == drops->cnt)
		drops->kinds[drops->cnt++].kind = drop->kind;
	drops->kinds[i].count += drop->count;
}

static void put_totals(struct consumer *consumer, struct strbuf *out)
{
	const struct prom_drops *drops = consumer->form_state;

	strbuf_printf(out,
		      "# TYPE dtrace_run_records_total counter\n"
		      "dtrace_run_records_total %llu\n"
		      "# TYPE dtrace_run_errors_total counter\n"
		      "dtrace_run_errors_total %llu\n",
		      (unsigned long long)consumer->record_cnt,
		      (unsigned long long)consumer->error_cnt);
	if (drops->cnt)
		strbuf_puts(out, "# TYPE dtrace_run_drops_total counter\n");
	for (size_t i = 0; i < drops->cnt; i++)
		strbuf_printf(out, "dtrace_run_drops_total{kind=\"%s\"} %llu\n",
			      drops->kinds[i].kind,
			      (unsigned long long)drops->kinds[i].count);
}

/* --------------------------------------------------------------- the form */

static void put_all(struct consumer *consumer, struct strbuf *out)
{
	for (uint32_t id = 0; id < consumer->aggs.agg_cnt; id++)
		put_aggregation(consumer, id, out);
	put_totals(consumer, out);
}

static void prom_tick(struct consumer *consumer)
{
	struct strbuf text = { 0 };
	int err;

	if (!consumer->out_path)
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
	if (consumer->out_path)
		prom_tick(consumer);
	else
		put_all(consumer, &consumer->text);
}

/* printa() prints nothing: all aggregations are written anyway. */
static void prom_printa(struct consumer *consumer, const uint32_t *ids,
			size_t id_cnt, const struct fmt *format)
{
	(void)consumer;
	(void)ids;
	(void)id_cnt;
	(void)format;
}

const struct form_ops form_prom = {
	.begin = prom_begin,
	.firing = form_effects,
	.printa = prom_printa,
	.drop = prom_drop,
	.tick = prom_tick,
	.end = prom_end,
};

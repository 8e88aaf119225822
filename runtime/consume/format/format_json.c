// SPDX-License-Identifier: BSD-2-Clause
/*
 * The format `json`: one object on each line. Numbers are exact integers of up
 * to 64 bits; times are ns of CLOCK_MONOTONIC, "wall" is the same moment since
 * 1970.
 *
 *	{"type":"start","version":1,"host":..,"boot_id":..,"time":..,"wall":..}
 *	{"type":"record","time":..,"cpu":0,"pid":7,"id":4,"provider":..,
 *	 "module":..,"function":..,"name":..,"data":[{"trace":5},
 *	 {"printf":"text\n","args":[..]},{"stack":[..]}]}
 *	{"type":"aggregation","time":..,"name":"n","function":"count",
 *	 "keys":[..],"value":3}
 *	{"type":"histogram",.., "buckets":[{"from":4,"to":7,"count":3}]}
 *	{"type":"error",..}  {"type":"drop",..}
 *	{"type":"end","time":..,"wall":..,"records":..,"errors":..}
 *
 * The line of an aggregation has what is needed to add those of several hosts:
 * avg and stddev have their count and sums, normalized ones their "raw" value.
 * A bucket without an end has null there. docs/formats.md is the reference.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "lang/builtin_flags.h"
#include "lang/check/checker.h"
#include "runtime/consume/aggregation/agg_rows.h"
#include "runtime/consume/aggregation/agg_take.h"
#include "runtime/consume/consumer.h"
#include "runtime/consume/format/format.h"
#include "runtime/consume/format/json.h"
#include "runtime/consume/format/json_agg.h"
#include "runtime/consume/perform_action.h"

enum { JSON_VERSION = 1 };

static void begin_line(const char *type, uint64_t time_ns, struct strbuf *out)
{
	strbuf_puts(out, "{\"type\":\"");
	strbuf_puts(out, type);
	strbuf_putc(out, '"');
	json_member_uint("time", time_ns, out);
}

/* ------------------------------------------------------------- start, end */

static void put_boot_id(struct strbuf *out)
{
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
	char id[64] = "";

	if (file && !fgets(id, sizeof(id), file))
		id[0] = '\0';
	if (file)
		fclose(file);
	id[strcspn(id, "\n")] = '\0';
	json_member_string("boot_id", id, out);
}

static void json_begin(struct consumer *consumer)
{
	struct strbuf *out = &consumer->text;
	char host[256] = "";

	(void)gethostname(host, sizeof(host) - 1);
	begin_line("start", clock_ns(CLOCK_MONOTONIC), out);
	json_member_uint("wall", clock_ns(CLOCK_REALTIME), out);
	json_member_uint("version", JSON_VERSION, out);
	json_member_string("host", host, out);
	put_boot_id(out);
	strbuf_puts(out, "}\n");
}

/* ----------------------------------------------------------------- records */

static void json_probe(const struct consumer_probe *probe, struct strbuf *out)
{
	json_member_uint("id", probe->id, out);
	json_member_name("provider", probe->provider, out);
	json_member_name("module", probe->module, out);
	json_member_name("function", probe->function, out);
	json_member_name("name", probe->name, out);
}

/* {"KEY": ... its value follows. */
static void begin_item(const char *key, struct strbuf *line)
{
	strbuf_puts(line, line->text[line->len - 1] == '[' ? "{\"" : ",{\"");
	strbuf_puts(line, key);
	strbuf_puts(line, "\":");
}

/* What trace() was given. */
static const char *const datum_keys[] = {
	[REC_INT] = "trace",   [REC_STRING] = "trace", [REC_SYM] = "sym",
	[REC_MOD] = "mod",     [REC_USYM] = "usym",    [REC_UMOD] = "umod",
	[REC_UADDR] = "uaddr", [REC_STACK] = "stack",  [REC_USTACK] = "ustack",
	[REC_BYTES] = "trace",
};

static void put_trace(struct consumer *consumer, const struct rec_item *item,
		      const uint8_t *data, struct strbuf *line)
{
	begin_item(datum_keys[item->fields->kind], line);
	json_put_datum(&consumer->options.addresses, item->fields, data, line);
	strbuf_putc(line, '}');
}

/* The text that an action prints. */
static void put_shown(struct consumer *consumer, const struct rec_item *item,
		      const uint8_t *data, struct strbuf *line)
{
	struct strbuf text = { 0 };

	consumer_show_item(consumer, item, data, &text);
	json_put_text(strbuf_text(&text), text.len, line);
	strbuf_deinit(&text);
}

static void put_printf(struct consumer *consumer, const struct rec_item *item,
		       const uint8_t *data, struct strbuf *line)
{
	begin_item("printf", line);
	put_shown(consumer, item, data, line);
	strbuf_puts(line, ",\"args\":[");
	for (size_t i = 0; i < item->field_cnt; i++) {
		if (i)
			strbuf_putc(line, ',');
		json_put_datum(&consumer->options.addresses, &item->fields[i],
			       data, line);
	}
	strbuf_puts(line, "]}");
}

static void put_tracemem(struct consumer *consumer,
			 const struct rec_item *item, const uint8_t *data,
			 struct strbuf *line)
{
	struct rec_field memory = tracemem_shown(item, data);

	begin_item("tracemem", line);
	json_put_datum(&consumer->options.addresses, &memory, data, line);
	strbuf_putc(line, '}');
}

/*
 * An action that has an effect (host_actions.c first writes all earlier text),
 * or one that prints: its text is {"NAME":"text"}. Rows of printa() are
 * separate lines.
 */
static void put_other(struct consumer *consumer, const struct rec_item *item,
		      const uint8_t *data, struct strbuf *line)
{
	struct strbuf *out = &consumer->text;
	size_t begin = out->len;

	show_table[item->action](consumer, item, data);
	if (item->action == ACT_printa || out->len <= begin)
		return;
	begin_item(action_name(item->action), line);
	json_put_text(out->text + begin, out->len - begin, line);
	strbuf_putc(line, '}');
	strbuf_truncate(out, begin);
}

static void put_item(struct consumer *consumer, const struct rec_item *item,
		     const uint8_t *data, struct strbuf *line)
{
	if (item->action == ACT_trace) {
		put_trace(consumer, item, data, line);
	} else if (item->action == ACT_printf) {
		put_printf(consumer, item, data, line);
	} else if (item->action == ACT_tracemem) {
		put_tracemem(consumer, item, data, line);
	} else {
		put_other(consumer, item, data, line);
	}
}

static void json_firing(struct consumer *consumer, const struct ring_rec *rec,
			const struct rec_layout *layout)
{
	const struct rec_header *header = (const struct rec_header *)rec->data;
	const struct strbuf *probe = consumer_probe_text(consumer, header);
	struct strbuf *line = &consumer->line;

	strbuf_clear(line);
	begin_line("record", header->time_ns, line);
	json_member_uint("cpu", rec->cpu, line);
	json_member_uint("pid", header->tgid, line);
	strbuf_add(line, probe->text, probe->len);
	strbuf_puts(line, ",\"data\":[");
	consumer_begin_firing(consumer, rec, layout);
	for (size_t i = 0; i < layout->item_cnt; i++)
		put_item(consumer, &layout->items[i],
			 rec->data + sizeof(*header), line);
	strbuf_puts(line, "]}\n");
	strbuf_add(&consumer->text, line->text, line->len);
}

/* ------------------------------------------------------------ aggregations */

static void put_cpus(const struct agg_set *set, const struct agg_rows *rows,
		     const struct agg_row *row, struct strbuf *out)
{
	const struct agg_layout *layout = rows->aggs[0]->layout;
	bool is_first = true;

	strbuf_puts(out, ",\"cpus\":[");
	for (uint32_t cpu = 0; cpu < set->memory.cpu_max; cpu++) {
		struct agg_value value = row->values[0];

		if (!set->memory.per_cpu[cpu])
			continue;
		value.words += (size_t)(1 + cpu) * layout->value_words;
		strbuf_puts(out, is_first ? "{\"cpu\":" : ",{\"cpu\":");
		is_first = false;
		json_put_uint(cpu, out);
		json_put_agg_value(layout->ident->agg_func, &value, out);
		strbuf_putc(out, '}');
	}
	strbuf_putc(out, ']');
}

static void put_keys(struct consumer *consumer, const struct agg_layout *layout,
		     const struct agg_row *row, struct strbuf *out)
{
	struct address_env *env = &consumer->options.addresses;
	uint64_t was_ns = address_at(env, row->key_ns);

	strbuf_puts(out, ",\"keys\":[");
	for (size_t i = 0; i < layout->key_cnt; i++) {
		if (i)
			strbuf_putc(out, ',');
		json_put_datum(env, &layout->keys[i], row->key, out);
	}
	strbuf_putc(out, ']');
	address_at(env, was_ns);
}

/*
 * Keys of one text can be several keys, as two static functions of one name or
 * a stack in two processes. They are not added up here, because trunc() can
 * drop one of them and keep the other; the slot tells readers which of the
 * lines replaces which.
 */
static void put_slot(const struct agg_layout *layout, const struct agg_row *row,
		     struct strbuf *out)
{
	bool has_address = false;

	for (size_t i = 0; i < layout->key_cnt; i++)
		has_address |= rec_is_address(layout->keys[i].kind);
	if (has_address)
		json_member_uint("slot", row->slot, out);
}

static void put_row(struct consumer *consumer, const struct agg_rows *rows,
		    const struct agg_row *row, uint64_t time_ns)
{
	const struct agg_layout *layout = rows->aggs[0]->layout;
	uint32_t clears = rows->aggs[0]->clears[row->slot];
	struct strbuf *out = &consumer->text;

	begin_line(row->values->ops->scalar ? "aggregation" : "histogram",
		   time_ns, out);
	json_member_string("name", layout->ident->name, out);
	json_put_agg_type(layout->ident->agg_func, layout->ident->agg_params,
			  layout->keys, layout->key_cnt, out);
	put_keys(consumer, layout, row, out);
	put_slot(layout, row, out);
	if (clears)
		json_member_uint("clears", clears, out);
	json_put_agg_value(layout->ident->agg_func, row->values, out);
	if (consumer->aggs.memory.per_cpu)
		put_cpus(&consumer->aggs, rows, row, out);
	strbuf_puts(out, "}\n");
}

static void put_aggregation(struct consumer *consumer, uint32_t id,
			    uint64_t time_ns)
{
	struct agg_rows rows;

	if (!agg_set_rows(&consumer->aggs, &id, 1, &consumer->options.sort,
			  true, &rows))
		return;
	for (size_t i = 0; i < rows.row_cnt; i++)
		put_row(consumer, &rows, &rows.rows[i], time_ns);
	agg_rows_deinit(&rows);
}

/* Aggregations are not joined: a key has one line for each aggregation. */
static void json_printa(struct consumer *consumer, const uint32_t *ids,
			size_t id_cnt, const struct fmt *format)
{
	(void)format;
	for (size_t i = 0; i < id_cnt; i++)
		put_aggregation(consumer, ids[i], consumer->aggs.record_ns);
}

/* --------------------------------------------------------- faults and drops */

static void json_fault(struct consumer *consumer, const struct ring_rec *rec,
		       uint32_t enabling, const char *message)
{
	const struct rec_error *error = (const struct rec_error *)rec->data;
	const struct strbuf *probe =
		consumer_probe_text(consumer, &error->header);
	struct strbuf *out = &consumer->text;

	begin_line("error", error->header.time_ns, out);
	json_member_uint("cpu", rec->cpu, out);
	json_member_uint("pid", error->header.tgid, out);
	strbuf_add(out, probe->text, probe->len);
	json_member_uint("enabling", enabling, out);
	json_member_uint("action", error->action, out);
	json_member_uint("fault", error->fault, out);
	json_member_uint("value", error->value, out);
	json_member_string("text", message, out);
	strbuf_puts(out, "}\n");
}

static void json_drop(struct consumer *consumer, const struct drop *drop)
{
	struct strbuf *out = &consumer->text;

	begin_line("drop", clock_ns(CLOCK_MONOTONIC), out);
	json_member_string("kind", drop->kind, out);
	if (!drop->is_of_all)
		json_member_uint("cpu", drop->cpu, out);
	json_member_uint("count", drop->count, out);
	json_member_string("text", drop->text, out);
	strbuf_puts(out, "}\n");
}

static void json_end(struct consumer *consumer)
{
	uint64_t now_ns = clock_ns(CLOCK_MONOTONIC);
	struct strbuf *out = &consumer->text;

	for (uint32_t id = 0; id < consumer->aggs.agg_cnt; id++)
		if (!consumer->aggs.aggs[id].was_printed)
			put_aggregation(consumer, id, now_ns);
	begin_line("end", now_ns, out);
	json_member_uint("wall", clock_ns(CLOCK_REALTIME), out);
	json_member_uint("records", consumer->shown_cnt, out);
	json_member_uint("errors", consumer->error_cnt, out);
	strbuf_puts(out, "}\n");
}

const struct format_ops format_json = {
	.begin = json_begin,
	.probe = json_probe,
	.firing = json_firing,
	.printa = json_printa,
	.fault = json_fault,
	.drop = json_drop,
	.end = json_end,
};

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Performs actions in the consumer, in the order of the clause.
 *
 * To add one: a row in lang/table/builtins.def, show_<name>() here (it does not
 * compile without), and its data in the generator's gen_act_<name>.
 */
#include "runtime/consume/perform_action.h"

#include "base/cleanup.h"
#include "runtime/consume/host_actions.h"
#include "runtime/consume/text/datum.h"
#include "runtime/consume/text/print.h"
#include "runtime/consume/text/printf.h"

#define VAR(name, type, flags)
#define SUBR(name, proto, flags)
#define ACT(name, proto, flags) static show_fn show_##name;
#define AGG(name, proto, flags)
#include "lang/table/builtins.def"
#undef ACT

show_fn *const show_table[ACT_CNT] = {
#define ACT(name, proto, flags) [ACT_##name] = show_##name,
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
};

static void show_trace(struct consumer *consumer, const struct rec_item *item,
		       const uint8_t *data)
{
	const struct rec_field *field = item->fields;

	if (rec_is_address(field->kind))
		address_print(&consumer->options.addresses, field, data,
			      &consumer->text);
	else if (consumer->options.rawbytes)
		datum_hexdump(data + field->offset_bytes, field->size_bytes,
			      &consumer->text);
	else
		datum_print(field, data, consumer->options.quiet,
			    &consumer->text);
}

/* All of it, or the length in the second field. */
struct rec_field tracemem_shown(const struct rec_item *item,
				const uint8_t *data)
{
	struct rec_field memory = item->fields[0];
	uint64_t shown = memory.size_bytes;

	if (item->field_cnt > 1)
		shown = datum_value(&item->fields[1], data);
	if (shown < memory.size_bytes)
		memory.size_bytes = (uint32_t)shown;
	return memory;
}

static void show_tracemem(struct consumer *consumer,
			  const struct rec_item *item, const uint8_t *data)
{
	struct rec_field memory = tracemem_shown(item, data);

	datum_hexdump(data + memory.offset_bytes, memory.size_bytes,
		      &consumer->text);
}

static void show_print(struct consumer *consumer, const struct rec_item *item,
		       const uint8_t *data)
{
	print_datum(item->fields, data, consumer->options.printsize_bytes,
		    &consumer->text);
}

/* @is_escaped: for the terminal; a command or a path is as it is */
static void print_formatted(struct consumer *consumer,
			    const struct rec_item *item, const uint8_t *data,
			    bool is_escaped, struct strbuf *out)
{
	struct format_args args = {
		.fields = item->fields,
		.field_cnt = item->field_cnt,
		.data = data,
		.addresses = &consumer->options.addresses,
		.pid = consumer->record_pid,
		.is_escaped = is_escaped,
	};

	format_print(item->fmt, &args, out);
}

static void show_printf(struct consumer *consumer, const struct rec_item *item,
			const uint8_t *data)
{
	print_formatted(consumer, item, data, consumer->options.look.is_escaped,
			&consumer->text);
}

/* Aggregations as they are now. */
static void show_printa(struct consumer *consumer, const struct rec_item *item,
			const uint8_t *data)
{
	(void)data;
	consumer_sync_keys(consumer);
	if (consumer->format->printa)
		consumer->format->printa(consumer, item->agg_ids, item->agg_cnt,
				       item->fmt);
}

static void show_exit(struct consumer *consumer, const struct rec_item *item,
		      const uint8_t *data)
{
	consumer->has_exited = true;
	consumer->exit_status = (int)datum_value(item->fields, data);
}

/* ------------------------------------------------- actions on aggregations */

static void show_clear(struct consumer *consumer, const struct rec_item *item,
		       const uint8_t *data)
{
	(void)data;
	consumer_sync_keys(consumer);
	agg_set_clear(&consumer->aggs, item->agg_ids[0]);
}

static void show_trunc(struct consumer *consumer, const struct rec_item *item,
		       const uint8_t *data)
{
	int64_t keep = 0;

	if (item->field_cnt)
		keep = (int64_t)datum_value(item->fields, data);
	consumer_sync_keys(consumer);
	agg_set_trunc(&consumer->aggs, item->agg_ids[0], keep);
}

static void show_normalize(struct consumer *consumer,
			   const struct rec_item *item, const uint8_t *data)
{
	if (agg_set_normalize(&consumer->aggs, item->agg_ids[0],
			      datum_value(item->fields, data)))
		consumer->ops->message(consumer->ctx,
				       "normalize( ) by zero is ignored");
}

static void show_denormalize(struct consumer *consumer,
			     const struct rec_item *item, const uint8_t *data)
{
	(void)data;
	agg_set_normalize(&consumer->aggs, item->agg_ids[0], 1);
}

/* ----------------------------------------------- commands, files and options */

static void show_system(struct consumer *consumer, const struct rec_item *item,
			const uint8_t *data)
{
	struct strbuf command = { 0 };

	print_formatted(consumer, item, data, false, &command);
	host_system(consumer, strbuf_text(&command));
	strbuf_deinit(&command);
}

static void show_freopen(struct consumer *consumer, const struct rec_item *item,
			 const uint8_t *data)
{
	struct strbuf path = { 0 };

	print_formatted(consumer, item, data, false, &path);
	host_freopen(consumer, strbuf_text(&path));
	strbuf_deinit(&path);
}

static void show_ftruncate(struct consumer *consumer,
			   const struct rec_item *item, const uint8_t *data)
{
	(void)item;
	(void)data;
	host_ftruncate(consumer);
}

/* The text of a string datum with a NUL after it. */
static char *copy_text(const struct rec_field *field, const uint8_t *data)
{
	size_t len;
	const char *text = datum_text(field, data, &len);

	return xstrndup(text, len);
}

static void show_setopt(struct consumer *consumer, const struct rec_item *item,
			const uint8_t *data)
{
	_cleanup_free_ char *name = copy_text(&item->fields[0], data);
	_cleanup_free_ char *value = NULL;
	struct strbuf message = { 0 };

	if (item->field_cnt > 1)
		value = copy_text(&item->fields[1], data);
	strbuf_printf(&message, "couldn't set option \"%s\"", name);
	if (value)
		strbuf_printf(&message, " to \"%s\"", value);
	strbuf_puts(&message, ": ");
	if (consumer->ops->set_option(consumer->ctx, name, value, &message))
		consumer->ops->message(consumer->ctx, strbuf_text(&message));
	strbuf_deinit(&message);
}

/* The action is complete in the kernel, or (commit) consumer.c performs it. */
#define SHOWS_NOTHING(name)                                                    \
	static void show_##name(struct consumer *consumer,                    \
				const struct rec_item *item,                  \
				const uint8_t *data)                          \
	{                                                                     \
		(void)consumer;                                               \
		(void)item;                                                   \
		(void)data;                                                   \
	}
SHOWS_NOTHING(chill)
SHOWS_NOTHING(commit)
SHOWS_NOTHING(discard)
SHOWS_NOTHING(raise)
SHOWS_NOTHING(speculate)
SHOWS_NOTHING(stop)

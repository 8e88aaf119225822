// SPDX-License-Identifier: BSD-2-Clause
/*
 * The format `folded`: stacks that are keys of aggregations, one on each line,
 * as programs that draw flame graphs read them:
 *
 *	@[execname, ustack()] = count();
 *	sh;libc.so.6`__libc_start_call_main;sh`main;sh`read_line 12
 *
 * Frames are ordered from the outermost to the innermost, those of the process
 * before those of the kernel, other keys before all of them. A line has at
 * least one part, and no part is empty, because the number would be taken for
 * it.
 */
#include <string.h>

#include "base/text/printable.h"
#include "base/vec.h"
#include "runtime/consume/aggregation/agg_rows.h"
#include "runtime/consume/aggregation/agg_take.h"
#include "runtime/consume/consumer.h"
#include "runtime/consume/format/folded.h"
#include "runtime/consume/format/format.h"

/* Appends one part of a line, which is not empty and contains no separator. */
static void put_part(const char *text, size_t len, struct strbuf *out)
{
	size_t begin = out->len;

	printable_add(len ? text : "[empty]", len ? len : 7, "", out);
	for (size_t i = begin; i < out->len; i++)
		if (out->text[i] == ';')
			out->text[i] = ':';
	strbuf_putc(out, ';');
}

/* The same for a frame, without its offset. */
static void put_frame(const char *text, size_t len, struct strbuf *out)
{
	const char *plus = memrchr(text, '+', len);

	if (plus && plus > text && !strncmp(plus, "+0x", 3))
		len = (size_t)(plus - text);
	put_part(text, len, out);
}

static void put_frames(struct address_env *env, const struct rec_field *field,
		       const uint8_t *key, struct strbuf *out)
{
	VEC(const char *) lines = { 0 };
	struct strbuf text = { 0 };

	address_put_frames(env, field, key, 0, &text);
	for (const char *line = strbuf_text(&text); *line;) {
		size_t len = strcspn(line, "\n");

		if (len)
			vec_push(&lines, line);
		line += len + (line[len] == '\n');
	}
	for (size_t i = lines.cnt; i-- > 0;)
		put_frame(lines.v[i], strcspn(lines.v[i], "\n"), out);
	vec_deinit(&lines);
	strbuf_deinit(&text);
}

static void put_key(struct address_env *env, const struct rec_field *field,
		    const uint8_t *key, struct strbuf *out)
{
	struct strbuf text = { 0 };

	format_put_plain(env, field, key, &text);
	put_part(strbuf_text(&text), text.len, out);
	strbuf_deinit(&text);
}

int64_t folded_value(const struct agg_value *value)
{
	int64_t total = 0;

	if (value->ops->scalar)
		return (int64_t)value->ops->scalar(value);
	for (uint32_t i = 0; i < value->ops->bucket_cnt(value); i++) {
		struct agg_bucket bucket;

		value->ops->bucket(value, i, &bucket);
		total += bucket.count;
	}
	return total;
}

bool folded_has_stack(const struct agg_layout *layout)
{
	bool has_stack = false;

	for (size_t i = 0; i < layout->key_cnt; i++)
		has_stack |= rec_is_stack(layout->keys[i].kind);
	return has_stack;
}

void folded_put_stack(struct consumer *consumer,
		      const struct agg_layout *layout,
		      const struct agg_row *row, struct strbuf *out)
{
	static const enum rec_kind order[] = { REC_USTACK, REC_STACK };
	struct address_env *env = &consumer->options.addresses;
	uint64_t was_ns = address_at(env, row->key_ns);
	size_t begin;

	for (size_t i = 0; i < layout->key_cnt; i++)
		if (!rec_is_stack(layout->keys[i].kind))
			put_key(env, &layout->keys[i], row->key, out);
	begin = out->len;
	for (size_t kind = 0; kind < sizeof(order) / sizeof(order[0]); kind++)
		for (size_t i = 0; i < layout->key_cnt; i++)
			if (layout->keys[i].kind == order[kind])
				put_frames(env, &layout->keys[i], row->key,
					   out);
	address_at(env, was_ns);
	if (out->len == begin) /* all of them are empty: a thread of the kernel */
		put_part(OFORMAT_NO_STACK, strlen(OFORMAT_NO_STACK), out);
	strbuf_truncate(out, out->len - 1);
}

static void put_row(struct consumer *consumer, const struct agg_layout *layout,
		    const struct agg_row *row)
{
	folded_put_stack(consumer, layout, row, &consumer->text);
	strbuf_printf(&consumer->text, " %lld\n",
		      (long long)folded_value(row->values));
}

void folded_say_left_out(struct consumer *consumer,
			 const struct agg_layout *layout, const char *why)
{
	struct strbuf message = { 0 };

	strbuf_printf(&message, "@%s is left out: %s",
		      format_agg_name(layout, ""), why);
	consumer->ops->message(consumer->ctx, strbuf_text(&message));
	strbuf_deinit(&message);
}

static void put_aggregation(struct consumer *consumer, uint32_t id)
{
	struct agg *agg = &consumer->aggs.aggs[id];
	bool has_stack = folded_has_stack(agg->layout);
	struct agg_rows rows;

	if (!agg_set_rows(&consumer->aggs, &id, 1, &consumer->options.sort,
			  true, &rows))
		return;
	if (!has_stack && !agg->was_left_out) {
		folded_say_left_out(consumer, agg->layout, FOLDED_NO_STACK);
		agg->was_left_out = true;
	}
	for (size_t i = 0; i < rows.row_cnt && has_stack; i++)
		put_row(consumer, agg->layout, &rows.rows[i]);
	agg_rows_deinit(&rows);
}

static void folded_printa(struct consumer *consumer, const uint32_t *ids,
			  size_t id_cnt, const struct fmt *format)
{
	(void)format;
	for (size_t i = 0; i < id_cnt; i++)
		put_aggregation(consumer, ids[i]);
}

static void folded_end(struct consumer *consumer)
{
	for (uint32_t id = 0; id < consumer->aggs.agg_cnt; id++)
		if (!consumer->aggs.aggs[id].was_printed)
			put_aggregation(consumer, id);
}

const struct format_ops format_folded = {
	.firing = format_effects,
	.printa = folded_printa,
	.end = folded_end,
};

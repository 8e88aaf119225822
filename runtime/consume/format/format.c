// SPDX-License-Identifier: BSD-2-Clause
/*
 * The table of formats, and what several of them share.
 */
#include "runtime/consume/format/format.h"

#include <string.h>

#include "runtime/consume/consumer.h"
#include "runtime/consume/perform_action.h"
#include "runtime/consume/text/conv.h"
#include "runtime/consume/text/datum.h"

#define OFORMAT(name, text) extern const struct format_ops format_##name;
#include "runtime/common/output_formats.def"
#undef OFORMAT

const struct format_ops *const format_table[OFORMAT_CNT] = {
#define OFORMAT(name, text) [OFORMAT_##name] = &format_##name,
#include "runtime/common/output_formats.def"
#undef OFORMAT
};

const char *format_agg_name(const struct agg_layout *layout, const char *none)
{
	const char *name = layout->ident->name;

	return strcmp(name, "_") ? name : none;
}

void format_no_printa(struct consumer *consumer, const uint32_t *ids,
		      size_t id_cnt, const struct fmt *format)
{
	(void)consumer;
	(void)ids;
	(void)id_cnt;
	(void)format;
}

/* Text stays in its place, because host_actions.c first writes all of it. */
void format_effects(struct consumer *consumer, const struct ring_rec *rec,
		  const struct rec_layout *layout)
{
	const uint8_t *data = rec->data + sizeof(struct rec_header);

	consumer_begin_firing(consumer, rec, layout);
	for (size_t i = 0; i < layout->item_cnt; i++) {
		const struct rec_item *item = &layout->items[i];
		size_t begin = consumer->text.len;

		show_table[item->action](consumer, item, data);
		if (item->action != ACT_printa && consumer->text.len > begin)
			strbuf_truncate(&consumer->text, begin);
	}
}

static void put_hex(const uint8_t *bytes, size_t len, struct strbuf *out)
{
	for (size_t i = 0; i < len; i++)
		strbuf_printf(out, "%02x", bytes[i]);
}

/* Columns begin with two blanks and are padded with blanks. */
static void put_name(struct address_env *env, const struct rec_field *field,
		     const uint8_t *data, struct strbuf *out)
{
	struct strbuf text = { 0 };
	size_t len;

	address_print(env, field, data, &text);
	len = text.len;
	while (len > 2 && text.text[len - 1] == ' ')
		len--;
	strbuf_add(out, text.text + 2, len - 2);
	strbuf_deinit(&text);
}

void format_put_plain(struct address_env *env, const struct rec_field *field,
		    const uint8_t *data, struct strbuf *out)
{
	const struct conv_spec plain = { .precision = FMT_NONE };
	struct strbuf lines = { 0 };
	const char *text;
	size_t len;

	switch (field->kind) {
	case REC_INT:
		conv_put_decimal(&plain, datum_value(field, data),
				 field->is_signed, out);
		break;
	case REC_STRING:
		text = datum_text(field, data, &len);
		strbuf_add(out, text, len);
		break;
	case REC_BYTES:
		put_hex(data + field->offset_bytes, field->size_bytes, out);
		break;
	case REC_SYM:
	case REC_MOD:
	case REC_USYM:
	case REC_UMOD:
	case REC_UADDR:
		put_name(env, field, data, out);
		break;
	case REC_STACK:
	case REC_USTACK:
		address_put_frames(env, field, data, 0, &lines);
		if (lines.len > 2)
			strbuf_add(out, lines.text + 1, lines.len - 2);
		strbuf_deinit(&lines);
		break;
	}
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * A key is a number or a text, depending on its type:
 *
 *	int32 -5	number, of 64 bits with the sign of its type
 *	string "sh"	text, or its bytes where it is not UTF-8
 *	stack ["a","b"]	text "a\nb\n"
 */
#include "cmd/merge/key.h"

#include <errno.h>
#include <string.h>

#include "base/text/printable.h"
#include "runtime/consume/format/json.h"
#include "runtime/consume/text/datum.h"

enum { STACK_INDENT = 14 }; /* as option stackindent */

static bool is_stack(const struct rec_field *type)
{
	return type->kind == REC_STACK || type->kind == REC_USTACK;
}

/* ----------------------------------------------------------------- reading */

static int read_integer(const struct rec_field *type, const struct json *json,
			uint64_t *ret)
{
	unsigned int spare = 64 - 8 * type->size_bytes;
	int64_t value = (int64_t)json->number;

	if (json->kind != JSON_NUMBER)
		return -EINVAL;
	*ret = json->number;
	if (!type->is_signed)
		return json->is_negative ||
				json->number << spare >> spare != json->number ?
			-EINVAL :
			0;
	if ((value < 0) != json->is_negative)
		return -EINVAL;
	return (int64_t)((uint64_t)value << spare) >> spare == value ? 0 :
								       -EINVAL;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "HEX" */
static int put_hex_bytes(const struct json *hex, struct strbuf *out)
{
	if (hex->len % 2)
		return -EINVAL;
	for (size_t i = 0; i < hex->len; i += 2) {
		int high = hex_digit(hex->text[i]);
		int low = hex_digit(hex->text[i + 1]);

		if (high < 0 || low < 0)
			return -EINVAL;
		strbuf_putc(out, (char)(high << 4 | low));
	}
	return 0;
}

/* "text" or {"bytes":"HEX"} */
static int put_json_text(const struct json *json, struct strbuf *out)
{
	const struct json *hex = json_member_of(json, "bytes", JSON_STRING);

	if (hex)
		return put_hex_bytes(hex, out);
	if (json->kind != JSON_STRING)
		return -EINVAL;
	strbuf_add(out, json->text, json->len);
	return 0;
}

static int put_frames(const struct json *json, struct strbuf *out)
{
	if (json->kind != JSON_ARRAY)
		return -EINVAL;
	for (const struct json *frame = json->first; frame;
	     frame = frame->next) {
		if (put_json_text(frame, out))
			return -EINVAL;
		strbuf_putc(out, '\n');
	}
	return 0;
}

int key_read(struct arena *arena, const struct rec_field *type,
	     const struct json *json, struct merge_key *ret)
{
	struct strbuf text = { 0 };
	int err;

	*ret = (struct merge_key){ .text = "" };
	if (type->kind == REC_INT)
		return read_integer(type, json, &ret->number);
	err = is_stack(type) ? put_frames(json, &text) :
			       put_json_text(json, &text);
	ret->len = text.len;
	ret->text = arena_strndup(arena, strbuf_text(&text), text.len);
	strbuf_deinit(&text);
	return err;
}

/* ------------------------------------------------------------ telling apart */

void key_put_id(const struct merge_key *key, struct strbuf *out)
{
	strbuf_add(out, &key->number, sizeof(key->number));
	strbuf_add(out, &key->len, sizeof(key->len));
	if (key->len)
		strbuf_add(out, key->text, key->len);
}

int key_compare(const struct rec_field *type, const struct merge_key *a,
		const struct merge_key *b)
{
	struct rec_field number = *type;
	int order;

	number.offset_bytes = 0;
	if (type->kind == REC_INT)
		return datum_compare(&number, (const uint8_t *)&a->number,
				     (const uint8_t *)&b->number);
	order = memcmp(a->text, b->text, a->len < b->len ? a->len : b->len);
	if (order)
		return order;
	return a->len < b->len ? -1 : a->len > b->len;
}

/* ----------------------------------------------------------------- writing */

static void put_json_frames(const struct merge_key *key, struct strbuf *out)
{
	strbuf_putc(out, '[');
	for (size_t i = 0; i < key->len;) {
		const char *line = key->text + i;
		size_t len = (size_t)((const char *)memchr(line, '\n',
							   key->len - i) -
				      line);

		if (i)
			strbuf_putc(out, ',');
		json_put_text(line, len, out);
		i += len + 1;
	}
	strbuf_putc(out, ']');
}

void key_put_json(const struct rec_field *type, const struct merge_key *key,
		  struct strbuf *out)
{
	if (is_stack(type)) {
		put_json_frames(key, out);
	} else if (type->kind == REC_BYTES) {
		strbuf_puts(out, "{\"bytes\":");
		json_put_hex((const uint8_t *)key->text, key->len, out);
		strbuf_putc(out, '}');
	} else if (type->kind != REC_INT) {
		json_put_text(key->text, key->len, out);
	} else if (type->is_signed) {
		json_put_int((int64_t)key->number, out);
	} else {
		json_put_uint(key->number, out);
	}
}

static void put_text_frames(const struct merge_key *key, struct strbuf *out)
{
	strbuf_putc(out, '\n');
	for (size_t i = 0; i < key->len;) {
		const char *line = key->text + i;
		size_t len = strcspn(line, "\n");

		strbuf_pad(out, ' ', STACK_INDENT);
		printable_add(line, len, "", out);
		strbuf_putc(out, '\n');
		i += len + 1;
	}
}

void key_put_text(const struct rec_field *type, const struct merge_key *key,
		  struct strbuf *out)
{
	struct rec_field field = { .kind = type->kind };

	if (is_stack(type)) {
		put_text_frames(key, out);
		return;
	}
	if (type->kind == REC_INT) {
		field.size_bytes = type->size_bytes;
		field.is_signed = type->is_signed;
		datum_print_key(&field, (const uint8_t *)&key->number, out);
		return;
	}
	/* the text of an address is printed like a string */
	if (type->kind != REC_BYTES)
		field.kind = REC_STRING;
	field.size_bytes = (uint32_t)key->len;
	datum_print_key(&field, (const uint8_t *)key->text, out);
}

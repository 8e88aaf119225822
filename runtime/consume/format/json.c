// SPDX-License-Identifier: BSD-2-Clause
/*
 * Values -> JSON.
 */
#include "runtime/consume/format/json.h"

#include <string.h>

#include "base/text/printable.h"
#include "base/text/utf8.h"
#include "runtime/consume/format/format.h"
#include "runtime/consume/text/conv.h"
#include "runtime/consume/text/datum.h"

static void put_number(uint64_t value, bool is_signed, struct strbuf *out)
{
	static const struct conv_spec plain = { .precision = FMT_NONE };

	conv_put_decimal(&plain, value, is_signed, out);
}

void json_put_int(int64_t value, struct strbuf *out)
{
	put_number((uint64_t)value, true, out);
}

void json_put_uint(uint64_t value, struct strbuf *out)
{
	put_number(value, false, out);
}

/* ----------------------------------------------------------------- strings */

static bool is_utf8(const char *text, size_t len)
{
	for (size_t i = 0; i < len;) {
		size_t step = utf8_len(text + i, len - i);

		if (!step)
			return false;
		i += step;
	}
	return true;
}

static void put_escaped(unsigned char c, struct strbuf *out)
{
	static const char named[] = "\bb\tt\nn\ff\rr\"\"\\\\";

	for (size_t i = 0; i < sizeof(named) - 1; i += 2) {
		if (c != named[i])
			continue;
		strbuf_putc(out, '\\');
		strbuf_putc(out, named[i + 1]);
		return;
	}
	strbuf_printf(out, "\\u%04x", c);
}

/* A character of two or three bytes, for example a C1 control. */
static void put_code(const char *text, size_t len, struct strbuf *out)
{
	uint32_t code = (uint8_t)*text & (0x7fu >> len);

	for (size_t i = 1; i < len; i++)
		code = code << 6 | ((uint8_t)text[i] & 0x3fu);
	strbuf_printf(out, "\\u%04x", code);
}

/*
 * Characters that printable.h does not show are escaped here; the value of the
 * string is the same.
 */
static bool is_escaped(const char *text, size_t len)
{
	return *text == '"' || *text == '\\' ||
	       !printable_is_shown(text, len);
}

void json_put_text(const char *text, size_t len, struct strbuf *out)
{
	size_t begin = 0;

	if (!is_utf8(text, len)) {
		strbuf_puts(out, "{\"bytes\":");
		json_put_hex((const uint8_t *)text, len, out);
		strbuf_putc(out, '}');
		return;
	}
	strbuf_putc(out, '"');
	for (size_t i = 0, step; i < len; i += step) {
		step = utf8_len(text + i, len - i);
		if (!is_escaped(text + i, step))
			continue;
		strbuf_add(out, text + begin, i - begin);
		if (step == 1)
			put_escaped((unsigned char)text[i], out);
		else
			put_code(text + i, step, out);
		begin = i + step;
	}
	strbuf_add(out, text + begin, len - begin);
	strbuf_putc(out, '"');
}

void json_put_string(const char *text, struct strbuf *out)
{
	json_put_text(text, strlen(text), out);
}

void json_put_hex(const uint8_t *bytes, size_t len, struct strbuf *out)
{
	static const char digits[] = "0123456789abcdef";

	strbuf_putc(out, '"');
	for (size_t i = 0; i < len; i++) {
		strbuf_putc(out, digits[bytes[i] >> 4]);
		strbuf_putc(out, digits[bytes[i] & 15]);
	}
	strbuf_putc(out, '"');
}

/* -------------------------------------------------------------------- data */

static void put_frames(struct address_env *env, const struct rec_field *field,
		       const uint8_t *data, struct strbuf *out)
{
	struct strbuf lines = { 0 };
	const char *separator = "[";

	format_put_plain(env, field, data, &lines);
	for (const char *line = strbuf_text(&lines); *line;) {
		size_t len = strcspn(line, "\n");

		strbuf_puts(out, separator);
		separator = ",";
		json_put_text(line, len, out);
		line += len + (line[len] == '\n');
	}
	strbuf_puts(out, *separator == '[' ? "[]" : "]");
	strbuf_deinit(&lines);
}

static void put_address(struct address_env *env, const struct rec_field *field,
			const uint8_t *data, struct strbuf *out)
{
	struct strbuf text = { 0 };

	format_put_plain(env, field, data, &text);
	json_put_text(strbuf_text(&text), text.len, out);
	strbuf_deinit(&text);
}

void json_put_datum(struct address_env *env, const struct rec_field *field,
		    const uint8_t *data, struct strbuf *out)
{
	const char *text;
	size_t len;

	switch (field->kind) {
	case REC_INT:
		put_number(datum_value(field, data), field->is_signed, out);
		break;
	case REC_STRING:
		text = datum_text(field, data, &len);
		json_put_text(text, len, out);
		break;
	case REC_SYM:
	case REC_MOD:
	case REC_USYM:
	case REC_UMOD:
	case REC_UADDR:
		put_address(env, field, data, out);
		break;
	case REC_STACK:
	case REC_USTACK:
		put_frames(env, field, data, out);
		break;
	case REC_BYTES:
		strbuf_puts(out, "{\"bytes\":");
		json_put_hex(data + field->offset_bytes, field->size_bytes, out);
		strbuf_putc(out, '}');
		break;
	}
}

/* ----------------------------------------------------------------- members */

/* "key": */
static void put_key(const char *key, struct strbuf *out)
{
	strbuf_puts(out, ",\"");
	strbuf_puts(out, key);
	strbuf_puts(out, "\":");
}

void json_member_uint(const char *key, uint64_t value, struct strbuf *out)
{
	put_key(key, out);
	json_put_uint(value, out);
}

void json_member_int(const char *key, int64_t value, struct strbuf *out)
{
	put_key(key, out);
	json_put_int(value, out);
}

void json_member_string(const char *key, const char *text, struct strbuf *out)
{
	put_key(key, out);
	json_put_string(text, out);
}

void json_member_name(const char *key, const char *name, struct strbuf *out)
{
	struct strbuf room = { 0 };

	json_member_string(key, printable_name(name, &room), out);
	strbuf_deinit(&room);
}

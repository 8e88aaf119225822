// SPDX-License-Identifier: BSD-2-Clause
/*
 * RFC 8259, by recursive descent: one function for each kind of value. An
 * error is reported once, where it is found; all callers return NULL then.
 */
#include "cmd/merge/json_parse.h"

#include <string.h>

#include "base/text/strbuf.h"
#include "base/text/utf8.h"

enum { DEPTH_MAX = 64 };

struct reader {
	struct arena *arena;
	const char *at, *end;
	const char *why; /* NULL: nothing is wrong */
	int depth;
};

static struct json *read_value(struct reader *reader);

static void *wrong(struct reader *reader, const char *why)
{
	if (!reader->why)
		reader->why = why;
	return NULL;
}

static struct json *new_json(struct reader *reader, enum json_kind kind)
{
	struct json *json = arena_new(reader->arena, struct json);

	json->kind = kind;
	return json;
}

static void skip_blanks(struct reader *reader)
{
	while (reader->at < reader->end &&
	       (*reader->at == ' ' || *reader->at == '\t' ||
		*reader->at == '\r' || *reader->at == '\n'))
		reader->at++;
}

/* Takes @c if it comes next. */
static bool take(struct reader *reader, char c)
{
	skip_blanks(reader);
	if (reader->at == reader->end || *reader->at != c)
		return false;
	reader->at++;
	return true;
}

/* ----------------------------------------------------------------- strings */

static bool read_hex4(struct reader *reader, uint32_t *ret)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";

	*ret = 0;
	for (int i = 0; i < 4; i++, reader->at++) {
		const char *found = reader->at < reader->end && *reader->at ?
			strchr(digits, *reader->at) :
			NULL;

		if (!found)
			return wrong(reader,
				     "\\u needs four hexadecimal "
				     "digits");
		*ret = *ret << 4 | ((uint32_t)(found - digits) & 15);
	}
	return true;
}

/* After `\u`: one unit, or the two of a pair. */
static bool read_unicode(struct reader *reader, struct strbuf *out)
{
	char text[UTF8_BYTES_MAX];
	uint32_t c, low;

	if (!read_hex4(reader, &c))
		return false;
	if (c >= 0xd800 && c < 0xdc00 && reader->end - reader->at > 2 &&
	    reader->at[0] == '\\' && reader->at[1] == 'u') {
		reader->at += 2;
		if (!read_hex4(reader, &low))
			return false;
		if (low < 0xdc00 || low > 0xdfff)
			return wrong(reader, "an incomplete surrogate pair");
		c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
	} else if (c >= 0xd800 && c <= 0xdfff) {
		return wrong(reader, "an incomplete surrogate pair");
	}
	strbuf_add(out, text, utf8_put(c, text));
	return true;
}

/* After a backslash. */
static bool read_escape(struct reader *reader, struct strbuf *out)
{
	static const char named[] = "b\bt\tn\nf\fr\r\"\"\\\\//";
	char c = reader->at < reader->end ? *reader->at : '\0';

	for (size_t i = 0; c && i < sizeof(named) - 1; i += 2) {
		if (c != named[i])
			continue;
		reader->at++;
		strbuf_putc(out, named[i + 1]);
		return true;
	}
	if (c != 'u')
		return wrong(reader, "an unknown escape in a string");
	reader->at++;
	return read_unicode(reader, out);
}

static bool read_text(struct reader *reader, struct strbuf *out)
{
	while (reader->at < reader->end && *reader->at != '"') {
		size_t left = (size_t)(reader->end - reader->at);
		size_t len = utf8_len(reader->at, left);

		if ((unsigned char)*reader->at < ' ')
			return wrong(reader, "a control character in a string");
		if (!len)
			return wrong(reader, "a string that is not UTF-8");
		if (*reader->at == '\\') {
			reader->at++;
			if (!read_escape(reader, out))
				return false;
			continue;
		}
		strbuf_add(out, reader->at, len);
		reader->at += len;
	}
	if (reader->at == reader->end)
		return wrong(reader, "a string without an end");
	reader->at++;
	return true;
}

/* Fast path for most strings: plain ASCII up to the quote is copied as it
 * is. */
static bool read_plain(struct reader *reader, struct json *json)
{
	const char *at = reader->at;

	while (at < reader->end && (signed char)*at >= ' ' && *at != '"' &&
	       *at != '\\')
		at++;
	if (at == reader->end || *at != '"')
		return false;
	json->len = (size_t)(at - reader->at);
	json->text = arena_strndup(reader->arena, reader->at, json->len);
	reader->at = at + 1;
	return true;
}

/* After the quote. */
static struct json *read_string(struct reader *reader)
{
	struct json *json = new_json(reader, JSON_STRING);
	struct strbuf text = { 0 };
	bool is_good;

	if (read_plain(reader, json))
		return json;
	is_good = read_text(reader, &text);
	json->len = text.len;
	json->text = arena_strndup(reader->arena, strbuf_text(&text), text.len);
	strbuf_deinit(&text);
	return is_good ? json : NULL;
}

/* ----------------------------------------------------------- other values */

static bool is_digit(const struct reader *reader)
{
	return reader->at < reader->end && *reader->at >= '0' &&
		*reader->at <= '9';
}

static struct json *read_number(struct reader *reader)
{
	static const char range[] = "a number that is not a 64-bit integer";
	struct json *json = new_json(reader, JSON_NUMBER);
	const char *begin;

	json->is_negative = take(reader, '-');
	begin = reader->at;
	for (; is_digit(reader); reader->at++) {
		uint64_t digit = (uint64_t)(*reader->at - '0');

		if (__builtin_mul_overflow(json->number, 10, &json->number) ||
		    __builtin_add_overflow(json->number, digit, &json->number))
			return wrong(reader, range);
	}
	if (reader->at == begin || (*begin == '0' && reader->at - begin > 1))
		return wrong(reader, "a value was expected");
	if (reader->at < reader->end && *reader->at &&
	    strchr(".eE", *reader->at))
		return wrong(reader, range);
	if (!json->is_negative)
		return json;
	if (json->number > UINT64_C(1) << 63)
		return wrong(reader, range);
	json->number = -json->number;
	json->is_negative = json->number != 0;
	return json;
}

static struct json *read_word(struct reader *reader, const char *word,
			      enum json_kind kind)
{
	size_t len = strlen(word);

	if ((size_t)(reader->end - reader->at) < len ||
	    memcmp(reader->at, word, len) != 0)
		return wrong(reader, "a value was expected");
	reader->at += len;
	return new_json(reader, kind);
}

static struct json *read_member(struct reader *reader)
{
	const struct json *key;
	struct json *value;

	if (!take(reader, '"'))
		return wrong(reader, "a member's name was expected");
	key = read_string(reader);
	if (!key)
		return NULL;
	if (!take(reader, ':'))
		return wrong(reader, "`:' was expected");
	value = read_value(reader);
	if (value)
		value->key = key->text;
	return value;
}

/* After the bracket, up to @close. */
static struct json *read_list(struct reader *reader, enum json_kind kind,
			      char close)
{
	struct json *json = new_json(reader, kind), **last = &json->first;

	if (take(reader, close))
		return json;
	do {
		*last = kind == JSON_OBJECT ? read_member(reader) :
					      read_value(reader);
		if (!*last)
			return NULL;
		last = &(*last)->next;
	} while (take(reader, ','));
	if (!take(reader, close))
		return wrong(reader,
			     kind == JSON_OBJECT ? "`,' or `}' was expected" :
						   "`,' or `]' was expected");
	return json;
}

static struct json *read_nested(struct reader *reader, enum json_kind kind,
				char close)
{
	struct json *json;

	if (reader->depth == DEPTH_MAX)
		return wrong(reader, "too deeply nested");
	reader->depth++;
	json = read_list(reader, kind, close);
	reader->depth--;
	return json;
}

static struct json *read_value(struct reader *reader)
{
	if (take(reader, '{'))
		return read_nested(reader, JSON_OBJECT, '}');
	if (take(reader, '['))
		return read_nested(reader, JSON_ARRAY, ']');
	if (take(reader, '"'))
		return read_string(reader);
	if (reader->at == reader->end)
		return wrong(reader, "unexpected end of line");
	if (*reader->at == 'n')
		return read_word(reader, "null", JSON_NULL);
	if (*reader->at == 't')
		return read_word(reader, "true", JSON_TRUE);
	if (*reader->at == 'f')
		return read_word(reader, "false", JSON_FALSE);
	return read_number(reader);
}

struct json *json_parse(struct arena *arena, const char *text, size_t len,
			const char **why_ret, size_t *at_ret)
{
	struct reader reader = {
		.arena = arena,
		.at = text,
		.end = text + len,
	};
	struct json *json = read_value(&reader);

	if (json)
		skip_blanks(&reader);
	if (json && reader.at != reader.end)
		json = wrong(&reader, "text after the value");
	*why_ret = reader.why;
	*at_ret = (size_t)(reader.at - text);
	return json;
}

const struct json *json_member(const struct json *object, const char *key)
{
	if (object->kind != JSON_OBJECT)
		return NULL;
	for (const struct json *member = object->first; member;
	     member = member->next)
		if (strcmp(member->key, key) == 0)
			return member;
	return NULL;
}

const struct json *json_member_of(const struct json *object, const char *key,
				  enum json_kind kind)
{
	const struct json *member = json_member(object, key);

	return member && member->kind == kind ? member : NULL;
}

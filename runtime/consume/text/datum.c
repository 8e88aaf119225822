// SPDX-License-Identifier: BSD-2-Clause
/*
 * Converts a datum to text. Columns of trace():
 *
 *	bytes   signed       unsigned     quiet
 *	8       " %19ld"     " %20lu"     the number alone
 *	4       " %10d"      " %10u"
 *	2       " %5hd"      " %5hu"
 *	1       " %3hhd"     " %3hhu"
 *	string  "  %-33s"                 the text alone
 *	other   hex dump                  hex dump
 *
 * Keys of aggregations have their own columns (datum_print_key). Addresses and
 * stacks are in symbolize.c.
 */
#include "runtime/consume/text/datum.h"

#include <string.h>
#include <time.h>

#include "base/text/printable.h"
#include "runtime/consume/text/conv.h"

/* The value, zero-extended from its width; 0 if it is not an integer. */
static uint64_t datum_unsigned(const struct rec_field *field,
			       const uint8_t *data)
{
	const uint8_t *p = data + field->offset_bytes;
	uint64_t u64;
	uint32_t u32;
	uint16_t u16;

	switch (field->size_bytes) {
	case 8:
		memcpy(&u64, p, sizeof(u64));
		return u64;
	case 4:
		memcpy(&u32, p, sizeof(u32));
		return u32;
	case 2:
		memcpy(&u16, p, sizeof(u16));
		return u16;
	case 1:
		return *p;
	}
	return 0;
}

uint64_t datum_value(const struct rec_field *field, const uint8_t *data)
{
	uint64_t value = datum_unsigned(field, data);

	if (!field->is_signed)
		return value;
	switch (field->size_bytes) {
	case 4:
		return (uint64_t)(int32_t)value;
	case 2:
		return (uint64_t)(int16_t)value;
	case 1:
		return (uint64_t)(int8_t)value;
	}
	return value;
}

enum { TIME_TEXT_BYTES = 1024 };

/* Local time; the text is valid until the next call. */
static const char *time_text(const struct rec_field *field, const uint8_t *data,
			     size_t *len_ret)
{
	static _Thread_local char text[TIME_TEXT_BYTES];
	int64_t time_ns;
	struct tm tm;
	time_t time_s;

	memcpy(&time_ns, data + field->offset_bytes, sizeof(time_ns));
	time_s = (time_t)(time_ns / 1000000000 - (time_ns % 1000000000 < 0));
	localtime_r(&time_s, &tm);
	*len_ret = strftime(text, sizeof(text), field->time_format, &tm);
	return text;
}

const char *datum_text(const struct rec_field *field, const uint8_t *data,
		       size_t *len_ret)
{
	const char *text = (const char *)data + field->offset_bytes;

	if (field->time_format)
		return time_text(field, data, len_ret);
	*len_ret = strnlen(text, field->size_bytes);
	return text;
}

static bool is_number(const struct rec_field *field)
{
	switch (field->kind) {
	case REC_INT:
		return true;
	case REC_STRING:
	case REC_SYM:
	case REC_MOD:
	case REC_USYM:
	case REC_UMOD:
	case REC_UADDR:
	case REC_STACK:
	case REC_USTACK:
	case REC_BYTES:
		break;
	}
	return false;
}

/* The width of a number's column in trace(), without the blank before it. */
static int trace_width(const struct rec_field *field)
{
	switch (field->size_bytes) {
	case 8:
		return field->is_signed ? 19 : 20;
	case 4:
		return 10;
	case 2:
		return 5;
	}
	return 3;
}

static void put_decimal(uint64_t value, bool is_signed, int width,
			struct strbuf *out)
{
	struct conv_spec spec = { .width = width, .precision = FMT_NONE };

	conv_put_decimal(&spec, value, is_signed, out);
}

void datum_put_text(const struct rec_field *field, const uint8_t *data,
		    struct strbuf *out)
{
	size_t len;
	const char *text = datum_text(field, data, &len);

	printable_add(text, len, field->is_name ? "" : PRINTABLE_SPACE, out);
}

static void put_text(const struct rec_field *field, const uint8_t *data,
		     size_t width, struct strbuf *out)
{
	size_t begin = out->len;

	datum_put_text(field, data, out);
	if (out->len - begin < width)
		strbuf_pad(out, ' ', width - (out->len - begin));
}

void datum_print(const struct rec_field *field, const uint8_t *data,
		 bool is_quiet, struct strbuf *out)
{
	switch (field->kind) {
	case REC_INT:
		if (!is_quiet)
			strbuf_putc(out, ' ');
		put_decimal(datum_value(field, data), field->is_signed,
			    is_quiet ? 0 : trace_width(field), out);
		break;
	case REC_STRING:
		if (!is_quiet)
			strbuf_puts(out, "  ");
		put_text(field, data, is_quiet ? 0 : 33, out);
		break;
	case REC_SYM:
	case REC_MOD:
	case REC_USYM:
	case REC_UMOD:
	case REC_UADDR:
	case REC_STACK:
	case REC_USTACK:
	case REC_BYTES:
		datum_hexdump(data + field->offset_bytes, field->size_bytes,
			      out);
		break;
	}
}

/* 8 bytes: " %16lld"; 4: " %8d"; 2 and 1 with their sign: " %5d", " %3d". */
static void print_number_key(const struct rec_field *field, const uint8_t *data,
			     struct strbuf *out)
{
	uint64_t value = datum_value(field, data);

	strbuf_putc(out, ' ');
	switch (field->size_bytes) {
	case 8:
		put_decimal(value, true, 16, out);
		break;
	case 4:
		put_decimal((uint64_t)(int32_t)value, true, 8, out);
		break;
	case 2:
		put_decimal(value, field->is_signed, 5, out);
		break;
	default:
		put_decimal(value, field->is_signed, 3, out);
	}
}

void datum_print_key(const struct rec_field *field, const uint8_t *data,
		     struct strbuf *out)
{
	switch (field->kind) {
	case REC_INT:
		print_number_key(field, data, out);
		break;
	case REC_STRING:
		strbuf_puts(out, "  ");
		put_text(field, data, 50, out);
		break;
	case REC_SYM:
	case REC_MOD:
	case REC_USYM:
	case REC_UMOD:
	case REC_UADDR:
	case REC_STACK:
	case REC_USTACK:
	case REC_BYTES:
		datum_hexdump(data + field->offset_bytes, field->size_bytes,
			      out);
		break;
	}
}

enum { HEX_ROW_BYTES = 16 };

static void put_hex_row(size_t off, const uint8_t *bytes, size_t len,
			struct strbuf *out)
{
	strbuf_printf(out, "     %5zx:", off);
	for (size_t i = 0; i < HEX_ROW_BYTES; i++) {
		if (i < len)
			strbuf_printf(out, " %02x", bytes[i]);
		else
			strbuf_puts(out, "   ");
	}
	strbuf_puts(out, "  ");
	for (size_t i = 0; i < len; i++)
		strbuf_putc(out,
			    bytes[i] >= ' ' && bytes[i] <= '~' ?
				    (char)bytes[i] :
				    '.');
	strbuf_putc(out, '\n');
}

void datum_hexdump(const uint8_t *bytes, size_t len, struct strbuf *out)
{
	strbuf_putc(out, '\n');
	strbuf_pad(out, ' ', 11);
	for (unsigned int i = 0; i < HEX_ROW_BYTES; i++)
		strbuf_printf(out, "  %x", i);
	strbuf_puts(out, "  0123456789abcdef\n");
	for (size_t off = 0; off < len; off += HEX_ROW_BYTES)
		put_hex_row(off, bytes + off,
			    len - off < HEX_ROW_BYTES ? len - off :
							HEX_ROW_BYTES,
			    out);
}

/* Addresses: word by word, as numbers; user addresses begin with the tgid. */
static int compare_words(const struct rec_field *field, const uint8_t *a,
			 const uint8_t *b)
{
	for (uint32_t at = 0; at < field->size_bytes; at += 8) {
		uint64_t a_word, b_word;

		memcpy(&a_word, a + field->offset_bytes + at, 8);
		memcpy(&b_word, b + field->offset_bytes + at, 8);
		if (a_word != b_word)
			return a_word < b_word ? -1 : 1;
	}
	return 0;
}

int datum_compare(const struct rec_field *field, const uint8_t *a,
		  const uint8_t *b)
{
	const uint64_t sign = UINT64_C(1) << 63;
	uint64_t a_value, b_value;

	if (rec_is_address(field->kind))
		return compare_words(field, a, b);
	if (!is_number(field))
		return memcmp(a + field->offset_bytes, b + field->offset_bytes,
			      field->size_bytes);
	a_value = datum_value(field, a);
	b_value = datum_value(field, b);
	if (field->is_signed) /* in the order of unsigned numbers */
		a_value ^= sign, b_value ^= sign;
	return a_value < b_value ? -1 : a_value > b_value;
}

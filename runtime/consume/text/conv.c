// SPDX-License-Identifier: BSD-2-Clause
/*
 * Converts one value to text, by one conversion of a format.
 *
 *	%d of (char)-1, width 5   ->  "   -1"
 *	%x of (char)-1            ->  "ff": zero-extended from its own width
 *	%S of "a\tb"              ->  "a\\tb"
 *
 * Plain numbers and strings are formatted here: a flood of printf() records
 * passes through this file, and a vsnprintf() costs more than the rest of a
 * record. Rare conversions (grouping by the locale, floating point) use libc.
 *
 * To add a conversion: a row in lang/table/format_conv.def, conv_<word>() here.
 */
#include "runtime/consume/text/conv.h"

#include <arpa/inet.h>
#include <locale.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/text/printable.h"
#include "base/text/utf8.h"

#define CONV(letter, word, argument) static conv_fn conv_##word;
#include "lang/table/format_conv.def"
#undef CONV

conv_fn *const conv_table[FMT_CONV_CNT] = {
#define CONV(letter, word, argument) [FMT_CONV_##word] = conv_##word,
#include "lang/table/format_conv.def"
#undef CONV
};

/* --------------------------------------------------------------- padding */

static size_t spec_width(const struct conv_spec *spec)
{
	return spec->width > 0 ? (size_t)spec->width : 0;
}

static void put_padded(const struct conv_spec *spec, const char *text,
		       size_t len, struct strbuf *out)
{
	size_t width = spec_width(spec);
	size_t pad = len < width ? width - len : 0;

	if (pad && !(spec->flags & FMT_LEFT))
		strbuf_pad(out, ' ', pad);
	strbuf_add(out, text, len);
	if (pad && spec->flags & FMT_LEFT)
		strbuf_pad(out, ' ', pad);
}

void conv_put_text(const struct conv_spec *spec, const char *text, size_t len,
		   struct strbuf *out)
{
	put_padded(spec, text, len, out);
}

/* --------------------------------------------------------------- numbers */

enum { DIGITS_MAX = 24 }; /* 2^64 in octal has 22 */

/* Writes the digits so that they end at @end; returns where they begin. */
static char *make_digits(uint64_t value, unsigned int base, bool is_upper,
			 char *end)
{
	const char *digits = is_upper ? "0123456789ABCDEF" : "0123456789abcdef";

	if (base == 10) {
		do
			*--end = (char)('0' + value % 10);
		while (value /= 10);
		return end;
	}
	do
		*--end = digits[value % base];
	while (value /= base);
	return end;
}

/*
 * As in C: precision is the minimum number of digits, and disables the flag 0;
 * 0 with precision 0 has no digits.
 */
static void put_number(const struct conv_spec *spec, const char *prefix,
		       const char *digits, size_t digit_cnt, struct strbuf *out)
{
	size_t prefix_len = strlen(prefix);
	size_t width = spec_width(spec);
	size_t zeros = 0, len;

	if (spec->precision > 0 && (size_t)spec->precision > digit_cnt)
		zeros = (size_t)spec->precision - digit_cnt;
	len = prefix_len + zeros + digit_cnt;
	if (len < width && spec->flags & FMT_ZERO && spec->precision < 0 &&
	    !(spec->flags & FMT_LEFT)) {
		zeros += width - len;
		len = width;
	}
	if (len < width && !(spec->flags & FMT_LEFT))
		strbuf_pad(out, ' ', width - len);
	strbuf_add(out, prefix, prefix_len);
	strbuf_pad(out, '0', zeros);
	strbuf_add(out, digits, digit_cnt);
	if (len < width && spec->flags & FMT_LEFT)
		strbuf_pad(out, ' ', width - len);
}

static const char *sign_text(const struct conv_spec *spec, bool is_negative,
			     bool is_signed)
{
	if (is_negative)
		return "-";
	if (is_signed && spec->flags & FMT_PLUS)
		return "+";
	if (is_signed && spec->flags & FMT_SPACE)
		return " ";
	return "";
}

/* Writes the flags as libc needs them; returns where the format continues. */
static char *put_flags(const struct conv_spec *spec, char *format)
{
	static const struct {
		unsigned int flag;
		char letter;
	} flags[] = {
		{ FMT_LEFT, '-' }, { FMT_PLUS, '+' },	{ FMT_SPACE, ' ' },
		{ FMT_ZERO, '0' }, { FMT_GROUP, '\'' }, { FMT_ALT, '#' },
	};

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (spec->flags & flags[i].flag)
			*format++ = flags[i].letter;
	return format;
}

/*
 * How the user writes numbers; 0 if the locale is not installed. Only grouping
 * uses it: the process keeps the locale C, so that the decimal point is the
 * same everywhere, and a program that reads the output can rely on it.
 */
static locale_t user_numeric(void)
{
	static locale_t locale;
	static bool is_known;

	if (!is_known)
		locale = newlocale(LC_NUMERIC_MASK, "", (locale_t)0);
	is_known = true;
	return locale;
}

/* Groups thousands as in the user's locale, by libc. */
static void put_grouped(const struct conv_spec *spec, uint64_t bits,
			bool is_signed, struct strbuf *out)
{
	char format[16] = "%", *p = put_flags(spec, format + 1);
	locale_t was = uselocale(user_numeric());

	strcpy(p, is_signed ? "*.*lld" : "*.*llu");
	strbuf_printf(out, format, (int)spec_width(spec), spec->precision,
		      (unsigned long long)bits);
	uselocale(was);
}

void conv_put_decimal(const struct conv_spec *spec, uint64_t bits,
		      bool is_signed, struct strbuf *out)
{
	bool is_negative = is_signed && (int64_t)bits < 0;
	char text[DIGITS_MAX], *end = text + sizeof(text), *digits;

	digits = make_digits(is_negative ? -bits : bits, 10, false, end);
	if (!bits && !spec->precision)
		digits = end;
	if (!spec->flags && spec->width <= 0 && spec->precision < 0) {
		if (is_negative)
			*--digits = '-';
		strbuf_add(out, digits, (size_t)(end - digits));
		return;
	}
	put_number(spec, sign_text(spec, is_negative, is_signed), digits,
		   (size_t)(end - digits), out);
}

static void put_decimal(const struct conv_spec *spec, uint64_t bits,
			bool is_signed, struct strbuf *out)
{
	if (spec->flags & FMT_GROUP)
		put_grouped(spec, bits, is_signed, out);
	else
		conv_put_decimal(spec, bits, is_signed, out);
}

/* The value without the bits that sign extension has added. */
static uint64_t zero_extended(const struct conv_value *value)
{
	if (value->size_bytes == 0 || value->size_bytes >= 8)
		return value->bits;
	return value->bits & ((1ull << (value->size_bytes * 8)) - 1);
}

static void put_based(const struct conv_spec *spec, uint64_t bits,
		      unsigned int base, bool is_upper, const char *prefix,
		      struct strbuf *out)
{
	char text[DIGITS_MAX], *end = text + sizeof(text), *digits;

	digits = make_digits(bits, base, is_upper, end);
	if (!bits && !spec->precision)
		digits = end;
	put_number(spec, prefix, digits, (size_t)(end - digits), out);
}

static void conv_decimal(const struct conv_spec *spec,
			 const struct conv_value *value, struct strbuf *out)
{
	put_decimal(spec, value->bits, value->is_signed, out);
}

static void conv_integer(const struct conv_spec *spec,
			 const struct conv_value *value, struct strbuf *out)
{
	conv_decimal(spec, value, out);
}

static void conv_udecimal(const struct conv_spec *spec,
			  const struct conv_value *value, struct strbuf *out)
{
	put_decimal(spec, zero_extended(value), false, out);
}

static void conv_octal(const struct conv_spec *spec,
		       const struct conv_value *value, struct strbuf *out)
{
	uint64_t bits = zero_extended(value);
	struct conv_spec with_zero = *spec;

	/* # asks for a first digit 0: one more digit of precision */
	if (spec->flags & FMT_ALT && bits) {
		int digit_cnt = (66 - __builtin_clzll(bits)) / 3;

		if (with_zero.precision <= digit_cnt) {
			put_based(spec, bits, 8, false, "0", out);
			return;
		}
	} else if (spec->flags & FMT_ALT) {
		with_zero.precision = spec->precision ? spec->precision : 1;
	}
	put_based(&with_zero, bits, 8, false, "", out);
}

static void conv_hex(const struct conv_spec *spec,
		     const struct conv_value *value, struct strbuf *out)
{
	uint64_t bits = zero_extended(value);

	put_based(spec, bits, 16, false,
		  spec->flags & FMT_ALT && bits ? "0x" : "", out);
}

static void conv_upper_hex(const struct conv_spec *spec,
			   const struct conv_value *value, struct strbuf *out)
{
	uint64_t bits = zero_extended(value);

	put_based(spec, bits, 16, true,
		  spec->flags & FMT_ALT && bits ? "0X" : "", out);
}

static void conv_pointer(const struct conv_spec *spec,
			 const struct conv_value *value, struct strbuf *out)
{
	conv_hex(spec, value, out);
}

/* ------------------------------------------------------------------ text */

/*
 * Writes the bytes of a character, at most UTF8_BYTES_MAX, and returns their
 * number. Wide ones are shown in UTF-8 whatever the locale, as all texts are.
 */
static size_t make_character(const struct conv_spec *spec,
			     const struct conv_value *value, char *ret)
{
	if (spec->is_wide)
		return utf8_put((uint32_t)zero_extended(value), ret);
	*ret = (char)value->bits;
	return 1;
}

/* Text of a program: its control characters only if the user allows them. */
static void put_text(const struct conv_spec *spec, const char *text, size_t len,
		     struct strbuf *out)
{
	struct strbuf escaped = { 0 };

	if (!spec->is_escaped) {
		put_padded(spec, text, len, out);
		return;
	}
	printable_add(text, len, "", &escaped);
	put_padded(spec, strbuf_text(&escaped), escaped.len, out);
	strbuf_deinit(&escaped);
}

static void conv_character(const struct conv_spec *spec,
			   const struct conv_value *value, struct strbuf *out)
{
	char text[UTF8_BYTES_MAX];

	put_text(spec, text, make_character(spec, value, text), out);
}

/* Appends wide characters up to a 0, as many as @max bytes have room for. */
static void put_wide_text(const struct conv_value *value, size_t max,
			  struct strbuf *out)
{
	for (uint32_t at = 0; at + 4 <= value->size_bytes; at += 4) {
		char text[UTF8_BYTES_MAX];
		uint32_t code;
		size_t len;

		memcpy(&code, value->bytes + at, sizeof(code));
		len = utf8_put(code, text);
		if (!code || len > max - out->len)
			return;
		strbuf_add(out, text, len);
	}
}

/*
 * Returns the text up to NUL or the precision, *@len_ret bytes; that of wide
 * characters is made in @wide.
 */
static const char *find_text(const struct conv_spec *spec,
			     const struct conv_value *value,
			     struct strbuf *wide, size_t *len_ret)
{
	size_t max = spec->precision >= 0 ? (size_t)spec->precision : SIZE_MAX;

	*len_ret = 0;
	if (!value->bytes)
		return "";
	if (spec->is_wide) {
		put_wide_text(value, max, wide);
		*len_ret = wide->len;
		return strbuf_text(wide);
	}
	*len_ret = strnlen((const char *)value->bytes,
			   max < value->size_bytes ? max : value->size_bytes);
	return (const char *)value->bytes;
}

static void conv_string(const struct conv_spec *spec,
			const struct conv_value *value, struct strbuf *out)
{
	struct strbuf wide = { 0 };
	size_t len;
	const char *text = find_text(spec, value, &wide, &len);

	put_text(spec, text, len, out);
	strbuf_deinit(&wide);
}

/* Returns the name of the address @text in /etc/hosts, in @name, or NULL. */
static const char *host_name(const char *text, char *name, size_t size)
{
	FILE *file = fopen("/etc/hosts", "re");
	const char *found = NULL;
	char line[512];

	while (file && !found && fgets(line, sizeof(line), file)) {
		char *rest, *address;

		line[strcspn(line, "#\n")] = '\0';
		address = strtok_r(line, " \t", &rest);
		if (!address || strcmp(address, text) != 0)
			continue;
		found = strtok_r(NULL, " \t", &rest);
	}
	if (file)
		fclose(file);
	if (!found)
		return NULL;
	snprintf(name, size, "%s", found);
	return name;
}

/* Shows an address by its name; no name server is asked. */
static void conv_host(const struct conv_spec *spec,
		      const struct conv_value *value, struct strbuf *out)
{
	struct conv_value text = *value;
	char address[64], name[256];
	size_t len = value->bytes ? strnlen((const char *)value->bytes,
					    value->size_bytes) : 0;

	if (len && len < sizeof(address)) {
		memcpy(address, value->bytes, len);
		address[len] = '\0';
		if (host_name(address, name, sizeof(name))) {
			text.bytes = (const uint8_t *)name;
			text.size_bytes = (uint32_t)strlen(name);
		}
	}
	conv_string(spec, &text, out);
}

/* A port by the name of its service. */
static void conv_port(const struct conv_spec *spec,
		      const struct conv_value *value, struct strbuf *out)
{
	const struct servent *service = value->bits > UINT16_MAX ? NULL :
		getservbyport(htons((uint16_t)value->bits), NULL);

	if (service)
		put_padded(spec, service->s_name, strlen(service->s_name),
			   out);
	else
		put_decimal(spec, value->bits, value->is_signed, out);
}

/* The letter of a C escape, or 0. */
static char escape_letter(unsigned char c)
{
	static const char plain[] = "\a\b\t\n\v\f\r\"\\";
	static const char letters[] = "abtnvfr\"\\";
	const char *found = c ? strchr(plain, c) : NULL;

	return found ? letters[found - plain] : 0;
}

static void put_escaped(unsigned char c, struct strbuf *out)
{
	char letter = escape_letter(c);

	if (letter) {
		strbuf_putc(out, '\\');
		strbuf_putc(out, letter);
	} else if (c >= ' ' && c <= '~') {
		strbuf_putc(out, (char)c);
	} else if (!c) {
		strbuf_puts(out, "\\0");
	} else {
		strbuf_printf(out, "\\%03o", c);
	}
}

/* The width counts displayed columns, so the text is made first. */
static void put_escaped_text(const struct conv_spec *spec, const char *text,
			     size_t len, struct strbuf *out)
{
	struct strbuf escaped = { 0 };

	for (size_t i = 0; i < len; i++)
		put_escaped((unsigned char)text[i], &escaped);
	put_padded(spec, strbuf_text(&escaped), escaped.len, out);
	strbuf_deinit(&escaped);
}

static void conv_escaped_character(const struct conv_spec *spec,
				   const struct conv_value *value,
				   struct strbuf *out)
{
	char text[UTF8_BYTES_MAX];

	put_escaped_text(spec, text, make_character(spec, value, text), out);
}

static void conv_escaped_string(const struct conv_spec *spec,
				const struct conv_value *value,
				struct strbuf *out)
{
	struct strbuf wide = { 0 };
	size_t len;
	const char *text = find_text(spec, value, &wide, &len);

	put_escaped_text(spec, text, len, out);
	strbuf_deinit(&wide);
}

/* ------------------------------------------------------------------ time */

/*
 * Formats nanoseconds since 1970 as local time; @format is that of strftime(3).
 */
static void put_time(const struct conv_spec *spec, int64_t time_ns,
		     const char *format, struct strbuf *out)
{
	time_t time_s = (time_t)(time_ns / 1000000000);
	struct tm tm;
	char text[64];

	localtime_r(&time_s, &tm);
	put_padded(spec, text, strftime(text, sizeof(text), format, &tm), out);
}

static void conv_date(const struct conv_spec *spec,
		      const struct conv_value *value, struct strbuf *out)
{
	put_time(spec, (int64_t)value->bits, "%Y %b %e %H:%M:%S", out);
}

static void conv_rfc822(const struct conv_spec *spec,
			const struct conv_value *value, struct strbuf *out)
{
	put_time(spec, (int64_t)value->bits, "%a, %d %b %Y %H:%M:%S %Z", out);
}

/* ------------------------------------------------------------- addresses */

/* An address without a symbol. */
static void put_address(const struct conv_spec *spec, uint64_t addr,
			struct strbuf *out)
{
	char text[24];

	put_padded(spec, text,
		   (size_t)snprintf(text, sizeof(text), "0x%llx",
				    (unsigned long long)addr),
		   out);
}

static void conv_kernel_addr(const struct conv_spec *spec,
			     const struct conv_value *value, struct strbuf *out)
{
	put_address(spec, value->bits, out);
}

static void conv_user_addr(const struct conv_spec *spec,
			   const struct conv_value *value, struct strbuf *out)
{
	put_address(spec, value->bits, out);
}

/* Shows frames up to a zero address, one on each line; `%-20k` indents them. */
static void conv_stack(const struct conv_spec *spec,
		       const struct conv_value *value, struct strbuf *out)
{
	size_t frame_cnt = value->bytes ? value->size_bytes / 8 : 0;

	strbuf_putc(out, '\n');
	for (size_t i = 0; i < frame_cnt; i++) {
		unsigned long long addr;

		memcpy(&addr, value->bytes + i * 8, sizeof(addr));
		if (!addr)
			break;
		if (spec->flags & FMT_LEFT)
			strbuf_pad(out, ' ', spec_width(spec));
		strbuf_printf(out, "0x%llx\n", addr);
	}
}

/* -------------------------------------------------------- floating point */

/* Shows a float, double or long double, depending on the size. */
static long double float_value(const struct conv_value *value)
{
	union {
		float f;
		double d;
		long double ld;
	} u = { 0 };

	if (!value->bytes || value->size_bytes > sizeof(u))
		return 0;
	memcpy(&u, value->bytes, value->size_bytes);
	if (value->size_bytes == sizeof(u.f))
		return u.f;
	return value->size_bytes == sizeof(u.d) ? u.d : u.ld;
}

static void conv_fixed(const struct conv_spec *spec,
		       const struct conv_value *value, struct strbuf *out)
{
	char format[16] = "%", *p = put_flags(spec, format + 1);

	strcpy(p, "*.*L");
	p[4] = spec->letter;
	p[5] = '\0';
	strbuf_printf(out, format, (int)spec_width(spec), spec->precision,
		      float_value(value));
}

static void conv_exponent(const struct conv_spec *spec,
			  const struct conv_value *value, struct strbuf *out)
{
	conv_fixed(spec, value, out);
}

static void conv_upper_exponent(const struct conv_spec *spec,
				const struct conv_value *value,
				struct strbuf *out)
{
	conv_fixed(spec, value, out);
}

static void conv_general(const struct conv_spec *spec,
			 const struct conv_value *value, struct strbuf *out)
{
	conv_fixed(spec, value, out);
}

static void conv_upper_general(const struct conv_spec *spec,
			       const struct conv_value *value,
			       struct strbuf *out)
{
	conv_fixed(spec, value, out);
}

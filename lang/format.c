// SPDX-License-Identifier: BSD-2-Clause
/*
 * Splits a format string into a list of conversions.
 *
 *	%[flags][width][.precision][size]letter
 *
 * `@` (the value of an aggregation) may be among the flags or after the width:
 * %@15d and %15@d are the same. D has no positions (%2$d). The table of letters
 * is lang/table/format_conv.def.
 */
#include "lang/format.h"

#include <errno.h>
#include <string.h>

enum { NUMBER_MAX = 2147483647 }; /* columns, digits */

static const struct conv_row {
	char letter;
	enum fmt_class class;
} conv_rows[FMT_CONV_CNT] = {
#define CONV(letter, word, argument) \
	[FMT_CONV_##word] = { letter, FMT_CLASS_##argument },
#include "lang/table/format_conv.def"
#undef CONV
};

struct format_parser {
	struct arena *arena;
	const char *begin, *next, *end;
	char *text; /* literal text of the whole format, %% as % */
	size_t text_len;
	struct fmt *fmt;
	const char *error;
};

static int parser_error(struct format_parser *parser, const char *what)
{
	parser->error = arena_printf(parser->arena, "format conversion #%zu %s",
				     parser->fmt->conv_cnt + 1, what);
	return -EINVAL;
}

static bool skip(struct format_parser *parser, char c)
{
	if (parser->next == parser->end || *parser->next != c)
		return false;
	parser->next++;
	return true;
}

static unsigned int flag_of(char c)
{
	switch (c) {
	case '#':
		return FMT_ALT;
	case '0':
		return FMT_ZERO;
	case '-':
		return FMT_LEFT;
	case '+':
		return FMT_PLUS;
	case ' ':
		return FMT_SPACE;
	case '\'':
		return FMT_GROUP;
	case '?':
		return FMT_PTRWIDTH;
	}
	return 0;
}

static void parse_flags(struct format_parser *parser, struct fmt_conv *conv)
{
	for (; parser->next < parser->end; parser->next++) {
		unsigned int flag = flag_of(*parser->next);

		if (*parser->next == '@')
			conv->is_agg = true;
		else if (flag)
			conv->flags |= flag;
		else
			break;
	}
}

/* A number or `*`; without either, @ret is not changed. */
static int parse_number(struct format_parser *parser, int *ret)
{
	int64_t value = 0;

	if (skip(parser, '*')) {
		*ret = FMT_STAR;
		return 0;
	}
	if (parser->next == parser->end || *parser->next < '0' ||
	    *parser->next > '9')
		return 0;
	for (; parser->next < parser->end && *parser->next >= '0' &&
	     *parser->next <= '9';
	     parser->next++) {
		value = value * 10 + (*parser->next - '0');
		if (value > NUMBER_MAX)
			return parser_error(parser,
					    "has a width or precision that is "
					    "too large");
	}
	*ret = (int)value;
	return 0;
}

static enum fmt_size parse_size(struct format_parser *parser)
{
	if (skip(parser, 'h'))
		return skip(parser, 'h') ? FMT_SIZE_HH : FMT_SIZE_H;
	if (skip(parser, 'l'))
		return skip(parser, 'l') ? FMT_SIZE_LL : FMT_SIZE_L;
	if (skip(parser, 'L'))
		return FMT_SIZE_LDOUBLE;
	return skip(parser, 'w') ? FMT_SIZE_WIDE : FMT_SIZE_NONE;
}

static int parse_letter(struct format_parser *parser, struct fmt_conv *conv)
{
	char what[] = "has no known letter: %?";

	if (parser->next == parser->end)
		return parser_error(parser, "has no letter");
	if (*parser->next == '$')
		return parser_error(parser,
				    "has a position, which D does not support");
	for (int id = 0; id < FMT_CONV_CNT; id++) {
		if (conv_rows[id].letter != *parser->next)
			continue;
		conv->letter = *parser->next++;
		conv->id = (enum fmt_conv_id)id;
		conv->class = conv_rows[id].class;
		return 0;
	}
	what[sizeof(what) - 2] = *parser->next;
	return parser_error(parser, what);
}

/* After the `%`, unless that begins `%%`. */
static int parse_conv(struct format_parser *parser, struct fmt_conv *conv)
{
	int err;

	conv->width = conv->precision = FMT_NONE;
	parse_flags(parser, conv);
	err = parse_number(parser, &conv->width);
	if (err)
		return err;
	conv->is_agg |= skip(parser, '@');
	if (skip(parser, '.')) {
		conv->precision = 0;
		err = parse_number(parser, &conv->precision);
		if (err)
			return err;
	}
	conv->size = parse_size(parser);
	return parse_letter(parser, conv);
}

/* Stores literal text up to a conversion or the end in parser->text. */
static void parse_text(struct format_parser *parser, const char **text_ret,
		       size_t *len_ret)
{
	char *text = parser->text + parser->text_len, *p = text;

	while (parser->next < parser->end) {
		if (*parser->next == '%') {
			if (parser->end - parser->next < 2 ||
			    parser->next[1] != '%')
				break;
			parser->next++;
		}
		*p++ = *parser->next++;
	}
	*text_ret = text;
	*len_ret = (size_t)(p - text);
	parser->text_len += *len_ret;
}

static int parse_all(struct format_parser *parser)
{
	struct fmt *fmt = parser->fmt;
	const char *text;
	size_t len;

	for (;;) {
		struct fmt_conv *conv = &fmt->convs[fmt->conv_cnt];
		int err;

		parse_text(parser, &text, &len);
		if (parser->next == parser->end)
			break;
		conv->text = text;
		conv->text_len = len;
		conv->begin = (uint32_t)(parser->next++ - parser->begin);
		err = parse_conv(parser, conv);
		if (err)
			return err;
		conv->end = (uint32_t)(parser->next - parser->begin);
		fmt->conv_cnt++;
	}
	fmt->tail = text;
	fmt->tail_len = len;
	return 0;
}

int fmt_parse(struct arena *arena, const char *format, size_t len,
	      struct fmt *ret, const char **error_ret)
{
	struct fmt fmt = { 0 };
	struct format_parser parser = {
		.arena = arena,
		.begin = format,
		.next = format,
		.end = format + len,
		.text = arena_alloc(arena, len + 1),
		.fmt = &fmt,
	};
	size_t conv_max = 1;
	int err;

	for (size_t i = 0; i < len; i++)
		conv_max += format[i] == '%';
	fmt.convs = arena_new_array(arena, struct fmt_conv, conv_max);
	err = parse_all(&parser);
	if (err) {
		*error_ret = parser.error;
		return err;
	}
	*ret = fmt;
	return 0;
}

bool fmt_is_wide(const struct fmt_conv *conv)
{
	return (conv->size == FMT_SIZE_L || conv->size == FMT_SIZE_WIDE) &&
	       strchr("cCsS", conv->letter);
}

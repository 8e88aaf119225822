// SPDX-License-Identifier: BSD-2-Clause
/*
 * Formats data. The format was divided into conversions when the program was
 * compiled (lang/format.h); here each takes its arguments:
 *
 *	printf("%*d %s", w, n, s)	fields w n s: %*d takes two
 *	printa("%s %@d %@d", @a, @b)	field: the key; values: of @a, of @b
 *
 * If there are more %@ than aggregations, the last value is used again. A
 * histogram under any %@ is printed whole.
 */
#include "runtime/consume/text/printf.h"

#include "runtime/consume/text/conv.h"
#include "runtime/consume/text/datum.h"

/* The place in the arguments. */
struct format_cursor {
	const struct format_args *args;
	size_t field_idx;
	size_t value_idx;
};

static const struct rec_field *next_field(struct format_cursor *cursor)
{
	if (cursor->field_idx == cursor->args->field_cnt)
		return NULL;
	return &cursor->args->fields[cursor->field_idx++];
}

/*
 * An int argument for a `*`. It is bounded, because it may come from a traced
 * program, and the text is made in memory.
 */
static int next_star(struct format_cursor *cursor)
{
	const struct rec_field *field = next_field(cursor);
	int64_t value;

	if (!field)
		return FMT_NONE;
	value = (int64_t)datum_value(field, cursor->args->data);
	if (value > CONV_STAR_MAX)
		return CONV_STAR_MAX;
	return value < -CONV_STAR_MAX ? -CONV_STAR_MAX : (int)value;
}

static struct conv_spec make_spec(const struct fmt_conv *conv,
				  struct format_cursor *cursor)
{
	struct conv_spec spec = {
		.flags = conv->flags & ~(unsigned int)FMT_PTRWIDTH,
		.width = conv->width,
		.precision = conv->precision,
		.letter = conv->letter,
		.is_wide = fmt_is_wide(conv),
		.is_escaped = cursor->args->is_escaped,
	};

	if (conv->width == FMT_STAR) {
		spec.width = next_star(cursor);
		if (spec.width < 0) {
			spec.flags |= FMT_LEFT;
			spec.width = -spec.width;
		}
	} else if (conv->width == FMT_NONE && conv->flags & FMT_PTRWIDTH) {
		spec.width = 16;
	}
	if (conv->precision == FMT_STAR) {
		spec.precision = next_star(cursor);
		if (spec.precision < 0)
			spec.precision = FMT_NONE;
	}
	return spec;
}

/* Is it %a or %A, and are symbols available? */
static bool is_symbol(const struct fmt_conv *conv,
		      const struct format_args *args)
{
	return args->addresses && (conv->class == FMT_CLASS_SYM ||
				   conv->class == FMT_CLASS_USYM);
}

/* %a and %A of a plain number. */
static void print_symbol(const struct fmt_conv *conv,
			 const struct conv_spec *spec,
			 const struct format_args *args, uint64_t addr,
			 struct strbuf *out)
{
	struct strbuf text = { 0 };

	address_put_number(args->addresses, conv->class == FMT_CLASS_USYM,
			   args->pid, addr, &text);
	conv_put_text(spec, strbuf_text(&text), text.len, out);
	strbuf_deinit(&text);
}

static void print_value(const struct fmt_conv *conv,
			const struct conv_spec *spec,
			struct format_cursor *cursor, struct strbuf *out)
{
	const struct format_args *args = cursor->args;
	struct conv_value number = { .size_bytes = 8 };
	const struct agg_value *value;

	if (!args->value_cnt)
		return;
	value = &args->values[cursor->value_idx];
	if (cursor->value_idx + 1 < args->value_cnt)
		cursor->value_idx++;
	if (!value->ops->scalar) {
		value->ops->print(value, out);
		return;
	}
	number.is_signed = value->ops->is_signed;
	number.bits = value->ops->scalar(value);
	if (is_symbol(conv, args))
		print_symbol(conv, spec, args, number.bits, out);
	else
		conv_table[conv->id](spec, &number, out);
}

/* %a, %A and %k, if symbols are available. */
static bool print_address(const struct fmt_conv *conv,
			  const struct conv_spec *spec,
			  const struct format_args *args,
			  const struct rec_field *field, struct strbuf *out)
{
	struct strbuf text = { 0 };

	if (!args->addresses)
		return false;
	if (conv->class == FMT_CLASS_STACK) {
		address_put_frames(args->addresses, field, args->data,
				   spec->flags & FMT_LEFT && spec->width > 0 ?
					   (uint32_t)spec->width : 0, out);
		return true;
	}
	if (!is_symbol(conv, args))
		return false;
	if (!rec_is_address(field->kind)) {
		print_symbol(conv, spec, args, datum_value(field, args->data),
			     out);
		return true;
	}
	address_put_full(args->addresses, field, args->data, &text);
	conv_put_text(spec, strbuf_text(&text), text.len, out);
	strbuf_deinit(&text);
	return true;
}

static void print_field(const struct fmt_conv *conv,
			const struct conv_spec *spec,
			struct format_cursor *cursor, struct strbuf *out)
{
	const struct rec_field *field = next_field(cursor);
	struct conv_value value = { 0 };

	if (field && print_address(conv, spec, cursor->args, field, out))
		return;
	if (field) {
		value.bytes = cursor->args->data + field->offset_bytes;
		value.size_bytes = field->size_bytes;
		value.is_signed = field->is_signed;
		value.bits = datum_value(field, cursor->args->data);
	}
	if (field && field->time_format) {
		size_t len;

		value.bytes = (const uint8_t *)datum_text(
			field, cursor->args->data, &len);
		value.size_bytes = (uint32_t)len;
	}
	conv_table[conv->id](spec, &value, out);
}

void format_print(const struct fmt *format, const struct format_args *args,
		  struct strbuf *out)
{
	struct format_cursor cursor = { .args = args };

	for (size_t i = 0; i < format->conv_cnt; i++) {
		const struct fmt_conv *conv = &format->convs[i];
		struct conv_spec spec = make_spec(conv, &cursor);

		strbuf_add(out, conv->text, conv->text_len);
		if (conv->is_agg)
			print_value(conv, &spec, &cursor, out);
		else
			print_field(conv, &spec, &cursor, out);
	}
	strbuf_add(out, format->tail, format->tail_len);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of aggregations as text. A row in columns consists of the keys, the
 * values and a newline:
 *
 *	"  bash" padded to 52, " %16lld" ...
 *
 * Rows as bars or packed lines: agghist_aggpack.c.
 */
#include "runtime/consume/aggregation/agg_print.h"

#include "runtime/consume/aggregation/agg_rows.h"
#include "runtime/consume/aggregation/agg_take.h"
#include "runtime/consume/aggregation/agghist_aggpack.h"
#include "runtime/consume/text/conv.h"
#include "runtime/consume/text/datum.h"
#include "runtime/consume/text/printf.h"

static void print_scalar(const struct agg_value *value, struct strbuf *out)
{
	struct conv_spec spec = { .width = 16, .precision = FMT_NONE };

	strbuf_putc(out, ' ');
	conv_put_decimal(&spec, value->ops->scalar(value),
			 value->ops->is_signed, out);
}

static void print_columns(struct agg_set *set, const struct agg_rows *rows,
			  const struct agg_row *row, struct strbuf *out)
{
	const struct agg_value *values = row->values;

	for (size_t i = 0; i < rows->key_cnt; i++) {
		const struct rec_field *key = &rows->keys[i];

		if (set->addresses && rec_is_address(key->kind))
			address_print(set->addresses, key, row->key, out);
		else
			datum_print_key(key, row->key, out);
	}
	for (size_t i = 0; i < rows->agg_cnt; i++) {
		if (values[i].ops->scalar)
			print_scalar(&values[i], out);
		else
			values[i].ops->print(&values[i], out);
	}
	strbuf_putc(out, '\n');
}

/* -x aggpercpu: the values of each CPU, below the total of all CPUs. */
static void print_cpus(const struct agg_set *set, const struct agg_rows *rows,
		       const struct agg_row *row, struct strbuf *out)
{
	for (uint32_t cpu = 0; cpu < set->memory.cpu_max; cpu++) {
		if (!set->memory.per_cpu[cpu])
			continue;
		strbuf_printf(out, "    [CPU %u]", cpu);
		for (size_t i = 0; i < rows->agg_cnt; i++) {
			struct agg_value value = row->values[i];

			if (value.words != rows->zeros)
				value.words += (size_t)(1 + cpu) *
					rows->aggs[i]->layout->value_words;
			if (value.ops->scalar)
				print_scalar(&value, out);
			else
				value.ops->print(&value, out);
		}
		strbuf_putc(out, '\n');
	}
}

static void print_format(struct agg_set *set, const struct agg_rows *rows,
			 const struct agg_row *row, const struct fmt *format,
			 struct strbuf *out)
{
	struct format_args args = {
		.fields = rows->keys,
		.field_cnt = rows->key_cnt,
		.data = row->key,
		.values = row->values,
		.value_cnt = rows->agg_cnt,
		.addresses = set->addresses,
		.is_escaped = set->look && set->look->is_escaped,
	};

	format_print(format, &args, out);
}

static void print_row(struct agg_set *set, const struct agg_rows *rows,
		      const struct agg_row *row, const struct fmt *format,
		      struct strbuf *out)
{
	uint64_t was_ns = address_at(set->addresses, row->key_ns);

	if (format)
		print_format(set, rows, row, format, out);
	else
		print_columns(set, rows, row, out);
	if (!format && set->memory.per_cpu)
		print_cpus(set, rows, row, out);
	address_at(set->addresses, was_ns);
}

static void print_rows(struct agg_set *set, const struct agg_rows *rows,
		       const struct fmt *format, struct strbuf *out)
{
	if (!format && set->look && agg_bars_fit(rows, set->look)) {
		agg_bars_print(set, rows, set->look, out);
		return;
	}
	for (size_t i = 0; i < rows->row_cnt; i++)
		print_row(set, rows, &rows->rows[i], format, out);
}

void agg_set_print(struct agg_set *set, const uint32_t *ids, size_t id_cnt,
		   const struct fmt *format, const struct agg_sort *sort,
		   struct strbuf *out)
{
	struct agg_rows rows;

	if (!agg_set_rows(set, ids, id_cnt, sort, true, &rows))
		return;
	print_rows(set, &rows, format, out);
	agg_rows_deinit(&rows);
}

void agg_set_print_rest(struct agg_set *set, const struct agg_sort *sort,
			struct strbuf *out)
{
	for (uint32_t id = 0; id < set->agg_cnt; id++)
		if (!set->aggs[id].was_printed)
			agg_set_print(set, &id, 1, NULL, sort, out);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Aggregations in plain memory. See agg_sample.h.
 */
#include "tests/unit/agg_sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "runtime/consume/aggregation/agg_print.h"
#include "tests/unit/mem_ring.h"

enum { KEY_BYTES = 16 };

static struct rec_field key_fields[] = {
	STRING_FIELD(0, 8),
	INT_FIELD(8, 4, true),
};

void agg_sample_init(struct agg_sample *s, const enum agg_func *funcs,
		     size_t cnt, size_t key_cnt)
{
	const struct agg_memory memory = {
		.unkeyed = s->unkeyed,
		.unkeyed_stride = sizeof(s->unkeyed[0]),
		.values = s->values,
		.cpu_max = AGG_SAMPLE_CPUS,
	};

	memset(s, 0, sizeof(*s));
	arena_init(&s->arena);
	for (size_t i = 0; i < cnt; i++) {
		uint32_t words = agg_ops_table[funcs[i]]->words;

		s->idents[i].agg_func = funcs[i];
		s->layouts[i] = (struct agg_layout){
			.ident = &s->idents[i],
			.id = (uint32_t)i,
			.keys = key_fields,
			.key_cnt = key_cnt,
			.key_bytes = key_cnt ? KEY_BYTES : 0,
			.value_words = words,
			.slot_max = AGG_SAMPLE_SLOTS,
			.keyed_idx = (uint32_t)i,
			.unkeyed_off = (uint32_t)i * AGG_SAMPLE_WORDS * 8,
		};
		s->values[i] =
			calloc(AGG_SAMPLE_SLOTS * AGG_SAMPLE_CPUS * words, 8);
	}
	agg_set_init(&s->set, s->layouts, cnt, &memory);
}

void agg_sample_deinit(struct agg_sample *s)
{
	agg_set_deinit(&s->set);
	for (int i = 0; i < AGG_SAMPLE_MAX; i++)
		free(s->values[i]);
	arena_deinit(&s->arena);
}

uint64_t *agg_sample_cell(struct agg_sample *s, uint32_t id, uint32_t slot,
			  uint32_t cpu)
{
	uint64_t *values = s->values[id];

	if (!s->layouts[id].key_cnt)
		return &s->unkeyed[cpu][s->layouts[id].unkeyed_off / 8];
	return values +
		(slot * AGG_SAMPLE_CPUS + cpu) * s->layouts[id].value_words;
}

void agg_sample_learn(struct agg_sample *s, uint32_t id, uint32_t slot,
		      const char *text, int32_t number)
{
	uint8_t key[KEY_BYTES] = { 0 };

	strcpy((char *)key, text);
	memcpy(key + 8, &number, sizeof(number));
	assert_int_equal(agg_set_learn(&s->set, id, slot, key, 0), 0);
}

void agg_sample_check(struct agg_sample *s, size_t cnt, const char *format,
		      const struct agg_sort *sort, const char *expected)
{
	static const uint32_t ids[AGG_SAMPLE_MAX] = { 0, 1, 2 };
	struct fmt *fmt = format ? sample_format(&s->arena, format) : NULL;
	struct strbuf out = { 0 };

	agg_set_print(&s->set, ids, cnt, fmt, sort, &out);
	assert_string_equal(strbuf_text(&out), expected);
	strbuf_deinit(&out);
}

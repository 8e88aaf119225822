// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bytes of a ring -> records -> text, with a fixed set of layouts that has
 * every kind of field and action. Nothing may be read outside the ring.
 *
 * The first byte of an input chooses: odd, the rest is the memory of the
 * ring, headers and all; even, the rest is cut into records of a proper ring
 * ([length] [bytes] ...), so that their insides are reached. More of its bits:
 * 2 quiet, 4 raw bytes; 8 the ring is overwritten, 16 it was, twice, 32 a
 * writer is at work.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "runtime/consume/consumer.h"

enum {
	RING_BYTES = 4096,
	RECORD_MAX_BYTES = 256, /* a length is a byte */
	SLOT_MAX = 4,
	VALUE_WORDS = 128,
	COUNTER_BYTES = 256,
};

static struct rec_field fields[] = {
	{ .kind = REC_INT, .offset_bytes = 0, .size_bytes = 8,
	  .is_signed = true },
	{ .kind = REC_INT, .offset_bytes = 8, .size_bytes = 4 },
	{ .kind = REC_INT, .offset_bytes = 12, .size_bytes = 2,
	  .is_signed = true },
	{ .kind = REC_INT, .offset_bytes = 14, .size_bytes = 1 },
	{ .kind = REC_STRING, .offset_bytes = 16, .size_bytes = 16 },
	{ .kind = REC_BYTES, .offset_bytes = 32, .size_bytes = 24 },
};

enum { FIELD_CNT = sizeof(fields) / sizeof(fields[0]), DATA_BYTES = 56 };

static const char *const formats[] = {
	"%d %u %x %d\n",	"%i %o %X %#x %S\n", "%*.*d %c %s\n",
	"%Y %p %c %C %s %k\n",	"%T %a %A %'d %10s %g\n",
};
static const char keyed_format[] = "%d %u %x %c %s %S %@d %@x\n";

enum { FORMAT_CNT = sizeof(formats) / sizeof(formats[0]) };

/*
 * trace() of every field, every format, exit, printa with and without one,
 * the actions on an aggregation
 */
static const enum action_kind agg_actions[] = {
	ACT_clear, ACT_trunc, ACT_normalize, ACT_denormalize,
};

enum {
	AGG_ACTION_CNT = sizeof(agg_actions) / sizeof(agg_actions[0]),
	LAYOUT_CNT = FORMAT_CNT + 4 + AGG_ACTION_CNT,
};

struct world {
	struct arena arena;
	struct rec_layout layouts[LAYOUT_CNT];
	struct rec_item items[FIELD_CNT + LAYOUT_CNT];
	struct fmt fmts[FORMAT_CNT + 1];
	uint32_t agg_ids[2];
	struct ident idents[2];
	struct agg_layout aggs[2];
	uint64_t values[2][SLOT_MAX * VALUE_WORDS];
	void *value_maps[2];
	uint8_t counters[COUNTER_BYTES];
	FILE *out;
};

static void parse_format(struct world *world, const char *text,
			 struct fmt *ret)
{
	const char *error;

	if (fmt_parse(&world->arena, text, strlen(text), ret, &error))
		abort();
}

static void make_layouts(struct world *world)
{
	struct rec_item *item = world->items;
	struct rec_layout *layout = world->layouts;

	for (uint32_t i = 0; i < LAYOUT_CNT; i++, layout++) {
		layout->id = REC_LAYOUT_FIRST + i;
		layout->data_bytes = DATA_BYTES;
		layout->items = item;
		layout->item_cnt = i ? 1 : FIELD_CNT;
		for (size_t j = 0; j < layout->item_cnt; j++, item++)
			*item = (struct rec_item){
				.action = i ? ACT_printf : ACT_trace,
				.fields = i ? fields : &fields[j],
				.field_cnt = i ? FIELD_CNT : 1,
				.fmt = i && i <= FORMAT_CNT + 1 ?
					       &world->fmts[i - 1] :
					       NULL,
				.agg_ids = world->agg_ids,
				.agg_cnt = 2,
			};
	}
	for (uint32_t i = 0; i < FORMAT_CNT; i++)
		parse_format(world, formats[i], &world->fmts[i]);
	parse_format(world, keyed_format, &world->fmts[FORMAT_CNT]);
	for (int i = 0; i < AGG_ACTION_CNT; i++)
		(--item)->action = agg_actions[i];
	item[-1].action = ACT_printa;
	item[-1].fmt = NULL;
	item[-2].action = ACT_exit;
	item[-2].fields = &fields[1];
	item[-3].action = ACT_printa;
}

static void make_aggs(struct world *world)
{
	world->agg_ids[1] = 1;
	world->idents[0].agg_func = AGG_quantize;
	world->idents[1].agg_func = AGG_avg;
	for (uint32_t i = 0; i < 2; i++) {
		world->value_maps[i] = world->values[i];
		world->aggs[i] = (struct agg_layout){
			.ident = &world->idents[i],
			.id = i,
			.keys = fields,
			.key_cnt = FIELD_CNT,
			.key_bytes = DATA_BYTES,
			.value_words = VALUE_WORDS,
			.slot_max = SLOT_MAX,
			.keyed_idx = i,
		};
	}
}

/* The consumer takes values out, so each input needs new ones. */
static void set_values(struct world *world)
{
	memset(world->values, 0, sizeof(world->values));
	for (int i = 0; i < SLOT_MAX; i++)
		world->values[0][i * VALUE_WORDS + 60 + i] = (uint64_t)i;
}

static struct world *world_get(void)
{
	static struct world world;

	if (world.out)
		return &world;
	arena_init(&world.arena);
	make_layouts(&world);
	make_aggs(&world);
	world.out = fopen("/dev/null", "w");
	if (!world.out)
		abort();
	return &world;
}

static bool lookup(void *ctx, const struct rec_header *header,
		   struct consumer_probe *ret)
{
	(void)ctx;
	*ret = (struct consumer_probe){
		.id = header->probe_tag,
		.provider = "p",
		.module = "m",
		.function = "f",
		.name = "n",
	};
	return header->prog_id % 2;
}

static void message(void *ctx, const char *text)
{
	(void)ctx;
	(void)text;
}

static int walk(void *ctx, uint32_t keyed_idx, consumer_walk_fn *fn,
		void *arg)
{
	(void)ctx;
	(void)keyed_idx;
	(void)fn;
	(void)arg;
	return 0;
}

static const struct consumer_ops ops = {
	.probe = lookup,
	.message = message,
	.walk = walk,
};

/* Cuts @bytes into records; returns the producer position. */
static uint64_t put_records(uint8_t *ring, const uint8_t *bytes, size_t size)
{
	uint64_t pos = 0;

	while (size) {
		uint64_t len = bytes[0];

		bytes++;
		size--;
		if (len > size)
			len = size;
		if (!len || pos + rt_ring_record_bytes((uint32_t)len) > RING_BYTES)
			break;
		memcpy(ring + pos, &len, sizeof(len));
		memcpy(ring + pos + RT_RING_HEADER_BYTES, bytes, len);
		pos += rt_ring_record_bytes((uint32_t)len);
		bytes += len;
		size -= len;
	}
	return pos;
}

static uint64_t fill_ring(uint8_t *ring, const uint8_t *bytes, size_t size,
			  bool is_raw)
{
	if (!is_raw)
		return put_records(ring, bytes, size);
	if (size > RING_BYTES)
		size = RING_BYTES;
	memcpy(ring, bytes, size);
	return (size + 7) & ~(uint64_t)7;
}

/* The data at position 0 end up below it, because positions decrease. */
static void overwrite(struct rt_ring *head, uint8_t *ring, uint64_t bytes,
		      unsigned int bits)
{
	uint64_t pos = bits & 16 ? -bytes - 2 * RING_BYTES : -bytes;

	memmove(ring + RING_BYTES - bytes, ring, bytes);
	head->tip = pos << RT_TIP_SHIFT | (bits & 32 ? 1 : 0);
	head->floor = (pos + bytes / 16 * 8 - RING_BYTES) << RT_TIP_SHIFT;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct world *world = world_get();
	struct rt_ring head = { .ring_bytes = RING_BYTES };
	size_t stride = rt_ring_chunk_stride(RING_BYTES, RECORD_MAX_BYTES);
	uint8_t *ring = xcalloc(1, stride);
	struct consumer consumer;
	struct consumer_config config = {
		.out = world->out,
		.layouts = world->layouts,
		.layout_cnt = LAYOUT_CNT,
		.aggs = world->aggs,
		.agg_cnt = 2,
		.agg_memory = { .values = world->value_maps, .cpu_max = 1 },
		.counters = { .mem = world->counters,
			      .stride_bytes = COUNTER_BYTES,
			      .cpu_max = 1 },
		.ops = &ops,
	};

	set_values(world);
	if (size)
		head.producer_pos = fill_ring(ring, data + 1, size - 1,
					      data[0] & 1);
	if (size && data[0] & 8)
		overwrite(&head, ring, head.producer_pos, data[0]);
	config.options.quiet = size && data[0] & 2;
	config.options.rawbytes = size && data[0] & 4;
	consumer_init(&consumer, &config);
	ring_set_add(&consumer.rings, &(struct ring_place){
					      .head = &head,
					      .chunks = ring,
					      .chunk_stride = stride,
					      .is_overwritten = size && data[0] & 8,
				      });
	consumer_pass(&consumer);
	consumer_final(&consumer);
	consumer_deinit(&consumer);
	free(ring);
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rings in memory: protocol, order, what is held back, what is given back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/unit/mem_ring.h"

enum { RING_BYTES = 4096 };

/* A record: its time and a number to know it by. */
struct numbered {
	struct rec_header header;
	uint64_t number;
};

enum { NUMBERED_BYTES = sizeof(struct numbered) + 8 };

static uint64_t put(struct mem_ring *ring, uint64_t time_ns, uint64_t number)
{
	struct numbered rec = {
		.header = { .layout_id = REC_LAYOUT_FIRST,
			    .time_ns = time_ns },
		.number = number,
	};

	return mem_ring_put(ring, &rec, sizeof(rec));
}

static uint64_t number_of(const struct ring_rec *rec)
{
	struct numbered numbered;

	assert_int_equal(rec->len_bytes, sizeof(numbered));
	memcpy(&numbered, rec->data, sizeof(numbered));
	return numbered.number;
}

/* One pass; the numbers seen as text, "1 2 3". */
static void check_pass(struct ring_set *set, uint64_t start_ns,
		       const char *expected)
{
	struct strbuf seen = { 0 };
	struct ring_rec rec;

	ring_set_begin(set, start_ns);
	while (ring_set_next(set, &rec))
		strbuf_printf(&seen, "%s%llu", seen.len ? " " : "",
			      (unsigned long long)number_of(&rec));
	ring_set_end(set);
	assert_string_equal(strbuf_text(&seen), expected);
	strbuf_deinit(&seen);
}

struct two_rings {
	struct mem_ring rings[2];
	struct ring_set set;
};

static int setup(void **state)
{
	struct two_rings *two = calloc(1, sizeof(*two));

	ring_set_init(&two->set, NULL, NULL);
	for (uint32_t i = 0; i < 2; i++) {
		mem_ring_init(&two->rings[i], RING_BYTES);
		/* CPU numbers may have holes */
		mem_ring_join(&two->rings[i], &two->set, i * 3);
	}
	*state = two;
	return 0;
}

static int teardown(void **state)
{
	struct two_rings *two = *state;

	ring_set_deinit(&two->set);
	mem_ring_deinit(&two->rings[0]);
	mem_ring_deinit(&two->rings[1]);
	free(two);
	return 0;
}

static void nothing_in_empty_rings(void **state)
{
	struct two_rings *two = *state;

	check_pass(&two->set, UINT64_MAX, "");
}

static void rings_merge_by_time(void **state)
{
	struct two_rings *two = *state;

	put(&two->rings[0], 10, 1);
	put(&two->rings[1], 20, 2);
	put(&two->rings[1], 30, 3);
	put(&two->rings[0], 40, 4);
	put(&two->rings[0], 50, 5);
	put(&two->rings[1], 60, 6);
	check_pass(&two->set, UINT64_MAX, "1 2 3 4 5 6");
	assert_int_equal(two->rings[0].head.consumer_pos,
			 two->rings[0].head.producer_pos);
	assert_int_equal(two->rings[1].head.consumer_pos,
			 two->rings[1].head.producer_pos);
	check_pass(&two->set, UINT64_MAX, "");
}

static void same_time_is_by_cpu_then_sequence(void **state)
{
	struct two_rings *two = *state;
	struct ring_rec rec;

	put(&two->rings[1], 7, 3);
	put(&two->rings[1], 7, 4);
	put(&two->rings[0], 7, 1);
	put(&two->rings[0], 7, 2);
	ring_set_begin(&two->set, UINT64_MAX);
	for (uint64_t i = 1; i <= 4; i++) {
		assert_true(ring_set_next(&two->set, &rec));
		assert_int_equal(number_of(&rec), i);
		assert_int_equal(rec.cpu, i <= 2 ? 0 : 3);
	}
	ring_set_end(&two->set);
}

static void late_record_of_one_ring_is_sorted_in(void **state)
{
	struct two_rings *two = *state;

	put(&two->rings[0], 20, 2);
	put(&two->rings[0], 30, 3);
	put(&two->rings[0], 10, 1);
	put(&two->rings[0], 50, 5);
	put(&two->rings[1], 40, 4);
	check_pass(&two->set, UINT64_MAX, "1 2 3 4 5");
	assert_int_equal(two->rings[0].head.consumer_pos, 4 * NUMBERED_BYTES);
}

static void younger_than_the_pass_is_held_back(void **state)
{
	struct two_rings *two = *state;

	put(&two->rings[0], 10, 1);
	put(&two->rings[0], 100, 4);
	put(&two->rings[1], 20, 2);
	check_pass(&two->set, 100, "1 2");
	assert_int_equal(two->rings[0].head.consumer_pos, NUMBERED_BYTES);
	put(&two->rings[1], 90, 3);
	check_pass(&two->set, 100, "3");
	check_pass(&two->set, 101, "4");
	assert_int_equal(two->rings[0].head.consumer_pos, 2 * NUMBERED_BYTES);
}

/* The first record is young, and an older one comes after it. */
static void space_behind_a_held_record_stays(void **state)
{
	struct two_rings *two = *state;

	put(&two->rings[0], 100, 2);
	put(&two->rings[0], 10, 1);
	check_pass(&two->set, 50, "1");
	assert_int_equal(two->rings[0].head.consumer_pos, 0);
	check_pass(&two->set, UINT64_MAX, "2");
	assert_int_equal(two->rings[0].head.consumer_pos, 2 * NUMBERED_BYTES);
}

static void busy_record_stops_its_ring(void **state)
{
	struct two_rings *two = *state;
	uint64_t pos;

	put(&two->rings[0], 10, 1);
	pos = put(&two->rings[0], 20, 3);
	mem_ring_set_len(&two->rings[0], pos, 0);
	put(&two->rings[0], 30, 4);
	put(&two->rings[1], 15, 2);
	check_pass(&two->set, UINT64_MAX, "1 2");
	assert_int_equal(two->rings[0].head.consumer_pos, NUMBERED_BYTES);
	mem_ring_set_len(&two->rings[0], pos, sizeof(struct numbered));
	check_pass(&two->set, UINT64_MAX, "3 4");
}

/* 40 bytes do not divide a ring or a chunk: records lie across their ends. */
static void fill_and_read(uint32_t ring_bytes, uint64_t rounds)
{
	struct mem_ring ring;
	struct ring_set set;
	uint64_t written = 0, seen = 0;

	mem_ring_init(&ring, ring_bytes);
	ring_set_init(&set, NULL, NULL);
	mem_ring_join(&ring, &set, 0);
	for (uint64_t round = 0; round < rounds; round++) {
		struct ring_rec rec;

		while (mem_ring_free(&ring) >= NUMBERED_BYTES) {
			put(&ring, written, written);
			written++;
		}
		ring_set_begin(&set, UINT64_MAX);
		while (ring_set_next(&set, &rec))
			assert_int_equal(number_of(&rec), seen++);
		ring_set_end(&set);
		assert_int_equal(seen, written);
	}
	assert_true(ring.head.producer_pos > (rounds - 1) * ring_bytes);
	assert_int_equal(set.damaged_bytes, 0);
	ring_set_deinit(&set);
	mem_ring_deinit(&ring);
}

static void many_rounds_wrap(void **state)
{
	(void)state;
	fill_and_read(RING_BYTES, 50);
}

static void many_rounds_through_chunks(void **state)
{
	(void)state;
	fill_and_read(4 << RT_RING_CHUNK_SHIFT, 20);
}

/* The writer needs room long before the reader has read everything. */
static void space_comes_back_during_the_pass(void **state)
{
	struct two_rings *two = *state;
	struct mem_ring *ring = &two->rings[0];
	struct ring_rec rec;
	int seen = 0;

	for (int i = 0; mem_ring_free(ring) >= NUMBERED_BYTES; i++)
		put(ring, (uint64_t)i, (uint64_t)i);
	ring_set_begin(&two->set, UINT64_MAX);
	while (ring->head.consumer_pos == 0 && ring_set_next(&two->set, &rec))
		seen++;
	assert_true(seen > 0 && seen <= RING_BYTES / 8 / NUMBERED_BYTES);
	/* what is written now belongs to the next pass */
	put(ring, 1000, 1000);
	while (ring_set_next(&two->set, &rec))
		assert_true(number_of(&rec) < 1000);
	ring_set_end(&two->set);
	check_pass(&two->set, UINT64_MAX, "1000");
}

static void more_records_than_the_window_holds(void **state)
{
	struct mem_ring ring;
	struct ring_set set;
	struct ring_rec rec;
	uint64_t cnt = 0, seen = 0;

	(void)state;
	mem_ring_init(&ring, 1 << 20);
	ring_set_init(&set, NULL, NULL);
	mem_ring_join(&ring, &set, 0);
	while (mem_ring_free(&ring) >= NUMBERED_BYTES) {
		put(&ring, cnt, cnt);
		cnt++;
	}
	assert_true(cnt > 20000);
	ring_set_begin(&set, UINT64_MAX);
	while (ring_set_next(&set, &rec))
		assert_int_equal(number_of(&rec), seen++);
	ring_set_end(&set);
	assert_int_equal(seen, cnt);
	assert_true(set.rings.v[0].window.cap <= 16384);
	ring_set_deinit(&set);
	mem_ring_deinit(&ring);
}

static int key_slots[4];
static int key_cnt;

static void note_key(void *ctx, const uint8_t *data, uint32_t len_bytes)
{
	struct rec_key key;

	(void)ctx;
	assert_int_equal(len_bytes, sizeof(key) + 8);
	memcpy(&key, data, sizeof(key));
	key_slots[key_cnt++] = (int)key.slot;
}

static void put_key(struct mem_ring *ring, uint64_t time_ns, uint32_t slot)
{
	struct {
		struct rec_key key;
		char text[8];
	} rec = {
		.key = { .header = { .layout_id = REC_LAYOUT_KEY,
				     .time_ns = time_ns },
			 .slot = slot },
	};

	mem_ring_put(ring, &rec, sizeof(rec));
}

static void keys_come_when_they_are_read(void **state)
{
	struct mem_ring ring;
	struct ring_set set;

	(void)state;
	key_cnt = 0;
	mem_ring_init(&ring, RING_BYTES);
	ring_set_init(&set, note_key, NULL);
	mem_ring_join(&ring, &set, 0);
	put_key(&ring, 10, 5);
	put(&ring, 20, 1);
	put_key(&ring, 500, 6);
	check_pass(&set, 100, "1");
	assert_int_equal(key_cnt, 2);
	assert_int_equal(key_slots[0], 5);
	assert_int_equal(key_slots[1], 6);
	assert_int_equal(ring.head.consumer_pos, ring.head.producer_pos);
	ring_set_deinit(&set);
	mem_ring_deinit(&ring);
}

static void senseless_length_is_skipped(void **state)
{
	struct two_rings *two = *state;
	uint64_t pos;

	put(&two->rings[0], 10, 1);
	pos = put(&two->rings[0], 20, 9);
	put(&two->rings[0], 30, 9);
	mem_ring_set_len(&two->rings[0], pos, 1 << 20);
	check_pass(&two->set, UINT64_MAX, "1");
	assert_int_equal(two->set.damaged_bytes, 2 * NUMBERED_BYTES);
	put(&two->rings[0], 40, 2);
	check_pass(&two->set, UINT64_MAX, "2");
}

static void senseless_position_is_not_followed(void **state)
{
	struct two_rings *two = *state;

	two->rings[0].head.producer_pos = 3 * RING_BYTES;
	check_pass(&two->set, UINT64_MAX, "");
	assert_true(two->set.damaged_bytes > 0);
}

static void record_without_a_header_is_skipped(void **state)
{
	struct two_rings *two = *state;

	mem_ring_put(&two->rings[0], "short", 5);
	put(&two->rings[0], 10, 1);
	check_pass(&two->set, UINT64_MAX, "1");
	assert_int_equal(two->set.damaged_bytes, 5);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(nothing_in_empty_rings),
		TEST(rings_merge_by_time),
		TEST(same_time_is_by_cpu_then_sequence),
		TEST(late_record_of_one_ring_is_sorted_in),
		TEST(younger_than_the_pass_is_held_back),
		TEST(space_behind_a_held_record_stays),
		TEST(busy_record_stops_its_ring),
		TEST(space_comes_back_during_the_pass),
		TEST(senseless_length_is_skipped),
		TEST(senseless_position_is_not_followed),
		TEST(record_without_a_header_is_skipped),
		cmocka_unit_test(many_rounds_wrap),
		cmocka_unit_test(many_rounds_through_chunks),
		cmocka_unit_test(more_records_than_the_window_holds),
		cmocka_unit_test(keys_come_when_they_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

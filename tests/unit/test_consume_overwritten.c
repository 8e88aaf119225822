// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rings that are overwritten: exactly the newest records, in order, and
 * nothing outside of them.
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

/* A record: its time and a number to know it by; the rest is zeros. */
struct numbered {
	struct rec_header header;
	uint64_t number;
};

enum {
	NUMBERED_BYTES = sizeof(struct numbered) + RT_RING_HEADER_BYTES,
	KEPT = RING_BYTES / NUMBERED_BYTES,
};

struct one_ring {
	struct mem_ring ring;
	struct ring_set set;
};

static void open_ring(struct one_ring *one, uint32_t ring_bytes)
{
	mem_ring_init_overwritten(&one->ring, ring_bytes);
	ring_set_init(&one->set, NULL, NULL);
	mem_ring_join(&one->ring, &one->set, 0);
}

static void close_ring(struct one_ring *one)
{
	ring_set_deinit(&one->set);
	mem_ring_deinit(&one->ring);
}

static int setup(void **state)
{
	*state = calloc(1, sizeof(struct one_ring));
	open_ring(*state, RING_BYTES);
	return 0;
}

static int teardown(void **state)
{
	close_ring(*state);
	free(*state);
	return 0;
}

/* @len: of the record, a struct numbered at least. */
static uint64_t put_sized(struct mem_ring *ring, uint64_t time_ns,
			  uint64_t number, size_t len)
{
	union {
		struct numbered numbered;
		uint8_t bytes[MEM_RING_RECORD_MAX];
	} rec = { .numbered = {
			  .header = { .layout_id = REC_LAYOUT_FIRST,
				      .time_ns = time_ns },
			  .number = number,
		  } };

	return mem_ring_overwrite(ring, &rec, len);
}

static uint64_t put(struct mem_ring *ring, uint64_t time_ns, uint64_t number)
{
	return put_sized(ring, time_ns, number, sizeof(struct numbered));
}

static uint64_t number_of(const struct ring_rec *rec)
{
	struct numbered numbered;

	assert_true(rec->len_bytes >= sizeof(numbered));
	memcpy(&numbered, rec->data, sizeof(numbered));
	return numbered.number;
}

/* One pass delivers @first to @last, and nothing else. */
static void check_row(struct ring_set *set, uint64_t first, uint64_t last)
{
	struct ring_rec rec;

	ring_set_begin(set, UINT64_MAX);
	while (ring_set_next(set, &rec))
		assert_int_equal(number_of(&rec), first++);
	ring_set_end(set);
	assert_int_equal(first, last + 1);
}

static void check_nothing(struct ring_set *set)
{
	check_row(set, 1, 0);
}

static void empty_ring_has_nothing(void **state)
{
	struct one_ring *one = *state;

	check_nothing(&one->set);
	assert_false(one->set.has_overwritten);
	assert_int_equal(one->set.damaged_bytes, 0);
}

static void all_is_kept_until_it_is_full(void **state)
{
	struct one_ring *one = *state;

	for (uint64_t i = 1; i <= KEPT; i++)
		put(&one->ring, i, i);
	check_row(&one->set, 1, KEPT);
	assert_false(one->set.has_overwritten);
	check_nothing(&one->set);
}

static void the_newest_are_kept(void **state)
{
	struct one_ring *one = *state;

	for (uint64_t i = 1; i <= 1000; i++)
		put(&one->ring, i, i);
	check_row(&one->set, 1001 - KEPT, 1000);
	assert_true(one->set.has_overwritten);
	assert_int_equal(one->set.damaged_bytes, 0);
}

/* The records of END have the room of those read before. */
static void later_passes_give_what_came_later(void **state)
{
	struct one_ring *one = *state;

	for (uint64_t i = 1; i <= 500; i++)
		put(&one->ring, i, i);
	check_row(&one->set, 501 - KEPT, 500);
	for (uint64_t i = 501; i <= 510; i++)
		put(&one->ring, i, i);
	check_row(&one->set, 501, 510);
	for (uint64_t i = 511; i <= 999; i++)
		put(&one->ring, i, i);
	check_row(&one->set, 1000 - KEPT, 999);
	check_nothing(&one->set);
	assert_int_equal(one->set.damaged_bytes, 0);
}

/* Sizes that divide nothing, in @ring_bytes: against a sum from the end. */
static void check_sizes(uint32_t ring_bytes, uint64_t cnt)
{
	struct one_ring one;
	uint64_t first = cnt + 1, sum = 0;
	uint32_t *bytes = calloc(cnt + 1, sizeof(*bytes)), seed = 12345;

	open_ring(&one, ring_bytes);
	for (uint64_t i = 1; i <= cnt; i++) {
		size_t len;

		seed = seed * 1103515245 + 12345;
		len = sizeof(struct numbered) + (seed >> 16) % 900;
		bytes[i] = rt_ring_record_bytes((uint32_t)len);
		put_sized(&one.ring, i, i, len);
	}
	while (first > 1 && sum + bytes[first - 1] <= ring_bytes)
		sum += bytes[--first];
	assert_true(first > 1);
	check_row(&one.set, first, cnt);
	assert_int_equal(one.set.damaged_bytes, 0);
	close_ring(&one);
	free(bytes);
}

static void all_sizes_come_out_whole(void **state)
{
	(void)state;
	for (uint64_t cnt = 20; cnt < 300; cnt++)
		check_sizes(RING_BYTES, cnt);
}

static void all_sizes_come_out_of_chunks(void **state)
{
	(void)state;
	for (uint64_t cnt = 1000; cnt < 5000; cnt += 37)
		check_sizes(4 << RT_RING_CHUNK_SHIFT, cnt);
}

static void more_records_than_the_window_holds(void **state)
{
	struct one_ring one;
	uint64_t kept = (1 << 20) / NUMBERED_BYTES;

	(void)state;
	open_ring(&one, 1 << 20);
	for (uint64_t i = 1; i <= 50000; i++)
		put(&one.ring, i, i);
	assert_true(kept > 20000);
	check_row(&one.set, 50001 - kept, 50000);
	assert_true(one.set.rings.v[0].window.cap <= 16384);
	close_ring(&one);
}

static void rings_merge_by_time(void **state)
{
	struct one_ring *one = *state;
	struct mem_ring other, plain;
	struct numbered last = {
		.header = { .layout_id = REC_LAYOUT_FIRST, .time_ns = 70 },
		.number = 7,
	};

	mem_ring_init_overwritten(&other, RING_BYTES);
	mem_ring_join(&other, &one->set, 2);
	mem_ring_init(&plain, RING_BYTES);
	mem_ring_join(&plain, &one->set, 3);
	put(&one->ring, 10, 1);
	put(&one->ring, 20, 2);
	put(&other, 30, 3);
	put(&one->ring, 50, 5); /* late */
	put(&one->ring, 40, 4);
	put(&other, 60, 6);
	mem_ring_put(&plain, &last, sizeof(last));
	check_row(&one->set, 1, 7);
	check_nothing(&one->set);
	mem_ring_deinit(&other);
	mem_ring_deinit(&plain);
}

/* Reserves a record and does not complete it; returns the tip before. */
static uint64_t begin_writing(struct rt_ring *head)
{
	uint64_t tip = head->tip;

	if (!(tip & RT_TIP_WRITERS))
		head->floor = tip - (head->ring_bytes << RT_TIP_SHIFT);
	head->tip -= ((uint64_t)NUMBERED_BYTES << RT_TIP_SHIFT) - 1;
	return tip;
}

/* Completes the record that was begun at the tip @began_at. */
static void end_writing(struct mem_ring *ring, uint64_t began_at,
			uint64_t number)
{
	uint64_t tip = ring->head.tip;

	ring->head.tip = began_at;
	put(ring, number, number);
	ring->head.tip = tip - 1;
}

static void who_writes_is_waited_for(void **state)
{
	struct one_ring *one = *state;
	uint64_t first, other;

	for (uint64_t i = 1; i <= 200; i++)
		put(&one->ring, i, i);
	first = begin_writing(&one->ring.head);
	put(&one->ring, 202, 202);
	other = begin_writing(&one->ring.head);
	end_writing(&one->ring, first, 201);
	/* their room has already been taken from the oldest */
	check_row(&one->set, 204 - KEPT, 200);
	assert_int_equal(ring_set_unfinished(&one->set), 3 * NUMBERED_BYTES);
	end_writing(&one->ring, other, 203);
	check_row(&one->set, 201, 203);
	assert_int_equal(ring_set_unfinished(&one->set), 0);
	assert_int_equal(one->set.damaged_bytes, 0);
}

static void senseless_lengths_end_it(void **state)
{
	static const uint64_t lengths[] = { 0, RING_BYTES + 1024, 1 << 20,
					    UINT64_C(1) << 32 | 32,
					    UINT64_MAX };

	(void)state;
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		struct one_ring one;
		uint64_t pos;

		open_ring(&one, RING_BYTES);
		put(&one.ring, 10, 1);
		pos = put(&one.ring, 20, 2);
		put(&one.ring, 30, 3);
		put(&one.ring, 40, 4);
		mem_ring_set_len(&one.ring, pos, lengths[i]);
		check_row(&one.set, 3, 4);
		assert_int_equal(one.set.damaged_bytes, 2 * NUMBERED_BYTES);
		close_ring(&one);
	}
}

/*
 * Not truncated: a record can't continue beyond the place where writing began.
 */
static void longer_than_what_was_written(void **state)
{
	struct one_ring *one = *state;
	uint64_t pos = put(&one->ring, 10, 1);

	put(&one->ring, 20, 2);
	mem_ring_set_len(&one->ring, pos, 2 * NUMBERED_BYTES);
	check_row(&one->set, 2, 2);
	assert_int_equal(one->set.damaged_bytes, NUMBERED_BYTES);
}

static void senseless_tips_are_not_followed(void **state)
{
	struct one_ring *one = *state;

	/* nothing was written there */
	one->ring.head.tip = UINT64_C(12345678) << RT_TIP_SHIFT;
	check_nothing(&one->set);
	assert_int_equal(one->set.damaged_bytes, RING_BYTES);
	/* writers, and a floor far below what they can reach */
	one->ring.head.tip = (one->ring.head.tip - ((uint64_t)RING_BYTES << 14)) |
			     RT_TIP_WRITERS;
	one->ring.head.floor = 0;
	check_nothing(&one->set);
	assert_true(one->set.damaged_bytes > RING_BYTES);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(empty_ring_has_nothing),
		TEST(all_is_kept_until_it_is_full),
		TEST(the_newest_are_kept),
		TEST(later_passes_give_what_came_later),
		TEST(rings_merge_by_time),
		TEST(who_writes_is_waited_for),
		TEST(longer_than_what_was_written),
		TEST(senseless_tips_are_not_followed),
		cmocka_unit_test(all_sizes_come_out_whole),
		cmocka_unit_test(all_sizes_come_out_of_chunks),
		cmocka_unit_test(more_records_than_the_window_holds),
		cmocka_unit_test(senseless_lengths_end_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

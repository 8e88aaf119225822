// SPDX-License-Identifier: BSD-2-Clause
/*
 * Maps in shared memory: many threads insert the same keys, some of them never
 * finish, and the program writes anything there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <linux/bpf.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/direct/native/native.h"
#include "runtime/direct/translate.h"
#include "tests/unit/direct_sample.h"

#if defined(__x86_64__)

struct key {
	uint64_t words[2];
};

static struct key key_of(uint64_t number)
{
	return (struct key){ { number, ~number } };
}

/* A map with its memory, which ends where the map does. */
static struct direct_map *map_new(enum direct_map_kind kind, uint32_t key_bytes,
				  uint32_t value_bytes, uint32_t max)
{
	struct direct_map header, *map;

	map = calloc(1, direct_map_init(&header, kind, key_bytes, value_bytes,
					max));
	*map = header;
	return map;
}

static unsigned char *places(struct direct_map *map)
{
	return (unsigned char *)map + map->first_off;
}

static void an_array_has_bounds(void **state)
{
	struct direct_map *map = map_new(DIRECT_MAP_ARRAY, 4, 12, 3);
	const char text[] = "twelve bytes";
	uint32_t key = 2;

	(void)state;
	assert_int_equal(direct_native_update(map, &key, text, BPF_ANY), 0);
	assert_ptr_equal(direct_native_lookup(map, &key),
			 places(map) + 2 * 16);
	assert_memory_equal(places(map) + 2 * 16, text, 12);
	assert_int_equal(direct_native_update(map, &key, text, BPF_NOEXIST),
			 -EEXIST);
	assert_int_equal(direct_native_update(map, &key, text, 7), -EINVAL);
	key = 3;
	assert_null(direct_native_lookup(map, &key));
	assert_int_equal(direct_native_update(map, &key, text, BPF_ANY),
			 -E2BIG);
	free(map);
}

static void a_hash_keeps_to_the_flags(void **state)
{
	struct direct_map *map = map_new(DIRECT_MAP_HASH, 16, 8, 10);
	struct key key = key_of(5);
	uint64_t one = 1, two = 2;

	(void)state;
	assert_null(direct_native_lookup(map, &key));
	assert_int_equal(direct_native_update(map, &key, &one, BPF_EXIST),
			 -ENOENT);
	assert_int_equal(direct_native_update(map, &key, &one, BPF_NOEXIST), 0);
	assert_int_equal(direct_native_update(map, &key, &two, BPF_NOEXIST),
			 -EEXIST);
	assert_int_equal(*(uint64_t *)direct_native_lookup(map, &key), 1);
	assert_int_equal(direct_native_update(map, &key, &two, BPF_EXIST), 0);
	assert_int_equal(*(uint64_t *)direct_native_lookup(map, &key), 2);
	assert_int_equal(direct_native_update(map, &key, &one, BPF_ANY), 0);
	assert_int_equal(*(uint64_t *)direct_native_lookup(map, &key), 1);
	assert_int_equal(direct_native_update(map, &key, &one, 3), -EINVAL);
	assert_int_equal(map->used_cnt, 1);
	free(map);
}

/*
 * Keys with long runs of zeros, as those with strings: what differs is where the
 * rest is.
 */
static void a_hash_knows_where_in_the_key_a_word_is(void **state)
{
	enum { WORDS = 35, BYTES = WORDS * 8 - 3, MAX = WORDS * 8 };
	struct direct_map *map = map_new(DIRECT_MAP_HASH, BYTES, 8, MAX);
	uint64_t states[MAX] = { 0 };

	(void)state;
	for (int i = 0; i < BYTES; i++) {
		unsigned char key[BYTES] = { 0 };
		uint64_t number = (uint64_t)i;

		key[i] = 1;
		assert_null(direct_native_lookup(map, key));
		assert_int_equal(direct_native_update(map, key, &number,
						      BPF_NOEXIST), 0);
	}
	for (int i = 0; i < BYTES; i++) {
		unsigned char key[BYTES] = { 0 };
		unsigned char *value;

		key[i] = 1;
		value = direct_native_lookup(map, key);
		assert_non_null(value);
		assert_int_equal(*(uint64_t *)(void *)value, i);
		memcpy(&states[i], value - WORDS * 8 - DIRECT_PLACE_HEAD_BYTES,
		       8);
		for (int n = 0; n < i; n++)
			assert_int_not_equal(states[n], states[i]);
	}
	free(map);
}

/* Returns the number of elements; adds the values to sums[first key word]. */
static uint32_t read_all(struct direct_map *map, uint64_t *sums, uint32_t max)
{
	struct direct_map mine = *map;
	uint32_t pos = 0, cnt = 0;
	struct key key;
	uint64_t value;

	while (direct_map_next(&mine, places(map), &pos, &key, &value)) {
		assert_true(key.words[0] < max);
		assert_int_equal(key.words[1], ~key.words[0]);
		sums[key.words[0]] += value;
		cnt++;
	}
	return cnt;
}

static void a_hash_takes_as_many_as_it_should(void **state)
{
	enum { MAX = 100 };
	struct direct_map *map = map_new(DIRECT_MAP_HASH, 16, 8, MAX);
	uint64_t sums[MAX + 1] = { 0 };

	(void)state;
	for (uint64_t i = 0; i <= MAX; i++) {
		struct key key = key_of(i);

		assert_int_equal(direct_native_update(map, &key, &i,
						      BPF_NOEXIST),
				 i < MAX ? 0 : -E2BIG);
	}
	assert_int_equal(map->used_cnt, MAX);
	for (uint64_t i = 0; i <= MAX; i++) {
		struct key key = key_of(i);
		uint64_t *value = direct_native_lookup(map, &key);

		if (i == MAX) {
			assert_null(value);
			continue;
		}
		assert_int_equal(*value, i);
		assert_int_equal(direct_native_update(map, &key, &i,
						      BPF_NOEXIST), -EEXIST);
	}
	assert_int_equal(read_all(map, sums, MAX), MAX);
	for (uint64_t i = 0; i < MAX; i++)
		assert_int_equal(sums[i], i);
	free(map);
}

/* Keys and values that are no multiple of 8 bytes. */
static void odd_sizes(void **state)
{
	enum { MAX = 50 };

	(void)state;
	for (uint32_t bytes = 1; bytes < 20; bytes++) {
		struct direct_map *map =
			map_new(DIRECT_MAP_HASH, bytes, bytes, MAX);
		struct direct_map mine = *map;
		unsigned char key[20], value[20], want[20];
		uint32_t pos = 0, cnt = 0;

		for (int i = 0; i < MAX; i++) {
			memset(key, i, bytes);
			memset(value, i + 100, bytes);
			assert_int_equal(direct_native_update(map, key, value,
							      BPF_NOEXIST), 0);
			assert_memory_equal(direct_native_lookup(map, key),
					    value, bytes);
		}
		while (direct_map_next(&mine, places(map), &pos, key, value)) {
			memset(want, key[0], bytes);
			assert_memory_equal(key, want, bytes);
			memset(want, key[0] + 100, bytes);
			assert_memory_equal(value, want, bytes);
			cnt++;
		}
		assert_int_equal(cnt, MAX);
		free(map);
	}
}

/* ---------------------------------------------------------------- threads */

enum { THREAD_CNT = 8, KEY_CNT = 500, ROUND_CNT = 40 };

struct inserter {
	pthread_t thread;
	struct direct_map *map;
	uint64_t seed;
};

/* Counts each key ROUND_CNT times, in an order of its own. */
static void *insert(void *arg)
{
	struct inserter *inserter = arg;
	uint64_t random = inserter->seed, zero = 0;

	for (int round = 0; round < ROUND_CNT; round++) {
		uint64_t first = direct_random(&random) >> 32;

		for (uint64_t i = 0; i < KEY_CNT; i++) {
			struct key key = key_of((first + i * 7) % KEY_CNT);
			uint64_t *value =
				direct_native_lookup(inserter->map, &key);

			if (!value) {
				direct_native_update(inserter->map, &key, &zero,
						     BPF_NOEXIST);
				value = direct_native_lookup(inserter->map,
							     &key);
			}
			if (value)
				__atomic_fetch_add(value, 1, __ATOMIC_RELAXED);
		}
	}
	return NULL;
}

static void threads_insert_the_same_keys(void **state)
{
	/* in case of all threads at the same key at once */
	enum { MAX = KEY_CNT * THREAD_CNT };
	struct direct_map *map = map_new(DIRECT_MAP_HASH, 16, 8, MAX);
	uint64_t sums[KEY_CNT] = { 0 };
	struct inserter inserters[THREAD_CNT];
	uint32_t cnt;

	(void)state;
	for (int i = 0; i < THREAD_CNT; i++) {
		inserters[i] = (struct inserter){ .map = map, .seed = i + 1u };
		pthread_create(&inserters[i].thread, NULL, insert,
			       &inserters[i]);
	}
	for (int i = 0; i < THREAD_CNT; i++)
		pthread_join(inserters[i].thread, NULL);
	cnt = read_all(map, sums, KEY_CNT);
	assert_int_equal(cnt, map->used_cnt);
	assert_in_range(cnt, KEY_CNT, MAX);
	for (int i = 0; i < KEY_CNT; i++)
		assert_int_equal(sums[i], THREAD_CNT * ROUND_CNT);
	free(map);
}

/* Returns the place that an empty map has for a key. */
static uint32_t place_of(const struct key *key, uint32_t max)
{
	struct direct_map *map = map_new(DIRECT_MAP_HASH, 16, 8, max);
	uint64_t value = 0;
	unsigned char *at;
	uint32_t place;

	direct_native_update(map, key, &value, BPF_ANY);
	at = direct_native_lookup(map, key);
	place = (uint32_t)(at - places(map)) / map->stride;
	free(map);
	return place;
}

static void a_place_that_is_never_finished_is_passed_over(void **state)
{
	enum { MAX = 20 };
	struct direct_map *map = map_new(DIRECT_MAP_HASH, 16, 8, MAX);
	uint64_t sums[MAX] = { 0 };

	(void)state;
	for (uint64_t i = 0; i < MAX / 2; i++) {
		struct key key = key_of(i);
		uint64_t *state_word =
			(uint64_t *)(void *)(places(map) +
					     place_of(&key, MAX) * map->stride);

		/* a thread that has only begun: claimed, and counted */
		if (*state_word == DIRECT_PLACE_EMPTY) {
			*state_word = DIRECT_PLACE_BUSY;
			map->used_cnt++;
		}
		assert_null(direct_native_lookup(map, &key));
		assert_int_equal(direct_native_update(map, &key, &i,
						      BPF_NOEXIST), 0);
		assert_int_equal(*(uint64_t *)direct_native_lookup(map, &key),
				 i);
		assert_int_equal(direct_native_update(map, &key, &i,
						      BPF_NOEXIST), -EEXIST);
	}
	assert_int_equal(read_all(map, sums, MAX), MAX / 2);
	for (uint64_t i = 0; i < MAX / 2; i++)
		assert_int_equal(sums[i], i);
	free(map);
}

static void *page; /* that can't be read, until it has been tried */
static uint64_t *place_then, state_then;

static void look(int number)
{
	(void)number;
	state_then = *place_then;
	mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

/* What others see while a thread writes the value. */
static void an_element_is_busy_until_it_is_written(void **state)
{
	struct direct_map *map = map_new(DIRECT_MAP_HASH, 16, 8, 20);
	struct key key = key_of(3);
	void (*before)(int) = signal(SIGSEGV, look);

	(void)state;
	page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	place_then = (uint64_t *)(void *)(places(map) +
					  place_of(&key, 20) * map->stride);
	assert_int_equal(direct_native_update(map, &key, page, BPF_NOEXIST), 0);
	signal(SIGSEGV, before);
	assert_int_equal(state_then, DIRECT_PLACE_BUSY);
	assert_ptr_equal(direct_native_lookup(map, &key), place_then + 3);
	munmap(page, 4096);
	free(map);
}

/* ---------------------------------------------------------------- anything */

struct scribbler {
	pthread_t thread;
	uint64_t *words;
	size_t word_cnt;
	bool is_over;
};

static void *scribble(void *arg)
{
	struct scribbler *scribbler = arg;
	uint64_t random = 99;

	while (!__atomic_load_n(&scribbler->is_over, __ATOMIC_RELAXED))
		for (size_t i = 0; i < scribbler->word_cnt; i++)
			__atomic_store_n(&scribbler->words[i],
					 direct_random(&random),
					 __ATOMIC_RELAXED);
	return NULL;
}

static void the_reader_of_any_memory_comes_to_an_end(void **state)
{
	struct direct_map *map = map_new(DIRECT_MAP_HASH, 24, 12, 1000);
	struct direct_map mine = *map;
	struct scribbler scribbler = {
		.words = (uint64_t *)(void *)map,
		.word_cnt = (mine.first_off +
			     (size_t)mine.place_cnt * mine.stride) / 8,
	};
	unsigned char key[24], value[12];

	(void)state;
	pthread_create(&scribbler.thread, NULL, scribble, &scribbler);
	for (int i = 0; i < 500; i++) {
		uint32_t pos = 0, cnt = 0;

		while (direct_map_next(&mine, (unsigned char *)map +
						      mine.first_off,
				       &pos, key, value))
			cnt++;
		assert_in_range(cnt, 0, mine.place_cnt);
	}
	__atomic_store_n(&scribbler.is_over, true, __ATOMIC_RELAXED);
	pthread_join(scribbler.thread, NULL);
	free(map);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_array_has_bounds),
		cmocka_unit_test(a_hash_keeps_to_the_flags),
		cmocka_unit_test(a_hash_knows_where_in_the_key_a_word_is),
		cmocka_unit_test(a_hash_takes_as_many_as_it_should),
		cmocka_unit_test(odd_sizes),
		cmocka_unit_test(threads_insert_the_same_keys),
		cmocka_unit_test(a_place_that_is_never_finished_is_passed_over),
		cmocka_unit_test(an_element_is_busy_until_it_is_written),
		cmocka_unit_test(the_reader_of_any_memory_comes_to_an_end),
	};
	size_t native_cnt;

	direct_native_bytes(&native_cnt);
	if (!native_cnt) {
		puts("ok 1 # SKIP all: no direct probes on this machine");
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
	puts("ok 1 # SKIP all: no direct probes on this machine");
	return 0;
}

#endif

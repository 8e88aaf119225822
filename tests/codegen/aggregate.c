// SPDX-License-Identifier: BSD-2-Clause
/*
 * Aggregations and strings of generated programs on this kernel: buckets
 * against a plain C function, extremes, keys (bytes, slots, a full map, two
 * threads that insert the same ones), comparison of strings against
 * strcmp().
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "runtime/kernel/program/load.h"
#include "tests/codegen/gen_sample.h"

static int64_t args[10];

struct run {
	struct gen_sample sample;
	struct gen_loaded loaded;
};

static void start_sized(struct run *run, const char *text,
			uint64_t aggsize_bytes)
{
	struct gen_env env = gen_sample_env();
	struct probe_abi abi = gen_sample_test_run();

	env.aggsize_bytes = aggsize_bytes;
	for (int i = 0; i < 10; i++)
		abi.args[i] = (struct abi_arg){
			.kind = ABI_ARG_MEM,
			.size_bytes = 8,
			.is_signed = true,
			.ctx_off = -1,
			.index_off = -1,
			.value = (int64_t)(uintptr_t)&args[i],
		};
	gen_sample_start(&run->sample, &run->loaded, text, &env, &abi);
}

static void start(struct run *run, const char *text)
{
	start_sized(run, text, 4 << 20);
}

static void fire(struct run *run)
{
	if (kern_test_run(run->loaded.prog_fd))
		check("test run", false, "it failed");
}

static void end(struct run *run)
{
	gen_sample_end(&run->sample, &run->loaded);
}

static int64_t word(struct run *run, uint32_t agg, uint32_t idx)
{
	const struct agg_layout *layout = &run->sample.result->aggs.v[agg];

	return (int64_t)gen_loaded_unkeyed(&run->sample, &run->loaded,
					   layout->unkeyed_off / 8 + idx);
}

/* ----------------------------------------------------------------- functions */

/* The expected bucket, computed in the simplest way. */
static uint32_t bucket_of(int64_t value)
{
	int log;

	if (value == 0)
		return 63;
	log = 63 -
		__builtin_clzll(value < 0 ? -(uint64_t)value : (uint64_t)value);
	if (value > 0)
		return 64 + (uint32_t)log;
	return log > 62 ? 0 : 62 - (uint32_t)log;
}

static void test_quantize(void)
{
	int64_t want[127] = { 0 };
	struct run run;
	int bad = 0;

	start(&run, "BEGIN { @ = quantize(arg0, arg1); }");
	for (int bit = 0; bit < 64; bit++) {
		for (int delta = -1; delta <= 1; delta++) {
			args[0] = (int64_t)((UINT64_C(1) << bit) +
					    (uint64_t)delta);
			args[1] = bit - 20 + delta * 100;
			want[bucket_of(args[0])] += args[1];
			fire(&run);
			args[0] = -(uint64_t)args[0];
			want[bucket_of(args[0])] += args[1];
			fire(&run);
		}
	}
	for (uint32_t i = 0; i < 127; i++)
		bad += word(&run, 0, i) != want[i];
	check("quantize", !bad, "%d buckets differ", bad);
	end(&run);
}

static void test_scalars(void)
{
	static const int64_t values[] = { 5, -3, INT64_MAX, 0, INT64_MIN, 7 };
	struct run run;
	uint64_t low = UINT64_MAX;

	start(&run,
	      "BEGIN { @n = count(); @s = sum(arg0); @a = avg(arg1); "
	      "@x = max(arg1); @i = min(arg1); }");
	for (size_t i = 0; i < 6; i++) {
		args[0] = values[i];
		args[1] = (int64_t)i - 3;
		fire(&run);
	}
	check("count and sum", word(&run, 0, 0) == 6 && word(&run, 1, 0) == 8,
	      "%" PRId64 " %" PRId64, word(&run, 0, 0), word(&run, 1, 0));
	check("avg", word(&run, 2, 0) == 6 && word(&run, 2, 1) == -3,
	      "%" PRId64 " %" PRId64, word(&run, 2, 0), word(&run, 2, 1));
	end(&run);

	/* each alone: firings can be on different CPUs, so merge by hand */
	start(&run, "BEGIN { @x = max(arg0); @i = min(arg0); }");
	for (size_t i = 0; i < 6; i++) {
		const char *mem = run.loaded.maps.by_role[MAP_AGG_UNKEYED].mem;
		uint64_t max = 0, min = 0;

		args[0] = values[i];
		fire(&run);
		for (uint32_t c = 0; c < run.loaded.maps.cpu_max; c++) {
			const uint64_t *cell =
				(const uint64_t
					 *)(mem +
					    c *
						    run.sample.result
							    ->unkeyed_stride);

			max = cell[0] > max ? cell[0] : max;
			min = cell[2] > min ? cell[2] : min;
		}
		if (i == 1)
			low = agg_extreme_decode(false, max) == 5 &&
				agg_extreme_decode(true, min) == -3;
		if (i == 5)
			low = low &&
				agg_extreme_decode(false, max) == INT64_MAX &&
				agg_extreme_decode(true, min) == INT64_MIN;
	}
	check("min and max", low == 1, "wrong extremes");
	end(&run);
}

/* ---------------------------------------------------------------------- keys */

struct keys {
	size_t cnt;
	unsigned char bytes[512];
	uint32_t slot, agg_id;
};

static void keep_key(const void *record, size_t bytes, void *arg)
{
	const struct rec_key *key = record;
	struct keys *keys = arg;

	if (key->header.layout_id != REC_LAYOUT_KEY)
		return;
	keys->cnt++;
	keys->slot = key->slot;
	keys->agg_id = key->agg_id;
	memcpy(keys->bytes, key + 1, bytes - sizeof(*key));
}

/* The total of a counting aggregation over slots and CPUs. */
static uint64_t keyed_total(struct run *run)
{
	const struct agg_layout *agg = &run->sample.result->aggs.v[0];
	const uint64_t *mem = run->loaded.maps.values[0].mem;
	uint64_t sum = 0;

	for (size_t i = 0; i < (size_t)agg->slot_max * run->loaded.maps.cpu_max;
	     i++)
		sum += mem[i];
	return sum;
}

static void test_keys(void)
{
	static const unsigned char want[] = {
		0xfd, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 'a', 'b', 'c', 'd',
		0,    0, 0, 0, 9,    0,	   0,	 0,    0,   0,	 0,   0,
	};
	struct keys keys = { 0 };
	struct run run;
	uint64_t *slots;

	start(&run,
	      "BEGIN { @[(char)arg0, (int)arg1, copyinstr(arg2, 7), "
	      "(char)arg3] = count(); }");
	slots = run.loaded.maps.by_role[MAP_AGG_SLOTS].mem;
	args[0] = 0x10fd;
	args[1] = -1;
	args[2] = (int64_t)(uintptr_t) "abcd";
	args[3] = 9;
	fire(&run);
	fire(&run);
	gen_loaded_records(&run.loaded, keep_key, &keys);
	check("key bytes",
	      keys.cnt == 1 && keys.slot == 0 &&
		      !memcmp(keys.bytes, want, sizeof(want)),
	      "%zu records", keys.cnt);
	args[3] = 10;
	fire(&run);
	gen_loaded_records(&run.loaded, keep_key, &keys);
	check("one slot a key",
	      keys.cnt == 2 && keys.slot == 1 && slots[0] == 2 &&
		      keyed_total(&run) == 3,
	      "%zu records, %" PRIu64 " slots", keys.cnt, slots[0]);
	end(&run);
}

static void test_full(void)
{
	struct run run;
	uint64_t dropped;

	/* room for 4 slots */
	start_sized(&run, "BEGIN { @[arg0] = count(); }",
		    4 * 8 * gen_sample_cpu_max());
	for (int i = 0; i < 30; i++) {
		args[0] = i % 10;
		fire(&run);
	}
	dropped = gen_loaded_counter(&run.sample, &run.loaded,
				     CNT_AGG_DROPPED * 8);
	check("a full map is counted", keyed_total(&run) == 12 && dropped == 18,
	      "%" PRIu64 " counted, %" PRIu64 " dropped", keyed_total(&run),
	      dropped);
	end(&run);
}

/* String keys of two clauses have one size, the longer one. */
static void test_key_sizes(void)
{
	struct keys keys = { 0 };
	struct run run;
	const struct agg_layout *agg;

	prctl(PR_SET_NAME, "gentest");
	start(&run,
	      "BEGIN { @[\"gentest\"] = count(); } "
	      "BEGIN { @[execname] = count(); } "
	      "BEGIN { @[copyinstr(arg0, 20)] = count(); }");
	agg = &run.sample.result->aggs.v[0];
	args[0] = (int64_t)(uintptr_t) "gentest";
	fire(&run);
	gen_loaded_records(&run.loaded, keep_key, &keys);
	check("string keys of all clauses",
	      agg->key_bytes == 24 && keys.cnt == 1 && keyed_total(&run) == 3,
	      "%u bytes, %zu keys, %" PRIu64, agg->key_bytes, keys.cnt,
	      keyed_total(&run));
	end(&run);
}

/* A tuple that is larger than the whole BPF stack. */
static void test_long_keys(void)
{
	struct run run;

	start(&run, "BEGIN { @[copyinstr(arg0), copyinstr(arg1), "
		    "copyinstr(arg2)] = count(); }");
	args[0] = args[1] = args[2] = (int64_t)(uintptr_t) "one";
	fire(&run);
	fire(&run);
	args[2] = (int64_t)(uintptr_t) "two";
	fire(&run);
	check("keys of 768 bytes",
	      keyed_total(&run) == 3 &&
		      gen_loaded_records(&run.loaded, NULL, NULL) == 2,
	      "%" PRIu64 " counted", keyed_total(&run));
	end(&run);
}

enum { THREAD_CNT = 4, THREAD_FIRINGS = 3000 };

static void *fire_many(void *arg)
{
	for (int i = 0; i < THREAD_FIRINGS; i++)
		fire(arg);
	return NULL;
}

/* timestamp % 64: all threads meet at new keys. */
static void test_threads(void)
{
	pthread_t threads[THREAD_CNT];
	struct keys keys = { 0 };
	struct run run;
	uint64_t *slots, used, entered;

	start(&run, "BEGIN { @[timestamp % 64] = count(); }");
	for (int i = 0; i < THREAD_CNT; i++)
		pthread_create(&threads[i], NULL, fire_many, &run);
	for (int i = 0; i < THREAD_CNT; i++)
		pthread_join(threads[i], NULL);
	gen_loaded_records(&run.loaded, keep_key, &keys);
	slots = run.loaded.maps.by_role[MAP_AGG_SLOTS].mem;
	used = slots[0];
	for (uint32_t cpu = 0; cpu < run.loaded.maps.cpu_max; cpu++)
		used -= slots[1 + cpu] != 0;
	entered = gen_loaded_counter(&run.sample, &run.loaded,
				     rt_counter_off(0, CNT_ENTERED));
	check("threads lose nothing",
	      keyed_total(&run) == THREAD_CNT * THREAD_FIRINGS &&
		      entered == keyed_total(&run),
	      "%" PRIu64 " of %d", keyed_total(&run),
	      THREAD_CNT * THREAD_FIRINGS);
	check("a record per key", keys.cnt == 64 && used >= 64,
	      "%zu keys, %" PRIu64 " slots", keys.cnt, used);
	end(&run);
}

/* -------------------------------------------------------------------- strings */

static int sign(int value)
{
	return value < 0 ? -1 : value > 0;
}

static void test_compare(void)
{
	static const char *const texts[] = {
		"",
		"a",
		"b",
		"abcdefg",
		"abcdefgh",
		"abcdefghi",
		"abcdefgi",
		"\xff",
		"abcdefgh\xff",
		"abcdefghijklmnop",
		"mini",
	};
	struct run run;
	int bad = 0;

	start(&run,
	      "BEGIN { "
	      "@c = sum((copyinstr(arg0) < copyinstr(arg1)) - "
	      "(copyinstr(arg0) > copyinstr(arg1))); "
	      "@e = sum((copyinstr(arg0) == copyinstr(arg1)) * 10 + "
	      "(copyinstr(arg0, 30) != copyinstr(arg1)) * 100 + "
	      "(copyinstr(arg0) <= copyinstr(arg1, 30)) * 1000 + "
	      "(copyinstr(arg0) >= copyinstr(arg1)) * 10000); "
	      "@k = sum((copyinstr(arg0) < \"abcdefgh\") + "
	      "(copyinstr(arg0) == \"abcdefgh\") * 10 + "
	      "(\"abcdefgh\" < copyinstr(arg0)) * 100); }");
	for (size_t i = 0; i < 11; i++) {
		for (size_t k = 0; k < 11; k++) {
			int64_t old[3], order, with, want;

			for (uint32_t a = 0; a < 3; a++)
				old[a] = word(&run, a, 0);
			args[0] = (int64_t)(uintptr_t)texts[i];
			args[1] = (int64_t)(uintptr_t)texts[k];
			fire(&run);
			order = sign(strcmp(texts[i], texts[k]));
			with = sign(strcmp(texts[i], "abcdefgh"));
			want = (order == 0) * 10 + (order != 0) * 100 +
				(order <= 0) * 1000 + (order >= 0) * 10000;
			bad += word(&run, 0, 0) - old[0] != -order;
			bad += word(&run, 1, 0) - old[1] != want;
			want = with < 0 ? 1 : with == 0 ? 10 : 100;
			bad += word(&run, 2, 0) - old[2] != want;
		}
	}
	check("comparison of strings", !bad, "%d of 363 differ", bad);
	end(&run);
}

static void test_strings(void)
{
	struct keys keys = { 0 };
	struct run run;

	prctl(PR_SET_NAME, "gentest");
	start(&run,
	      "BEGIN /execname == \"gentest\" && "
	      "execname != \"gentest1\" && "
	      "execname != \"gentest89012345678901234567890\" && "
	      "execname < \"gentest89012345678901234567890\"/ "
	      "{ @[arg1 ? copyinstr(arg0, arg2) : \"none\"] = count(); }");
	args[0] = (int64_t)(uintptr_t) "abcdefghijkl";
	args[1] = 1;
	args[2] = 3;
	fire(&run);
	gen_loaded_records(&run.loaded, keep_key, &keys);
	check("copyinstr with a limit",
	      keys.cnt == 1 && !strcmp((char *)keys.bytes, "abc"), "%zu keys",
	      keys.cnt);
	args[2] = -1;
	fire(&run);
	gen_loaded_records(&run.loaded, keep_key, &keys);
	check("copyinstr with a huge limit",
	      keys.cnt == 2 && !strcmp((char *)keys.bytes, "abcdefghijkl"),
	      "%zu keys", keys.cnt);
	args[1] = 0;
	fire(&run);
	gen_loaded_records(&run.loaded, keep_key, &keys);
	check("either string",
	      keys.cnt == 3 && !strcmp((char *)keys.bytes, "none"), "%zu keys",
	      keys.cnt);
	end(&run);
}

int main(void)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	test_quantize();
	test_scalars();
	test_keys();
	test_full();
	test_key_sizes();
	test_long_keys();
	test_threads();
	test_compare();
	test_strings();
	return check_status();
}

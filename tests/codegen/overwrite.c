// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rings that overwrite (record.h: struct rt_ring), as generated programs write
 * them on this kernel: where each record is, and that no program writes where
 * another one has not finished. The test plays a program that was preempted.
 */
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/system/clock.h"
#include "runtime/kernel/program/load.h"
#include "tests/codegen/gen_sample.h"

enum {
	RING_BYTES = 65536, /* of gen_sample.c; one chunk */
	DATA_BYTES = 8,
	RECORD_BYTES = RT_RING_HEADER_BYTES + sizeof(struct rec_header) +
		       DATA_BYTES,
	ALL_CNT = RING_BYTES / RECORD_BYTES,
};

struct run {
	struct gen_sample sample;
	struct gen_loaded loaded;
	struct probe_abi abi;
	struct rt_ring *head; /* of the CPU to which the test is bound */
	uint8_t *chunk;
	uint64_t fired; /* number in the next record */
};

static int64_t arg0;

/* The first CPU that it may run on. */
static uint32_t stay_on_cpu(void)
{
	cpu_set_t set;
	uint32_t cpu = 0;

	sched_getaffinity(0, sizeof(set), &set);
	while (!CPU_ISSET(cpu, &set))
		cpu++;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
	return cpu;
}

static void start(struct run *run, const char *text, uint32_t cpu)
{
	struct gen_env env = gen_sample_env();

	*run = (struct run){ .abi = gen_sample_test_run() };
	run->abi.args[0] = (struct abi_arg){
		.kind = ABI_ARG_MEM,
		.size_bytes = 8,
		.is_signed = true,
		.ctx_off = -1,
		.index_off = -1,
		.value = (int64_t)(uintptr_t)&arg0,
	};
	env.overwrites = true;
	gen_sample_start(&run->sample, &run->loaded, text, &env, &run->abi);
	for (uint32_t i = 0; i < run->loaded.maps.ring_cnt; i++)
		if (run->loaded.maps.rings[i].cpu == cpu) {
			run->head = run->loaded.maps.rings[i].head;
			run->chunk = run->loaded.maps.rings[i].chunks;
		}
}

static void fire(struct run *run, uint64_t times)
{
	for (uint64_t i = 0; i < times; i++) {
		int err;

		arg0 = (int64_t)run->fired++;
		err = kern_test_run(run->loaded.prog_fd);
		if (err)
			check("test run", false, "%s", strerror(-err));
	}
}

static uint64_t dropped(struct run *run)
{
	return gen_loaded_counter(&run->sample, &run->loaded,
				  CNT_REC_DROPPED * 8);
}

/* The word at @off of the record at @pos, which may cross the chunk's end. */
static uint64_t word_at(const struct run *run, uint64_t pos, uint32_t off)
{
	uint64_t word;

	memcpy(&word, run->chunk + (pos & (RING_BYTES - 1)) + off,
	       sizeof(word));
	return word;
}

static uint64_t tip_pos(const struct run *run)
{
	return run->head->tip >> RT_TIP_SHIFT & ~UINT64_C(7);
}

/* Are these the numbers of the records, beginning at the tip? */
static bool has_row(const struct run *run, uint64_t newest, uint64_t cnt)
{
	uint64_t pos = tip_pos(run);

	for (uint64_t i = 0; i < cnt; i++, pos += RECORD_BYTES)
		if (word_at(run, pos, 0) !=
			    RECORD_BYTES - RT_RING_HEADER_BYTES ||
		    word_at(run, pos, RECORD_BYTES - DATA_BYTES) != newest - i)
			return false;
	return true;
}

static void test_row(uint32_t cpu)
{
	struct run run;

	start(&run, "BEGIN { trace(arg0); }", cpu);
	fire(&run, 3);
	check("tip-falls",
	      run.head->tip == -(3ULL * RECORD_BYTES) << RT_TIP_SHIFT,
	      "%" PRIx64, run.head->tip);
	check("floor-is-a-ring-below",
	      run.head->floor == (-(2ULL * RECORD_BYTES) - RING_BYTES)
					 << RT_TIP_SHIFT,
	      "%" PRIx64, run.head->floor);
	fire(&run, 5 * ALL_CNT);
	check("newest-first", has_row(&run, run.fired - 1, ALL_CNT),
	      "tip %" PRIx64, run.head->tip);
	check("nothing-dropped", !dropped(&run), "%" PRIu64, dropped(&run));
	gen_sample_end(&run.sample, &run.loaded);
}

/* A program has reserved a record and was preempted before writing it. */
static void test_writer(uint32_t cpu)
{
	struct run run;
	uint64_t aside, floor;

	start(&run, "BEGIN { trace(arg0); }", cpu);
	fire(&run, ALL_CNT + 7);
	floor = run.head->floor = run.head->tip -
				  ((uint64_t)RING_BYTES << RT_TIP_SHIFT);
	run.head->tip -= ((uint64_t)RECORD_BYTES << RT_TIP_SHIFT) - 1;
	aside = tip_pos(&run);
	memset(run.chunk + (aside & (RING_BYTES - 1)), 0xee, RECORD_BYTES);
	/* the whole ring except for that record */
	fire(&run, ALL_CNT - 1);
	check("others-go-on", !dropped(&run) && has_row(&run, run.fired - 1,
							ALL_CNT - 1),
	      "%" PRIu64 " dropped", dropped(&run));
	fire(&run, 20);
	check("floor-holds", dropped(&run) == 20, "%" PRIu64 " dropped",
	      dropped(&run));
	check("place-is-kept",
	      word_at(&run, aside, 0) == UINT64_C(0xeeeeeeeeeeeeeeee) &&
		      word_at(&run, aside, RECORD_BYTES - 8) ==
			      UINT64_C(0xeeeeeeeeeeeeeeee),
	      "somebody wrote there");
	check("writer-is-counted", (run.head->tip & RT_TIP_WRITERS) == 1 &&
					   run.head->floor == floor,
	      "tip %" PRIx64, run.head->tip);
	/* the program continues and finishes */
	run.head->tip--;
	fire(&run, 2 * ALL_CNT);
	check("goes-on-behind-it",
	      dropped(&run) == 20 && has_row(&run, run.fired - 1, ALL_CNT),
	      "%" PRIu64 " dropped", dropped(&run));
	gen_sample_end(&run.sample, &run.loaded);
}

/* The number of writers must not run into the position. */
static void test_many_writers(uint32_t cpu)
{
	struct run run;

	start(&run, "BEGIN { trace(arg0); }", cpu);
	run.head->tip |= RT_TIP_WRITERS - 1;
	fire(&run, 1);
	check("one-more-writer", !dropped(&run), "dropped");
	run.head->tip |= RT_TIP_WRITERS;
	fire(&run, 1);
	check("too-many-writers",
	      dropped(&run) == 1 &&
		      run.head->tip == (-(uint64_t)RECORD_BYTES << RT_TIP_SHIFT |
					RT_TIP_WRITERS),
	      "tip %" PRIx64, run.head->tip);
	gen_sample_end(&run.sample, &run.loaded);
}

/* Keys are found in the hash, with their times. */
struct keys {
	uint64_t cnt, bad, min_ns, max_ns;
};

static int see_key(void *arg, const void *key, uint32_t slot, uint64_t time_ns)
{
	struct keys *keys = arg;
	int64_t number;

	memcpy(&number, key, sizeof(number));
	keys->cnt++;
	keys->bad += number != slot || time_ns < keys->min_ns ||
		     time_ns > keys->max_ns;
	return 0;
}

static void test_keys(uint32_t cpu)
{
	struct keys keys = { .min_ns = clock_ns(CLOCK_MONOTONIC) };
	struct run run;

	start(&run, "BEGIN { @[arg0] = count(); }", cpu);
	fire(&run, 100);
	run.fired = 0;
	fire(&run, 50);
	keys.max_ns = clock_ns(CLOCK_MONOTONIC);
	check("walk", !kern_maps_walk(&run.loaded.maps, 0, see_key, &keys),
	      "it failed");
	check("keys-and-times", keys.cnt == 100 && !keys.bad,
	      "%" PRIu64 " keys, %" PRIu64 " bad", keys.cnt, keys.bad);
	check("reader-is-told",
	      gen_loaded_counter(&run.sample, &run.loaded,
				 CNT_KEY_REC_DROPPED * 8) == 100,
	      "not of each key");
	gen_sample_end(&run.sample, &run.loaded);
}

int main(void)
{
	uint32_t cpu = stay_on_cpu();

	setvbuf(stdout, NULL, _IONBF, 0);
	test_row(cpu);
	test_writer(cpu);
	test_many_writers(cpu);
	test_keys(cpu);
	return check_status();
}

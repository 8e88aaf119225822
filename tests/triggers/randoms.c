// SPDX-License-Identifier: BSD-2-Clause
/*
 * randoms PROCESSES N: as many processes, each on a CPU of its own as far as
 * there are, fire randoms:::value(value, who) N times each with random
 * values of all sizes and signs.
 *
 * randoms PROCESSES N reference: fires nothing, computes from the same
 * values what aggregations must hold and prints it, a line each:
 *
 *	count 40  sum -5  min -9  max 9  avg 0  stddev 7
 *	quantize -4 3		label and count of each bucket with a count
 *	lquantize >=1000 2
 *	llquantize 100 1
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "randoms.h"

/* Any number of bits, either sign. */
static int64_t next_value(uint64_t *state)
{
	uint64_t x = *state;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	*state = x;
	return (int64_t)x >> (x * 0x9e3779b97f4a7c15 >> 58);
}

static uint64_t seed(int who)
{
	return 88172645463325252 + (uint64_t)who * 1000003;
}

static void fire(int who, int cnt)
{
	uint64_t state = seed(who);
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(who % sysconf(_SC_NPROCESSORS_ONLN), &set);
	sched_setaffinity(0, sizeof(set), &set);
	for (int i = 0; i < cnt; i++)
		RANDOMS_VALUE(next_value(&state), who);
}

/* --------------------------------------------------------------- reference */

enum { LABEL_MAX = 8192 };

/* Counts by label; rows appear as values come. */
struct counts {
	const char *name;
	struct {
		char label[40];
		long cnt;
	} rows[LABEL_MAX];
	int row_cnt;
};

static struct counts quantize = { "quantize" }, lquantize = { "lquantize" },
		     llquantize = { "llquantize" };

static void count(struct counts *counts, const char *sign, int64_t value)
{
	char label[40];
	int i = 0;

	snprintf(label, sizeof(label), "%s%lld", sign, (long long)value);
	while (i < counts->row_cnt && strcmp(counts->rows[i].label, label))
		i++;
	if (i == counts->row_cnt)
		strcpy(counts->rows[counts->row_cnt++].label, label);
	counts->rows[i].cnt++;
}

/* quantize(v): the power of two towards zero */
static void count_power(int64_t v)
{
	int64_t label = v < 0 ? -1 : v > 0;

	while (label && label != INT64_C(1) << 62 &&
	       label != -(INT64_C(1) << 62) &&
	       (v < 0 ? label * 2 >= v : label * 2 <= v))
		label *= 2;
	count(&quantize, "", label);
}

/* lquantize(v, -1000, 1000, 50) */
static void count_level(int64_t v)
{
	int64_t label = -1000;

	if (v < -1000) {
		count(&lquantize, "<", -1000);
		return;
	}
	while (label < 1000 && label + 50 <= v)
		label += 50;
	count(&lquantize, label == 1000 ? ">=" : "", label);
}

/* llquantize(v, 10, 2, 8, 20), bounds of |v| */
static void count_log(int64_t v)
{
	uint64_t size = v < 0 ? -(uint64_t)v : (uint64_t)v, power = 100;
	uint64_t label = 100;
	const char *sign = "";

	if (size < 100) {
		count(&llquantize, "abs()<", 100);
		return;
	}
	if (size >= 1000000000) {
		label = 1000000000;
		sign = v < 0 ? "<=" : ">=";
	} else {
		while (power * 10 <= size)
			power *= 10;
		for (label = power; label + power / 2 <= size;)
			label += power / 2;
	}
	count(&llquantize, sign, v < 0 ? -(int64_t)label : (int64_t)label);
}

static void print_counts(const struct counts *counts)
{
	for (int i = 0; i < counts->row_cnt; i++)
		printf("%s %s %ld\n", counts->name, counts->rows[i].label,
		       counts->rows[i].cnt);
}

/* The largest r with r * r <= v, by bisection. */
static uint64_t root(unsigned __int128 v)
{
	uint64_t low = 0, high = UINT64_MAX;

	while (low < high) {
		uint64_t mid = low + (high - low) / 2 + 1;

		if ((unsigned __int128)mid * mid <= v)
			low = mid;
		else
			high = mid - 1;
	}
	return low;
}

struct sums {
	int64_t cnt, sum, min, max;
	unsigned __int128 squares;
};

static void add(struct sums *sums, int64_t v)
{
	sums->cnt++;
	sums->sum = (int64_t)((uint64_t)sums->sum + (uint64_t)v);
	sums->min = v < sums->min ? v : sums->min;
	sums->max = v > sums->max ? v : sums->max;
	sums->squares += (unsigned __int128)((__int128)v * v);
	count_power(v);
	count_level(v);
	count_log(v);
}

static void print_sums(const struct sums *sums)
{
	__int128 avg = sums->sum / sums->cnt;

	printf("count %lld\nsum %lld\nmin %lld\nmax %lld\navg %lld\n",
	       (long long)sums->cnt, (long long)sums->sum, (long long)sums->min,
	       (long long)sums->max, (long long)avg);
	printf("stddev %llu\n",
	       (unsigned long long)root(sums->squares /
						(unsigned __int128)sums->cnt -
					(unsigned __int128)(avg * avg)));
}

static void reference(int process_cnt, int cnt)
{
	struct sums sums = { .min = INT64_MAX, .max = INT64_MIN };

	for (int who = 0; who < process_cnt; who++) {
		uint64_t state = seed(who);

		for (int i = 0; i < cnt; i++)
			add(&sums, next_value(&state));
	}
	print_sums(&sums);
	print_counts(&quantize);
	print_counts(&lquantize);
	print_counts(&llquantize);
}

int main(int argc, char **argv)
{
	int process_cnt = argc > 1 ? atoi(argv[1]) : 1;
	int cnt = argc > 2 ? atoi(argv[2]) : 1;

	if (argc > 3) {
		reference(process_cnt, cnt);
		return 0;
	}
	for (int who = 1; who < process_cnt; who++)
		if (!fork()) {
			fire(who, cnt);
			_exit(0);
		}
	fire(0, cnt);
	while (wait(NULL) > 0)
		;
	return 0;
}

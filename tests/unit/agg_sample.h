/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For tests of aggregations: up to three of one shape and the memory that
 * programs would write to. Keys are a string of 8 bytes and a 4-byte number.
 */
#ifndef DTRACE_TESTS_UNIT_AGG_SAMPLE_H
#define DTRACE_TESTS_UNIT_AGG_SAMPLE_H

#include "base/arena.h"
#include "runtime/consume/aggregation/agg_set.h"

enum {
	AGG_SAMPLE_CPUS = 2,
	AGG_SAMPLE_SLOTS = 8,
	AGG_SAMPLE_WORDS = 128, /* maximum, of an unkeyed one */
	AGG_SAMPLE_MAX = 3,
};

struct agg_sample {
	struct arena arena;
	struct ident idents[AGG_SAMPLE_MAX];
	struct agg_layout layouts[AGG_SAMPLE_MAX];
	void *values[AGG_SAMPLE_MAX];
	uint64_t unkeyed[AGG_SAMPLE_CPUS][AGG_SAMPLE_MAX * AGG_SAMPLE_WORDS];
	struct agg_set set;
};

/* @key_cnt: 0, 1 (the string) or 2. */
void agg_sample_init(struct agg_sample *s, const enum agg_func *funcs,
		     size_t cnt, size_t key_cnt);
void agg_sample_deinit(struct agg_sample *s);
/* The words of a cell; slot 0 without keys. */
uint64_t *agg_sample_cell(struct agg_sample *s, uint32_t id, uint32_t slot,
			  uint32_t cpu);
void agg_sample_learn(struct agg_sample *s, uint32_t id, uint32_t slot,
		      const char *text, int32_t number);
/* Prints the first @cnt aggregations together and compares. */
void agg_sample_check(struct agg_sample *s, size_t cnt, const char *format,
		      const struct agg_sort *sort, const char *expected);

/* Histograms are made of: */
#define HEADER                                                               \
	"\n           value  ------------- Distribution ------------- count" \
	"    \n"
#define AT10 "@@@@@@@@@@"
#define BLANK10 "          "
#define AT40 AT10 AT10 AT10 AT10
#define BLANK40 BLANK10 BLANK10 BLANK10 BLANK10

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lines of several runs -> one set of aggregations.
 *
 * A run begins with its `start` line. Of the lines of one key and slot in a run
 * the last one counts. If `clears` has grown, the key was reset to 0 in
 * between, so the value printed before is kept and the new one is added to it.
 */
#ifndef DTRACE_CMD_MERGE_GATHER_H
#define DTRACE_CMD_MERGE_GATHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"
#include "runtime/common/record.h"
#include "runtime/consume/aggregation/agg_ops.h"

/* One member is used, depending on the type of the key. */
struct merge_key {
	uint64_t number; /* if the key is an integer */
	const char *text; /* other keys; a stack has a line for each frame */
	size_t len;
};

struct merge_row {
	struct merge_key *keys;
	uint64_t *total; /* sums that can no longer change */
};

/*
 * The lines that replace each other: those with the same keys and `slot`,
 * because keys of several slots can look alike.
 */
struct merge_part {
	struct merge_row *row;
	uint64_t *words; /* from the last line */
	uint32_t run; /* of the last line */
	uint64_t clears; /* the last line's `clears` */
};

struct merge_agg {
	const char *name;
	const char *where; /* its first line: "FILE:LINE" */
	enum agg_func func;
	const struct agg_ops *ops;
	int64_t params[AGG_PARAM_MAX];
	struct rec_field *types; /* of the keys */
	size_t key_cnt;
	uint32_t word_cnt;
	struct map rows; /* bytes of the keys -> struct merge_row */
	struct map parts; /* these and the slot -> struct merge_part */
	uint64_t normal; /* divisor in the finished runs; 0: none yet */
	bool is_mixed; /* runs have different divisors */
	/* in the current run's last line; 0: no line yet */
	uint64_t run_normal;
	uint32_t run;
};

struct merge {
	struct arena arena; /* everything that is kept */
	struct arena line_arena; /* memory for one line */
	struct map aggs; /* name -> struct merge_agg, in order of appearance */
	struct map hosts; /* names -> NULL */
	struct map runs; /* identity of a run -> its place */
	struct map drops; /* kind -> uint64_t */
	uint64_t record_cnt, error_cnt;
	uint32_t run; /* number of the last run; 0: none */
	bool is_open; /* the end of the current run was not read yet */
	const char *file; /* being read */
	unsigned long line; /* in the file, from 1 */
};

void merge_init(struct merge *merge);
void merge_deinit(struct merge *merge);

/*
 * Adds all lines of @path, "-" for standard input. Returns 0 or -EINVAL with
 * a message on standard error.
 */
int merge_file(struct merge *merge, const char *path);
/* After the last file: adds up, and reports what may be missing. */
void merge_finish(struct merge *merge);

/* The value of a row; valid as long as the row. */
struct agg_value merge_value(const struct merge_agg *agg,
			     const struct merge_row *row);

#endif

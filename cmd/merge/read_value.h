/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Values of aggregations: members of a line -> the words that programs keep.
 */
#ifndef DTRACE_CMD_MERGE_READ_VALUE_H
#define DTRACE_CMD_MERGE_READ_VALUE_H

#include "cmd/merge/gather.h"
#include "cmd/merge/json_parse.h"

/* Members that all lines of an aggregation share, of @agg->func. */
int value_read_params(const struct merge *merge, const struct json *line,
		      struct merge_agg *agg);
/*
 * Into @words, agg->word_cnt zeros. Returns 0, or -EINVAL with a message on
 * standard error.
 */
int value_read(const struct merge *merge, const struct json *line,
	       const struct merge_agg *agg, uint64_t *words);
/* How many words a value of this function and parameters has. */
uint32_t value_word_cnt(const struct merge_agg *agg);

#endif

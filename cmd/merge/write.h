/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sums of all runs -> text.
 */
#ifndef DTRACE_CMD_MERGE_WRITE_H
#define DTRACE_CMD_MERGE_WRITE_H

#include <stdbool.h>

#include "base/text/strbuf.h"
#include "cmd/merge/gather.h"

struct write_options {
	bool is_text; /* rows in columns; else a line of JSON for each */
	bool by_key; /* as -x aggsortkey */
	bool is_reverse; /* as -x aggsortrev */
};

/* Appends all of it. */
void write_merge(const struct merge *merge, const struct write_options *options,
		 struct strbuf *out);

#endif

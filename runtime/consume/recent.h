/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The newest records of each CPU (-x bufpolicy=ring).
 */
#ifndef DTRACE_RUNTIME_CONSUME_RECENT_H
#define DTRACE_RUNTIME_CONSUME_RECENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "runtime/consume/ring.h"

struct recent_rec;

struct recent_cpu {
	struct recent_rec *oldest, *newest;
	uint64_t bytes;
};

struct recent {
	uint64_t limit_bytes; /* of each CPU; 0: nothing is kept */
	uint64_t seq; /* of the next record */
	uint64_t forgotten_cnt, forgotten_error_cnt;
	VEC(struct recent_cpu) cpus;
	struct recent_rec *given;
};

void recent_deinit(struct recent *recent);
/* Keeps a copy of @rec and forgets what is too old for the limit. */
void recent_add(struct recent *recent, const struct ring_rec *rec);
/* Takes the oldest record out; it dies at the next call. False: none. */
bool recent_next(struct recent *recent, struct ring_rec *ret);

#endif

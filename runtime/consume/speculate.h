/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Holds records of speculations until they are committed. At most specsize
 * bytes are held for one id, which the programs ensure.
 */
#ifndef DTRACE_RUNTIME_CONSUME_SPECULATE_H
#define DTRACE_RUNTIME_CONSUME_SPECULATE_H

#include "base/text/strbuf.h"
#include "runtime/common/record.h"
#include "runtime/consume/ring.h"

/* Records of one use of an id, one after the other. */
struct spec_hold {
	uint32_t generation;
	bool has_ended; /* committed: what comes late is lost */
	struct strbuf bytes;
};

struct spec_set {
	struct rt_spec_head *head; /* borrowed; NULL: no speculations */
	struct rt_spec *specs; /* borrowed: [id], 0 is none */
	uint32_t spec_cnt; /* ids are 1 .. spec_cnt */
	struct spec_hold *holds; /* [id] */
};

/* @mem: the map's value, for ids up to @spec_cnt; or NULL. */
void spec_set_init(struct spec_set *set, void *mem, uint32_t spec_cnt);
void spec_set_deinit(struct spec_set *set);
/* Fills the free list; to be called before the first program runs. */
void spec_set_start(struct spec_set *set);

/* Keeps a copy of a record; one of a generation that has ended is discarded. */
void spec_set_hold(struct spec_set *set, const struct rec_spec *spec,
		   const struct ring_rec *rec);
/*
 * Commits a speculation: calls @fn for each of its records, in the order in
 * which they arrived; then its id is free again.
 */
void spec_set_commit(struct spec_set *set, const struct rec_spec *spec,
		     void (*fn)(void *ctx, const struct ring_rec *rec),
		     void *ctx);
/* Frees memory of discarded speculations, and ids that programs left. */
void spec_set_clean(struct spec_set *set);

#endif

// SPDX-License-Identifier: BSD-2-Clause
/*
 * The reader's side of speculations. Records arrive in order of time, so all
 * records of a committed speculation arrive before the record of its commit.
 * discard() sends no record: the held records are dropped when a record of the
 * id's next generation arrives, or by spec_set_clean().
 *
 *	held:	cpu 4, length 4, record, padding to 8; the next one ...
 */
#include "runtime/consume/speculate.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

struct held_head {
	uint32_t cpu, len_bytes;
};

void spec_set_init(struct spec_set *set, void *mem, uint32_t spec_cnt)
{
	*set = (struct spec_set){ .head = mem };
	if (!mem)
		return;
	set->specs = (struct rt_spec *)((uint8_t *)mem + rt_spec_off(0));
	set->spec_cnt = spec_cnt;
	set->holds = xcalloc((size_t)spec_cnt + 1, sizeof(*set->holds));
}

void spec_set_deinit(struct spec_set *set)
{
	for (uint32_t id = 1; id <= set->spec_cnt; id++)
		strbuf_deinit(&set->holds[id].bytes);
	free(set->holds);
	*set = (struct spec_set){ 0 };
}

void spec_set_start(struct spec_set *set)
{
	for (uint32_t id = 1; id <= set->spec_cnt; id++)
		set->specs[id].next = id < set->spec_cnt ? id + 1 : 0;
	if (set->spec_cnt)
		set->head->free = 1;
}

/* Puts the id at the head of the free list, which programs change, too. */
static void free_id(struct spec_set *set, uint32_t id)
{
	uint64_t old = __atomic_load_n(&set->head->free, __ATOMIC_SEQ_CST);
	uint64_t list;

	do {
		__atomic_store_n(&set->specs[id].next, (uint32_t)old,
				 __ATOMIC_SEQ_CST);
		list = ((old >> 32) + 1) << 32 | id;
	} while (!__atomic_compare_exchange_n(&set->head->free, &old, list,
					      false, __ATOMIC_SEQ_CST,
					      __ATOMIC_SEQ_CST));
}

/* The records held for that use; NULL: it has ended, or there is no such id. */
static struct spec_hold *find_hold(struct spec_set *set,
				   const struct rec_spec *spec)
{
	struct spec_hold *hold;

	if (!spec->id || spec->id > set->spec_cnt)
		return NULL;
	hold = &set->holds[spec->id];
	if ((int32_t)(spec->generation - hold->generation) < 0)
		return NULL;
	if (spec->generation != hold->generation) {
		hold->generation = spec->generation;
		hold->has_ended = false;
		strbuf_clear(&hold->bytes);
	}
	return hold->has_ended ? NULL : hold;
}

/* Bytes up to the next multiple of 8. */
static size_t padding(uint32_t len_bytes)
{
	return -(size_t)len_bytes & 7;
}

void spec_set_hold(struct spec_set *set, const struct rec_spec *spec,
		   const struct ring_rec *rec)
{
	struct held_head head = { rec->cpu, rec->len_bytes };
	struct spec_hold *hold = find_hold(set, spec);
	static const char zeros[8];

	if (!hold)
		return;
	strbuf_add(&hold->bytes, &head, sizeof(head));
	strbuf_add(&hold->bytes, rec->data, rec->len_bytes);
	strbuf_add(&hold->bytes, zeros, padding(rec->len_bytes));
}

static void give_out(const struct spec_hold *hold,
		     void (*fn)(void *ctx, const struct ring_rec *rec),
		     void *ctx)
{
	size_t at = 0;

	while (at < hold->bytes.len) {
		struct held_head head;
		struct ring_rec rec;

		memcpy(&head, hold->bytes.text + at, sizeof(head));
		rec = (struct ring_rec){
			.cpu = head.cpu,
			.data = (const uint8_t *)hold->bytes.text + at +
				sizeof(head),
			.len_bytes = head.len_bytes,
		};
		fn(ctx, &rec);
		at += sizeof(head) + head.len_bytes + padding(head.len_bytes);
	}
}

void spec_set_commit(struct spec_set *set, const struct rec_spec *spec,
		     void (*fn)(void *ctx, const struct ring_rec *rec),
		     void *ctx)
{
	struct spec_hold *hold = find_hold(set, spec);

	if (!hold)
		return;
	give_out(hold, fn, ctx);
	hold->has_ended = true;
	strbuf_deinit(&hold->bytes);
	free_id(set, spec->id);
	__atomic_fetch_sub(&set->head->busy_cnt, 1, __ATOMIC_SEQ_CST);
}

void spec_set_clean(struct spec_set *set)
{
	for (uint32_t id = 1; id <= set->spec_cnt; id++) {
		struct rt_spec *spec = &set->specs[id];
		struct spec_hold *hold = &set->holds[id];
		uint64_t word = __atomic_load_n(&spec->word, __ATOMIC_SEQ_CST);

		if ((uint32_t)(word >> 32) != hold->generation)
			strbuf_deinit(&hold->bytes);
		if (word & RT_SPEC_LEFT) {
			__atomic_fetch_and(&spec->word, ~(uint64_t)RT_SPEC_LEFT,
					   __ATOMIC_SEQ_CST);
			free_id(set, id);
		}
	}
}

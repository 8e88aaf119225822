// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: records in the order of time. Out: at the end, those that the buffers
 * of a ring policy would still hold, in the same order.
 *
 * The programs can't overwrite a buffer's old records, so the reader empties
 * the buffers as ever and does the forgetting: a queue for each CPU, bounded
 * in bytes, and a sequence number by which they are merged again.
 */
#include "runtime/consume/recent.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "runtime/record.h"

struct recent_rec {
	struct recent_rec *next;
	uint64_t seq;
	unsigned int cpu;
	uint32_t len_bytes;
	uint64_t data[];
};

/* What a record takes in a buffer: its ring header too. */
static uint64_t kept_bytes(const struct recent_rec *rec)
{
	return ((uint64_t)rec->len_bytes + 8 + 7) & ~UINT64_C(7);
}

static struct recent_rec *pop(struct recent_cpu *cpu)
{
	struct recent_rec *rec = cpu->oldest;

	cpu->oldest = rec->next;
	cpu->bytes -= kept_bytes(rec);
	if (!cpu->oldest)
		cpu->newest = NULL;
	return rec;
}

void recent_deinit(struct recent *recent)
{
	for (size_t i = 0; i < recent->cpus.cnt; i++)
		while (recent->cpus.v[i].oldest)
			free(pop(&recent->cpus.v[i]));
	vec_deinit(&recent->cpus);
	free(recent->given);
	recent->given = NULL;
}

static void forget(struct recent *recent, struct recent_rec *rec)
{
	const struct rec_header *header = (const struct rec_header *)rec->data;

	if (header->layout_id == REC_LAYOUT_ERROR)
		recent->forgotten_error_cnt++;
	else
		recent->forgotten_cnt++;
	free(rec);
}

void recent_add(struct recent *recent, const struct ring_rec *from)
{
	struct recent_rec *rec = xcalloc(1, sizeof(*rec) + from->len_bytes);
	struct recent_cpu *cpu;

	while (recent->cpus.cnt <= from->cpu)
		*vec_add(&recent->cpus) = (struct recent_cpu){ 0 };
	cpu = &recent->cpus.v[from->cpu];
	rec->seq = recent->seq++;
	rec->cpu = from->cpu;
	rec->len_bytes = from->len_bytes;
	memcpy(rec->data, from->data, from->len_bytes);
	if (cpu->newest)
		cpu->newest->next = rec;
	else
		cpu->oldest = rec;
	cpu->newest = rec;
	cpu->bytes += kept_bytes(rec);
	while (cpu->bytes > recent->limit_bytes && cpu->oldest != rec)
		forget(recent, pop(cpu));
}

bool recent_next(struct recent *recent, struct ring_rec *ret)
{
	struct recent_cpu *first = NULL;

	for (size_t i = 0; i < recent->cpus.cnt; i++) {
		struct recent_cpu *cpu = &recent->cpus.v[i];

		if (cpu->oldest &&
		    (!first || cpu->oldest->seq < first->oldest->seq))
			first = cpu;
	}
	free(recent->given);
	recent->given = first ? pop(first) : NULL;
	if (!recent->given)
		return false;
	*ret = (struct ring_rec){
		.cpu = recent->given->cpu,
		.data = (const uint8_t *)recent->given->data,
		.len_bytes = recent->given->len_bytes,
	};
	return true;
}

// SPDX-License-Identifier: BSD-2-Clause
#include <stdlib.h>
#include <string.h>

#include "runtime/direct/native/native.h"
#include "tests/unit/direct_rings.h"

#if defined(__x86_64__)

void rings_init(struct rings *rings, uint32_t ring_bytes)
{
	rings->heads = aligned_alloc(64, 2 * sizeof(rings->heads[0]));
	memset(rings->heads, 0, 2 * sizeof(rings->heads[0]));
	/* ends where the last record's memory does */
	rings->chunks = calloc(1, direct_ring_chunks_bytes(2, ring_bytes,
							   RECORD_MAX));
	rings->limits = (uint64_t)2 << 32 | RECORD_MAX;
	for (uint32_t i = 0; i < 2; i++)
		direct_reader_init(&rings->readers[i], rings->heads,
				   rings->chunks, i, ring_bytes, RECORD_MAX);
}

void rings_deinit(struct rings *rings)
{
	for (int i = 0; i < 2; i++)
		direct_reader_deinit(&rings->readers[i]);
	free(rings->heads);
	free(rings->chunks);
}

void record_make(struct record *ret, uint32_t sender, uint64_t number,
			uint32_t len_bytes)
{
	ret->header = (struct rec_header){ .layout_id = 7, .tgid = sender };
	ret->sender = sender;
	ret->len_bytes = len_bytes;
	ret->number = number;
	for (uint32_t i = offsetof(struct record, fill); i < len_bytes; i++)
		((unsigned char *)ret)[i] = (unsigned char)(number * 31 + i);
}

uint64_t rings_send(struct rings *rings, uint32_t cpu,
		     const struct record *record)
{
	return direct_native_send(record, record->len_bytes, cpu, rings->heads,
				  rings->chunks, rings->limits);
}

uint64_t rings_send_number(struct rings *rings, uint64_t number)
{
	struct record record;

	record_make(&record, 1, number, RECORD_BYTES);
	return rings_send(rings, 1, &record);
}

#endif

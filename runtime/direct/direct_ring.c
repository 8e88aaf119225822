// SPDX-License-Identifier: BSD-2-Clause
/*
 * The reader of rings in shared memory; direct_ring.h has the protocol.
 */
#include <string.h>

#include "base/alloc.h"
#include "runtime/common/record.h"
#include "runtime/direct/direct_ring.h"

_Static_assert(sizeof(struct direct_ring) == sizeof(struct rt_ring),
	       "one stride for both");

uint64_t direct_ring_chunks_bytes(uint32_t cpu_max, uint32_t ring_bytes,
				  uint32_t record_max_bytes)
{
	uint64_t chunk_cnt = ring_bytes / rt_ring_chunk_bytes(ring_bytes);

	return cpu_max * chunk_cnt *
	       rt_ring_chunk_stride(ring_bytes, record_max_bytes);
}

void direct_reader_init(struct direct_reader *reader, struct direct_ring *heads,
			void *chunks, uint32_t cpu, uint32_t ring_bytes,
			uint32_t record_max_bytes)
{
	uint32_t chunk_bytes = rt_ring_chunk_bytes(ring_bytes);
	uint32_t chunk_cnt = ring_bytes / chunk_bytes;
	uint32_t stride = rt_ring_chunk_stride(ring_bytes, record_max_bytes);

	*reader = (struct direct_reader){
		.head = &heads[cpu],
		.chunks = (unsigned char *)chunks +
			  (uint64_t)cpu * chunk_cnt * stride,
		.ring_bytes = ring_bytes,
		.record_max_bytes = record_max_bytes,
		.chunk_mask = chunk_cnt - 1,
		.chunk_bytes = chunk_bytes,
		.chunk_stride = stride,
		/* whole words */
		.record = xcalloc(1, rt_ring_record_bytes(record_max_bytes)),
	};
	reader->head->ring_bytes = ring_bytes;
	reader->head->chunk_mask = chunk_cnt - 1;
	reader->head->first_chunk = cpu * chunk_cnt;
}

void direct_reader_deinit(struct direct_reader *reader)
{
	free(reader->record);
	reader->record = NULL;
}

/* The header word at the reader's position. */
static uint64_t *header_at(const struct direct_reader *reader)
{
	uint64_t pos = reader->pos * 8;
	uint64_t chunk = pos >> RT_RING_CHUNK_SHIFT & reader->chunk_mask;

	return (uint64_t *)(void *)(reader->chunks +
				    chunk * reader->chunk_stride +
				    (pos & (reader->chunk_bytes - 1)));
}

/* Returns the word as it will stay. */
static uint64_t close_ring(struct direct_reader *reader)
{
	reader->is_closed = true;
	return __atomic_or_fetch(&reader->head->word, DIRECT_RING_CLOSED,
				 __ATOMIC_ACQ_REL);
}

void direct_ring_close(struct direct_reader *reader)
{
	close_ring(reader);
}

static void advance(struct direct_reader *reader, uint32_t len_bytes)
{
	reader->pos = (reader->pos + rt_ring_record_bytes(len_bytes) / 8) &
		      DIRECT_RING_POSITION;
	reader->record_cnt = (reader->record_cnt + 1) & DIRECT_RING_CNT_MAX;
	reader->is_stuck = false;
}

/*
 * Gives up all that was sent and not read. A record takes at least @least
 * bytes, so the number of them is bounded by what was reserved.
 */
static void lose_rest(struct direct_reader *reader, bool is_corrupt,
		      struct direct_read *ret)
{
	const uint64_t least = rt_ring_record_bytes(sizeof(struct rec_header));
	uint64_t word = close_ring(reader);
	uint64_t bytes = ((word - reader->pos) & DIRECT_RING_POSITION) * 8;
	uint64_t cnt = (direct_ring_records(word) - reader->record_cnt) &
		       DIRECT_RING_CNT_MAX;

	if (bytes > reader->ring_bytes)
		bytes = reader->ring_bytes;
	if (cnt > bytes / least) {
		is_corrupt = true;
		cnt = bytes / least;
	}
	/* at the least what the reader stands at */
	if (!cnt) {
		is_corrupt = true;
		cnt = 1;
	}
	ret->lost_cnt += cnt;
	ret->is_corrupt |= is_corrupt;
	reader->is_over = true;
}

/* Returns whether the record at the position has been waited for enough. */
static bool is_too_late(struct direct_reader *reader, uint64_t now_ns,
			uint64_t limit_ns)
{
	if (!reader->is_stuck) {
		reader->is_stuck = true;
		reader->stuck_ns = now_ns;
	}
	return now_ns - reader->stuck_ns >= limit_ns;
}

static void deliver(struct direct_reader *reader, uint64_t *header,
		    uint32_t len_bytes, direct_take_fn *take, void *arg)
{
	uint32_t words = rt_ring_record_bytes(len_bytes) / 8;

	memcpy(reader->record, header + 1, len_bytes);
	for (uint32_t i = 0; i < words; i++)
		__atomic_store_n(&header[i], 0, __ATOMIC_RELAXED);
	advance(reader, len_bytes);
	take(reader->record, len_bytes, arg);
}

/* The program may reuse what was read up to here. */
static void give_back(const struct direct_reader *reader)
{
	__atomic_store_n(&reader->head->consumer, reader->pos, __ATOMIC_RELEASE);
}

/*
 * Reads the record at the position, of which @room bytes are reserved. Returns
 * false if reading stops there.
 */
static bool read_one(struct direct_reader *reader, uint64_t room,
		     uint64_t now_ns, uint64_t limit_ns, direct_take_fn *take,
		     void *arg, struct direct_read *ret)
{
	uint64_t *header = header_at(reader);
	uint64_t word = __atomic_load_n(header, __ATOMIC_ACQUIRE);
	uint64_t len = word & ~DIRECT_RECORD_BUSY;
	bool is_known = len >= sizeof(struct rec_header) &&
			len <= reader->record_max_bytes &&
			rt_ring_record_bytes((uint32_t)len) <= room;

	if (is_known && len == word) {
		deliver(reader, header, (uint32_t)len, take, arg);
		ret->record_cnt++;
		return true;
	}
	if (word && !is_known) {
		lose_rest(reader, true, ret);
		return false;
	}
	if (!is_too_late(reader, now_ns, limit_ns))
		return false;
	if (!word) {
		lose_rest(reader, false, ret);
		return false;
	}
	close_ring(reader);
	advance(reader, (uint32_t)len);
	ret->lost_cnt++;
	return true;
}

void direct_ring_read(struct direct_reader *reader, uint64_t now_ns,
		      uint64_t limit_ns, direct_take_fn *take, void *arg,
		      struct direct_read *ret)
{
	uint64_t word, given = reader->pos, room;

	*ret = (struct direct_read){ 0 };
	if (reader->is_over)
		return;
	word = __atomic_load_n(&reader->head->word, __ATOMIC_ACQUIRE);
	reader->is_closed |= (word & DIRECT_RING_CLOSED) != 0;
	if (((word - reader->pos) & DIRECT_RING_POSITION) * 8 >
	    reader->ring_bytes)
		lose_rest(reader, true, ret);
	while (!reader->is_over) {
		room = ((word - reader->pos) & DIRECT_RING_POSITION) * 8;
		if (!room || !read_one(reader, room, now_ns, limit_ns, take,
				       arg, ret))
			break;
		/* seldom: the threads read this word, too */
		if (((reader->pos - given) & DIRECT_RING_POSITION) * 8 >=
		    reader->ring_bytes / 8) {
			give_back(reader);
			given = reader->pos;
		}
	}
	if (given != reader->pos)
		give_back(reader);
	/* what was reserved up to the closing may come after @word */
	if (reader->is_closed && !reader->is_over)
		reader->is_over = reader->pos ==
			(__atomic_load_n(&reader->head->word, __ATOMIC_ACQUIRE) &
			 DIRECT_RING_POSITION);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ring of one CPU in memory that a traced program and its tracer share.
 * The program's threads write (native/native.c), the tracer reads. Its data are
 * laid out as those of struct rt_ring (record.h): chunks, a header word before
 * each record, zeros where no record is. Its head differs.
 *
 *	word	closed | records (23 bits) | position / 8 (40 bits)
 *
 * A thread reserves by one compare-and-exchange of that word, writes the header
 * word (length | BUSY), copies the record, and writes the length: complete. It
 * can be stopped between any two of these steps, for long or for ever: put aside
 * by the scheduler, interrupted by a signal handler that jumps out, ended. The
 * reader can't read past a record that is not complete, so after a limit it
 * gives the record up, and *closes the ring*: it sets the highest bit of the
 * word, no thread can reserve there any more, and the hooks that send
 * records leave the firings of this CPU to the kernel before they do anything.
 * As no memory of a closed ring is used again, it does not matter when, or
 * whether, a late thread finishes its record: it writes where nobody reads.
 *
 * So that each record is accounted for exactly once:
 *
 *	- send() returns 1 if it reserved nothing (the ring is full, or has been
 *	  closed since the hook looked): the program counts a drop.
 *	- If it reserved, it returns 0, whatever becomes of the record, and the
 *	  reader either delivers it or counts it as lost. A record that is BUSY
 *	  is one lost. If even the header word is not there, the reader can't
 *	  find the records after it; the ring being closed, their number is
 *	  fixed: that in the word, less those that the reader has counted.
 *
 * Nothing is left to agree on between a late thread and the reader, so
 * completing needs no atomic exchange, and no part of a firing is ever repeated
 * by the kernel.
 *
 * What the program writes there, the reader believes only as far as it can't
 * do harm: it reads each word once, and checks lengths and positions. A ring
 * that can't be right is closed like one with a missing header.
 */
#ifndef DTRACE_RUNTIME_DIRECT_DIRECT_RING_H
#define DTRACE_RUNTIME_DIRECT_DIRECT_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Aligned to 64 bytes, and as long as struct rt_ring. */
struct direct_ring {
	uint64_t word;
	uint64_t ring_bytes; /* all chunks; a power of two */
	uint32_t first_chunk, chunk_mask;
	uint64_t pad[5];
	/* written by the reader: on a line of its own */
	uint64_t consumer; /* position / 8 */
	uint64_t more_pad[7];
};

#define DIRECT_RING_CLOSED    (UINT64_C(1) << 63)
#define DIRECT_RING_ONE	      (UINT64_C(1) << 40)
#define DIRECT_RING_POSITION  (DIRECT_RING_ONE - 1)
#define DIRECT_RING_CNT_MAX   ((UINT64_C(1) << 23) - 1)
/* of a header word: the record is being written */
#define DIRECT_RECORD_BUSY    (UINT64_C(1) << 31)

static inline uint32_t direct_ring_records(uint64_t word)
{
	return (uint32_t)(word / DIRECT_RING_ONE & DIRECT_RING_CNT_MAX);
}

/* The tracer's side of one ring. */
struct direct_reader {
	struct direct_ring *head; /* shared */
	unsigned char *chunks;	  /* shared: the first one of this ring */
	uint64_t ring_bytes;
	uint32_t record_max_bytes, chunk_mask, chunk_bytes, chunk_stride;
	uint64_t pos;		  /* position / 8 */
	uint32_t record_cnt;	  /* as in the word: read or lost */
	uint64_t stuck_ns;	  /* since when the record at pos is not complete */
	bool is_stuck;
	bool is_closed;		  /* no record will be sent there any more ... */
	bool is_over;		  /* ... and all that were sent are counted */
	unsigned char *record;	  /* owned */
};

/* What one call of direct_ring_read() found. */
struct direct_read {
	uint64_t record_cnt; /* delivered */
	uint64_t lost_cnt;   /* sent, but never complete, or not to be found */
	bool is_corrupt;     /* something else wrote there; lost_cnt is a guess */
};

typedef void direct_take_fn(const void *record, uint32_t len_bytes, void *arg);

/*
 * Prepares ring @cpu: its head, whose chunks follow those of the CPUs before,
 * and its reader. @heads and @chunks are of all CPUs, and zero. @ring_bytes is
 * a power of two, and at least as large as the largest record in a ring.
 */
void direct_reader_init(struct direct_reader *reader, struct direct_ring *heads,
			void *chunks, uint32_t cpu, uint32_t ring_bytes,
			uint32_t record_max_bytes);
void direct_reader_deinit(struct direct_reader *reader);
/* Bytes of the chunks of @cpu_max rings. */
uint64_t direct_ring_chunks_bytes(uint32_t cpu_max, uint32_t ring_bytes,
				  uint32_t record_max_bytes);

/*
 * Delivers the records that are complete, in their order, at most a ring full.
 * One that is not for @limit_ns, by the caller's clock @now_ns, is given up;
 * limit_ns 0: at once, which is right when no thread can be in a hook.
 */
void direct_ring_read(struct direct_reader *reader, uint64_t now_ns,
		      uint64_t limit_ns, direct_take_fn *take, void *arg,
		      struct direct_read *ret);
/* No record will be sent there any more; what was sent can still be read. */
void direct_ring_close(struct direct_reader *reader);

#endif

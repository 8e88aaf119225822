/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * self-> variables of the threads of a traced program, in the memory that it
 * shares with its tracer:
 *
 *	| struct self_table | slot | slot | ...		SELF_SLOT_CNT of them
 *
 * Each slot has a struct self_slot and the thread's block of variables, laid out
 * as in the kernel's map. A thread looks in the eight slots of its bucket for its
 * id, and claims an empty one by compare-and-exchange. One that finds none, as
 * all are taken, has its variables in the kernel; so has each thread until a
 * firing sets all variables of a group (runtime/provider/usdt/usdt_self_vars.c).
 *
 * Only the thread itself reads and writes its slot, and the tracer when the
 * thread has ended. A signal handler that fires meanwhile finds the slot busy:
 * if the group is there, its firing is dropped and counted, for it would change
 * variables under the eyes of a clause. In the kernel signals wait.
 */
#ifndef DTRACE_RUNTIME_DIRECT_SELF_TABLE_H
#define DTRACE_RUNTIME_DIRECT_SELF_TABLE_H

#include <stdint.h>

enum {
	SELF_BUCKET_SLOTS = 8,
	SELF_BUCKET_LOG = 7, /* of the number of buckets */
	SELF_SLOT_CNT = SELF_BUCKET_SLOTS << SELF_BUCKET_LOG,
	SELF_STRIDE_MAX = 1024, /* bytes of a slot; multiples of 64 */
};

/* 64 bytes. */
struct self_table {
	uint32_t is_ready; /* all hooks are set: groups may come here */
	uint32_t pad;
	uint64_t dropped_cnt; /* firings in signal handlers */
	uint64_t more_pad[6];
};

struct self_slot {
	uint32_t tid; /* 0: empty */
	uint32_t is_busy;
	uint32_t groups; /* bit N: group N + 1 is here, no longer in the kernel */
	uint32_t pad;
};

/* What a firing is to do: the result of direct_native_enter(). */
enum {
	SELF_KERNEL = 0,  /* go to the stub */
	SELF_DROPPED = 1, /* nothing */
	/* a bit of the slot's address: call the stub, then leave the slot */
	SELF_CALL_STUB = 2,
};

/* The second argument of direct_native_enter(). */
#define SELF_WHAT(stride_bytes, group, needs_values) \
	((uint32_t)(stride_bytes) << 16 | (uint32_t)(needs_values) << 8 | \
	 (uint32_t)((group)-1))

static inline uint32_t self_stride_bytes(uint32_t self_bytes)
{
	return (uint32_t)(sizeof(struct self_slot) + self_bytes + 63) & ~63u;
}

static inline uint64_t self_table_bytes(uint32_t stride_bytes)
{
	return sizeof(struct self_table) +
	       (uint64_t)stride_bytes * SELF_SLOT_CNT;
}

#endif

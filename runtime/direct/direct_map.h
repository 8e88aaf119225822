/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Maps in memory that a traced program and its tracer share. Each sees it at
 * another address, so a map has no pointers: elements are found by an offset
 * from its header.
 *
 *	array	| struct direct_map | value | value | ...
 *	hash	| struct direct_map | state, key, value | state, key, value | ...
 *
 * Keys and values of a hash, and values of an array, are padded to 8 bytes.
 *
 * The hash uses open addressing, with at least twice as many places as
 * elements. A thread claims an empty place by compare-and-exchange (BUSY),
 * writes key and value, and then the state, which has bits of the key's hash.
 * No thread waits for another for long: one may have been interrupted there, or
 * may never come back. It passes over a place that stays BUSY, so a key can be
 * in two places; who reads the elements adds up those of one key. Elements are
 * never removed, so a place that was passed over once is never used by a key
 * that then would not be found.
 *
 * The tracer's functions (direct_map.c) take nothing in this memory for
 * granted: the program can write anything there. They use sizes of their own.
 */
#ifndef DTRACE_RUNTIME_DIRECT_DIRECT_MAP_H
#define DTRACE_RUNTIME_DIRECT_DIRECT_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum direct_map_kind {
	DIRECT_MAP_ARRAY = 1, /* key: uint32_t */
	DIRECT_MAP_HASH,
};

/* Aligned to 8 bytes. */
struct direct_map {
	uint32_t kind;
	uint32_t key_bytes, value_bytes;
	uint32_t max;	   /* elements */
	uint32_t place_cnt; /* HASH: a power of two; ARRAY: max */
	uint32_t stride;   /* bytes from one place to the next */
	uint64_t first_off; /* of the first place, from the header */
	/* HASH: elements, those never finished included; changes all the time */
	uint64_t used_cnt;
	uint64_t pad[3];
};

/* The state of a place; all others: in use, the hash of the key | IN_USE. */
enum {
	DIRECT_PLACE_EMPTY = 0,
	DIRECT_PLACE_BUSY = 1,
	DIRECT_PLACE_IN_USE = 3, /* both low bits */
};

static inline uint32_t direct_padded(uint32_t bytes)
{
	return (bytes + 7) & ~7u;
}

/* Bytes of a place before its key. */
enum { DIRECT_PLACE_HEAD_BYTES = 8 };

/*
 * Fills in a header; returns what the map takes with all its places, whose
 * memory has to be zero.
 */
uint64_t direct_map_init(struct direct_map *ret, enum direct_map_kind kind,
			 uint32_t key_bytes, uint32_t value_bytes, uint32_t max);

/*
 * Goes through the elements of a hash: @map is the tracer's own copy of its
 * header, @places where it has the first place; *@pos is 0 at first. Copies key
 * and value of the next element (unpadded) and returns true, or false: that
 * was all. Elements that are added meanwhile may be left out.
 */
bool direct_map_next(const struct direct_map *map, const void *places,
		     uint32_t *pos, void *key_ret, void *value_ret);

#endif

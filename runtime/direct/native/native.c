// SPDX-License-Identifier: BSD-2-Clause
/*
 * The functions of native.h. Each runs in a thread of the traced program, in
 * whatever state that is: no lock, no waiting, no call. Helpers are inlined, so
 * that the section is all that is needed.
 *
 * On x86-64 stores become visible in their order, and so do loads; release and
 * acquire are there for the compiler.
 */
#include <errno.h>
#include <linux/bpf.h>

#include "runtime/common/record.h"
#include "runtime/direct/native/native.h"

#if defined(__x86_64__)

#define NATIVE __attribute__((section("direct_text"), noinline, used))
#define INLINE static inline __attribute__((always_inline))

/* Whatever is stored there, at whatever address. */
typedef uint64_t word_t __attribute__((may_alias, aligned(1)));
/* In shared memory. */
typedef uint64_t shared_word_t __attribute__((may_alias));

enum {
	RESERVE_TRIES = 1000,
	/* how far ahead of a record lines of its ring are fetched */
	AHEAD_BYTES = 512,
	/* how often a place that is being written is looked at again */
	PLACE_TRIES = 64,
};

INLINE void relax(void)
{
	__builtin_ia32_pause();
}

/* The last @cnt bytes (below 8) of a key or record as a word. */
INLINE uint64_t load_rest(const unsigned char *from, uint32_t cnt)
{
	uint64_t word = 0;

	for (uint32_t i = 0; i < cnt; i++)
		word |= (uint64_t)from[i] << i * 8;
	return word;
}

/*
 * Copies by words; the last one is padded with zeros. Atomic stores are not
 * made into a call of memcpy().
 */
INLINE void copy_words(void *to, const void *from, uint32_t bytes)
{
	const unsigned char *src = from;
	shared_word_t *dst = to;

	for (; bytes >= 8; bytes -= 8, src += 8, dst++)
		__atomic_store_n(dst, *(const word_t *)(const void *)src,
				 __ATOMIC_RELAXED);
	if (bytes)
		__atomic_store_n(dst, load_rest(src, bytes), __ATOMIC_RELAXED);
}

/* ------------------------------------------------------------------- maps */

INLINE uint64_t hash_step(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 32;
}

/* Most words of a key with a string are zeros: they are looked at by four. */
INLINE uint64_t hash_key(const void *key, uint32_t bytes)
{
	const unsigned char *at = key;
	uint64_t hash = 0;

	for (; bytes >= 32; bytes -= 32, at += 32) {
		const word_t *w = (const void *)at;

		if (!(w[0] | w[1] | w[2] | w[3]))
			continue;
		hash = hash_step(hash + bytes, w[0]);
		hash = hash_step(hash, w[1]);
		hash = hash_step(hash, w[2]);
		hash = hash_step(hash, w[3]);
	}
	for (; bytes >= 8; bytes -= 8, at += 8)
		hash = hash_step(hash, *(const word_t *)(const void *)at);
	if (bytes)
		hash = hash_step(hash, load_rest(at, bytes));
	return hash_step(hash, 0);
}

INLINE int is_same_key(const unsigned char *place, const void *key,
		       uint32_t bytes)
{
	const shared_word_t *have =
		(const void *)(place + DIRECT_PLACE_HEAD_BYTES);
	const unsigned char *want = key;

	for (; bytes >= 32; bytes -= 32, want += 32, have += 4) {
		const word_t *w = (const void *)want;

		if ((have[0] ^ w[0]) | (have[1] ^ w[1]) | (have[2] ^ w[2]) |
		    (have[3] ^ w[3]))
			return 0;
	}
	for (; bytes >= 8; bytes -= 8, want += 8, have++)
		if (*have != *(const word_t *)(const void *)want)
			return 0;
	return !bytes || *have == load_rest(want, bytes);
}

/*
 * Of a hash: the bits of the number of a place. When the tracer has ended, its
 * memory is given back, which makes it zeros, and a thread may still be here:
 * so this is loaded before the size of places. Then all places of a hash that
 * has none are at its begin.
 */
INLINE uint64_t place_mask(const struct direct_map *map)
{
	return __atomic_load_n(&map->place_cnt, __ATOMIC_ACQUIRE) - 1;
}

INLINE unsigned char *place_at(struct direct_map *map, uint64_t idx)
{
	return (unsigned char *)map + map->first_off + idx * map->stride;
}

INLINE uint64_t *state_of(unsigned char *place)
{
	return (uint64_t *)(void *)place;
}

INLINE unsigned char *value_of(const struct direct_map *map,
			       unsigned char *place)
{
	return place + DIRECT_PLACE_HEAD_BYTES + direct_padded(map->key_bytes);
}

INLINE void *array_value(struct direct_map *map, const void *key)
{
	uint32_t idx = (uint32_t)load_rest(key, 4);

	return idx < map->max ? place_at(map, idx) : NULL;
}

NATIVE void *direct_native_lookup(struct direct_map *map, const void *key)
{
	uint64_t hash, mask = place_mask(map);

	if (map->kind == DIRECT_MAP_ARRAY)
		return array_value(map, key);
	hash = hash_key(key, map->key_bytes);
	for (uint64_t i = 0; i <= mask; i++) {
		unsigned char *place = place_at(map, ((hash >> 2) + i) & mask);
		uint64_t state = __atomic_load_n(state_of(place),
						 __ATOMIC_ACQUIRE);

		if (state == (hash | DIRECT_PLACE_IN_USE) &&
		    is_same_key(place, key, map->key_bytes))
			return value_of(map, place);
		if (state == DIRECT_PLACE_EMPTY)
			break;
	}
	return NULL;
}

/* The state, when it is not being written any more, or for too long. */
INLINE uint64_t settled_state(uint64_t *word)
{
	uint64_t state = __atomic_load_n(word, __ATOMIC_ACQUIRE);

	for (int i = 0; state == DIRECT_PLACE_BUSY && i < PLACE_TRIES; i++) {
		relax();
		state = __atomic_load_n(word, __ATOMIC_ACQUIRE);
	}
	return state;
}

/*
 * Takes an empty place for a new element; returns 0 if another thread has just
 * taken it, or -E2BIG.
 */
INLINE int64_t take_place(struct direct_map *map, unsigned char *place,
			  const void *key, const void *value, uint64_t hash)
{
	uint64_t empty = DIRECT_PLACE_EMPTY;

	if (__atomic_fetch_add(&map->used_cnt, 1, __ATOMIC_RELAXED) >=
	    map->max) {
		__atomic_fetch_sub(&map->used_cnt, 1, __ATOMIC_RELAXED);
		return -E2BIG;
	}
	if (!__atomic_compare_exchange_n(state_of(place), &empty,
					 DIRECT_PLACE_BUSY, 0, __ATOMIC_ACQ_REL,
					 __ATOMIC_RELAXED)) {
		__atomic_fetch_sub(&map->used_cnt, 1, __ATOMIC_RELAXED);
		return 0;
	}
	copy_words(place + DIRECT_PLACE_HEAD_BYTES, key, map->key_bytes);
	copy_words(value_of(map, place), value, map->value_bytes);
	__atomic_store_n(state_of(place), hash | DIRECT_PLACE_IN_USE,
			 __ATOMIC_RELEASE);
	return 1;
}

INLINE int64_t hash_update(struct direct_map *map, const void *key,
			   const void *value, uint64_t flags)
{
	uint64_t mask = place_mask(map);
	uint64_t hash = hash_key(key, map->key_bytes);

	for (uint64_t i = 0; i <= mask;) {
		unsigned char *place = place_at(map, ((hash >> 2) + i) & mask);
		uint64_t state = settled_state(state_of(place));

		if (state == DIRECT_PLACE_EMPTY) {
			int64_t result;

			if (flags == BPF_EXIST)
				return -ENOENT;
			result = take_place(map, place, key, value, hash);
			if (result)
				return result < 0 ? result : 0;
			continue; /* perhaps with this key */
		}
		if (state == (hash | DIRECT_PLACE_IN_USE) &&
		    is_same_key(place, key, map->key_bytes)) {
			if (flags == BPF_NOEXIST)
				return -EEXIST;
			copy_words(value_of(map, place), value,
				   map->value_bytes);
			return 0;
		}
		i++;
	}
	return -E2BIG;
}

NATIVE int64_t direct_native_update(struct direct_map *map, const void *key,
				    const void *value, uint64_t flags)
{
	void *to;

	if (flags > BPF_EXIST)
		return -EINVAL;
	if (map->kind != DIRECT_MAP_ARRAY)
		return hash_update(map, key, value, flags);
	to = array_value(map, key);
	if (!to)
		return -E2BIG;
	if (flags == BPF_NOEXIST)
		return -EEXIST;
	copy_words(to, value, map->value_bytes);
	return 0;
}

/* ------------------------------------------------------------------- rings */

/*
 * Reserves @units of 8 bytes. Returns their position, or UINT64_MAX: they don't
 * fit, or others are always quicker.
 */
INLINE uint64_t reserve(struct direct_ring *ring, uint64_t ring_bytes,
			uint64_t units)
{
	for (int i = 0; i < RESERVE_TRIES; i++) {
		uint64_t word = __atomic_load_n(&ring->word, __ATOMIC_ACQUIRE);
		uint64_t used, next, pos = word & DIRECT_RING_POSITION;

		if (word & DIRECT_RING_CLOSED)
			return UINT64_MAX;
		used = (pos + units -
			__atomic_load_n(&ring->consumer, __ATOMIC_ACQUIRE)) &
		       DIRECT_RING_POSITION;
		/* the reader may have gone past a word that is old by now */
		if (used * 8 > ring_bytes) {
			if (__atomic_load_n(&ring->word, __ATOMIC_ACQUIRE) ==
			    word)
				return UINT64_MAX;
			continue;
		}
		next = ((word & ~DIRECT_RING_POSITION) + DIRECT_RING_ONE) &
		       ~DIRECT_RING_CLOSED;
		next |= (pos + units) & DIRECT_RING_POSITION;
		if (__atomic_compare_exchange_n(&ring->word, &word, next, 0,
						__ATOMIC_ACQ_REL,
						__ATOMIC_RELAXED))
			return pos;
		relax();
	}
	return UINT64_MAX;
}

/*
 * The reader's processor has the lines of the ring in its cache since it read
 * them. Those that the next records will have are asked for while the program
 * goes on. An address beyond the ring does no harm.
 */
INLINE void fetch_ahead(void *record, uint32_t bytes)
{
	unsigned char *next = (unsigned char *)record + AHEAD_BYTES;

	for (uint32_t at = 0; at < bytes; at += 64)
		__asm__ volatile("prefetchw %0" : : "m"(next[at]));
}

NATIVE uint64_t direct_native_send(const void *record, uint64_t len_bytes,
				   uint64_t cpu, struct direct_ring *heads,
				   unsigned char *chunks, uint64_t limits)
{
	uint32_t record_max_bytes = (uint32_t)limits;
	uint32_t ring_bytes, chunk_bytes, len = (uint32_t)len_bytes;
	struct direct_ring *ring = &heads[cpu];
	uint64_t pos, chunk, *header;

	if (cpu >= limits >> 32 || len_bytes > record_max_bytes ||
	    len_bytes < sizeof(struct rec_header))
		return 1;
	ring_bytes = (uint32_t)ring->ring_bytes;
	pos = reserve(ring, ring_bytes, rt_ring_record_bytes(len) / 8);
	if (pos == UINT64_MAX)
		return 1;
	chunk_bytes = rt_ring_chunk_bytes(ring_bytes);
	chunk = ring->first_chunk +
		(pos * 8 >> RT_RING_CHUNK_SHIFT & ring->chunk_mask);
	header = (uint64_t *)(void *)(chunks +
		chunk * rt_ring_chunk_stride(ring_bytes, record_max_bytes) +
		(pos * 8 & (chunk_bytes - 1)));
	fetch_ahead(header, rt_ring_record_bytes(len));
	__atomic_store_n(header, len | DIRECT_RECORD_BUSY, __ATOMIC_RELEASE);
	copy_words(header + 1, record, len);
	__atomic_store_n(header, len, __ATOMIC_RELEASE);
	return 0;
}

/* ----------------------------------------------------------------- strings */

/* The bytes of a word before its first NUL. */
INLINE uint64_t text_mask(uint64_t word)
{
	const uint64_t low = UINT64_C(0x0101010101010101);
	/* the lowest bit that is set is of the first NUL, others can be wrong */
	uint64_t nuls = (word - low) & ~word & low << 7;

	return ((nuls & -nuls) >> 7) - 1;
}

/* The first @cnt bytes of a word, at most 8. */
INLINE uint64_t first_bytes(uint64_t cnt)
{
	return cnt < 8 ? (UINT64_C(1) << cnt * 8) - 1 : UINT64_MAX;
}

/*
 * The offset was found to be in the copy when the hook began, and nothing else
 * should write to the array of arguments; but a wrong one would be fatal.
 */
NATIVE void direct_native_string(void *to, uint64_t bytes, uint64_t off,
				 uint64_t size, uint64_t copy_bytes,
				 const unsigned char *copy)
{
	uint64_t at = 0, mask = off < copy_bytes && size ? UINT64_MAX : 0;
	shared_word_t *dst = to;

	for (; mask == UINT64_MAX && at < bytes; at += 8) {
		uint64_t word = *(const word_t *)(const void *)(copy + off + at);

		mask = text_mask(word) & first_bytes(size - 1 - at);
		__atomic_store_n(dst++, word & mask, __ATOMIC_RELAXED);
	}
	/* keys and records have many: by four */
	for (; bytes - at >= 32; at += 32, dst += 4) {
		__atomic_store_n(&dst[0], 0, __ATOMIC_RELAXED);
		__atomic_store_n(&dst[1], 0, __ATOMIC_RELAXED);
		__atomic_store_n(&dst[2], 0, __ATOMIC_RELAXED);
		__atomic_store_n(&dst[3], 0, __ATOMIC_RELAXED);
	}
	for (; at < bytes; at += 8)
		__atomic_store_n(dst++, 0, __ATOMIC_RELAXED);
}

/*
 * The number of bytes before the first NUL among @most, read by words: up to 7
 * after them as well.
 */
INLINE uint64_t length(const unsigned char *text, uint64_t most)
{
	for (uint64_t at = 0; at < most; at += 8) {
		uint64_t mask = text_mask(
			*(const word_t *)(const void *)(text + at));
		uint64_t len;

		if (mask == UINT64_MAX)
			continue;
		len = at + (uint64_t)__builtin_ctzll(~mask) / 8;
		return len < most ? len : most;
	}
	return most;
}

/*
 * The last byte of the copy is a NUL, unless the program has written there: no
 * more is read than there is.
 */
NATIVE uint64_t direct_native_string_length(uint64_t off, uint64_t size,
					    uint64_t copy_bytes,
					    const unsigned char *copy)
{
	uint64_t most;

	if (off >= copy_bytes || !size)
		return 0;
	most = size - 1 < copy_bytes - off ? size - 1 : copy_bytes - off;
	return length(copy + off, most);
}

NATIVE uint64_t direct_native_length(const void *text, uint64_t bytes)
{
	return length(text, bytes);
}

/* ------------------------------------------------------------------- self-> */

INLINE struct self_slot *slot_at(unsigned char *bucket, uint32_t what,
				 uint32_t idx)
{
	return (struct self_slot *)(void *)(bucket + idx * (what >> 16));
}

INLINE struct self_slot *find_slot(unsigned char *bucket, uint32_t what,
				   uint32_t tid)
{
	for (uint32_t i = 0; i < SELF_BUCKET_SLOTS; i++) {
		struct self_slot *slot = slot_at(bucket, what, i);

		if (__atomic_load_n(&slot->tid, __ATOMIC_ACQUIRE) == tid)
			return slot;
	}
	return NULL;
}

/*
 * A signal handler may claim one for the thread meanwhile, before or after the
 * one that is claimed here: the first one counts, wherever it is looked for.
 */
INLINE struct self_slot *claim_slot(unsigned char *bucket, uint32_t what,
				    uint32_t tid)
{
	for (uint32_t i = 0; i < SELF_BUCKET_SLOTS; i++) {
		struct self_slot *slot = slot_at(bucket, what, i);
		uint32_t empty = 0;

		if (__atomic_compare_exchange_n(&slot->tid, &empty, tid, 0,
						__ATOMIC_ACQ_REL,
						__ATOMIC_RELAXED)) {
			struct self_slot *first = find_slot(bucket, what, tid);

			if (first && first != slot) {
				__atomic_store_n(&slot->tid, 0,
						 __ATOMIC_RELEASE);
				return first;
			}
			return slot;
		}
		if (empty == tid)
			return slot;
	}
	return NULL;
}

NATIVE uint64_t direct_native_enter(struct self_table *table, uint32_t what,
				    uint32_t tid)
{
	uint32_t group = 1u << (what & 31);
	uint32_t needs_values = what >> 8 & 1;
	uint32_t number = tid * 0x9e3779b1u >> (32 - SELF_BUCKET_LOG);
	unsigned char *bucket = (unsigned char *)(table + 1) +
		(uint64_t)number * SELF_BUCKET_SLOTS * (what >> 16);
	struct self_slot *slot;

	if (!tid)
		return SELF_KERNEL;
	slot = find_slot(bucket, what, tid);
	if (!slot)
		slot = claim_slot(bucket, what, tid);
	if (!slot)
		return SELF_KERNEL;
	if (__atomic_load_n(&slot->is_busy, __ATOMIC_ACQUIRE)) {
		if (!(slot->groups & group))
			return SELF_KERNEL;
		__atomic_fetch_add(&table->dropped_cnt, 1, __ATOMIC_RELAXED);
		return SELF_DROPPED;
	}
	/* its own signal handlers see both in order */
	__atomic_store_n(&slot->is_busy, 1, __ATOMIC_RELAXED);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (__atomic_load_n(&slot->groups, __ATOMIC_ACQUIRE) & group)
		return (uint64_t)slot;
	if (!needs_values && __atomic_load_n(&table->is_ready, __ATOMIC_ACQUIRE))
		return (uint64_t)slot;
	return (uint64_t)slot | SELF_CALL_STUB;
}

/* ------------------------------------------------------------------- clock */

NATIVE uint64_t direct_native_clock(int (*clock_gettime)(int clock, void *ret))
{
	struct {
		int64_t s, ns;
	} now = { 0, 0 };

	clock_gettime(1 /* CLOCK_MONOTONIC */, &now);
	return (uint64_t)now.s * 1000000000 + (uint64_t)now.ns;
}

#endif

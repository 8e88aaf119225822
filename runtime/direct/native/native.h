/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions that translated programs call in place of BPF helpers. They
 * stand in a section of their own, whose bytes are copied into traced programs
 * (direct_native_bytes()): position independent, without data, relocations,
 * calls of anything outside, and vector registers. tests/lint/native.sh looks.
 */
#ifndef DTRACE_RUNTIME_DIRECT_NATIVE_NATIVE_H
#define DTRACE_RUNTIME_DIRECT_NATIVE_NATIVE_H

#include <stdint.h>

#include "runtime/direct/direct_map.h"
#include "runtime/direct/direct_ring.h"
#include "runtime/direct/self_table.h"

/* Returns the value of the element with this key, or NULL. */
void *direct_native_lookup(struct direct_map *map, const void *key);
/* map_update_elem(): 0, or -EEXIST, -ENOENT, -E2BIG or -EINVAL. */
int64_t direct_native_update(struct direct_map *map, const void *key,
			     const void *value, uint64_t flags);
/*
 * Sends a record to the ring of @cpu. Returns 0, or 1 if it is dropped.
 * @chunks are those of all rings; @limits: cpu_max << 32 | record_max_bytes.
 */
uint64_t direct_native_send(const void *record, uint64_t len_bytes,
			    uint64_t cpu, struct direct_ring *heads,
			    unsigned char *chunks, uint64_t limits);
/* The time of @clock_gettime in ns. */
uint64_t direct_native_clock(int (*clock_gettime)(int clock, void *ret));
/*
 * Fills @bytes, a multiple of 8, at @to with the string at @off of the @copy of
 * constants, cut to @size bytes with its NUL, and zeros. Outside of the copy:
 * zeros only.
 */
void direct_native_string(void *to, uint64_t bytes, uint64_t off,
			  uint64_t size, uint64_t copy_bytes,
			  const unsigned char *copy);
/* The length of what that fills in. */
uint64_t direct_native_string_length(uint64_t off, uint64_t size,
				     uint64_t copy_bytes,
				     const unsigned char *copy);
/* strnlen() of @bytes, a multiple of 8 */
uint64_t direct_native_length(const void *text, uint64_t bytes);
/*
 * At the begin of a firing that uses self-> variables: finds thread @tid's slot
 * and makes it busy. @what: SELF_WHAT(). Returns the slot, the slot |
 * SELF_CALL_STUB, or one of the other two.
 */
uint64_t direct_native_enter(struct self_table *table, uint32_t what,
			     uint32_t tid);

#endif

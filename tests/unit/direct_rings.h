/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the tests of rings share: rings of two CPUs, and records whose contents
 * can be checked.
 */
#ifndef DTRACE_TESTS_UNIT_DIRECT_RINGS_H
#define DTRACE_TESTS_UNIT_DIRECT_RINGS_H

#include "runtime/common/record.h"
#include "runtime/direct/direct_ring.h"

enum {
	RECORD_MAX = 200,
	/* what the records of the tests by hand take in the ring */
	RECORD_BYTES = 56,
	UNITS = (RECORD_BYTES + 8) / 8,
	NEVER = 1000000,
};

struct record {
	struct rec_header header;
	uint32_t sender, len_bytes;
	uint64_t number;
	unsigned char fill[RECORD_MAX - 40];
};

/* Rings of two CPUs. */
struct rings {
	struct direct_ring *heads;
	unsigned char *chunks;
	struct direct_reader readers[2];
	uint64_t limits;
};

void rings_init(struct rings *rings, uint32_t ring_bytes);
void rings_deinit(struct rings *rings);
void record_make(struct record *ret, uint32_t sender, uint64_t number,
		 uint32_t len_bytes);
uint64_t rings_send(struct rings *rings, uint32_t cpu,
		    const struct record *record);
/* A record of RECORD_BYTES to the ring of CPU 1. */
uint64_t rings_send_number(struct rings *rings, uint64_t number);

#endif

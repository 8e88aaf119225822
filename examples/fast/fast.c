/* SPDX-License-Identifier: CC0-1.0 */
/*
 * A toy allocator that fires a probe for each piece of memory that it gives out
 * or gets back, more than 20 million times a second: with a trap into the kernel
 * for each, it would do nothing else. It is built with --direct, so that the
 * program itself can run what a script does there (docs/direct-probes.md).
 *
 *	./fast [ROUNDS]		a round is one piece given out and one given back
 */
#include <stdio.h>
#include <stdlib.h>

#include "probes.h"

enum { CLASSES = 8, PAGE_BYTES = 65536, LIVE = 4096 };

/* Pieces of class n have 16 << n bytes. */
union piece {
	union piece *next;
	char bytes[16];
};

static union piece *unused[CLASSES];

static unsigned char class_of(size_t bytes)
{
	unsigned char class = 0;

	while ((size_t)16 << class < bytes)
		class++;
	return class;
}

static void refill(unsigned char class)
{
	size_t piece_bytes = (size_t)16 << class;
	char *page = malloc(PAGE_BYTES);
	int pieces = 0;

	if (!page)
		exit(1);
	for (size_t off = 0; off < PAGE_BYTES; off += piece_bytes, pieces++) {
		union piece *piece = (union piece *)(page + off);

		piece->next = unused[class];
		unused[class] = piece;
	}
	FAST_REFILL(class, pieces);
}

static void *get(size_t bytes, unsigned char class)
{
	union piece *piece;

	if (!unused[class])
		refill(class);
	piece = unused[class];
	unused[class] = piece->next;
	FAST_ALLOC(bytes, class);
	return piece;
}

static void put(void *where, unsigned char class)
{
	union piece *piece = where;

	FAST_RELEASE(where, class);
	piece->next = unused[class];
	unused[class] = piece;
}

int main(int argc, char **argv)
{
	static struct { void *where; unsigned char class; } live[LIVE];
	long rounds = argc > 1 ? atol(argv[1]) : 500000;
	unsigned long random = 1, bytes_sum = 0;

	for (long i = 0; i < rounds; i++) {
		size_t bytes, slot;

		random = random * 6364136223846793005u + 1442695040888963407u;
		slot = random >> 52;
		bytes = (random >> 40 & 1023) + 1;
		if (live[slot].where)
			put(live[slot].where, live[slot].class);
		live[slot].class = class_of(bytes);
		live[slot].where = get(bytes, live[slot].class);
		bytes_sum += bytes;
	}
	printf("%ld pieces, %lu bytes\n", rounds, bytes_sum);
	return 0;
}

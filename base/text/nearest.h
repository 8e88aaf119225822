/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the known name that is closest to an unknown one.
 */
#ifndef DTRACE_BASE_TEXT_NEAREST_H
#define DTRACE_BASE_TEXT_NEAREST_H

#include <stddef.h>

struct arena;

struct nearest {
	const char *written;
	/* the nearest of the offered names; NULL: none is near */
	const char *best;
	size_t distance;  /* of @best; initially too large */
};

/*
 * A near name differs from @written by one letter, a long one by two: missing,
 * extra, wrong, or two letters swapped. Names of one or two letters are not
 * compared, because they resemble too many. @written must outlive @nearest.
 */
void nearest_init(struct nearest *nearest, const char *written);
/* @name must outlive @nearest, too. Of equally near ones the first counts. */
void nearest_offer(struct nearest *nearest, const char *name);
/* " (did you mean FRONTbest?)", in @arena; "" when none is near. */
const char *nearest_text(const struct nearest *nearest, struct arena *arena,
			 const char *front);

#endif

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Distances are computed row by row: row i has the distances of the first i
 * letters of the written name to each prefix of the candidate. A swap of
 * neighbours looks two rows back.
 */
#include "base/text/nearest.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"

enum { LETTER_MAX = 64 }; /* longer names are not compared */

static size_t min(size_t a, size_t b)
{
	return a < b ? a : b;
}

static size_t distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t rows[3][LETTER_MAX + 1];

	for (size_t j = 0; j <= b_len; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		size_t *row = rows[i % 3];
		const size_t *up = rows[(i + 2) % 3];
		const size_t *up2 = rows[(i + 1) % 3];

		row[0] = i;
		for (size_t j = 1; j <= b_len; j++) {
			row[j] = min(min(up[j], row[j - 1]) + 1,
				     up[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				row[j] = min(row[j], up2[j - 2] + 1);
		}
	}
	return rows[a_len % 3][b_len];
}

void nearest_init(struct nearest *nearest, const char *written)
{
	size_t len = strlen(written);

	*nearest = (struct nearest){
		.written = written,
		.distance = len < 3 || len > LETTER_MAX ? 0 : len < 6 ? 2 : 3,
	};
}

/* prinft: printf and print differ in one place; no letter is missing. */
static bool has_better_length(const struct nearest *nearest, const char *name)
{
	size_t len = strlen(nearest->written);

	return nearest->best && strlen(name) == len &&
	       strlen(nearest->best) != len;
}

void nearest_offer(struct nearest *nearest, const char *name)
{
	size_t len = strlen(nearest->written), name_len = strlen(name), found;

	if (name_len < 3 || name_len > LETTER_MAX ||
	    name_len + nearest->distance <= len ||
	    len + nearest->distance <= name_len)
		return;
	found = distance(nearest->written, len, name, name_len);
	if (!found || found > nearest->distance ||
	    (found == nearest->distance && !has_better_length(nearest, name)))
		return;
	nearest->best = name;
	nearest->distance = found;
}

const char *nearest_text(const struct nearest *nearest, struct arena *arena,
			 const char *front)
{
	return nearest->best ? arena_printf(arena, " (did you mean %s%s?)",
					    front, nearest->best) : "";
}

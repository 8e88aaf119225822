// SPDX-License-Identifier: BSD-2-Clause
/* Converts stability words to row numbers of lang/stability.def and back. */
#include "lang/stability.h"

#include <errno.h>
#include <strings.h>

static const char *const levels[] = {
#define LEVEL(word) #word,
#define CLASS(word)
#include "lang/stability.def"
#undef LEVEL
#undef CLASS
};

static const char *const classes[] = {
#define LEVEL(word)
#define CLASS(word) #word,
#include "lang/stability.def"
#undef LEVEL
#undef CLASS
};

int stability_level_find(const char *word)
{
	for (int i = 0; i < STABILITY_LEVEL_CNT; i++)
		if (strcasecmp(levels[i], word) == 0)
			return i;
	return -ENOENT;
}

int stability_class_find(const char *word)
{
	for (int i = 0; i < STABILITY_CLASS_CNT; i++)
		if (strcasecmp(classes[i], word) == 0)
			return i;
	return -ENOENT;
}

const char *stability_level_word(unsigned int row)
{
	return row < STABILITY_LEVEL_CNT ? levels[row] : "?";
}

const char *stability_class_word(unsigned int row)
{
	return row < STABILITY_CLASS_CNT ? classes[row] : "?";
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Stability attributes: triples of row numbers of lang/table/stability.def, whose
 * order is that of the values, so that the lower of two words is the lower
 * number. In a program they are words, Stable/Private/Common.
 */
#include "lang/stability.h"

#include <errno.h>
#include <stdio.h>
#include <strings.h>

static const char *const levels[] = {
#define LEVEL(word) #word,
#define CLASS(word)
#include "lang/table/stability.def"
#undef LEVEL
#undef CLASS
};

static const char *const classes[] = {
#define LEVEL(word)
#define CLASS(word) #word,
#include "lang/table/stability.def"
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

struct stability stability_min(struct stability a, struct stability b)
{
	return (struct stability){
		a.name < b.name ? a.name : b.name,
		a.data < b.data ? a.data : b.data,
		a.class < b.class ? a.class : b.class,
	};
}

bool stability_is_below(struct stability a, struct stability least)
{
	return a.name < least.name || a.data < least.data ||
		a.class < least.class;
}

struct stability stability_highest(void)
{
	return (struct stability){ STABILITY_LEVEL_CNT - 1,
				   STABILITY_LEVEL_CNT - 1,
				   STABILITY_CLASS_CNT - 1 };
}

void stability_text(struct stability attr, struct strbuf *out)
{
	strbuf_printf(out, "%s/%s/%s", stability_level_word(attr.name),
		      stability_level_word(attr.data),
		      stability_class_word(attr.class));
}

int stability_read(const char *text, struct stability *ret)
{
	char words[3][16] = { "" };
	int end = 0, name, data, class;

	if (sscanf(text, "%15[A-Za-z]/%15[A-Za-z]/%15[A-Za-z]%n", words[0],
		   words[1], words[2], &end) != 3 ||
	    text[end])
		return -EINVAL;
	name = stability_level_find(words[0]);
	data = stability_level_find(words[1]);
	class = stability_class_find(words[2]);
	if (name < 0 || data < 0 || class < 0)
		return -EINVAL;
	*ret = (struct stability){ (uint8_t)name, (uint8_t)data,
				   (uint8_t) class };
	return 0;
}

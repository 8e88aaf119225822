// SPDX-License-Identifier: BSD-2-Clause
/*
 * Globs of D, which are not quite those of fnmatch(3): the empty pattern
 * matches anything, and no character, such as '/' or '.', is special. Only the
 * last `*` is ever tried again, so the time is at most the product of the two
 * lengths.
 */
#include "base/text/glob.h"

#include <string.h>

/*
 * Matches one `[...]` at *pattern against c and moves past it. A bracket
 * that is not closed stands for itself.
 */
static bool set_match(const char **pattern, char c)
{
	const char *p = *pattern + 1;
	bool is_negated = *p == '!', found = false;

	if (is_negated)
		p++;
	for (bool first = true; *p && (*p != ']' || first); first = false) {
		char low, high;

		if (*p == '\\' && p[1])
			p++;
		low = high = *p++;
		if (p[0] == '-' && p[1] && p[1] != ']') {
			high = p[1];
			p += 2;
		}
		if (low <= c && c <= high)
			found = true;
	}
	if (*p != ']') {
		bool same = c == '[';

		(*pattern)++;
		return same;
	}
	*pattern = p + 1;
	return found != is_negated;
}

/* Matches one pattern element that is not `*`; moves past it. */
static bool element_match(const char **pattern, char c)
{
	switch (**pattern) {
	case '\0':
		return false;
	case '?':
		(*pattern)++;
		return true;
	case '[':
		return set_match(pattern, c);
	case '\\':
		if ((*pattern)[1])
			(*pattern)++;
		break;
	}
	return *(*pattern)++ == c;
}

bool glob_match(const char *pattern, const char *text)
{
	const char *star = NULL, *star_text = NULL;

	if (!*pattern)
		return true;
	while (*text) {
		const char *p = pattern;

		if (*p == '*') { /* remember where to come back to */
			star = pattern = p + 1;
			star_text = text;
		} else if (element_match(&p, *text)) {
			pattern = p;
			text++;
		} else if (star) {
			pattern = star;
			text = ++star_text;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

bool glob_is_plain(const char *pattern)
{
	return *pattern && !strpbrk(pattern, "*?[\\");
}

// SPDX-License-Identifier: BSD-2-Clause
/* Converts the text of a language version to its number. */
#include "lang/version.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>

int lang_version_parse(const char *text, uint32_t *ret)
{
	unsigned int major, minor, micro = 0;
	int len = 0, more = 0;

	if (sscanf(text, "%2u.%3u%n", &major, &minor, &len) < 2 ||
	    !isdigit((unsigned char)*text))
		return -EINVAL;
	if (text[len] && (sscanf(text + len, ".%3u%n", &micro, &more) < 1 ||
			  text[len + more]))
		return -EINVAL;
	*ret = LANG_VERSION(major, minor, micro);
	return 0;
}

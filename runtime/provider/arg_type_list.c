/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * "unsigned int, char *" -> the texts of its types, for -lv. No type in our
 * tables has a comma inside.
 */
#include <string.h>

#include "runtime/provider/provider.h"

size_t prov_arg_types(struct arena *arena, const char *text, const char **ret,
		      size_t max)
{
	size_t cnt = 0;

	while (*text && cnt < max) {
		size_t len = strcspn(text, ",");

		ret[cnt++] = arena_printf(arena, "%.*s", (int)len, text);
		text += len;
		text += strspn(text, ", ");
	}
	return cnt;
}

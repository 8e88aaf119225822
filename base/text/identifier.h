/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names in texts of C and D.
 */
#ifndef DTRACE_BASE_TEXT_IDENTIFIER_H
#define DTRACE_BASE_TEXT_IDENTIFIER_H

#include <ctype.h>
#include <stddef.h>

/* Length of the identifier or number at @text; 0: there is none. */
static inline size_t identifier_len(const char *text)
{
	size_t len = 0;

	while (isalnum((unsigned char)text[len]) || text[len] == '_')
		len++;
	return len;
}

#endif

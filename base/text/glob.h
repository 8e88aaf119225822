/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Globs: patterns of names, as in probe descriptions.
 */
#ifndef DTRACE_BASE_TEXT_GLOB_H
#define DTRACE_BASE_TEXT_GLOB_H

#include <stdbool.h>

/* `*`, `?`, `[a-z]`, `[!x]`, `\x`. An empty pattern matches anything. */
bool glob_match(const char *pattern, const char *text);
/* Whether the pattern is plain text that only matches itself. */
bool glob_is_plain(const char *pattern);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Words of a command: -c, CC, CFLAGS and CPP.
 */
#ifndef DTRACE_BASE_TEXT_WORDS_H
#define DTRACE_BASE_TEXT_WORDS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"

struct words {
	VEC(const char *) v;
};

/*
 * Appends the words of @text, split as a shell would: blanks separate;
 * '...', "..." and \ quote; nothing is expanded. The words are in @arena. A
 * quote without an end reaches to the end of the text; returns whether all
 * quotes have an end.
 */
bool words_split(struct words *words, struct arena *arena, const char *text);
void words_deinit(struct words *words);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Words of CC, CFLAGS and CPP.
 */
#ifndef DTRACE_CMD_WORDS_H
#define DTRACE_CMD_WORDS_H

#include "base/arena.h"
#include "base/vec.h"

struct words {
	VEC(const char *) v;
};

/*
 * Appends the words of @text, split as a shell would: blanks separate;
 * '...', "..." and \ quote; nothing is expanded. The words are in @arena. A
 * quote without its end reaches to the end of the text.
 */
void words_split(struct words *words, struct arena *arena, const char *text);
void words_deinit(struct words *words);

#endif

/* SPDX-License-Identifier: CC0-1.0 */
/* libwords: counts words. */
#ifndef WORDS_H
#define WORDS_H

#include <stddef.h>

struct words;

struct words *words_create(void);
/* Counts the words (runs of letters) of @text. Returns 0, -1: no memory. */
int words_add_text(struct words *words, const char *text);
/* How many different words there were. */
size_t words_count(const struct words *words);
void words_destroy(struct words *words);

#endif

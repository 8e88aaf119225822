/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stability attributes (Name/Data/Class triples) and their words
 * (lang/table/stability.def).
 */
#ifndef DTRACE_LANG_STABILITY_H
#define DTRACE_LANG_STABILITY_H

#include "base/text/strbuf.h"
#include "lang/ast.h"

/* The row of a word such as "Evolving", or -ENOENT. */
int stability_level_find(const char *word);
int stability_class_find(const char *word);
const char *stability_level_word(unsigned int row);
const char *stability_class_word(unsigned int row);

/* The lower one of each word. */
struct stability stability_min(struct stability a, struct stability b);
/* Whether any word of @a is lower than that of @least. */
bool stability_is_below(struct stability a, struct stability least);
/* The highest value of each word. */
struct stability stability_highest(void);
/* "Stable/Private/Common" */
void stability_text(struct stability attr, struct strbuf *out);
/* Reads this text. Returns 0 or -EINVAL. */
int stability_read(const char *text, struct stability *ret);

#endif

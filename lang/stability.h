/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Words of stability attributes (lang/stability.def).
 */
#ifndef DTRACE_LANG_STABILITY_H
#define DTRACE_LANG_STABILITY_H

#include "lang/ast.h"

/* The row of a word such as "Evolving", or -ENOENT. */
int stability_level_find(const char *word);
int stability_class_find(const char *word);
const char *stability_level_word(unsigned int row);
const char *stability_class_word(unsigned int row);

#endif

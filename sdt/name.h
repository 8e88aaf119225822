/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of providers and probes: how a name in a note is shown, and the names
 * of its macros in C.
 */
#ifndef DTRACE_SDT_NAME_H
#define DTRACE_SDT_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text/strbuf.h"

/* The longest name of a provider or probe, in bytes. */
enum { SDT_NAME_LEN_MAX = 64 };

/*
 * Whether a name found in a note can be shown: not empty, printable, no
 * blank and no ':'. Looser than the rules of D: notes have other writers.
 */
bool sdt_name_showable(const char *name);

/*
 * Appends @name as consumers show it: each "__", from the left, is a '-'.
 * "gc__start" -> "gc-start", "a___b" -> "a-_b".
 */
void sdt_name_display(const char *name, struct strbuf *sb);

/*
 * Appends the macro's name: upper-case provider, '_', upper-case name with
 * each "__" (or '-') as one '_': ("p", "gc__start") -> "P_GC_START".
 */
void sdt_macro_name(const char *provider, const char *name, struct strbuf *sb);

#endif

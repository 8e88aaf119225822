/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rules for names: which are valid for a provider or probe, how a name in a
 * note is shown, and the names of its macros in C.
 */
#ifndef DTRACE_SDT_NAME_H
#define DTRACE_SDT_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

/* Longest provider and probe name in bytes, as D has it. */
enum { SDT_PROVIDER_LEN_MAX = 64, SDT_NAME_LEN_MAX = 64 };

/*
 * Whether @name can be declared: a C identifier of 1 to SDT_NAME_LEN_MAX
 * bytes. A '-' is taken as "__" would be, so "gc-done" is valid too.
 */
bool sdt_name_valid(const char *name);
/* The same for a provider, which also must not end in a digit. */
bool sdt_provider_valid(const char *name);
/*
 * Whether a name found in a note can be shown: not empty, printable, no
 * blank and no ':'. Looser than sdt_name_valid(): notes have other writers.
 */
bool sdt_name_showable(const char *name);

/*
 * Appends @name as consumers show it: each "__", from the left, is a '-'.
 * "gc__start" -> "gc-start", "a___b" -> "a-_b".
 */
void sdt_name_display(const char *name, struct strbuf *sb);
/* Whether @shown ("gc-start") is what sdt_name_display() makes of @name. */
bool sdt_name_matches(const char *name, const char *shown);
/*
 * Appends the name as a note and C have it: each '-' is "__". The inverse of
 * sdt_name_display() for every name without "___".
 */
void sdt_name_source(const char *shown, struct strbuf *sb);

/*
 * Appends the macro's name: upper-case provider, '_', upper-case name with
 * each "__" (or '-') as one '_': ("p", "gc__start") -> "P_GC_START".
 */
void sdt_macro_name(const char *provider, const char *name, struct strbuf *sb);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests whether untrusted text is UTF-8.
 */
#ifndef DTRACE_BASE_UTF8_H
#define DTRACE_BASE_UTF8_H

#include <stddef.h>

/*
 * The bytes of the UTF-8 character at @text, of at most @left (1 or more); 0 if
 * it is invalid, an overlong form, a surrogate or above U+10FFFF.
 */
size_t utf8_len(const char *text, size_t left);

#endif

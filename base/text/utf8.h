/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * UTF-8: tests whether untrusted text is valid, and makes it of characters.
 */
#ifndef DTRACE_BASE_TEXT_UTF8_H
#define DTRACE_BASE_TEXT_UTF8_H

#include <stddef.h>
#include <stdint.h>

/*
 * The bytes of the UTF-8 character at @text, of at most @left (1 or more); 0 if
 * it is invalid, an overlong form, a surrogate or above U+10FFFF.
 */
size_t utf8_len(const char *text, size_t left);

enum { UTF8_BYTES_MAX = 4 };
/*
 * Writes the character to @ret, which has room for UTF8_BYTES_MAX, and returns
 * how many bytes it takes. A number that is not a character becomes U+FFFD.
 */
size_t utf8_put(uint32_t code, char *ret);

#endif

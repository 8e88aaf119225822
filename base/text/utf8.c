// SPDX-License-Identifier: BSD-2-Clause
#include "base/text/utf8.h"

#include <stdbool.h>

static bool is_character(uint32_t code)
{
	return code <= 0x10ffff && code >> 11 != 0x1b; /* a surrogate */
}

static size_t len_of_first(uint8_t c)
{
	if (c < 0x80)
		return 1;
	return c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3 : c >> 3 == 30 ? 4 : 0;
}

size_t utf8_len(const char *text, size_t left)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const uint8_t *p = (const uint8_t *)text;
	size_t len = len_of_first(*p);
	uint32_t code;

	if (!len || len > left)
		return 0;
	code = len == 1 ? *p : *p & (0x7fu >> len);
	for (size_t i = 1; i < len; i++) {
		if (p[i] >> 6 != 2)
			return 0;
		code = code << 6 | (p[i] & 0x3fu);
	}
	return code < least[len] || !is_character(code) ? 0 : len;
}

size_t utf8_put(uint32_t code, char *ret)
{
	size_t len;

	if (!is_character(code))
		code = 0xfffd;
	if (code < 0x80) {
		*ret = (char)code;
		return 1;
	}
	len = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	for (size_t i = len - 1; i; i--, code >>= 6)
		ret[i] = (char)(0x80 | (code & 0x3f));
	/* as many ones as bytes, then a zero */
	ret[0] = (char)(0xf00 >> len | code);
	return len;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attributes of C compilers that change the layout of a type, as header files
 * have them: `__attribute__((packed, aligned(4)))`, `_Alignas(16)`,
 * `#pragma pack(1)`. All others mean nothing to D.
 */
#ifndef DTRACE_LANG_PARSE_LAYOUT_ATTRIBUTE_H
#define DTRACE_LANG_PARSE_LAYOUT_ATTRIBUTE_H

#include <stddef.h>

#include "base/vec.h"
#include "lang/type/type.h"

/*
 * `#pragma pack`: the largest alignment of members, in bytes; 0: any. The owner
 * frees `saved`.
 */
struct pack_state {
	uint32_t bytes;
	VEC(uint32_t) saved; /* by push */
};

/* Adds what is between the outer parentheses of __attribute__. */
void attribute_add(struct layout_attrs *attrs, const char *text, size_t len);
/* The same of _Alignas. */
void attribute_add_alignas(struct layout_attrs *attrs, const char *text,
			   size_t len);
/* @text: of a `#pragma`, after that word; anything but pack is ignored. */
void attribute_pragma(struct pack_state *pack, const char *text);

#endif

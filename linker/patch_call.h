/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A classic call instruction -> a site.
 */
#ifndef DTRACE_LINKER_PATCH_CALL_H
#define DTRACE_LINKER_PATCH_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes that replace an instruction which calls or jumps to a probe. */
struct link_patch {
	/* offset of the instruction in its section, bytes */
	uint64_t begin_off;
	uint8_t bytes[8];
	uint8_t len; /* bytes, equal to that of the instruction */
	uint64_t pc_off; /* offset of the site in the section */
	/* bytes between the stack pointer and argument 7 */
	uint8_t stack_bytes;
};

/* Whether calls of this machine's objects can be rewritten. */
bool link_calls_known(uint16_t e_machine);
/*
 * The patch for the instruction that the relocation of @type at @rel_off in
 * @text is part of. Returns NULL, or static text that says what the code does
 * with the probe instead of calling it.
 */
const char *link_patch_call(uint16_t e_machine, const uint8_t *text, size_t len,
			    uint64_t rel_off, uint32_t type,
			    struct link_patch *ret);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A classic call instruction -> a site.
 */
#ifndef DTRACE_LINKER_CALLS_H
#define DTRACE_LINKER_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The replacement for an instruction that calls or jumps to a probe. */
struct link_patch {
	uint64_t begin_off; /* of the instruction in its section, bytes */
	uint8_t bytes[8];
	uint8_t len; /* bytes, that of the instruction */
	uint64_t pc_off; /* of the site in the section */
	uint8_t stack_bytes; /* between the stack pointer and argument 7 */
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

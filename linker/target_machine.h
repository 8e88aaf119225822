/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Determines the machine that an object is written for.
 */
#ifndef DTRACE_LINKER_TARGET_MACHINE_H
#define DTRACE_LINKER_TARGET_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf/byte_order.h"

enum link_machine_id {
#define MACHINE(id, e_machine, is_64, is_big, e_flags, other, names) LINK_##id,
#include "linker/machine.def"
#undef MACHINE
	LINK_MACHINE_CNT,
};

/* A row of machine.def. */
struct link_machine {
	enum link_machine_id id;
	const char *name;
	uint16_t e_machine;
	struct elf_format format;
	uint32_t e_flags;
	enum link_machine_id other; /* of the other width, or itself */
	const char *names; /* separated by blanks */
};

/* Options, CFLAGS and CC, which select the machine. All borrowed. */
struct link_hints {
	const char *target; /* --target=, or NULL: decides alone */
	const char *const *words; /* CC, CFLAGS, then options, split */
	size_t cc_word_cnt; /* number of words from CC */
	size_t word_cnt; /* all */
};

/* The row whose names hold @name (@len bytes), or NULL. */
const struct link_machine *link_machine_named(const char *name, size_t len);
/* The row of an object's header, or NULL. */
const struct link_machine *link_machine_of(uint16_t e_machine,
					   struct elf_format format);
/* The machine this program runs on; NULL when there is no row for it. */
const struct link_machine *link_machine_host(void);
/*
 * The machine of a "machine-vendor-system" name (also of
 * "aarch64-linux-gnu-gcc"), determined by the part before the first '-'. NULL
 * if that part is not a machine.
 */
const struct link_machine *link_machine_of_triplet(const char *triplet);
/*
 * The machine that the words of @hints select: the compiler's prefix,
 * --target=X, -target X or -arch X, then -m32 -m64 -32 -64 to choose the
 * width. The host if they select none. Returns NULL, with the word in
 * *@bad_ret, if a word selects a machine without a row.
 */
const struct link_machine *link_machine_hinted(const struct link_hints *hints,
					       const char **bad_ret);

#endif

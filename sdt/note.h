/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The note of a probe site, read and written. docs/note-format.md has the
 * layout.
 */
#ifndef DTRACE_SDT_NOTE_H
#define DTRACE_SDT_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "elf/byte_order.h"

#define SDT_NOTE_SECTION ".note.stapsdt"
#define SDT_NOTE_OWNER "stapsdt"
#define SDT_BASE_SECTION ".stapsdt.base"
#define SDT_BASE_SYMBOL "_.stapsdt.base"
#define SDT_SEMA_SECTION ".probes"

enum { SDT_NOTE_TYPE = 3 };

/* The contents of the note of one site, uncorrected. */
struct sdt_note {
	uint64_t pc; /* link-time address of the NOP */
	uint64_t base; /* of .stapsdt.base when the note was written */
	uint64_t sema; /* of the semaphore; 0 = none */
	const char *provider; /* these three borrowed: section or caller */
	const char *name;
	const char *args;
};

/* The three places in a site's note that relocations fill. */
enum sdt_note_addr {
	SDT_NOTE_PC,
	SDT_NOTE_BASE,
	SDT_NOTE_SEMA,
	SDT_NOTE_ADDR_CNT,
};

/*
 * Reads the description of a site's note (owner and type were checked).
 * The strings point into @desc. Returns 0, or -EBADMSG when addresses or a
 * string's end are missing; a missing operand string is an empty one.
 */
int sdt_note_parse(const void *desc, size_t len, struct elf_format fmt,
		   struct sdt_note *ret);
/*
 * Appends the whole note of a site. @reloc_off_ret receives the offset in
 * @sb of each address, in the order of enum sdt_note_addr.
 */
void sdt_note_write(struct strbuf *sb, struct elf_format fmt,
		    const struct sdt_note *note,
		    size_t reloc_off_ret[SDT_NOTE_ADDR_CNT]);
/*
 * Corrects pc and semaphore for a program that was moved after linking
 * (prelink): by the difference between the address of .stapsdt.base and its
 * address in the note. If either is 0, nothing is corrected.
 */
void sdt_note_correct(struct sdt_note *note, uint64_t base_vaddr,
		      struct elf_format fmt);

#endif

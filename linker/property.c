// SPDX-License-Identifier: BSD-2-Clause
/*
 * A linker marks a program as hardened only when every object says so:
 *
 *	owner "GNU", type 5; the property: number, 4, bits; padded to a word
 *	x86	0xc0000002	1 IBT, 2 shadow stack
 *	arm64	0xc0000000	1 BTI, 2 PAC
 *
 * The provider object contains data, and functions that begin with a landing
 * pad and return by `ret`, so it may claim all of them.
 */
#include "linker/property.h"

#include "elf/note.h"

static uint32_t property_number(const struct link_machine *machine)
{
	switch (machine->id) {
	case LINK_x86_64:
	case LINK_i386:
		return 0xc0000002;
	case LINK_aarch64:
		return 0xc0000000;
	case LINK_arm:
	case LINK_riscv64:
	case LINK_ppc64le:
	case LINK_s390x:
	case LINK_MACHINE_CNT:
		break;
	}
	return 0;
}

bool link_property(const struct link_machine *machine, struct strbuf *sb)
{
	struct elf_format fmt = machine->format;
	uint32_t number = property_number(machine);
	struct strbuf desc = { 0 };

	if (!number)
		return false;
	elf_put(fmt, &desc, number, 4);
	elf_put(fmt, &desc, 4, 4);
	elf_put(fmt, &desc, 1 | 2, 4);
	strbuf_pad(&desc, '\0', -desc.len % elf_addr_bytes(fmt));
	elf_note_write(sb, fmt, "GNU", 5, strbuf_text(&desc), desc.len);
	strbuf_deinit(&desc);
	return true;
}

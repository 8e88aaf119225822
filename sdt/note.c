// SPDX-License-Identifier: BSD-2-Clause
/*
 * The description of a probe site (readelf -n shows the same one):
 *
 *	08 12 40 00 00 00 00 00		pc: the NOP
 *	10 20 40 00 00 00 00 00		base: .stapsdt.base
 *	00 00 00 00 00 00 00 00		semaphore, 0 = none
 *	"python\0" "gc__start\0" "-4@%eax\0"
 *
 * Addresses are as wide as the file's class. The section is not loaded, so
 * the numbers are link-time addresses even in a shared library.
 */
#include "sdt/note.h"

#include <errno.h>
#include <string.h>

#include "elf/note.h"

static const char *take_string(const char **p, const char *end)
{
	const char *s = *p;
	const char *nul = memchr(s, '\0', end - s);

	if (!nul)
		return NULL;
	*p = nul + 1;
	return s;
}

int sdt_note_parse(const void *desc, size_t len, struct elf_format fmt,
		   struct sdt_note *ret)
{
	size_t width = elf_addr_bytes(fmt);
	const char *p = desc;
	const char *end = p + len;
	struct sdt_note note = { 0 };

	if (len < SDT_NOTE_ADDR_CNT * width)
		return -EBADMSG;
	note.pc = elf_get(fmt, p, width);
	note.base = elf_get(fmt, p + width, width);
	note.sema = elf_get(fmt, p + 2 * width, width);
	p += SDT_NOTE_ADDR_CNT * width;
	note.provider = take_string(&p, end);
	if (!note.provider)
		return -EBADMSG;
	note.name = take_string(&p, end);
	if (!note.name)
		return -EBADMSG;
	note.args = p == end ? "" : take_string(&p, end);
	if (!note.args)
		return -EBADMSG;
	*ret = note;
	return 0;
}

void sdt_note_write(struct strbuf *sb, struct elf_format fmt,
		    const struct sdt_note *note,
		    size_t reloc_off_ret[SDT_NOTE_ADDR_CNT])
{
	size_t width = elf_addr_bytes(fmt);
	struct strbuf desc = { 0 };
	size_t desc_off;

	elf_put(fmt, &desc, note->pc, width);
	elf_put(fmt, &desc, note->base, width);
	elf_put(fmt, &desc, note->sema, width);
	strbuf_add(&desc, note->provider, strlen(note->provider) + 1);
	strbuf_add(&desc, note->name, strlen(note->name) + 1);
	strbuf_add(&desc, note->args, strlen(note->args) + 1);
	desc_off = elf_note_write(sb, fmt, SDT_NOTE_OWNER, SDT_NOTE_TYPE,
				      desc.text, desc.len);
	for (size_t i = 0; i < SDT_NOTE_ADDR_CNT; i++)
		reloc_off_ret[i] = desc_off + i * width;
	strbuf_deinit(&desc);
}

void sdt_note_correct(struct sdt_note *note, uint64_t base_vaddr,
		      struct elf_format fmt)
{
	uint64_t mask = fmt.is_64 ? UINT64_MAX : UINT32_MAX;
	uint64_t delta = base_vaddr - note->base;

	if (!note->base || !base_vaddr)
		return;
	note->pc = (note->pc + delta) & mask;
	if (note->sema)
		note->sema = (note->sema + delta) & mask;
}

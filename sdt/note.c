// SPDX-License-Identifier: BSD-2-Clause
/*
 * An ELF note is three 4-byte numbers and two byte strings, each padded to 4:
 *
 *	namesz=8 descsz=0x35 type=3 | "stapsdt\0" | description...
 *
 * and the description of a probe site (readelf -n shows the same one):
 *
 *	08 12 40 00 00 00 00 00		pc: the NOP
 *	10 20 40 00 00 00 00 00		base: .stapsdt.base
 *	00 00 00 00 00 00 00 00		semaphore, 0 = none
 *	"python\0" "gc__start\0" "-4@%eax\0"
 *
 * Addresses are as wide as the file's class. The section is not loaded, so
 * the numbers are link-time addresses even in a shared library.
 *
 * Everything read comes from a file that anybody may have written: lengths
 * are checked against what is left before they are used, and no string is
 * taken without its end.
 */
#include "sdt/note.h"

#include <errno.h>
#include <string.h>

/* namesz, descsz, type */
enum { NOTE_HEADER_BYTES = 12 };

struct sdt_format sdt_format_host(void)
{
	return (struct sdt_format){
		.is_64 = sizeof(void *) == 8,
		.is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
	};
}

size_t sdt_addr_bytes(struct sdt_format fmt)
{
	return fmt.is_64 ? 8 : 4;
}

uint64_t sdt_get(struct sdt_format fmt, const void *p, size_t width)
{
	const uint8_t *bytes = p;
	uint64_t value = 0;

	/* nearly always: symbol tables have many of these */
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !fmt.is_big_endian &&
	    width <= sizeof(value)) {
		memcpy(&value, p, width);
		return value;
	}
	for (size_t i = 0; i < width; i++)
		value = value << 8 |
			bytes[fmt.is_big_endian ? i : width - 1 - i];
	return value;
}

void sdt_put(struct sdt_format fmt, struct strbuf *sb, uint64_t value,
	     size_t width)
{
	for (size_t i = 0; i < width; i++) {
		size_t byte = fmt.is_big_endian ? width - 1 - i : i;

		strbuf_putc(sb, (char)(value >> (8 * byte)));
	}
}

static size_t align4(size_t n)
{
	return (n + 3) & ~(size_t)3;
}

int sdt_elf_note_next(const void *data, size_t len, struct sdt_format fmt,
		      size_t *pos, struct sdt_elf_note *ret)
{
	const uint8_t *p = (const uint8_t *)data + *pos;
	size_t left = len - *pos;
	size_t owner_bytes, desc_bytes, desc_at;

	if (!left)
		return 0;
	if (left < NOTE_HEADER_BYTES)
		return -EBADMSG;
	owner_bytes = sdt_get(fmt, p, 4);
	desc_bytes = sdt_get(fmt, p + 4, 4);
	left -= NOTE_HEADER_BYTES;
	if (owner_bytes > left || align4(owner_bytes) > left)
		return -EBADMSG;
	desc_at = NOTE_HEADER_BYTES + align4(owner_bytes);
	left -= align4(owner_bytes);
	if (desc_bytes > left)
		return -EBADMSG;
	*ret = (struct sdt_elf_note){
		.owner = (const char *)p + NOTE_HEADER_BYTES,
		.owner_len = strnlen((const char *)p + NOTE_HEADER_BYTES,
				     owner_bytes),
		.type = sdt_get(fmt, p + 8, 4),
		.desc = p + desc_at,
		.desc_len = desc_bytes,
		.desc_off = *pos + desc_at,
	};
	/* The last note's padding may be missing. */
	*pos += desc_at +
		(align4(desc_bytes) > left ? left : align4(desc_bytes));
	return 1;
}

bool sdt_elf_note_is(const struct sdt_elf_note *note, const char *owner,
		     uint32_t type)
{
	return note->type == type && note->owner_len == strlen(owner) &&
		!memcmp(note->owner, owner, note->owner_len);
}

/* Appends zeros until @len bytes are a multiple of 4. */
static void put_padding(struct strbuf *sb, size_t len)
{
	strbuf_pad(sb, '\0', align4(len) - len);
}

size_t sdt_elf_note_write(struct strbuf *sb, struct sdt_format fmt,
			  const char *owner, uint32_t type, const void *desc,
			  size_t desc_len)
{
	size_t owner_bytes = strlen(owner) + 1;
	size_t desc_off;

	sdt_put(fmt, sb, owner_bytes, 4);
	sdt_put(fmt, sb, desc_len, 4);
	sdt_put(fmt, sb, type, 4);
	strbuf_add(sb, owner, owner_bytes);
	put_padding(sb, owner_bytes);
	desc_off = sb->len;
	strbuf_add(sb, desc, desc_len);
	put_padding(sb, desc_len);
	return desc_off;
}

/* The string at *@p, which moves behind it; NULL when it has no end. */
static const char *take_string(const char **p, const char *end)
{
	const char *s = *p;
	const char *nul = memchr(s, '\0', end - s);

	if (!nul)
		return NULL;
	*p = nul + 1;
	return s;
}

int sdt_note_parse(const void *desc, size_t len, struct sdt_format fmt,
		   struct sdt_note *ret)
{
	size_t width = sdt_addr_bytes(fmt);
	const char *p = desc;
	const char *end = p + len;
	struct sdt_note note = { 0 };

	if (len < SDT_NOTE_ADDR_CNT * width)
		return -EBADMSG;
	note.pc = sdt_get(fmt, p, width);
	note.base = sdt_get(fmt, p + width, width);
	note.sema = sdt_get(fmt, p + 2 * width, width);
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

void sdt_note_write(struct strbuf *sb, struct sdt_format fmt,
		    const struct sdt_note *note,
		    size_t reloc_off_ret[SDT_NOTE_ADDR_CNT])
{
	size_t width = sdt_addr_bytes(fmt);
	struct strbuf desc = { 0 };
	size_t desc_off;

	sdt_put(fmt, &desc, note->pc, width);
	sdt_put(fmt, &desc, note->base, width);
	sdt_put(fmt, &desc, note->sema, width);
	strbuf_add(&desc, note->provider, strlen(note->provider) + 1);
	strbuf_add(&desc, note->name, strlen(note->name) + 1);
	strbuf_add(&desc, note->args, strlen(note->args) + 1);
	desc_off = sdt_elf_note_write(sb, fmt, SDT_NOTE_OWNER, SDT_NOTE_TYPE,
				      desc.text, desc.len);
	for (size_t i = 0; i < SDT_NOTE_ADDR_CNT; i++)
		reloc_off_ret[i] = desc_off + i * width;
	strbuf_deinit(&desc);
}

void sdt_note_correct(struct sdt_note *note, uint64_t base_vaddr,
		      struct sdt_format fmt)
{
	uint64_t mask = fmt.is_64 ? UINT64_MAX : UINT32_MAX;
	uint64_t delta = base_vaddr - note->base;

	if (!note->base || !base_vaddr)
		return;
	note->pc = (note->pc + delta) & mask;
	if (note->sema)
		note->sema = (note->sema + delta) & mask;
}

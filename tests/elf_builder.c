// SPDX-License-Identifier: BSD-2-Clause
/*
 * Layout of the file: header, segment headers, the sections one after the
 * other (each at a multiple of 16), section headers. Numbers are written with
 * the width and byte order of the wanted file, so a 32-bit big-endian one
 * needs no such machine.
 */
#include "tests/elf_builder.h"

#include <elf.h>
#include <string.h>

void elf_builder_init(struct elf_builder *b, struct elf_format fmt,
		      uint16_t machine, uint16_t elf_type)
{
	*b = (struct elf_builder){
		.fmt = fmt,
		.machine = machine,
		.elf_type = elf_type,
	};
	vec_add(&b->sections)->name = "";
	vec_add(&b->symbols)->name = "";
}

void elf_builder_deinit(struct elf_builder *b)
{
	for (size_t i = 0; i < b->sections.cnt; i++)
		strbuf_deinit(&b->sections.v[i].data);
	vec_deinit(&b->sections);
	vec_deinit(&b->segments);
	vec_deinit(&b->symbols);
}

size_t elf_builder_section(struct elf_builder *b, const char *name,
			   uint32_t type, uint64_t flags, uint64_t vaddr,
			   const void *data, size_t len)
{
	struct elf_builder_section *section = vec_add(&b->sections);

	section->name = name;
	section->type = type;
	section->flags = flags;
	section->vaddr = vaddr;
	strbuf_add(&section->data, data, len);
	return b->sections.cnt - 1;
}

void elf_builder_segment(struct elf_builder *b, uint32_t type, uint32_t flags,
			 size_t section)
{
	vec_push(&b->segments,
		 ((struct elf_builder_segment){ type, flags, section }));
}

void elf_builder_load(struct elf_builder *b, uint32_t flags, size_t section)
{
	elf_builder_segment(b, PT_LOAD, flags, section);
}

size_t elf_builder_symbol(struct elf_builder *b, const char *name, uint8_t type,
			  uint8_t bind, size_t section, uint64_t value,
			  uint64_t size_bytes)
{
	vec_push(&b->symbols,
		 ((struct elf_builder_symbol){ name, type, bind, section, value,
					       size_bytes, STV_DEFAULT }));
	return b->symbols.cnt - 1;
}

/* A number as wide as an address. */
static void put_addr(const struct elf_builder *b, struct strbuf *sb,
		     uint64_t value)
{
	elf_put(b->fmt, sb, value, elf_addr_bytes(b->fmt));
}

void elf_builder_rela(struct elf_builder *b, struct strbuf *rela, uint64_t off,
		      size_t symbol, uint32_t type, int64_t addend)
{
	put_addr(b, rela, off);
	put_addr(b, rela,
		 b->fmt.is_64 ? ELF64_R_INFO((uint64_t)symbol, type) :
				ELF32_R_INFO(symbol, type));
	put_addr(b, rela, (uint64_t)addend);
}

static void put_symbol(const struct elf_builder *b, struct strbuf *sb,
		       const struct elf_builder_symbol *sym, uint32_t name_off)
{
	elf_put(b->fmt, sb, name_off, 4);
	if (!b->fmt.is_64) {
		elf_put(b->fmt, sb, sym->value, 4);
		elf_put(b->fmt, sb, sym->size_bytes, 4);
	}
	elf_put(b->fmt, sb, ELF64_ST_INFO(sym->bind, sym->type), 1);
	elf_put(b->fmt, sb, sym->visibility, 1);
	elf_put(b->fmt, sb, sym->section, 2);
	if (b->fmt.is_64) {
		elf_put(b->fmt, sb, sym->value, 8);
		elf_put(b->fmt, sb, sym->size_bytes, 8);
	}
}

static uint32_t add_name(struct strbuf *names, const char *name)
{
	uint32_t off = names->len;

	strbuf_add(names, name, strlen(name) + 1);
	return off;
}

/* .symtab and .strtab; relocation sections get the link to the former. */
static void add_symtab(struct elf_builder *b)
{
	struct strbuf symtab = { 0 }, strtab = { 0 };
	size_t strtab_idx, symtab_idx;

	for (size_t i = 0; i < b->symbols.cnt; i++)
		put_symbol(b, &symtab, &b->symbols.v[i],
			   add_name(&strtab, b->symbols.v[i].name));
	strtab_idx = elf_builder_section(b, ".strtab", SHT_STRTAB, 0, 0,
					 strtab.text, strtab.len);
	symtab_idx = elf_builder_section(b, ".symtab", SHT_SYMTAB, 0, 0,
					 symtab.text, symtab.len);
	b->sections.v[symtab_idx].link = strtab_idx;
	for (size_t i = 0; i < b->sections.cnt; i++)
		if (b->sections.v[i].type == SHT_RELA)
			b->sections.v[i].link = symtab_idx;
	strbuf_deinit(&symtab);
	strbuf_deinit(&strtab);
}

static void add_section_names(struct elf_builder *b)
{
	size_t idx =
		elf_builder_section(b, ".shstrtab", SHT_STRTAB, 0, 0, "", 0);
	struct strbuf *names = &b->sections.v[idx].data;

	for (size_t i = 0; i < b->sections.cnt; i++)
		b->sections.v[i].name_off =
			add_name(names, b->sections.v[i].name);
}

static size_t align16(size_t n)
{
	return (n + 15) & ~(size_t)15;
}

static size_t header_bytes(const struct elf_builder *b)
{
	return b->fmt.is_64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);
}

static size_t segment_bytes(const struct elf_builder *b)
{
	return b->fmt.is_64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr);
}

static size_t section_bytes(const struct elf_builder *b)
{
	return b->fmt.is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
}

/* Gives each section its place and returns that of the section headers. */
static uint64_t place_sections(struct elf_builder *b)
{
	uint64_t at =
		align16(header_bytes(b) + b->segments.cnt * segment_bytes(b));

	for (size_t i = 1; i < b->sections.cnt; i++) {
		b->sections.v[i].fileoff = at;
		if (b->sections.v[i].type != SHT_NOBITS)
			at = align16(at + b->sections.v[i].data.len);
	}
	return at;
}

static void put_header(const struct elf_builder *b, struct strbuf *sb,
		       uint64_t section_fileoff)
{
	strbuf_add(sb, ELFMAG, SELFMAG);
	elf_put(b->fmt, sb, b->fmt.is_64 ? ELFCLASS64 : ELFCLASS32, 1);
	elf_put(b->fmt, sb, b->fmt.is_big_endian ? ELFDATA2MSB : ELFDATA2LSB,
		1);
	elf_put(b->fmt, sb, EV_CURRENT, 1);
	strbuf_pad(sb, '\0', EI_NIDENT - EI_OSABI);
	elf_put(b->fmt, sb, b->elf_type, 2);
	elf_put(b->fmt, sb, b->machine, 2);
	elf_put(b->fmt, sb, EV_CURRENT, 4);
	put_addr(b, sb, 0);
	put_addr(b, sb, b->segments.cnt ? header_bytes(b) : 0);
	put_addr(b, sb, section_fileoff);
	elf_put(b->fmt, sb, 0, 4);
	elf_put(b->fmt, sb, header_bytes(b), 2);
	elf_put(b->fmt, sb, segment_bytes(b), 2);
	elf_put(b->fmt, sb, b->segments.cnt, 2);
	elf_put(b->fmt, sb, section_bytes(b), 2);
	elf_put(b->fmt, sb, b->sections.cnt, 2);
	elf_put(b->fmt, sb, b->sections.cnt - 1, 2);
}

static void put_segment(const struct elf_builder *b, struct strbuf *sb,
			const struct elf_builder_segment *seg)
{
	const struct elf_builder_section *section =
		&b->sections.v[seg->section];

	elf_put(b->fmt, sb, seg->type, 4);
	if (b->fmt.is_64)
		elf_put(b->fmt, sb, seg->flags, 4);
	put_addr(b, sb, section->fileoff);
	put_addr(b, sb, section->vaddr);
	put_addr(b, sb, section->vaddr);
	put_addr(b, sb, section->data.len);
	put_addr(b, sb, section->data.len);
	if (!b->fmt.is_64)
		elf_put(b->fmt, sb, seg->flags, 4);
	put_addr(b, sb, 16);
}

static void put_section(const struct elf_builder *b, struct strbuf *sb,
			const struct elf_builder_section *section)
{
	elf_put(b->fmt, sb, section->name_off, 4);
	elf_put(b->fmt, sb, section->type, 4);
	put_addr(b, sb, section->flags);
	put_addr(b, sb, section->vaddr);
	put_addr(b, sb, section->fileoff);
	put_addr(b, sb, section->data.len);
	elf_put(b->fmt, sb, section->link, 4);
	elf_put(b->fmt, sb, section->info, 4);
	put_addr(b, sb, 16);
	put_addr(b, sb, 0);
}

void elf_builder_finish(struct elf_builder *b, struct strbuf *ret)
{
	uint64_t section_fileoff;

	if (b->symbols.cnt > 1)
		add_symtab(b);
	add_section_names(b);
	section_fileoff = place_sections(b);
	put_header(b, ret, section_fileoff);
	for (size_t i = 0; i < b->segments.cnt; i++)
		put_segment(b, ret, &b->segments.v[i]);
	for (size_t i = 1; i < b->sections.cnt; i++) {
		const struct elf_builder_section *section = &b->sections.v[i];

		if (section->type == SHT_NOBITS)
			continue;
		strbuf_pad(ret, '\0', section->fileoff - ret->len);
		strbuf_add(ret, section->data.text, section->data.len);
	}
	strbuf_pad(ret, '\0', section_fileoff - ret->len);
	for (size_t i = 0; i < b->sections.cnt; i++)
		put_section(b, ret, &b->sections.v[i]);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * The samples, put together with tests/elf_builder.h.
 */
#include "tests/unit/sdt_sample.h"

#include <elf.h>
#include <string.h>

#include "elf/note.h"
#include "sdt/note.h"
#include "tests/elf_builder.h"

const struct sdt_sample sdt_sample_x86 = {
	.fmt = { .is_64 = true },
	.machine = EM_X86_64,
	.note_base = SAMPLE_BASE_VADDR,
	.args = { "-4@%eax 8@8(%rsp) 4@$7", "4@counter(%rip)", "" },
};

static const struct sdt_param sale_natives[] = {
	{ "int", "id" },
	{ "item_t *", "item" },
};

static const struct sdt_param sale_xlates[] = {
	{ "iteminfo_t *", "what" },
};

static const struct sdt_type_probe sample_probes[] = {
	{
		.name = "sale",
		.natives = sale_natives,
		.native_cnt = 2,
		.xlates = sale_xlates,
		.map = (const uint8_t[]){ 1 },
		.xlate_cnt = 1,
	},
	{ .name = "gc__start" },
};

const struct sdt_type_provider sdt_sample_types = {
	.name = "shop",
	.stability = { { 5, 5, 5 },
		       { 1, 1, 0 },
		       { 1, 1, 0 },
		       { 5, 5, 5 },
		       { 6, 7, 4 } },
	.decls = "typedef struct item item_t;",
	.probes = sample_probes,
	.probe_cnt = 2,
};

static const char *const names[3] = { "sale", "gc__start", "end" };
static const uint64_t text_offs[3] = { SAMPLE_SALE_OFF, SAMPLE_GC_OFF,
				       SAMPLE_END_OFF };

static void write_notes(const struct sdt_sample *sample, struct strbuf *notes)
{
	for (size_t i = 0; i < 3; i++) {
		size_t reloc_off[SDT_NOTE_ADDR_CNT];
		struct sdt_note note = {
			.pc = SAMPLE_TEXT_VADDR + text_offs[i] +
				sample->note_bias,
			.base = sample->note_base,
			.sema = i ? 0 : SAMPLE_SEMA_VADDR + sample->note_bias,
			.provider = "shop",
			.name = names[i],
			.args = sample->args[i],
		};

		sdt_note_write(notes, sample->fmt, &note, reloc_off);
	}
}

static size_t add_loaded(struct elf_builder *b, const char *name,
			 uint64_t flags, uint64_t vaddr, size_t len)
{
	static const char zeros[SAMPLE_TEXT_BYTES];
	uint32_t seg_flags = PF_R | (flags & SHF_WRITE ? PF_W : 0) |
		(flags & SHF_EXECINSTR ? PF_X : 0);
	size_t section = elf_builder_section(
		b, name, SHT_PROGBITS, SHF_ALLOC | flags, vaddr, zeros, len);

	elf_builder_load(b, seg_flags, section);
	return section;
}

static void add_symbols(struct elf_builder *b, size_t text, size_t data)
{
	elf_builder_symbol(b, "a.c", STT_FILE, STB_LOCAL, SHN_ABS, 0, 0);
	elf_builder_symbol(b, "first", STT_FUNC, STB_LOCAL, text,
			   SAMPLE_TEXT_VADDR, 32);
	elf_builder_symbol(b, "counter", STT_OBJECT, STB_LOCAL, data,
			   SAMPLE_DATA_VADDR, 4);
	elf_builder_symbol(b, "b.c", STT_FILE, STB_LOCAL, SHN_ABS, 0, 0);
	elf_builder_symbol(b, "second", STT_FUNC, STB_LOCAL, text,
			   SAMPLE_TEXT_VADDR + 32, 32);
	elf_builder_symbol(b, "counter", STT_OBJECT, STB_LOCAL, data,
			   SAMPLE_DATA_VADDR + 4, 4);
	elf_builder_symbol(b, "crtstuff.c", STT_FILE, STB_LOCAL, SHN_ABS, 0, 0);
	elf_builder_symbol(b, "total", STT_OBJECT, STB_GLOBAL, data,
			   SAMPLE_DATA_VADDR + 8, 8);
}

/* NEEDED libc.so.6 and libm.so.6, SONAME libshop.so.1, RUNPATH /opt/lib */
static void add_dynamic(struct elf_builder *b)
{
	static const char strings[] =
		"\0libc.so.6\0libm.so.6\0libshop.so.1\0/opt/lib";
	const uint64_t dynamic[][2] = {
		{ DT_NEEDED, 1 },      { DT_NEEDED, 11 },
		{ DT_SONAME, 21 },     { DT_RUNPATH, 34 },
		{ DT_STRTAB, 0x5000 }, { DT_STRSZ, sizeof(strings) },
		{ DT_NULL, 0 },
	};
	struct strbuf data = { 0 };
	size_t section;

	section = elf_builder_section(b, ".dynstr", SHT_STRTAB, SHF_ALLOC,
				      0x5000, strings, sizeof(strings));
	elf_builder_load(b, PF_R, section);
	for (size_t i = 0; i < sizeof(dynamic) / sizeof(dynamic[0]); i++) {
		elf_put(b->fmt, &data, dynamic[i][0], elf_addr_bytes(b->fmt));
		elf_put(b->fmt, &data, dynamic[i][1], elf_addr_bytes(b->fmt));
	}
	section = elf_builder_section(b, ".dynamic", SHT_DYNAMIC, SHF_ALLOC,
				      0x6000, data.text, data.len);
	elf_builder_segment(b, PT_DYNAMIC, PF_R, section);
	strbuf_deinit(&data);
}

static void add_build_id(struct elf_builder *b)
{
	struct strbuf note = { 0 };
	size_t section;

	elf_note_write(&note, b->fmt, "GNU", NT_GNU_BUILD_ID, "\1\2\3\4",
			   4);
	section = elf_builder_section(b, ".note.gnu.build-id", SHT_NOTE,
				      SHF_ALLOC, 0x7000, note.text, note.len);
	elf_builder_segment(b, PT_NOTE, PF_R, section);
	strbuf_deinit(&note);
}

static void add_notes(struct elf_builder *b, const struct sdt_sample *sample)
{
	struct strbuf notes = { 0 };

	write_notes(sample, &notes);
	elf_builder_section(b, SDT_NOTE_SECTION, SHT_NOTE, 0, 0, notes.text,
			    notes.len);
	strbuf_clear(&notes);
	sdt_typenote_write(&notes, sample->fmt, &sdt_sample_types, NULL);
	elf_builder_section(b, SDT_TYPENOTE_SECTION, SHT_NOTE, 0, 0, notes.text,
			    notes.len);
	strbuf_deinit(&notes);
}

void sdt_sample_linked(const struct sdt_sample *sample, struct strbuf *ret,
		       struct sdt_sample_offsets *offsets_ret)
{
	struct elf_builder b;
	size_t text, sema, data;

	elf_builder_init(&b, sample->fmt, sample->machine, ET_DYN);
	text = add_loaded(&b, ".text", SHF_EXECINSTR, SAMPLE_TEXT_VADDR,
			  SAMPLE_TEXT_BYTES);
	add_loaded(&b, SDT_BASE_SECTION, 0, SAMPLE_BASE_VADDR, 1);
	sema = add_loaded(&b, SDT_SEMA_SECTION, SHF_WRITE, SAMPLE_SEMA_VADDR,
			  2);
	data = add_loaded(&b, ".data", SHF_WRITE, SAMPLE_DATA_VADDR, 16);
	add_dynamic(&b);
	add_build_id(&b);
	add_notes(&b, sample);
	add_symbols(&b, text, data);
	elf_builder_finish(&b, ret);
	if (offsets_ret)
		*offsets_ret = (struct sdt_sample_offsets){
			.text = b.sections.v[text].fileoff,
			.sema = b.sections.v[sema].fileoff,
		};
	elf_builder_deinit(&b);
}

/* The note of an object: all addresses are relocations. */
static void add_object_note(struct elf_builder *b, size_t text_symbol,
			    size_t sema_symbol)
{
	struct sdt_note note = { .provider = "shop",
				 .name = "sale",
				 .args = "4@5" };
	struct strbuf notes = { 0 }, rela = { 0 };
	size_t reloc_off[SDT_NOTE_ADDR_CNT];
	size_t section;

	sdt_note_write(&notes, b->fmt, &note, reloc_off);
	elf_builder_rela(b, &rela, reloc_off[SDT_NOTE_PC], text_symbol, 1,
			 SAMPLE_SALE_OFF);
	elf_builder_rela(b, &rela, reloc_off[SDT_NOTE_SEMA], sema_symbol, 1, 0);
	section = elf_builder_section(b, SDT_NOTE_SECTION, SHT_NOTE, 0, 0,
				      notes.text, notes.len);
	section = elf_builder_section(b, ".rela.note.stapsdt", SHT_RELA, 0, 0,
				      rela.text, rela.len);
	b->sections.v[section].info = section - 1;
	strbuf_deinit(&notes);
	strbuf_deinit(&rela);
}

void sdt_sample_object(struct elf_format fmt, uint16_t machine,
		       struct strbuf *ret, struct sdt_sample_offsets *offsets)
{
	static const char zeros[16];
	struct elf_builder b;
	size_t text, text_symbol, sema_symbol;

	elf_builder_init(&b, fmt, machine, ET_REL);
	text = elf_builder_section(&b, ".text", SHT_PROGBITS,
				   SHF_ALLOC | SHF_EXECINSTR, 0, zeros, 16);
	text_symbol =
		elf_builder_symbol(&b, "", STT_SECTION, STB_LOCAL, text, 0, 0);
	elf_builder_symbol(&b, "sell", STT_FUNC, STB_GLOBAL, text, 0, 16);
	sema_symbol = elf_builder_symbol(&b, "shop_sale_semaphore", STT_NOTYPE,
					 STB_GLOBAL, SHN_UNDEF, 0, 0);
	add_object_note(&b, text_symbol, sema_symbol);
	elf_builder_finish(&b, ret);
	*offsets = (struct sdt_sample_offsets){
		.text = b.sections.v[text].fileoff,
	};
	elf_builder_deinit(&b);
}

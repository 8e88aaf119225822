// SPDX-License-Identifier: BSD-2-Clause
/*
 * One ELF file -> struct sdt_file: its sites in the order of their notes.
 *
 * Linked files: note addresses are link-time addresses, corrected by where
 * .stapsdt.base is, and PT_LOAD turns them into file offsets, which is what
 * uprobes need. Relocatable objects: the three addresses are still
 * relocations, so a site is an offset in a section.
 *
 * The cheapest parts are read first: headers, then notes, and only if there
 * are notes (and the caller wants it) symbols, for operands like "sym(%rip)"
 * and for the function around the site.
 *
 * Damage in one place (a truncated note, symbols outside the file) loses what
 * depends on it, not the rest: file->damage says what is missing.
 */
#include "sdt/file.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/vec.h"
#include "elf/elf_file.h"
#include "elf/note.h"
#include "elf/reloc.h"
#include "elf/symtab.h"
#include "sdt/arg.h"
#include "sdt/dynamic_section.h"
#include "sdt/name.h"
#include "sdt/note.h"
#include "sdt/rodata_range.h"

/* More bytes of notes do not describe probes. */
enum { NOTE_BYTES_MAX = 64 << 20 };

/* A file while it is read. */
struct reader {
	struct elf_file image;
	unsigned want;
	struct sdt_file *file; /* the result */
	VEC(struct sdt_site) sites;
	VEC(struct sdt_type_provider) types;
	VEC(uint64_t) marks; /* addresses of direct sites */
	uint64_t note_bytes; /* of the sections that were copied */
	uint64_t base_vaddr; /* of .stapsdt.base; 0 = none */
	struct elf_symtab symtab;
	bool has_symtab; /* loaded, perhaps empty */
};

static void set_damage(struct reader *reader, const char *what)
{
	if (!reader->file->damage)
		reader->file->damage = what;
}

/* ---- symbols ------------------------------------------------------------ */

static struct elf_symtab *symtab_of(struct reader *reader)
{
	if (!reader->has_symtab) {
		reader->has_symtab = true;
		if (elf_symtab_init(&reader->symtab, &reader->image)) {
			set_damage(reader, "the symbol table can't be read");
			elf_symtab_deinit(&reader->symtab);
		}
	}
	return &reader->symtab;
}

/* Number of the section with code at @vaddr, or 0. */
static uint32_t section_at(const struct elf_file *image, uint64_t vaddr)
{
	for (size_t i = 1; i < image->section_cnt; i++) {
		const struct elf_section *sec = &image->sections[i];

		if ((sec->flags & SHF_ALLOC) && (sec->flags & SHF_EXECINSTR) &&
		    vaddr >= sec->vaddr && vaddr - sec->vaddr < sec->file_bytes)
			return i;
	}
	return 0;
}

static uint32_t section_of(const struct reader *reader,
			   const struct sdt_site *site)
{
	return site->section_idx ? site->section_idx :
				   section_at(&reader->image, site->pc_vaddr);
}

/* All sites are known before the first function is asked for. */
static void expect_sites(struct reader *reader)
{
	size_t cnt = reader->sites.cnt;
	_cleanup_free_ struct elf_symtab_place *places =
		xcalloc(cnt + 1, sizeof(*places));

	for (size_t i = 0; i < cnt; i++)
		places[i] = (struct elf_symtab_place){
			section_of(reader, &reader->sites.v[i]),
			reader->sites.v[i].pc_vaddr,
		};
	elf_symtab_expect(&reader->symtab, places, cnt);
}

static const struct elf_symbol *function_of(struct reader *reader,
					    const struct sdt_site *site)
{
	struct elf_symtab *symtab = symtab_of(reader);

	if (!symtab->funcs)
		expect_sites(reader);
	return elf_symtab_function(symtab, section_of(reader, site),
				   site->pc_vaddr);
}

/* A site whose operands are resolved. */
struct resolving {
	struct reader *reader;
	const struct sdt_site *site;
};

static int resolve(void *ctx, const char *name, size_t len, uint64_t *vaddr_ret)
{
	struct resolving *resolving = ctx;
	const struct elf_symbol *function =
		function_of(resolving->reader, resolving->site);

	return elf_symtab_resolve(symtab_of(resolving->reader), name, len,
				  function ? function->unit : 0, vaddr_ret);
}

static int resolve_unlinked(void *ctx, const char *name, size_t len,
			    uint64_t *vaddr_ret)
{
	(void)ctx;
	(void)name;
	(void)len;
	(void)vaddr_ret;
	return -EAGAIN;
}

static elf_resolve_fn resolver_of(const struct reader *reader)
{
	if (!(reader->want & SDT_WANT_SYMBOLS))
		return NULL;
	return reader->file->elf_type == ET_REL ? resolve_unlinked : resolve;
}

static void read_args(struct reader *reader, struct sdt_site *site)
{
	struct resolving resolving = { .reader = reader, .site = site };
	struct sdt_arg_env env = {
		.machine = reader->file->machine,
		.resolve = resolver_of(reader),
		.resolve_ctx = &resolving,
	};

	site->arg_cnt = sdt_args_parse(&env, site->args_text,
				       &reader->file->arena, site->args);
}

static void read_function(struct reader *reader, struct sdt_site *site)
{
	const struct elf_symbol *function = function_of(reader, site);

	if (!function)
		return;
	site->function = arena_strndup(&reader->file->arena, function->name,
				       function->name_len);
	/* On arm the lowest bit of a symbol says "Thumb code". */
	site->function_off = site->pc_vaddr -
		(reader->file->machine == EM_ARM ? function->value & ~1ull :
						   function->value);
}

/* ---- sites -------------------------------------------------------------- */

/* File offset in an executable segment. */
static bool code_offset(const struct sdt_file *file, uint64_t vaddr,
			uint64_t *fileoff_ret)
{
	for (size_t i = 0; i < file->load_cnt; i++) {
		const struct sdt_load *load = &file->loads[i];

		if (load->is_exec && vaddr >= load->vaddr &&
		    vaddr - load->vaddr < load->file_bytes) {
			*fileoff_ret = load->fileoff + (vaddr - load->vaddr);
			return true;
		}
	}
	return false;
}

/*
 * Returns whether there is code. lld and mold keep the notes of functions that
 * they drop (--gc-sections), with the offset in the function as the address.
 * That may be in an executable segment, which can begin with the headers of the
 * file, but is in no section.
 */
static bool place_linked(const struct reader *reader, struct sdt_note note,
			 struct sdt_site *site)
{
	sdt_note_correct(&note, reader->base_vaddr, reader->file->format);
	site->pc_vaddr = note.pc;
	site->has_fileoff =
		code_offset(reader->file, note.pc, &site->pc_fileoff) &&
		section_at(&reader->image, note.pc);
	site->has_sema = note.sema != 0;
	site->sema_vaddr = note.sema;
	if (site->has_sema)
		sdt_file_offset(reader->file, note.sema, &site->sema_fileoff);
	return site->has_fileoff;
}

/* The symbol of a relocation and the value, or NULL. */
static const struct elf_symbol *relocate(struct reader *reader,
					 const struct elf_relocs *relocs,
					 uint64_t off, uint64_t *value)
{
	const struct elf_symtab *symtab = symtab_of(reader);
	const struct elf_reloc *reloc = elf_relocs_find(relocs, off);
	const struct elf_symbol *sym;

	if (!reloc || !reloc->symbol || reloc->symbol >= symtab->symbol_cnt)
		return NULL;
	sym = &symtab->symbols[reloc->symbol];
	*value = sym->value + (reloc->has_addend ? reloc->addend : *value);
	return sym;
}

static void place_relocatable(struct reader *reader, struct sdt_note note,
			      const struct elf_relocs *relocs, size_t desc_off,
			      struct sdt_site *site)
{
	size_t width = elf_addr_bytes(reader->file->format);
	const struct elf_file *image = &reader->image;
	const struct elf_symbol *sym =
		relocate(reader, relocs, desc_off, &note.pc);

	site->pc_vaddr = note.pc;
	if (sym && sym->section_idx && sym->section_idx < image->section_cnt) {
		const struct elf_section *sec =
			&image->sections[sym->section_idx];

		site->section_idx = sym->section_idx;
		site->has_fileoff = note.pc < sec->file_bytes;
		site->pc_fileoff = sec->fileoff + note.pc;
	}
	sym = relocate(reader, relocs, desc_off + 2 * width, &note.sema);
	site->has_sema = sym || note.sema;
	site->sema_vaddr = note.sema;
}

/* A note section while it is read. */
struct note_section {
	char *data; /* in the arena of the file */
	size_t len;
	struct elf_relocs relocs; /* of a relocatable object */
};

/* Returns false if the note describes no site. */
static bool add_site(struct reader *reader, const struct note_section *section,
		     const struct elf_note *elf_note)
{
	struct sdt_site site = { .function = "" };
	struct sdt_note note;

	if (sdt_note_parse(elf_note->desc, elf_note->desc_len,
			   reader->file->format, &note) ||
	    !sdt_name_showable(note.provider) || !sdt_name_showable(note.name))
		return false;
	site.provider = note.provider;
	site.name = note.name;
	site.args_text = note.args;
	if (reader->file->elf_type == ET_REL)
		place_relocatable(reader, note, &section->relocs,
				  elf_note->desc_off, &site);
	else if (!place_linked(reader, note, &site))
		return false;
	vec_push(&reader->sites, site);
	return true;
}

static void read_notes(struct reader *reader,
		       const struct note_section *section)
{
	struct elf_note note;
	size_t pos = 0;
	int more;

	while ((more = elf_note_next(section->data, section->len,
					 reader->file->format, &pos, &note)) >
	       0)
		if (elf_note_is(&note, SDT_NOTE_OWNER, SDT_NOTE_TYPE) &&
		    !add_site(reader, section, &note))
			reader->file->bad_note_cnt++;
	if (more < 0)
		set_damage(reader, "a note of .note.stapsdt is truncated");
}

/*
 * Copies a section to the arena; NULL when it can't be read. Thousands of
 * section headers can describe the same bytes, of which each would make sites:
 * all sections together must fit into the file.
 */
static char *section_data(struct reader *reader, const struct elf_section *sec)
{
	uint64_t max = reader->image.size_bytes < NOTE_BYTES_MAX ?
		reader->image.size_bytes : NOTE_BYTES_MAX;
	char *data;

	if (sec->file_bytes > max - reader->note_bytes)
		return NULL;
	reader->note_bytes += sec->file_bytes;
	data = arena_alloc(&reader->file->arena, sec->file_bytes);
	if (elf_file_read(&reader->image, sec->fileoff, data, sec->file_bytes))
		return NULL;
	return data;
}

/* In a relocatable object the notes are not finished. */
static void read_relocs(struct reader *reader, const struct elf_section *sec,
			struct note_section *section)
{
	if (elf_relocs_init(&section->relocs, &reader->image,
			    sec - reader->image.sections))
		set_damage(reader, "relocations can't be read");
	elf_relocs_apply_sums(&section->relocs, symtab_of(reader),
			      reader->file->format, section->data,
			      section->len);
}

static void read_note_section(struct reader *reader,
			      const struct elf_section *sec)
{
	struct note_section section = {
		.data = section_data(reader, sec),
		.len = sec->file_bytes,
	};

	if (!section.data) {
		set_damage(reader, ".note.stapsdt lies outside of the file, "
				   "overlaps itself or is too large");
		return;
	}
	if (reader->file->elf_type == ET_REL)
		read_relocs(reader, sec, &section);
	read_notes(reader, &section);
	elf_relocs_deinit(&section.relocs);
}

/* Corrected as the pc of a site. */
static void add_mark(struct reader *reader, const struct elf_note *elf_note)
{
	struct elf_format fmt = reader->file->format;
	struct sdt_note note = { 0 };

	if (!fmt.is_64 || elf_note->desc_len < SDT_DIRECT_MARK_BYTES)
		return;
	note.pc = elf_get(fmt, elf_note->desc, 8);
	note.base = elf_get(fmt, elf_note->desc + 8, 8);
	sdt_note_correct(&note, reader->base_vaddr, fmt);
	vec_push(&reader->marks, note.pc);
}

static int compare_marks(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void apply_marks(struct reader *reader)
{
	size_t cnt = reader->marks.cnt;

	if (!cnt || reader->file->elf_type == ET_REL)
		return;
	qsort(reader->marks.v, cnt, sizeof(uint64_t), compare_marks);
	for (size_t i = 0; i < reader->sites.cnt; i++)
		reader->sites.v[i].is_direct =
			bsearch(&reader->sites.v[i].pc_vaddr, reader->marks.v,
				cnt, sizeof(uint64_t), compare_marks) != NULL;
}

static void read_type_section(struct reader *reader,
			      const struct elf_section *sec)
{
	const char *data = section_data(reader, sec);
	struct elf_note note;
	size_t pos = 0;
	int more = -EBADMSG;

	while (data &&
	       (more = elf_note_next(data, sec->file_bytes,
					 reader->file->format, &pos, &note)) >
		       0) {
		struct sdt_type_provider provider;

		if (elf_note_is(&note, SDT_TYPENOTE_OWNER,
				SDT_DIRECT_MARK_TYPE))
			add_mark(reader, &note);
		if (!elf_note_is(&note, SDT_TYPENOTE_OWNER,
				     SDT_TYPENOTE_TYPE))
			continue;
		if (sdt_typenote_parse(note.desc, note.desc_len,
				       reader->file->format,
				       &reader->file->arena, &provider))
			set_damage(reader,
				   "a note of .note.dtrace is damaged "
				   "or of a later version");
		else
			vec_push(&reader->types, provider);
	}
	if (more < 0)
		set_damage(reader, "a note of .note.dtrace is truncated");
}

/*
 * Calls @fn for each section of that name with contents. An object may have
 * several: one per COMDAT group.
 */
static void each_section(struct reader *reader, const char *name,
			 void (*fn)(struct reader *,
				    const struct elf_section *))
{
	const struct elf_file *image = &reader->image;
	size_t from = 0;
	const struct elf_section *sec;

	while ((sec = elf_file_find(image, name, from))) {
		if (sec->type == SHT_NOTE && sec->file_bytes)
			fn(reader, sec);
		from = sec - image->sections + 1;
	}
}

static void note_found(struct reader *reader, const struct elf_section *sec)
{
	(void)sec;
	reader->file->has_notes = true;
}

static void read_sites(struct reader *reader)
{
	each_section(reader, SDT_NOTE_SECTION, read_note_section);
	for (size_t i = 0; i < reader->sites.cnt; i++) {
		if (reader->want & SDT_WANT_FUNCTIONS)
			read_function(reader, &reader->sites.v[i]);
		if (reader->want & (SDT_WANT_ARGS | SDT_WANT_SYMBOLS))
			read_args(reader, &reader->sites.v[i]);
	}
}

/* ---- the file ----------------------------------------------------------- */

static void read_loads(struct reader *reader)
{
	const struct elf_file *image = &reader->image;
	struct sdt_file *file = reader->file;
	struct sdt_load *loads = arena_new_array(&file->arena, struct sdt_load,
						 image->segment_cnt);

	file->loads = loads;
	for (size_t i = 0; i < image->segment_cnt; i++) {
		const struct elf_segment *seg = &image->segments[i];

		if (seg->type != PT_LOAD)
			continue;
		loads[file->load_cnt++] = (struct sdt_load){
			.vaddr = seg->vaddr,
			.fileoff = seg->fileoff,
			.file_bytes = seg->file_bytes,
			.mem_bytes = seg->mem_bytes,
			.is_exec = seg->flags & PF_X,
			.is_write = seg->flags & PF_W,
		};
	}
}

/* A copy of a vector's elements that lives as long as the file. */
static void *keep(struct reader *reader, const void *v, size_t bytes)
{
	return bytes ?
		memcpy(arena_alloc(&reader->file->arena, bytes), v, bytes) :
		NULL;
}

static void read_wanted(struct reader *reader)
{
	struct sdt_file *file = reader->file;
	const struct elf_section *base =
		elf_file_find(&reader->image, SDT_BASE_SECTION, 0);

	if (base)
		reader->base_vaddr = base->vaddr;
	each_section(reader, SDT_NOTE_SECTION, note_found);
	if (file->has_notes &&
	    (reader->want &
	     (SDT_WANT_SITES | SDT_WANT_ARGS | SDT_WANT_SYMBOLS |
	      SDT_WANT_FUNCTIONS)))
		read_sites(reader);
	if (reader->want & SDT_WANT_TYPES) {
		each_section(reader, SDT_TYPENOTE_SECTION, read_type_section);
		sdt_rodata_read(&reader->image, file);
	}
	apply_marks(reader);
	if ((reader->want & SDT_WANT_DYNAMIC) &&
	    sdt_dynamic_read(&reader->image, file))
		set_damage(reader, "the dynamic section can't be read");
	if (reader->want & SDT_WANT_BUILD_ID)
		sdt_build_id_read(&reader->image, file);
	file->sites = keep(reader, reader->sites.v,
			   reader->sites.cnt * sizeof(reader->sites.v[0]));
	file->site_cnt = reader->sites.cnt;
	file->types = keep(reader, reader->types.v,
			   reader->types.cnt * sizeof(reader->types.v[0]));
	file->type_cnt = reader->types.cnt;
	if (!sdt_direct_read(file, reader->base_vaddr))
		set_damage(reader, "a DIRECT record of .note.dtrace is invalid");
}

static int check_elf_type(const struct elf_file *image, const char **why_ret)
{
	switch (image->elf_type) {
	case ET_EXEC:
	case ET_DYN:
	case ET_REL:
		return 0;
	case ET_CORE:
		*why_ret = "a core file; list the program that wrote it";
		return -ENOEXEC;
	}
	*why_ret = "an ELF file of unknown type";
	return -ENOEXEC;
}

/* Makes the result of an image, which is released here. */
static int read_image(struct elf_file *image, unsigned want,
		      struct sdt_file **ret, const char **why_ret)
{
	struct reader reader = { .image = *image, .want = want };
	int err = check_elf_type(image, why_ret);

	if (!err) {
		reader.file = xcalloc(1, sizeof(*reader.file));
		arena_init(&reader.file->arena);
		reader.file->machine = image->machine;
		reader.file->elf_type = image->elf_type;
		reader.file->format = image->format;
		read_loads(&reader);
		read_wanted(&reader);
		*ret = reader.file;
	}
	vec_deinit(&reader.sites);
	vec_deinit(&reader.marks);
	vec_deinit(&reader.types);
	elf_symtab_deinit(&reader.symtab);
	elf_file_deinit(&reader.image);
	return err;
}

int sdt_file_open_fd(int fd, unsigned want, struct sdt_file **ret,
		     const char **why_ret)
{
	const char *why_unused;
	struct elf_file image;
	int err;

	if (!why_ret)
		why_ret = &why_unused;
	err = elf_file_init_fd(&image, fd, why_ret);
	return err ? err : read_image(&image, want, ret, why_ret);
}

int sdt_file_open(const char *path, unsigned want, struct sdt_file **ret,
		  const char **why_ret)
{
	/* O_NONBLOCK, because the path may be a FIFO */
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0) {
		int err = -errno;

		if (why_ret)
			*why_ret = "can't be opened";
		return err;
	}
	return sdt_file_open_fd(fd, want, ret, why_ret);
}

int sdt_file_open_memory(const void *data, size_t len, unsigned want,
			 struct sdt_file **ret, const char **why_ret)
{
	const char *why_unused;
	struct elf_file image;
	int err;

	if (!why_ret)
		why_ret = &why_unused;
	err = elf_file_init_memory(&image, data, len, why_ret);
	return err ? err : read_image(&image, want, ret, why_ret);
}

void sdt_file_close(struct sdt_file *file)
{
	if (!file)
		return;
	arena_deinit(&file->arena);
	free(file);
}

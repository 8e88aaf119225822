// SPDX-License-Identifier: BSD-2-Clause
/*
 * Up to three tables are searched. The first one that has a function of known
 * size around the address is used; if none has, the first with a function
 * without a size.
 *
 *	.symtab		the only one, if the file was not stripped
 *	debug file	its .symtab
 *	.dynsym		the symbols that the file exports
 *	.gnu_debugdata	.symtab of the functions that .dynsym lacks
 *
 * A function without a size reaches to the next one. In a stripped file that may
 * be one without a name, so .eh_frame says where functions begin.
 *
 * The addresses in a debug file are those of the time when it was made. If
 * prelink has moved the file since, the difference of their first segments is
 * added.
 */
#include "runtime/symbol/elfsym.h"

#include <elf.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "elf/elf_file.h"
#include "elf/symtab.h"
#include "runtime/symbol/debugfile.h"
#include "runtime/symbol/unwind/ehframe.h"

enum { TABLE_MAX = 3 };

struct table {
	struct elf_file image; /* headers; its descriptor is closed */
	struct elf_symtab symtab;
	uint64_t bias; /* to be added to addresses in the mapped file */
	void *data; /* owned, in memory; or NULL */
};

struct elfsym {
	struct table tables[TABLE_MAX]; /* the first is the file's own */
	size_t table_cnt;
	struct ehframe starts; /* of functions, if they are needed */
};

static void table_deinit(struct table *table)
{
	elf_symtab_deinit(&table->symtab);
	elf_file_deinit(&table->image);
	free(table->data);
}

void elfsym_destroy(struct elfsym *elf)
{
	if (!elf)
		return;
	for (size_t i = 0; i < elf->table_cnt; i++)
		table_deinit(&elf->tables[i]);
	ehframe_close(&elf->starts);
	free(elf);
}

static void read_symbols(struct table *table)
{
	/* a damaged table is as good as none */
	if (elf_symtab_init(&table->symtab, &table->image))
		table->symtab = (struct elf_symtab){
			.elf_type = table->image.elf_type,
		};
}

static bool is_stripped(const struct elf_file *image)
{
	for (size_t i = 0; i < image->section_cnt; i++)
		if (image->sections[i].type == SHT_SYMTAB &&
		    image->sections[i].file_bytes)
			return false;
	return true;
}

static uint64_t code_vaddr(const struct elf_file *image)
{
	for (size_t i = 0; i < image->segment_cnt; i++)
		if (image->segments[i].type == PT_LOAD &&
		    image->segments[i].flags & PF_X)
			return image->segments[i].vaddr;
	return 0;
}

/* Takes ownership of @image and @data. */
static void add_table(struct elfsym *elf, const struct elf_file *image,
		      void *data)
{
	struct table *table = &elf->tables[elf->table_cnt++];

	*table = (struct table){ .image = *image, .data = data };
	if (elf->table_cnt > 1)
		table->bias = code_vaddr(image) -
			code_vaddr(&elf->tables[0].image);
	read_symbols(table);
	table->image.fd = -1;
}

static void add_debug_file(struct elfsym *elf, int root_fd, const char *path)
{
	_cleanup_close_ int fd =
		debugfile_open(&elf->tables[0].image, root_fd, path);
	struct elf_file image;
	const char *why;

	if (fd >= 0 && !elf_file_init_fd(&image, fd, &why))
		add_table(elf, &image, NULL);
}

static void add_debug_data(struct elfsym *elf)
{
	size_t len;
	void *data = debugfile_unpack(&elf->tables[0].image, &len);
	struct elf_file image;
	const char *why;

	if (data && !elf_file_init_memory(&image, data, len, &why))
		add_table(elf, &image, data);
	else
		free(data);
}

static bool has_unsized_function(const struct elf_symtab *symtab)
{
	for (size_t i = 0; i < symtab->symbol_cnt; i++) {
		const struct elf_symbol *sym = &symtab->symbols[i];

		if (!sym->size_bytes && sym->section_idx != SHN_UNDEF &&
		    (sym->type == STT_FUNC || sym->is_label))
			return true;
	}
	return false;
}

/* Reads where functions begin that the file's own symbols may lack. */
static void read_starts(struct elfsym *elf, int fd)
{
	struct ehframe *starts = &elf->starts;

	if (!has_unsized_function(&elf->tables[0].symtab) ||
	    ehframe_open(&(struct ehframe_file){ .fd = fd }, starts))
		return;
	free(take_ptr(starts->frames));
	starts->frames_bytes = 0;
}

struct elfsym *elfsym_create(int fd, int root_fd, const char *path)
{
	struct elf_file image;
	struct elfsym *elf;
	const char *why;

	if (elf_file_init_fd(&image, fd, &why))
		return NULL;
	elf = xcalloc(1, sizeof(*elf));
	add_table(elf, &image, NULL);
	if (is_stripped(&image)) {
		elf->tables[0].image.fd = fd;
		add_debug_file(elf, root_fd, path);
		if (elf->table_cnt == 1)
			add_debug_data(elf);
		elf->tables[0].image.fd = -1;
		if (elf->table_cnt == 1) /* no debug data names the others */
			read_starts(elf, fd);
	}
	return elf;
}

struct elfsym *elfsym_create_memory(const void *data, size_t len)
{
	struct elf_file image;
	struct elfsym *elf;
	const char *why;

	if (elf_file_init_memory(&image, data, len, &why))
		return NULL;
	elf = xcalloc(1, sizeof(*elf));
	add_table(elf, &image, NULL);
	return elf;
}

bool elfsym_vaddr(const struct elfsym *elf, uint64_t fileoff,
		  uint64_t *vaddr_ret)
{
	const struct elf_file *image = &elf->tables[0].image;

	for (size_t i = 0; i < image->segment_cnt; i++) {
		const struct elf_segment *segment = &image->segments[i];

		if (segment->type != PT_LOAD || !(segment->flags & PF_X) ||
		    fileoff < segment->fileoff ||
		    fileoff - segment->fileoff >= segment->file_bytes)
			continue;
		*vaddr_ret = fileoff - segment->fileoff + segment->vaddr;
		return true;
	}
	return false;
}

bool elfsym_bias(const struct elfsym *elf, uint64_t start_uaddr,
		 uint64_t fileoff, uint64_t bytes, uint64_t *bias_ret)
{
	const struct elf_file *image = &elf->tables[0].image;

	for (size_t i = 0; i < image->segment_cnt; i++) {
		const struct elf_segment *segment = &image->segments[i];

		if (segment->type != PT_LOAD || !(segment->flags & PF_X) ||
		    segment->fileoff >= fileoff + bytes ||
		    segment->fileoff + segment->file_bytes <= fileoff)
			continue;
		*bias_ret = start_uaddr - fileoff + segment->fileoff -
			segment->vaddr;
		return true;
	}
	return false;
}

/* Functions without a size are limited to their section. */
static uint32_t section_of(const struct elf_file *image, uint64_t vaddr)
{
	for (size_t i = 1; i < image->section_cnt; i++)
		if (image->sections[i].flags & SHF_ALLOC &&
		    vaddr >= image->sections[i].vaddr &&
		    vaddr - image->sections[i].vaddr <
			    image->sections[i].file_bytes)
			return (uint32_t)i;
	return 0;
}

static bool find_object(struct elfsym *elf, uint64_t vaddr,
			struct elfsym_function *ret)
{
	for (size_t i = 0; i < elf->table_cnt; i++) {
		struct table *table = &elf->tables[i];
		const struct elf_symbol *symbol =
			elf_symtab_object(&table->symtab, vaddr + table->bias);

		if (!symbol)
			continue;
		ret->name = symbol->name;
		ret->off_bytes = vaddr + table->bias - symbol->value;
		return true;
	}
	return false;
}

/* Does a function begin after @vaddr, but not after @until_vaddr? */
static bool begins_between(const struct elfsym *elf, uint64_t vaddr,
			   uint64_t until_vaddr)
{
	size_t low = 0, high = elf->starts.entry_cnt;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (elf->starts.entries[mid].start_vaddr <= until_vaddr)
			low = mid + 1;
		else
			high = mid;
	}
	return low && elf->starts.entries[low - 1].start_vaddr > vaddr;
}

bool elfsym_find(struct elfsym *elf, uint64_t vaddr,
		 struct elfsym_function *ret)
{
	/*
	 * a debug file has the section numbers of the file that it was split
	 * from
	 */
	uint32_t section_idx = section_of(&elf->tables[0].image, vaddr);
	bool is_found = false;

	for (size_t i = 0; i < elf->table_cnt; i++) {
		struct table *table = &elf->tables[i];
		uint64_t own_vaddr = vaddr + table->bias;
		const struct elf_symbol *symbol = elf_symtab_function(
			&table->symtab, section_idx, own_vaddr);

		if (!symbol || (is_found && !symbol->size_bytes))
			continue;
		if (!i && !symbol->size_bytes &&
		    begins_between(elf, symbol->value, vaddr))
			continue;
		ret->name = symbol->name;
		ret->off_bytes = own_vaddr - symbol->value;
		is_found = true;
		if (symbol->size_bytes)
			break;
	}
	/* linkers may put constants into the segment of the code */
	return is_found || find_object(elf, vaddr, ret);
}

static bool is_data(const struct elf_file *image, uint64_t vaddr)
{
	for (size_t i = 0; i < image->segment_cnt; i++) {
		const struct elf_segment *segment = &image->segments[i];

		if (segment->type == PT_LOAD && !(segment->flags & PF_X) &&
		    vaddr >= segment->vaddr &&
		    vaddr - segment->vaddr < segment->mem_bytes)
			return true;
	}
	return false;
}

bool elfsym_find_data(struct elfsym *elf, uint64_t vaddr,
		      struct elfsym_function *ret)
{
	*ret = (struct elfsym_function){ 0 };
	if (!is_data(&elf->tables[0].image, vaddr))
		return false;
	(void)find_object(elf, vaddr, ret);
	return true;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Constants are what compilers put into .rodata. Some linkers write several
 * sections of that name (".rodata.str"), one after the other: the range is from
 * the first to the last one of a segment. Segments are too coarse: they may
 * also contain the code or the unwind tables, which are larger than the
 * constants.
 */
#include "sdt/rodata_range.h"

#include <elf.h>
#include <string.h>

static bool is_constants(const struct elf_file *image,
			 const struct elf_section *section)
{
	const char *name = elf_file_section_name(image, section);
	const uint64_t flags = SHF_ALLOC | SHF_WRITE | SHF_EXECINSTR;
	static const char prefix[] = ".rodata";

	return section->type == SHT_PROGBITS &&
	       (section->flags & flags) == SHF_ALLOC && section->file_bytes &&
	       !strncmp(name, prefix, sizeof(prefix) - 1) &&
	       (name[sizeof(prefix) - 1] == '.' ||
		!name[sizeof(prefix) - 1]);
}

/* The read-only segment that contains it in the file, or NULL. */
static const struct sdt_load *load_of(const struct sdt_file *file,
				      const struct elf_section *section)
{
	for (size_t i = 0; i < file->load_cnt; i++) {
		const struct sdt_load *load = &file->loads[i];
		uint64_t off = section->vaddr - load->vaddr;

		if (!load->is_write && section->vaddr >= load->vaddr &&
		    off < load->file_bytes &&
		    section->file_bytes <= load->file_bytes - off)
			return load;
	}
	return NULL;
}

void sdt_rodata_read(const struct elf_file *image, struct sdt_file *file)
{
	const struct sdt_load *load = NULL;
	uint64_t begin = 0, end = 0;

	for (size_t i = 0; i < image->section_cnt; i++) {
		const struct elf_section *section = &image->sections[i];
		const struct sdt_load *found;

		if (!is_constants(image, section))
			continue;
		found = load_of(file, section);
		if (!found || (load && found != load))
			continue;
		if (!load || section->vaddr < begin)
			begin = section->vaddr;
		if (!load || section->vaddr + section->file_bytes > end)
			end = section->vaddr + section->file_bytes;
		load = found;
	}
	file->constants_vaddr = begin;
	file->constants_bytes = end - begin;
}

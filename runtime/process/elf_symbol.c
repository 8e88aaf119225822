// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/process/elf_symbol.h"

#include <gelf.h>
#include <string.h>

static uint64_t value_in_section(Elf *elf, Elf_Scn *section,
				 const GElf_Shdr *header, unsigned char type,
				 const char *name)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Sym symbol;

	for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
		const char *text;

		if (GELF_ST_TYPE(symbol.st_info) != type || !symbol.st_value)
			continue;
		text = elf_strptr(elf, header->sh_link, symbol.st_name);
		if (text && !strcmp(text, name))
			return symbol.st_value;
	}
	return 0;
}

uint64_t elf_symbol_value(Elf *elf, uint32_t table, unsigned char type,
			  const char *name)
{
	Elf_Scn *section = NULL;
	uint64_t value = 0;
	GElf_Shdr header;

	while (!value && (section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == table)
			value = value_in_section(elf, section, &header, type,
						 name);
	return value;
}

uint64_t elf_symbol_value_in(int fd, uint32_t table, unsigned char type,
			     const char *name)
{
	uint64_t value;
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	value = elf ? elf_symbol_value(elf, table, type, name) : 0;
	elf_end(elf);
	return value;
}

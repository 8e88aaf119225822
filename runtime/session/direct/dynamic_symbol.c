// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/direct/dynamic_symbol.h"

#include <gelf.h>
#include <string.h>

uint64_t dynamic_symbol_value(Elf *elf, const char *name)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf, section))) {
		Elf_Data *data;

		if (!gelf_getshdr(section, &header) ||
		    header.sh_type != SHT_DYNSYM)
			continue;
		data = elf_getdata(section, NULL);
		for (int i = 0; data; i++) {
			const char *found;
			GElf_Sym symbol;

			if (!gelf_getsym(data, i, &symbol))
				break;
			found = elf_strptr(elf, header.sh_link, symbol.st_name);
			if (found && !strcmp(found, name))
				return symbol.st_value;
		}
	}
	return 0;
}

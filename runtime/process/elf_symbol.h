/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A single symbol of a file, by name, without an index of all.
 */
#ifndef DTRACE_RUNTIME_PROCESS_ELF_SYMBOL_H
#define DTRACE_RUNTIME_PROCESS_ELF_SYMBOL_H

#include <libelf.h>
#include <stdint.h>

/*
 * The value of the symbol @name of @type (STT_FUNC, STT_OBJECT) in the tables of
 * kind @table (SHT_SYMTAB, SHT_DYNSYM); 0: there is none, or it is undefined.
 */
uint64_t elf_symbol_value(Elf *elf, uint32_t table, unsigned char type,
			  const char *name);
/* The same of an open file; 0 also if it is no ELF file. */
uint64_t elf_symbol_value_in(int fd, uint32_t table, unsigned char type,
			     const char *name);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_DYNAMIC_SYMBOL_H
#define DTRACE_RUNTIME_SESSION_DIRECT_DYNAMIC_SYMBOL_H

#include <libelf.h>
#include <stdint.h>

/* The value of a symbol for the dynamic linker; 0: there is none. */
uint64_t dynamic_symbol_value(Elf *elf, const char *name);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The code that V8 (Node.js) generates when it is built, among the code of its
 * file.
 */
#ifndef DTRACE_RUNTIME_SYMBOL_UNWIND_V8_BUILTINS_H
#define DTRACE_RUNTIME_SYMBOL_UNWIND_V8_BUILTINS_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>

#include "runtime/symbol/unwind/ehframe.h"

/* It is larger than this, and no other code without a table in that file is. */
enum { V8_BUILTINS_MIN_BYTES = 512 << 10 };

/*
 * Whether the file contains V8 and exports its interface. @phdrs: its program
 * headers, @cnt.
 */
bool v8_is_in(const struct ehframe_file *file, const Elf64_Phdr *phdrs,
	      size_t cnt);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the constants of a file. Used inside sdt/. */
#ifndef DTRACE_SDT_RODATA_RANGE_H
#define DTRACE_SDT_RODATA_RANGE_H

#include "elf/elf_file.h"
#include "sdt/file.h"

/* Sets file->constants_vaddr and constants_bytes, which stay 0 if it has none. */
void sdt_rodata_read(const struct elf_file *image, struct sdt_file *file);

#endif

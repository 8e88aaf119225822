/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The dynamic section of a file. Used inside sdt/.
 */
#ifndef DTRACE_SDT_DYNAMIC_SECTION_H
#define DTRACE_SDT_DYNAMIC_SECTION_H

#include "elf/elf_file.h"
#include "sdt/file.h"

/*
 * Fills interp, soname, needed, runpath and rpath of @file, whose loads are
 * known. Returns 0 (also when the file has no dynamic section), -EBADMSG when
 * it is damaged, or -errno.
 */
int sdt_dynamic_read(const struct elf_file *image, struct sdt_file *file);
/*
 * Fills build_id when the file has one that can be read.
 */
void sdt_build_id_read(const struct elf_file *image, struct sdt_file *file);

#endif

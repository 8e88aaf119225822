/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the symbols of a stripped file: in a separate file on this machine, or
 * compressed in the stripped file itself. Nothing is ever fetched over a
 * network.
 */
#ifndef DTRACE_RUNTIME_SYMBOL_DEBUGFILE_H
#define DTRACE_RUNTIME_SYMBOL_DEBUGFILE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "elf/elf_file.h"

/*
 * Opens the root folder of @pid. Returns a descriptor, or -1 if it is the same
 * as ours or the process has ended.
 */
int debugfile_root(pid_t pid);
/*
 * Opens the regular file @path, relative to the folder @root_fd (symbolic
 * links, too), or to our own root if that is -1. Returns a descriptor, or -1.
 */
int debugfile_open_in(int root_fd, const char *path);

/*
 * Opens the debug file of @image, a file that a process maps as @path: by its
 * build id, then by the name in .gnu_debuglink; under the process's root
 * @root_fd, unless that is -1, then under ours. The build id or the checksum of
 * the result was compared. Returns a descriptor, or -1. @image must be
 * readable.
 */
int debugfile_open(const struct elf_file *image, int root_fd,
		   const char *path);

/*
 * Unpacks .gnu_debugdata, an ELF file with more symbols. Returns it (free()),
 * or NULL if there is none or it can't be read.
 */
void *debugfile_unpack(const struct elf_file *image, size_t *len_ret);

#endif

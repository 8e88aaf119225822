/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the symbols of a stripped file are: in a file of their own on this
 * machine, or compressed in the stripped file itself. Nothing is ever
 * fetched over a network.
 */
#ifndef DTRACE_RUNTIME_SYMBOL_DEBUGFILE_H
#define DTRACE_RUNTIME_SYMBOL_DEBUGFILE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "elf/elf_file.h"

/*
 * The root folder that @pid sees, to be closed. -1: it is ours, or the
 * process is gone.
 */
int debugfile_root(pid_t pid);
/*
 * Opens the regular file @path, which counts from the folder @root_fd (also
 * its symbolic links do), or from our own root when that is -1. Returns a
 * descriptor, or -1.
 */
int debugfile_open_in(int root_fd, const char *path);

/*
 * Opens the debug file of @image, a file that a process maps as @path: by
 * its build id, then by the name in .gnu_debuglink; under the process's root
 * @root_fd, when that is not -1, then under ours. Its build id or its
 * checksum has been compared. Returns a descriptor, or -1. @image must be
 * readable.
 */
int debugfile_open(const struct elf_file *image, int root_fd,
		   const char *path);

/*
 * Unpacks .gnu_debugdata: an ELF file with more symbols. Returns it (free()),
 * or NULL when there is none that can be read.
 */
void *debugfile_unpack(const struct elf_file *image, size_t *len_ret);

#endif

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Names of functions of a stripped file: from its debug file, or from
 * .gnu_debugdata in the file itself. Only names, addresses and sections are
 * read there, never code.
 */
#include <elf.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "runtime/provider/user_code/user_code.h"
#include "runtime/symbol/debugfile.h"

static bool open_image(struct user_debug *debug, const struct user_file *file,
		       pid_t pid)
{
	_cleanup_close_ int root_fd = debugfile_root(pid);
	const char *why;
	size_t len;

	debug->fd = debugfile_open(&file->image, root_fd, file->path);
	if (debug->fd >= 0 &&
	    !elf_file_init_fd(&debug->image, debug->fd, &why))
		return true;
	debug->data = debugfile_unpack(&file->image, &len);
	return debug->data && !elf_file_init_memory(&debug->image,
						     debug->data, len, &why);
}

/* Returns the address of the first segment that is loaded. */
static uint64_t first_vaddr(const struct elf_file *image)
{
	for (size_t i = 0; i < image->segment_cnt; i++)
		if (image->segments[i].type == PT_LOAD)
			return image->segments[i].vaddr;
	return UINT64_MAX;
}

/* Symbols don't fit a file that was moved to other addresses (prelink). */
static bool is_alike(const struct elf_file *a, const struct elf_file *b)
{
	return a->machine == b->machine && first_vaddr(a) == first_vaddr(b);
}

bool user_debug_open(struct user_file *file, pid_t pid)
{
	struct user_debug *debug = &file->debug;

	if (!open_image(debug, file, pid)) {
		debug->image = (struct elf_file){ 0 };
		return false;
	}
	if (is_alike(&debug->image, &file->image) &&
	    !elf_symtab_init(&debug->symtab, &debug->image))
		return debug->symtab.symbol_cnt;
	debug->symtab = (struct elf_symtab){ 0 };
	return false;
}

void user_debug_close(struct user_debug *debug)
{
	elf_symtab_deinit(&debug->symtab);
	elf_file_deinit(&debug->image);
	free(debug->data);
	if (debug->fd >= 0)
		close(debug->fd);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Where a link-time address is in the file and in a process.
 *
 * A byte of code has three addresses; PT_LOAD segments relate them:
 *
 *	vaddr	 0x1004		as symbols and notes have it
 *	fileoff	 0x0fe4		vaddr - load.vaddr + load.fileoff
 *	uaddr	 0x55d0a0401004	vaddr + load bias of the process
 */
#include <errno.h>
#include <unistd.h>

#include "sdt/file.h"

int sdt_file_offset(const struct sdt_file *file, uint64_t vaddr,
		    uint64_t *fileoff_ret)
{
	for (size_t i = 0; i < file->load_cnt; i++) {
		const struct sdt_load *load = &file->loads[i];

		if (vaddr >= load->vaddr &&
		    vaddr - load->vaddr < load->file_bytes) {
			*fileoff_ret = load->fileoff + (vaddr - load->vaddr);
			return 0;
		}
	}
	return -ENOENT;
}

bool sdt_file_misses_sema(const struct sdt_file *file, uint64_t sema_fileoff)
{
	const uint64_t page = (uint64_t)getpagesize();

	for (size_t i = 0; i < file->load_cnt; i++) {
		const struct sdt_load *load = &file->loads[i];
		uint64_t end = load->fileoff + load->file_bytes;

		if (load->is_write &&
		    sema_fileoff >= (load->fileoff & -page) &&
		    sema_fileoff < ((end + page - 1) & -page))
			return sema_fileoff < load->fileoff ||
				sema_fileoff >= end;
	}
	return false;
}

/* Whether a mapping of the segment can begin at @map_fileoff. */
static bool load_covers(const struct sdt_load *load, uint64_t map_fileoff)
{
	/* Mappings begin at page boundaries, segments anywhere. */
	uint64_t first = load->fileoff & -(uint64_t)getpagesize();

	return map_fileoff >= first &&
		map_fileoff - first <
		load->file_bytes + (load->fileoff - first);
}

int sdt_file_bias(const struct sdt_file *file, uint64_t start_uaddr,
		  uint64_t map_fileoff, uint64_t *bias_ret)
{
	const struct sdt_load *best = NULL;

	/*
	 * Two segments may share a page of the file: the mapping is of the
	 * executable one. Old programs have all segments mapped executable
	 * (READ_IMPLIES_EXEC), then any will do.
	 */
	for (size_t i = 0; i < file->load_cnt; i++) {
		const struct sdt_load *load = &file->loads[i];

		if (load_covers(load, map_fileoff) &&
		    (!best || (load->is_exec && !best->is_exec)))
			best = load;
	}
	if (!best)
		return -ENOENT;
	*bias_ret = start_uaddr - map_fileoff - (best->vaddr - best->fileoff);
	return 0;
}

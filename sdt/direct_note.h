/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The providers whose clauses the program can run itself, and what a tracer has
 * to know about them (docs/direct-probes.md, sdt/direct_abi.h).
 */
#ifndef DTRACE_SDT_DIRECT_NOTE_H
#define DTRACE_SDT_DIRECT_NOTE_H

#include <stdbool.h>
#include <stdint.h>

#include "sdt/provider_note.h"

struct sdt_file;

/*
 * Addresses are link-time addresses, as with sites: in a process the load bias
 * is added. All of them are in suitable segments of the file.
 */
struct sdt_direct {
	/*
	 * hook i is that of provider->probes[i]; some of its sites may not be
	 * direct
	 */
	const struct sdt_type_provider *provider;
	uint32_t hook_cnt; /* at most provider->probe_cnt */
	uint64_t control_vaddr; /* struct direct_control, aligned */
	uint64_t alive_sema_vaddr;
	uint64_t alive_sema_fileoff;
	uint64_t alive_pc_vaddr; /* of the 1-byte nop */
	uint64_t alive_pc_fileoff;
	/* of the stub of probes[0], and of its 1-byte nop */
	uint64_t stub_vaddr;
	uint64_t stub_fileoff;
	/* of the file: strings in them can be read */
	uint64_t constants_vaddr, constants_bytes;
};

/*
 * Makes file->directs from file->types. @base_vaddr is the address of
 * .stapsdt.base, 0 if there is none. Returns false if a record can't be true.
 */
bool sdt_direct_read(struct sdt_file *file, uint64_t base_vaddr);

#endif

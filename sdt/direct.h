/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The providers of a file that a program can trace itself: where a tracer finds
 * what it has to know of (docs/direct-probes.md, sdt/direct_abi.h).
 */
#ifndef DTRACE_SDT_DIRECT_H
#define DTRACE_SDT_DIRECT_H

#include <stdbool.h>
#include <stdint.h>

#include "sdt/typenote.h"

struct sdt_file;

/*
 * Addresses are link-time addresses: that of a process is the load bias more,
 * as with sites. All of them are in segments of the file that fit.
 */
struct sdt_direct {
	/* hook i is of provider->probes[i]; sites of it may be not direct */
	const struct sdt_type_provider *provider;
	uint32_t hook_cnt; /* at most provider->probe_cnt */
	uint64_t control_vaddr; /* struct direct_control, aligned */
	uint64_t alive_sema_vaddr;
	uint64_t alive_sema_fileoff;
	uint64_t alive_pc_vaddr; /* of the 1-byte nop */
	uint64_t alive_pc_fileoff;
	/* the stub of probes[0], and its 1-byte nop */
	uint64_t stub_vaddr;
	uint64_t stub_fileoff;
	/* of the file: strings among them can be read */
	uint64_t constants_vaddr, constants_bytes;
};

/*
 * Makes file->directs of file->types. @base_vaddr is the address of
 * .stapsdt.base, 0 if there is none. Returns false if a record can't be true.
 */
bool sdt_direct_read(struct sdt_file *file, uint64_t base_vaddr);

#endif

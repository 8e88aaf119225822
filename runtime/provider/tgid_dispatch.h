/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processes that share the links of a program. Each link with a process filter
 * costs all other processes about 20 ns at its sites; a lookup in the program
 * costs a few ns, however many processes there are. Therefore a file that is
 * traced in CROWD_MIN processes or more gets one link without a filter, and the
 * program looks up its probe by site (row) and process (column):
 *
 *	tgids	 100  101  107
 *	row 0	   7    8    9		cookie ABI_ROW | 0
 *	row 1	  10    -   11		cookie ABI_ROW | 1
 *
 * The price is that breakpoints and semaphores are present in all processes
 * that map the file.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_TGID_DISPATCH_H
#define DTRACE_RUNTIME_PROVIDER_TGID_DISPATCH_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "runtime/common/probe_access.h"

enum { CROWD_MIN = 5 };

/* A site of a program in one process. */
struct tgid_dispatch_site {
	uint32_t file_idx;
	uint32_t tgid; /* 0: every process; it never shares a link */
	uint64_t place; /* sites of the file with equal numbers share a row */
	uint32_t tag;
	uint32_t row; /* result: its row + 1, or 0: it has a filtered link */
};

struct tgid_dispatch {
	VEC(uint64_t) tgids, tags; /* see struct abi_rows */
};

/*
 * Assigns rows to those sites of one program whose files are in enough
 * processes. If two sites have the same row and process, the tag of the first
 * is used. If there are any rows, @identity changes from COOKIE to ROWS, which
 * it borrows from @shared.
 */
void tgid_dispatch_form(struct tgid_dispatch *shared,
			struct tgid_dispatch_site *sites, size_t cnt,
			struct abi_identity *identity);
void tgid_dispatch_deinit(struct tgid_dispatch *shared);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processes that share the links of a program. Each link that is filtered by a
 * process costs every other process about 20 ns at its sites; a lookup in the
 * program costs a few ns, whatever their number. So a file that is traced in
 * CROWD_MIN processes or more gets one link without a filter, and the program
 * finds its probe by site (row) and process (column):
 *
 *	tgids	 100  101  107
 *	row 0	   7    8    9		cookie ABI_ROW | 0
 *	row 1	  10    -   11		cookie ABI_ROW | 1
 *
 * The price is that breakpoints and semaphores are present in all processes
 * that map the file.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_CROWD_H
#define DTRACE_RUNTIME_PROVIDER_CROWD_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "runtime/common/probe_abi.h"

enum { CROWD_MIN = 5 };

/* A site of a program in one process. */
struct shared_links_site {
	uint32_t file_idx;
	uint32_t tgid; /* 0: every process; stays alone */
	uint64_t place; /* the same number for the same row in the file */
	uint32_t tag;
	uint32_t row; /* out: its row + 1, or 0: by a filtered link */
};

struct shared_links {
	VEC(uint64_t) tgids, tags; /* of struct abi_rows */
};

/*
 * Gives rows to the sites of one program whose files have enough processes.
 * Of two with one row and process the first has its tag there. When there are
 * rows, @identity, a COOKIE, becomes ROWS, which are borrowed from @shared.
 */
void shared_links_form(struct shared_links *shared, struct shared_links_site *sites, size_t cnt,
		struct abi_identity *identity);
void shared_links_deinit(struct shared_links *shared);

#endif

// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/kernel/link/link_batch.h"

#include <stdlib.h>
#include <unistd.h>

enum { BATCH_NS = 250 * 1000 * 1000 };

size_t link_batch_first(void)
{
	double load;

	return getloadavg(&load, 1) == 1 &&
			load > 2 * (double)sysconf(_SC_NPROCESSORS_ONLN) ?
		LINK_BATCH_BUSY :
		LINK_BATCH_MAX;
}

size_t link_batch_next(size_t cnt, uint64_t ns)
{
	uint64_t next = cnt * (uint64_t)BATCH_NS / (ns ? ns : 1);

	if (next < LINK_BATCH_MIN)
		return LINK_BATCH_MIN;
	return next < LINK_BATCH_MAX ? (size_t)next : LINK_BATCH_MAX;
}

// SPDX-License-Identifier: BSD-2-Clause
#include "base/system/fd_limit.h"

#include <stdbool.h>
#include <sys/resource.h>

static struct rlimit begin;
static bool is_known;

void fd_limit_raise(void)
{
	struct rlimit limit;

	if (!is_known && getrlimit(RLIMIT_NOFILE, &begin))
		return;
	is_known = true;
	limit = begin;
	limit.rlim_cur = limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

void fd_limit_restore(void)
{
	if (is_known)
		(void)setrlimit(RLIMIT_NOFILE, &begin);
}

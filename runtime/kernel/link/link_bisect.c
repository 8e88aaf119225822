/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/kernel/link/link_bisect.h"

/* Recursion depth: the logarithm of the number of sites. */
int link_bisect(const struct bisection *bisection, size_t first, size_t cnt)
{
	int err = bisection->link(bisection->ctx, first, cnt);

	if (!err || !bisection->is_site_error(err))
		return err;
	if (cnt == 1) {
		if (bisection->bad)
			bisection->bad(bisection->arg, first, err);
		return 0;
	}
	err = link_bisect(bisection, first, cnt / 2);
	return err ? err : link_bisect(bisection, first + cnt / 2, cnt - cnt / 2);
}

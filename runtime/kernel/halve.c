/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/kernel/halve.h"

/* Depth: the logarithm of the number of sites. */
int kern_halve(const struct halving *halving, size_t first, size_t cnt)
{
	int err = halving->link(halving->ctx, first, cnt);

	if (!err || !halving->is_site_error(err))
		return err;
	if (cnt == 1) {
		if (halving->bad)
			halving->bad(halving->arg, first, err);
		return 0;
	}
	err = kern_halve(halving, first, cnt / 2);
	return err ? err : kern_halve(halving, first + cnt / 2, cnt - cnt / 2);
}

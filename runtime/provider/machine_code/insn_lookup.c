// SPDX-License-Identifier: BSD-2-Clause
/*
 * Which instruction begins at an offset: a binary search. It is apart because
 * reachable_code.c, which machine_code.c calls, needs it too.
 */
#include "runtime/provider/machine_code/machine_code.h"

ssize_t code_insns_at(const struct code_insns *insns, uint32_t off)
{
	size_t low = 0, high = insns->offs.cnt;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (insns->offs.v[mid] < off)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == insns->offs.cnt || insns->offs.v[low] != off)
		return -1;
	return (ssize_t)low;
}

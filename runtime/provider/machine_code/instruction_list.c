// SPDX-License-Identifier: BSD-2-Clause
/*
 * The instructions of a function, once they have been found.
 */
#include "runtime/provider/machine_code/instructions.h"

void code_insns_deinit(struct code_insns *insns)
{
	vec_deinit(&insns->offs);
	vec_deinit(&insns->refusals);
	vec_deinit(&insns->are_last);
	vec_deinit(&insns->exits);
	vec_deinit(&insns->return_offs);
	*insns = (struct code_insns){ 0 };
}

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

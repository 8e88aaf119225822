// SPDX-License-Identifier: BSD-2-Clause
/*
 * The table of aggregating functions, and functions that several of them share.
 * A row of lang/table/builtins.def without its agg_ops_<name> fails to link.
 */
#include "runtime/consume/aggregation/agg_ops.h"

const struct agg_ops *const agg_ops_table[AGG_CNT] = {
#define VAR(name, type, flags)
#define SUBR(name, proto, flags)
#define ACT(name, proto, flags)
#define AGG(name, proto, flags) [AGG_##name] = &agg_ops_##name,
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
};

bool agg_take_sums(uint64_t *total, uint64_t *cell, uint32_t words)
{
	uint64_t any = 0;

	for (uint32_t i = 0; i < words; i++) {
		uint64_t word = agg_take_word(&cell[i]);

		total[i] += word;
		any |= word;
	}
	return any;
}

enum {
	/*
	 * They take longer than the additions of a firing, for each of which its
	 * CPU must get the memory back that was read here: some 100 ns.
	 */
	STEADY_READS = 120,
	/* each ends at the next firing: a cell that is always busy takes 1 ms */
	STEADY_TRIES = 1000,
};

static bool read_words(const uint64_t *cell, uint32_t words, uint64_t *ret)
{
	bool is_same = true;

	for (uint32_t i = 0; i < words; i++) {
		uint64_t word = __atomic_load_n(&cell[i], __ATOMIC_ACQUIRE);

		is_same &= word == ret[i];
		ret[i] = word;
	}
	return is_same;
}

bool agg_read_steady(const uint64_t *cell, uint32_t words, uint64_t *ret)
{
	for (int i = 0; i < STEADY_TRIES; i++) {
		int same_cnt = 0;

		(void)read_words(cell, words, ret);
		if (!ret[0])
			return false;
		while (same_cnt < STEADY_READS && read_words(cell, words, ret))
			same_cnt++;
		if (same_cnt == STEADY_READS)
			return true;
	}
	return false;
}

int agg_compare_signed(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

int agg_compare_weights(const struct agg_weight *a, const struct agg_weight *b)
{
	if (a->sum != b->sum)
		return a->sum < b->sum ? -1 : 1;
	return agg_compare_signed(a->zero_cnt, b->zero_cnt);
}

int64_t agg_normalised(int64_t value, uint64_t normal)
{
	if (value < 0)
		return (int64_t) - (-(uint64_t)value / normal);
	return (int64_t)((uint64_t)value / normal);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Which subprograms a program calls. They are generated after its clauses
 * (subprograms.c), so that what calls one need not know how it is made.
 */
#include "runtime/codegen/gen_internal.h"

uint32_t gen_subprog(struct pgen *g, uint32_t agg_id)
{
	uint32_t i, keyed_cnt = 0;

	for (i = 0; i < g->subprogs.cnt; i++) {
		if (g->subprogs.agg[i] == agg_id)
			return i + 1;
		keyed_cnt += g->subprogs.agg[i] < GEN_SUBPROG_FIND;
	}
	if (agg_id < GEN_SUBPROG_FIND && keyed_cnt == GEN_KEYED_SUBPROG_MAX) {
		pgen_error(g, g->clause.ast->loc,
			   "more than %d keyed aggregations in one program",
			   GEN_KEYED_SUBPROG_MAX);
		return 1;
	}
	/* leaves room for ERROR and sending */
	if (agg_id >= GEN_SUBPROG_FIND &&
	    agg_id != (uint32_t)GEN_SUBPROG_ERROR &&
	    agg_id != (uint32_t)GEN_SUBPROG_SEND &&
	    i - keyed_cnt >= GEN_FINDER_MAX)
		return 0;
	g->subprogs.agg[g->subprogs.cnt++] = agg_id;
	return i + 1;
}

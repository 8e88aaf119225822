// SPDX-License-Identifier: BSD-2-Clause
/*
 * Generates the subprograms that a program calls: to insert a key into an
 * aggregation, one for each (key_to_slot.c), to run the clauses of dtrace:::ERROR
 * (error.c), to send records (send.c), and to look up variables
 * (lookup_subprogram.c).
 */
#include "runtime/codegen/record/record_gen.h"
#include "runtime/codegen/value/lvalue.h"

/* Renames the subprogram in the calls to it. Returns the number of calls. */
static uint32_t renumber_calls(struct gen_prog *prog, uint32_t from, uint32_t to)
{
	uint32_t cnt = 0;

	for (size_t i = 0; i < prog->code.refs.cnt; i++) {
		struct code_ref *ref = &prog->code.refs.v[i];

		if (ref->kind != REF_SUBPROG || ref->target != from)
			continue;
		ref->target = to;
		cnt++;
	}
	return cnt;
}

/*
 * Drops subprograms that are never called, as after a constant false predicate.
 * The kernel refuses them ("number of funcs in func_info doesn't match number
 * of subprogs").
 */
static void drop_uncalled(struct pgen *g, struct gen_prog *prog, uint32_t from)
{
	uint32_t kept = from;

	for (uint32_t i = from; i < g->subprogs.cnt; i++)
		if (renumber_calls(prog, i + 1, kept + 1))
			g->subprogs.agg[kept++] = g->subprogs.agg[i];
	g->subprogs.cnt = kept;
}

int gen_subprogs(struct pgen *g, struct gen_prog *prog)
{
	int err = 0;

	drop_uncalled(g, prog, 0);
	for (uint32_t i = 0; i < g->subprogs.cnt && !err; i++) {
		uint32_t agg_id = g->subprogs.agg[i];

		if (agg_id == (uint32_t)GEN_SUBPROG_ERROR) {
			err = gen_error_function(g, prog, i + 1);
			prog->code.has_error = true;
			drop_uncalled(g, prog, i + 1);
		} else if (agg_id == (uint32_t)GEN_SUBPROG_SEND) {
			err = gen_send_function(g, prog, i + 1);
		} else if (agg_id >= GEN_SUBPROG_FIND) {
			err = gen_finder(g, prog, agg_id, i + 1);
		} else {
			struct agg_layout agg = g->gen->result.aggs.v[agg_id];

			err = gen_key_function(g, prog, &agg, i + 1);
		}
	}
	return err;
}

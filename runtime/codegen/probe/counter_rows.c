// SPDX-License-Identifier: BSD-2-Clause
/*
 * The rows of counters of a clause: those of its program, or in a late program
 * those that were laid out for it (late_program.c).
 */
#include <string.h>

#include "runtime/codegen/gen_internal.h"

int gen_spare_id(const struct gen_result *result, const char *class_name,
		 const struct clause *clause)
{
	for (size_t i = 0; i < result->progs.cnt; i++)
		if (result->progs.v[i].is_spare &&
		    result->progs.v[i].clauses[0] == clause &&
		    !strcmp(result->progs.v[i].class_name, class_name))
			return (int)i;
	return -1;
}

uint32_t gen_clause_row(const struct pgen *g, const struct clause *clause,
			uint32_t row)
{
	const struct gen_result *result = &g->gen->result;
	int spare = g->mode.is_late && !g->mode.is_error ?
		gen_spare_id(result, result->progs.v[g->prog_id].class_name,
			     clause) :
		-1;

	return spare < 0 ? row : result->progs.v[spare].row_first;
}

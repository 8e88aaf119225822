/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Aggregating functions: how a firing updates a cell. Each row AGG(name) of
 * lang/table/builtins.def has its `const struct agg_gen gen_agg_<name>`;
 * runtime/common/record.h describes the words of a cell.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_AGGREGATION_AGG_UPDATE_H
#define DTRACE_RUNTIME_CODEGEN_AGGREGATION_AGG_UPDATE_H

#include "runtime/codegen/gen_internal.h"

enum { AGG_ARG_MAX = 6 };

struct agg_update {
	struct ir_val cell; /* address of the cell */
	const uint32_t *args; /* registers; IR_NO_REG if not given */
	const int64_t *params; /* ident.agg_params */
};

struct agg_gen {
	uint32_t words; /* words of a cell, or 0 and: */
	/* plus one word for a flag */
	uint32_t (*bucket_cnt)(const int64_t *params);
	void (*update)(struct pgen *g, const struct agg_update *update);
};

#define VAR(name, type, flags)
#define SUBR(name, proto, flags)
#define ACT(name, proto, flags)
#define AGG(name, proto, flags) extern const struct agg_gen gen_agg_##name;
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Aggregating functions: what a firing does to a cell. Each row AGG(name) of
 * lang/builtins.def has its `const struct agg_gen gen_agg_<name>`; the words
 * of a cell are told in runtime/common/record.h.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_GEN_AGG_H
#define DTRACE_RUNTIME_CODEGEN_GEN_AGG_H

#include "runtime/codegen/generator.h"

enum { AGG_ARG_MAX = 6 };

struct agg_update {
	struct ir_val cell; /* its address */
	const uint32_t *args; /* registers; IR_NO_REG when not given */
	const int64_t *params; /* of ident.agg_params */
};

struct agg_gen {
	uint32_t words; /* of a cell, or: */
	uint32_t (*bucket_cnt)(const int64_t *params); /* and a flag */
	void (*update)(struct pgen *g, const struct agg_update *update);
};

#define VAR(name, type, flags)
#define SUBR(name, proto, flags)
#define ACT(name, proto, flags)
#define AGG(name, proto, flags) extern const struct agg_gen gen_agg_##name;
#include "lang/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG

#endif

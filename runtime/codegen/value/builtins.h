/* SPDX-License-Identifier: BSD-2-Clause */
/* The built-in variables and subroutines, by the rows of their table. */
#ifndef DTRACE_RUNTIME_CODEGEN_VALUE_BUILTINS_H
#define DTRACE_RUNTIME_CODEGEN_VALUE_BUILTINS_H

#include "runtime/codegen/gen_internal.h"

/*
 * A built-in variable or subroutine, found by its row of lang/table/builtins.def: for
 * each row there must be a `const struct ... gen_var_<name>` or
 * gen_subr_<name>, with value() for numbers or string() and string_bytes() for
 * strings. The node of a subroutine is its NODE_CALL.
 */
struct name_gen {
	uint32_t (*value)(struct pgen *g, const struct node *node);
	void (*string)(struct pgen *g, const struct node *node, struct mem dst,
		       uint32_t bytes);
	uint32_t (*string_bytes)(const struct gen *gen,
				 const struct node *node);
	/* bytes of the string, from the first, that differ between firings */
	uint32_t (*varying_bytes)(struct pgen *g);
	bool reads_user; /* prefers a program that can sleep */
	bool walks_user; /* the stack of the process: may have to wait */
	bool reads_args; /* reads where arguments point, user or kernel */
	/* for addresses and stacks, which gen_pc() stores */
	enum rec_kind kind;
};
#define VAR(name, type, flags) extern const struct name_gen gen_var_##name;
#define SUBR(name, proto, flags) extern const struct name_gen gen_subr_##name;
#define ACT(name, proto, flags)
#define AGG(name, proto, flags)
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
/* Returns the row of a built-in's NODE_NAME or of a NODE_CALL, or NULL. */
const struct name_gen *gen_name(const struct node *node);
const struct name_gen *gen_subr(unsigned int row);

extern const struct name_gen gen_var_caller, gen_var_ucaller,
	gen_var_stackdepth, gen_var_ustackdepth, gen_var_regs, gen_var_uregs,
	gen_subr_stack, gen_subr_ustack, gen_subr_jstack, gen_subr_sym,
	gen_subr_func, gen_subr_mod, gen_subr_usym, gen_subr_ufunc,
	gen_subr_umod, gen_subr_uaddr;

#endif

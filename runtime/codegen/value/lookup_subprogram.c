// SPDX-License-Identifier: BSD-2-Clause
/*
 * Functions that look up variables. The kernel replaces the call of such a
 * helper by other instructions, and moves all instructions after it, so in a
 * program that is split each map has one function that contains the call:
 *
 *	find_2(key):	return map_lookup_elem(dyn[2], key)
 *	find_self(flags): return task_storage_get(self, current, 0, flags)
 *
 * They are not global: those cannot return an address.
 */
#include "runtime/codegen/value/lvalue.h"

bool gen_has_finders(const struct pgen *g)
{
	return g->mode.is_cut && g->cut.base;
}

uint32_t gen_call_finder(struct pgen *g, uint32_t code, struct ir_val map,
			 struct ir_val arg)
{
	uint32_t id = gen_subprog(g, code);

	/* too many functions: this call costs time, but works */
	if (!id && code == (uint32_t)GEN_SUBPROG_SELF &&
	    g->gen->env.has_task_storage)
		return gen_storage_get(g, arg);
	if (!id)
		return ir_helper(g->f, map_lookup_elem, map, arg);
	return ir_call(g->f, CALL_FINDER, id, &arg, 1);
}

int gen_finder(struct pgen *entry, struct gen_prog *prog, uint32_t code,
	       uint32_t id)
{
	bool is_self = code == (uint32_t)GEN_SUBPROG_SELF;
	uint32_t idx = is_self ? 0 : code - GEN_SUBPROG_FIND, arg, found;
	struct pgen g = *entry;
	struct ir_func f;
	int err;

	ir_func_init(&f,
		     is_self ? "find_self" :
			       arena_printf(g.gen->arena, "find_%u", idx),
		     1, IR_SUBPROG_STACK_MAX);
	f.id = id;
	g.f = &f;
	g.cut.base = 0; /* it only uses its stack */
	ir_note(&f, (struct loc){ 0 }, "find a variable");
	arg = ir_reg(&f);
	ir_params(&f, &arg);
	if (is_self && g.gen->env.has_task_storage)
		found = gen_storage_get(&g, val_reg(arg));
	else
		found = ir_helper(&f, map_lookup_elem,
				  is_self ? val_map(MAP_SELF, 0) :
					    val_map(MAP_DYN, idx),
				  val_reg(arg));
	ir_ret(&f, val_reg(found));
	err = gen_function(&g, prog, &f);
	ir_func_deinit(&f);
	return err;
}

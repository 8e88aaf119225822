/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * print(e): one field of plain bytes with the type of e,
 *
 *	0 address	8 the object or value, at most printsize of it
 *
 * which the consumer formats (runtime/consume/text/print.c). If e is not a pointer,
 * the address is 0.
 */
#include "lang/place.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/record/record_gen.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/value.h"

enum { ADDRESS_BYTES = 8 };

static const struct type *shown_type(const struct node *arg)
{
	const struct type *type = type_resolve(arg->type);

	return type->kind == TYPE_POINTER ? type->target : type;
}

static uint32_t bytes_print(struct pgen *g, const struct node *call)
{
	uint64_t bytes = type_size_bytes(shown_type(call->call.args));
	uint32_t max = g->gen->env.printsize_bytes;

	return ADDRESS_BYTES + (uint32_t)(bytes < max ? bytes : max);
}

static const struct type *type_print_arg(const struct node *call)
{
	return call->call.args->type;
}

static const struct node *layout_print(struct pgen *g, const struct node *call,
				       struct rec_item *item)
{
	(void)g;
	(void)call;
	(void)item;
	return NULL;
}

static void store_pointed(struct pgen *g, const struct node *arg,
			  struct mem dst, uint32_t bytes)
{
	uint32_t addr = gen_expr(g, arg);

	gen_mem_store(g, dst, ADDRESS_BYTES, val_reg(addr));
	gen_read(g, arg->space, mem_at(dst, ADDRESS_BYTES), val_imm(bytes),
		 addr);
}

/* Builds the whole value, because it may be truncated. */
static void store_value(struct pgen *g, const struct node *arg,
			struct mem dst, uint32_t bytes)
{
	uint32_t all_bytes = (uint32_t)type_size_bytes(arg->type);
	uint32_t padded = (all_bytes + 7) & ~7u;
	struct mem temp = gen_mem(g, padded);

	gen_zero(g, mem_at(temp, (int32_t)padded - 8), 8);
	if (gen_is_string(arg))
		gen_string(g, arg, temp, padded);
	else if (gen_is_bytes(arg))
		gen_bytes(g, arg, temp, all_bytes);
	else
		gen_mem_store(g, temp, all_bytes, val_reg(gen_expr(g, arg)));
	gen_mem_store(g, dst, ADDRESS_BYTES, val_imm(0));
	gen_copy(g, temp, mem_at(dst, ADDRESS_BYTES), bytes);
}

static void store_print(struct pgen *g, const struct node *call,
			struct mem dst, uint32_t bytes)
{
	const struct node *arg = call->call.args;

	if (arg->kind == NODE_COMMA) { /* a translated value */
		gen_effects(g, arg->binary.left);
		arg = arg->binary.right;
	}
	bytes -= ADDRESS_BYTES;
	if (type_resolve(arg->type)->kind == TYPE_POINTER)
		store_pointed(g, arg, dst, bytes);
	else
		store_value(g, arg, dst, bytes);
}

const struct act_gen gen_act_print = {
	.layout = layout_print,
	.raw_bytes = bytes_print,
	.raw_store = store_print,
	.raw_type = type_print_arg,
};

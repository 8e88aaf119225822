/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tracemem(address, bytes[, shown]): a field of plain bytes, copied from
 * where the pointer says (an integer: the kernel's memory), then the number
 * of bytes to show. Of a string its bytes are recorded, and NULs behind it.
 */
#include "runtime/codegen/gen_record.h"

static uint32_t bytes_tracemem(struct pgen *g, const struct node *call)
{
	(void)g;
	return (uint32_t)call->call.args->next->integer.value;
}

static const struct node *layout_tracemem(struct pgen *g,
					  const struct node *call,
					  struct rec_item *item)
{
	(void)g;
	(void)item;
	return call->call.args->next->next;
}

/* A string longer than the record is made elsewhere, and cut without NUL. */
static void store_string(struct pgen *g, const struct node *text,
			 struct mem dst, uint32_t bytes)
{
	uint32_t all_bytes = gen_string_bytes(g->gen, text);
	uint32_t fit = bytes & ~7u;
	struct mem whole;

	if (all_bytes <= fit) {
		gen_string(g, text, dst, all_bytes);
		gen_zero(g, mem_at(dst, (int32_t)all_bytes), bytes - all_bytes);
		return;
	}
	whole = gen_mem(g, all_bytes);
	gen_string(g, text, whole, all_bytes);
	if (bytes > all_bytes)
		gen_zero(g, dst, bytes);
	ir_helper(g->f, probe_read_kernel, gen_mem_addr(g, dst),
		  val_imm(bytes < all_bytes ? bytes : all_bytes),
		  gen_mem_addr(g, whole));
}

static void store_tracemem(struct pgen *g, const struct node *call,
			   struct mem dst, uint32_t bytes)
{
	const struct node *addr = call->call.args;
	uint32_t reg;

	if (gen_is_string(addr)) {
		store_string(g, addr, dst, bytes);
		return;
	}
	reg = gen_expr(g, addr);
	if (type_is_integer(addr->type)) {
		gen_read(g, SPACE_KERNEL, dst, val_imm(bytes), reg);
		return;
	}
	if (addr->space == SPACE_SCRATCH)
		reg = gen_scratch_ptr(g, reg, val_imm(bytes));
	gen_read(g, addr->space, dst, val_imm(bytes), reg);
}

const struct act_gen gen_act_tracemem = {
	.layout = layout_tracemem,
	.raw_bytes = bytes_tracemem,
	.raw_store = store_tracemem,
};

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tracemem(address, bytes[, shown]): a field of plain bytes, copied from the
 * pointer's target (for an integer: kernel memory), then the number of bytes to
 * show. For a string, its bytes are recorded, followed by NULs. Bytes that are
 * not shown are not read: tracemem(copyin(arg1, arg2), 64, arg2) reads no more
 * than arg2 bytes.
 */
#include "lang/walk.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/record/record_gen.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/value.h"

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

/*
 * Builds a string longer than the record elsewhere and truncates it without a
 * NUL.
 */
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

/*
 * Returns how much of @bytes to read: as much as is shown. The expression is
 * evaluated again for the record, so here it must have no side effect.
 */
static struct ir_val read_bytes(struct pgen *g, const struct node *shown,
				uint32_t bytes)
{
	struct ir_func *f = g->f;
	uint32_t reg, fits;

	if (!shown || node_has_effect(shown, true))
		return val_imm(bytes);
	fits = ir_label(f);
	reg = ir_copy(f, val_reg(gen_expr(g, shown)));
	/* unsigned, so a negative number is a large one */
	ir_branch(f, BPF_JLE, reg, val_imm(bytes), fits);
	ir_mov(f, reg, val_imm(bytes));
	ir_bind(f, fits);
	return val_reg(reg);
}

static void store_tracemem(struct pgen *g, const struct node *call,
			   struct mem dst, uint32_t bytes)
{
	const struct node *addr = call->call.args;
	enum addr_space space = addr->space;
	struct ir_val size;
	uint32_t reg;

	if (gen_is_string(addr)) {
		store_string(g, addr, dst, bytes);
		return;
	}
	reg = gen_expr(g, addr);
	if (type_is_integer(addr->type))
		space = SPACE_KERNEL;
	size = read_bytes(g, addr->next->next, bytes);
	if (size.kind != VAL_IMM)
		gen_zero(g, dst, bytes);
	gen_read(g, space, dst, size, reg);
}

const struct act_gen gen_act_tracemem = {
	.layout = layout_tracemem,
	.raw_bytes = bytes_tracemem,
	.raw_store = store_tracemem,
};

// SPDX-License-Identifier: BSD-2-Clause
/*
 * copyin(), copyinto() and bcopy() copy into scratch memory of the firing
 * (alloca.c): copyin() allocates it, the others get an address that D code
 * computed, so they fault unless all the bytes there have been allocated.
 */
#include "runtime/codegen/gen_internal.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

static uint32_t value_copyin(struct pgen *g, const struct node *node)
{
	uint32_t uaddr = gen_expr(g, node->call.args);
	struct room room = gen_take_room(g, node->call.args->next);

	gen_user_read(g, BPF_FUNC_probe_read_user, room.mem, room.bytes, uaddr);
	return room.addr;
}
const struct name_gen gen_subr_copyin = {
	.value = value_copyin,
	.reads_user = true,
};

/*
 * The kernel copies upwards, so of a range that begins shortly before the
 * target it would copy bytes that it has just written.
 */
static void refuse_overlap(struct pgen *g, uint32_t src, uint32_t dst,
			   struct ir_val bytes)
{
	uint32_t gap = ir_copy(g->f, val_reg(dst)), ok = ir_label(g->f);

	ir_alu(g->f, BPF_SUB, gap, val_reg(src));
	ir_branch(g->f, BPF_JEQ, gap, val_imm(0), ok);
	ir_branch(g->f, BPF_JGE, gap, bytes, ok);
	gen_fault(g, FAULT_BADSIZE, bytes);
	ir_bind(g->f, ok);
}

static uint32_t transfer(struct pgen *g, enum addr_space space,
			 const struct node *from, const struct node *to,
			 const struct node *size)
{
	uint32_t src = gen_expr(g, from), dst = gen_expr(g, to);
	struct ir_val bytes = gen_size_value(g, size);
	struct mem mem = { 0 };

	gen_limit_size(g, bytes, g->gen->env.scratchsize_bytes, FAULT_BADSIZE);
	if (space != SPACE_USER)
		refuse_overlap(g, src, dst, bytes);
	mem.base = val_reg(gen_scratch_ptr(g, dst, bytes));
	gen_read(g, space, mem, bytes, src);
	return dst;
}

static uint32_t value_copyinto(struct pgen *g, const struct node *node)
{
	const struct node *args = node->call.args;

	return transfer(g, SPACE_USER, args, args->next->next, args->next);
}
const struct name_gen gen_subr_copyinto = {
	.value = value_copyinto,
	.reads_user = true,
};

/* Copies from a string, which is padded with NULs to the end of its memory. */
static uint32_t copy_text(struct pgen *g, const struct node *text,
			  const struct node *to, const struct node *size)
{
	uint32_t room = gen_string_bytes(g->gen, text), dst;
	struct mem src = gen_mem(g, room), mem = { 0 };
	struct ir_val bytes;

	gen_string(g, text, src, room);
	dst = gen_expr(g, to);
	bytes = gen_size_value(g, size);
	gen_limit_size(g, bytes, room, FAULT_BADSIZE);
	mem.base = val_reg(gen_scratch_ptr(g, dst, bytes));
	ir_helper(g->f, probe_read_kernel, gen_mem_addr(g, mem), bytes,
		  gen_mem_addr(g, src));
	return dst;
}

static uint32_t value_bcopy(struct pgen *g, const struct node *node)
{
	const struct node *args = node->call.args;

	if (gen_is_string(args))
		return copy_text(g, args, args->next, args->next->next);
	return transfer(g, args->space, args, args->next, args->next->next);
}
const struct name_gen gen_subr_bcopy = { .value = value_bcopy };

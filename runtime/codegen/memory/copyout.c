/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * copyout() and copyoutstr() write to the memory of the current process. The
 * data goes through memory of the clause, because the helper takes no other.
 * The pages must be present and writable, because the helper does not sleep;
 * else the clause faults.
 */
#include "runtime/codegen/gen_internal.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

enum { COPYOUT_MAX_BYTES = 4096 };

/* Writes @len bytes of @data to @uaddr; nothing if @len is more than @bytes. */
static void write_user(struct pgen *g, struct mem data, uint32_t bytes,
		       uint32_t len, uint32_t uaddr)
{
	struct ir_func *f = g->f;
	uint32_t done = ir_label(f), err;

	len = ir_copy(f, val_reg(len));
	uaddr = gen_user_addr(g, uaddr);
	/* "< 1" instead of "== 0": the verifier keeps that bound */
	ir_branch(f, BPF_JLT, len, val_imm(1), done);
	ir_branch(f, BPF_JGT, len, val_imm(bytes), done);
	err = ir_helper(f, probe_write_user, val_reg(uaddr),
			gen_mem_addr(g, data), val_reg(len));
	ir_branch(f, BPF_JSGE, err, val_imm(0), done);
	gen_fault(g, FAULT_BADADDR, val_reg(uaddr));
	ir_bind(f, done);
}

/* Copies up to @max bytes of the string, including its NUL. */
static uint32_t value_copyoutstr(struct pgen *g, const struct node *node)
{
	const struct node *text = node->call.args;
	uint32_t bytes = gen_string_bytes(g->gen, text);
	struct mem whole = gen_mem(g, bytes), cut = gen_mem(g, bytes);
	uint32_t uaddr, max, len, fits = ir_label(g->f);

	gen_string(g, text, whole, bytes);
	uaddr = gen_expr(g, text->next);
	max = gen_expr(g, text->next->next);
	len = ir_helper(g->f, probe_read_kernel_str, gen_mem_addr(g, cut),
			val_imm(bytes), gen_mem_addr(g, whole));
	ir_branch(g->f, BPF_JLE, len, val_reg(max), fits);
	ir_mov(g->f, len, val_reg(max));
	ir_bind(g->f, fits);
	write_user(g, cut, bytes, len, uaddr);
	return ir_copy(g->f, val_imm(0));
}
const struct name_gen gen_subr_copyoutstr = { .value = value_copyoutstr };

static uint32_t copyout_bytes(const struct node *size)
{
	size = strip_casts(size);
	if (size->kind == NODE_INT && size->integer.value &&
	    size->integer.value < COPYOUT_MAX_BYTES)
		return (uint32_t)size->integer.value;
	return COPYOUT_MAX_BYTES;
}

/* The value of @size, of which more than @bytes is a fault. */
static uint32_t size_value(struct pgen *g, const struct node *size,
			   uint32_t bytes)
{
	uint32_t len = ir_copy(g->f, val_reg(gen_expr(g, size)));
	uint32_t ok = ir_label(g->f);

	ir_branch(g->f, BPF_JLE, len, val_imm(bytes), ok);
	gen_fault(g, FAULT_BADSIZE, val_reg(len));
	ir_bind(g->f, ok);
	return len;
}

/* Copies from a string, which is padded with NULs to the end of its memory. */
static uint32_t copyout_text(struct pgen *g, const struct node *text)
{
	uint32_t bytes = gen_string_bytes(g->gen, text), uaddr;
	struct mem data = gen_mem(g, bytes);

	gen_string(g, text, data, bytes);
	uaddr = gen_expr(g, text->next);
	write_user(g, data, bytes, size_value(g, text->next->next, bytes),
		   uaddr);
	return ir_copy(g->f, val_imm(0));
}

static uint32_t value_copyout(struct pgen *g, const struct node *node)
{
	const struct node *from = node->call.args, *size = from->next->next;
	struct ir_func *f = g->f;
	uint32_t bytes = copyout_bytes(size);
	uint32_t kaddr, uaddr, len;
	struct mem data;

	if (gen_is_string(from))
		return copyout_text(g, from);
	data = gen_mem(g, bytes);
	kaddr = gen_expr(g, from);
	uaddr = gen_expr(g, from->next);
	len = size_value(g, size, bytes);
	gen_zero(g, data, bytes);
	gen_read(g, from->space, data, val_reg(len), kaddr);
	write_user(g, data, bytes, len, uaddr);
	return ir_copy(f, val_imm(0));
}
const struct name_gen gen_subr_copyout = { .value = value_copyout };

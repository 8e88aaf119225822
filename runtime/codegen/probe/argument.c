/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arguments of a probe, as its struct probe_abi describes them, and reading
 * user memory. An argument is loaded where it is used.
 *
 *	{ CTX, 4 bytes, signed, ctx_off 112 }	r = [ctx + 112]
 *						r <<= 32; r s>>= 32
 */
#include <errno.h>

#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/value/value.h"

/*
 * Loads an argument or the result of a function as a number: a load from the
 * context would give a typed pointer, which allows no arithmetic. The kernel
 * replaces the call by a few instructions.
 */
static uint32_t load_func_value(struct pgen *g, int32_t off)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t reg = ir_reg(f);
	struct mem value = gen_frame_mem(g, 8);

	gen_zero(g, value, 8);
	if (off == ABI_FENTRY_RESULT)
		ir_helper(f, get_func_ret, val_reg(g->firing.ctx),
			  gen_mem_addr(g, value));
	else
		ir_helper(f, get_func_arg, val_reg(g->firing.ctx),
			  val_imm(off / 8), gen_mem_addr(g, value));
	ir_load(f, reg, value.base, value.off, 8);
	gen_temps_release(g, temps);
	return reg;
}

static uint32_t load_ctx(struct pgen *g, int32_t off)
{
	if (g->abi->context == ABI_FENTRY && g->firing.args == g->firing.ctx)
		return load_func_value(g, off);
	return gen_context_word(g, off);
}

static uint32_t load_user(struct pgen *g, const struct abi_arg *arg)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	struct mem value = gen_frame_mem(g, 8);
	uint32_t uaddr = ir_copy(f, val_imm(arg->value)), reg;

	if (arg->ctx_off >= 0)
		ir_alu(f, BPF_ADD, uaddr, val_reg(load_ctx(g, arg->ctx_off)));
	if (arg->index_off >= 0) {
		reg = load_ctx(g, arg->index_off);
		ir_alu(f, BPF_MUL, reg, val_imm(arg->scale ? arg->scale : 1));
		ir_alu(f, BPF_ADD, uaddr, val_reg(reg));
	}
	if (arg->is_addr32)
		ir_zext32(f, uaddr);
	gen_zero(g, value, 8);
	gen_user_read(g, BPF_FUNC_probe_read_user, value,
		      val_imm(arg->size_bytes), uaddr);
	reg = ir_reg(f);
	ir_load(f, reg, value.base, value.off, 8);
	gen_temps_release(g, temps);
	return reg;
}

/* only the bytes of the field itself are certain to exist */
static uint32_t load_field(struct pgen *g, const struct abi_arg *arg,
			   uint8_t size_bytes)
{
	uint32_t reg = ir_reg(g->f);

	ir_load(g->f, reg, val_reg(g->firing.args), arg->ctx_off, size_bytes);
	return reg;
}

static uint32_t located_address(struct pgen *g, const struct abi_arg *arg)
{
	enum { WORD_BYTES = 4, OFFSET_MASK = 0xffff };
	uint32_t off = load_field(g, arg, WORD_BYTES);
	uint32_t reg = gen_inner_address(g, arg->value);

	ir_alu(g->f, BPF_AND, off, val_imm(OFFSET_MASK));
	ir_alu(g->f, BPF_ADD, reg, val_reg(off));
	return reg;
}

/* The kernel's memory: straight through a typed pointer, else by a helper. */
static uint32_t load_kernel(struct pgen *g, const struct abi_arg *arg)
{
	uint32_t ptr = load_ctx(g, arg->ctx_off), reg;

	/* in a part the pointer is just a number */
	if (g->abi->context != ABI_BTF_TP || g->firing.args != g->firing.ctx)
		return gen_kernel_word(g, ptr, arg->value, arg->size_bytes);
	reg = ir_reg(g->f);
	ir_load(g->f, reg, val_reg(ptr), (int32_t)arg->value, arg->size_bytes);
	return reg;
}

static uint32_t load_if(struct pgen *g, const struct abi_arg *arg)
{
	struct ir_func *f = g->f;
	uint32_t word = load_ctx(g, arg->index_off), reg, end = ir_label(f);
	uint8_t code = arg->kind == ABI_ARG_IF_SET ? BPF_JEQ : BPF_JNE;

	reg = ir_copy(f, val_imm(0));
	ir_alu(f, BPF_AND, word, val_imm(arg->value));
	ir_branch(f, code, word, val_imm(0), end);
	ir_mov(f, reg, val_reg(load_ctx(g, arg->ctx_off)));
	ir_bind(f, end);
	return reg;
}

static uint32_t step_memory(struct pgen *g, const struct abi_step *step,
			    uint32_t top)
{
	uint32_t reg = gen_kernel_word(g, top, step->value, step->size_bytes);

	if (!step->width_bits) {
		gen_extend(g, reg, step->size_bytes, step->is_signed);
		return reg;
	}
	ir_alu(g->f, BPF_RSH, reg, val_imm(step->shift_bits));
	ir_alu(g->f, BPF_AND, reg,
	       val_imm((int64_t)((UINT64_C(1) << step->width_bits) - 1)));
	return reg;
}

static uint32_t step_push(struct pgen *g, const struct abi_step *step)
{
	uint32_t reg;

	if (step->kind == ABI_STEP_TASK)
		return ir_helper0(g->f, get_current_task);
	if (step->kind == ABI_STEP_CPU)
		return ir_helper0(g->f, get_smp_processor_id);
	if (step->kind == ABI_STEP_WAIT)
		return gen_wait_field(g, (enum abi_wait_field)step->value);
	if (step->kind == ABI_STEP_CONST)
		return ir_copy(g->f, val_imm(step->value));
	reg = load_ctx(g, (int32_t)step->value);
	gen_extend(g, reg, step->size_bytes, step->is_signed);
	return reg;
}

/*
 * Returns 0 if this number was the last one stored at its place in the table,
 * else 1. So when many threads report about one process at nearly the same
 * time, only the first report counts.
 */
static uint32_t step_first(struct pgen *g, uint32_t top)
{
	struct ir_func *f = g->f;
	uint32_t place = ir_copy(f, val_reg(top)), last = ir_copy(f, val_reg(top));
	uint32_t ret = ir_copy(f, val_imm(1)), end = ir_label(f);

	ir_alu(f, BPF_AND, place, val_imm(RT_SEEN_CNT - 1));
	ir_alu(f, BPF_LSH, place, val_imm(3));
	ir_alu(f, BPF_ADD, place,
	       val_reg(ir_copy(f, val_map_value(MAP_CONTROL, 0, 0))));
	ir_fetch(f, BPF_XCHG, val_reg(place), offsetof(struct rt_control, seen),
		 last);
	ir_branch(f, BPF_JNE, last, val_reg(top), end);
	ir_mov(f, ret, val_imm(0));
	ir_bind(f, end);
	return ret;
}

/* Computes the new top of the stack. */
static uint32_t step_change(struct pgen *g, const struct abi_step *step,
			    uint32_t top)
{
	struct ir_val val = val_reg(top);

	if (step->kind == ABI_STEP_KMEM)
		return step_memory(g, step, top);
	if (step->kind == ABI_STEP_CALL)
		return ir_call(g->f, CALL_LIB, (uint32_t)step->value, &val, 1);
	if (step->kind == ABI_STEP_FIRST)
		return step_first(g, top);
	if (step->kind == ABI_STEP_MUL)
		ir_alu(g->f, BPF_MUL, top, val_imm(step->value));
	else if (step->kind == ABI_STEP_AND)
		ir_alu(g->f, BPF_AND, top, val_imm(step->value));
	else
		ir_neg(g->f, top);
	return top;
}

static uint32_t load_steps(struct pgen *g, const struct abi_arg *arg)
{
	uint32_t stack[ABI_STACK_MAX];
	size_t depth = 0;

	for (size_t i = 0; i < arg->step_cnt; i++) {
		const struct abi_step *step = &arg->steps[i];

		if (step->kind <= ABI_STEP_CONST) {
			stack[depth++] = step_push(g, step);
		} else if (step->kind == ABI_STEP_ADD) {
			depth--;
			ir_alu(g->f, BPF_ADD, stack[depth - 1],
			       val_reg(stack[depth]));
		} else {
			stack[depth - 1] =
				step_change(g, step, stack[depth - 1]);
		}
	}
	return stack[0];
}

/*
 * Results of a call that was interrupted by a signal, before it is known
 * whether the call is restarted (errno.h of the kernel). If it is not, the
 * program sees EINTR.
 */
static void settle_restart(struct pgen *g, uint32_t reg)
{
	enum { FIRST = 512, LAST = 516 }; /* ERESTARTSYS, ERESTART_RESTARTBLOCK */
	uint32_t place = ir_copy(g->f, val_reg(reg)), done = ir_label(g->f);

	ir_alu(g->f, BPF_ADD, place, val_imm(LAST));
	ir_branch(g->f, BPF_JGT, place, val_imm(LAST - FIRST), done);
	ir_mov(g->f, reg, val_imm(-EINTR));
	ir_bind(g->f, done);
}

/* Loads the value at the width that the kernel or the program stored. */
static uint32_t load_value(struct pgen *g, const struct abi_arg *arg)
{
	uint32_t reg = 0;

	switch (arg->kind) {
	case ABI_ARG_NONE:
	case ABI_ARG_BAD:
		return ir_copy(g->f, val_imm(0));
	case ABI_ARG_CONST:
		return ir_copy(g->f, val_imm(arg->value));
	case ABI_ARG_MEM:
		reg = load_user(g, arg);
		break;
	case ABI_ARG_KMEM:
		reg = load_kernel(g, arg);
		break;
	case ABI_ARG_ADDR:
		reg = ir_copy(g->f, val_imm(arg->value));
		ir_alu(g->f, BPF_ADD, reg, val_reg(load_ctx(g, arg->ctx_off)));
		break;
	case ABI_ARG_CTX:
		reg = load_ctx(g, arg->ctx_off);
		if (arg->shift_bits)
			ir_alu(g->f, BPF_RSH, reg, val_imm(arg->shift_bits));
		if (arg->is_result)
			settle_restart(g, reg);
		break;
	case ABI_ARG_FIELD:
		reg = load_field(g, arg, arg->size_bytes);
		break;
	case ABI_ARG_INNER:
		return gen_inner_address(g, arg->ctx_off);
	case ABI_ARG_LOCATED:
		return located_address(g, arg);
	case ABI_ARG_IF_CLEAR:
	case ABI_ARG_IF_SET:
		reg = load_if(g, arg);
		break;
	case ABI_ARG_STEPS:
		return load_steps(g, arg);
	case ABI_ARG_SITE:
		return gen_site_arg(g, (unsigned int)arg->value);
	case ABI_ARG_LOCK:
		return gen_lock_field(g, (enum abi_lock_field)arg->value);
	case ABI_ARG_GROWTH:
		return gen_watch_growth(g);
	}
	gen_extend(g, reg, arg->size_bytes, arg->is_signed);
	return reg;
}

uint32_t gen_abi_value(struct pgen *g, const struct abi_arg *arg)
{
	uint32_t reg = load_value(g, arg);
	struct ir_val val = val_reg(reg);

	if (!arg->func)
		return reg;
	return ir_call(g->f, CALL_LIB, arg->func - 1u, &val, 1);
}

/* Returns the name of the program's first probe, if it is known. */
static const char *probe_text(const struct pgen *g)
{
	const struct abi_names *names = &g->abi->names;
	struct abi_name name = { 0 };

	if (!names->name || !names->name(names->arg, g->abi->probe_tag, &name))
		return "this probe";
	return arena_printf(g->gen->arena, "%s:%s:%s:%s",
			    name.fields[ABI_PROVIDER], name.fields[ABI_MODULE],
			    name.fields[ABI_FUNCTION], name.fields[ABI_NAME]);
}

uint32_t gen_probe_arg(struct pgen *g, unsigned int idx, struct loc loc)
{
	const struct abi_arg *arg = &g->abi->args[idx];

	if (arg->kind == ABI_ARG_BAD)
		pgen_error(g, loc, "arg%u can't be read at %s: %s", idx,
			   probe_text(g), arg->why ? arg->why : "unknown operand");
	if (gen_has_width(g, idx))
		return gen_arg_by_width(g, idx);
	return gen_abi_value(g, arg);
}

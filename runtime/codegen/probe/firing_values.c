// SPDX-License-Identifier: BSD-2-Clause
/*
 * Values of a firing that code anywhere in a program needs: those that are
 * computed once, the CPU's number, and the CPU's part of a map.
 */
#include "runtime/codegen/gen_internal.h"
#include "runtime/codegen/memory/memory.h"

static void compare_cpu(struct pgen *g, uint32_t cpu)
{
	ir_branch(g->f, BPF_JGE, cpu, val_imm(g->gen->env.cpu_max),
		  g->firing.exit_label);
}

/*
 * Compares the CPU's number with its bound once, right after firing.cpu is set,
 * if the verifier remembers the bound. A comparison at each use would have a
 * known result, so the verifier would remove it and move all instructions after
 * it; a hundred of these take most of the time to load a large program.
 */
void gen_cpu_bound(struct pgen *g)
{
	if (g->gen->env.keeps_bounds)
		compare_cpu(g, g->firing.cpu);
}

/*
 * Older kernels forget the bounds of a number that was spilled to the stack,
 * so every use that indexes a map compares again, in the register that it
 * uses.
 */
uint32_t gen_cpu(struct pgen *g)
{
	uint32_t cpu = ir_copy(g->f, val_reg(g->firing.cpu));

	if (!g->gen->env.keeps_bounds)
		compare_cpu(g, cpu);
	return cpu;
}

uint32_t gen_cpu_addr(struct pgen *g, enum map_role map, uint32_t off,
		      enum ir_sym stride)
{
	uint32_t cpu = gen_cpu(g);
	uint32_t addr = ir_copy(g->f, val_map_value(map, 0, off));

	ir_alu(g->f, BPF_MUL, cpu, val_sym(stride));
	ir_alu(g->f, BPF_ADD, addr, val_reg(cpu));
	return addr;
}

/* tgid in the upper half, thread in the lower; 0 outside our namespace */
static uint32_t ns_pid_tgid(struct pgen *g)
{
	const struct gen_env *env = &g->gen->env;
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	struct mem info = gen_frame_mem(g, 8);
	uint32_t reg;

	gen_zero(g, info, 8);
	ir_helper(f, get_ns_current_pid_tgid, val_imm((int64_t)env->pidns_dev),
		  val_imm((int64_t)env->pidns_ino), gen_mem_addr(g, info),
		  val_imm(8));
	reg = ir_reg(f);
	ir_load(f, reg, info.base, info.off, 8);
	gen_temps_release(g, temps);
	return reg;
}

static uint32_t compute_firing_value(struct pgen *g, enum firing_value value)
{
	switch (value) {
	case FIRING_PID_TGID:
		return g->gen->env.pidns_ino ?
			ns_pid_tgid(g) :
			ir_helper0(g->f, get_current_pid_tgid);
	case FIRING_TIMESTAMP:
	case FIRING_CNT:
		break;
	}
	return ir_helper0(g->f, ktime_get_ns);
}

uint32_t gen_firing_value(struct pgen *g, enum firing_value value)
{
	uint32_t reg = g->firing.values[value];
	uint32_t have;

	if (g->firing.known & (1u << value))
		return reg;
	have = ir_label(g->f);
	ir_branch(g->f, BPF_JNE, reg, val_imm(0), have);
	ir_mov(g->f, reg, val_reg(compute_firing_value(g, value)));
	ir_bind(g->f, have);
	g->firing.known |= 1u << value;
	return reg;
}

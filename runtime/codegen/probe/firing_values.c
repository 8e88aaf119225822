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

/* The number of the struct pid at @at in a struct at @kaddr. */
static uint32_t ns_id(struct pgen *g, const struct gen_id_offs *offs,
		      uint32_t kaddr, uint32_t at)
{
	int64_t inner = offs->level | (int64_t)offs->numbers << 16 |
		(int64_t)offs->inode << 32;
	struct ir_val args[] = {
		val_reg(gen_kernel_word(g, kaddr, at, 8)),
		val_imm(inner),
		val_imm((int64_t)g->gen->env.pidns_ino),
	};

	return ir_call(g->f, CALL_LIB, LIB_ns_id, args, 3);
}

/* Sets @reg for a thread in a namespace below ours, which the helper refuses. */
static void inner_pid_tgid(struct pgen *g, const struct gen_id_offs *offs,
			   uint32_t reg)
{
	struct ir_func *f = g->f;
	uint32_t task = ir_helper0(f, get_current_task);
	uint32_t signal = gen_kernel_word(g, ir_copy(f, val_reg(task)),
					  offs->signal, 8);

	ir_mov(f, reg, val_reg(ns_id(g, offs, signal, offs->process)));
	ir_alu(f, BPF_LSH, reg, val_imm(32));
	ir_alu(f, BPF_OR, reg, val_reg(ns_id(g, offs, task, offs->thread)));
}

/* tgid in the upper half, thread in the lower; 0 outside our namespace */
static uint32_t ns_pid_tgid(struct pgen *g)
{
	const struct gen_env *env = &g->gen->env;
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	struct mem info = gen_frame_mem(g, 8);
	uint32_t reg = ir_reg(f), done = ir_label(f), err;
	struct gen_id_offs offs;

	gen_zero(g, info, 8);
	err = ir_helper(f, get_ns_current_pid_tgid,
			val_imm((int64_t)env->pidns_dev),
			val_imm((int64_t)env->pidns_ino), gen_mem_addr(g, info),
			val_imm(8));
	ir_load(f, reg, info.base, info.off, 8);
	gen_temps_release(g, temps);
	if (env->id_offs && env->id_offs(env->host_arg, &offs)) {
		ir_branch(f, BPF_JEQ, err, val_imm(0), done);
		inner_pid_tgid(g, &offs, reg);
	}
	ir_bind(f, done);
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

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Waits that one tracepoint begins and another ends (locks). Programs without
 * clauses keep one hash element for each thread and object that it waits for,
 *
 *	{ task, arg0 } -> struct wait
 *
 * from the first begin, through changes of the wait's kind, until all have seen
 * the end. Programs of probes at the end read its members. The key includes the
 * object because an interrupt can wait while its thread does. The hash is
 * preallocated because some waiters for a lock hold one of the allocator's
 * locks.
 *
 * The kernel skips (and counts) a firing that interrupts the same program on
 * its CPU. So each of the three programs checks that the one before it ran: a
 * wait has a kind for probes only after it has ended, and an ended wait that
 * still exists is not continued.
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/value/lvalue.h"

struct wait {
	uint64_t kind; /* arg1 of the last begin */
	uint64_t ended_kind; /* the same after the end; 0 until then */
	uint64_t since_ns; /* time of the last begin */
	uint64_t slept_ns, spun_ns; /* sums up to then */
	uint64_t has_slept;
};

struct wait_key {
	uint64_t task, object;
};

/* Bits of arg1 (LCB_F_..., include/trace/events/lock.h). */
enum { WAIT_SPINS = 1, WAIT_CHANGES = 32 /* a mutex: begins again */ };

static const uint8_t field_off[] = {
	[ABI_WAIT_KIND] = offsetof(struct wait, ended_kind),
	[ABI_WAIT_SLEPT_NS] = offsetof(struct wait, slept_ns),
	[ABI_WAIT_SPUN_NS] = offsetof(struct wait, spun_ns),
	[ABI_WAIT_HAS_SLEPT] = offsetof(struct wait, has_slept),
};

/* All programs share this hash, which belongs to no D array. */
static struct ir_val wait_map(struct pgen *g)
{
	return gen_own_map(g, DYN_WAITS, sizeof(struct wait_key),
			   sizeof(struct wait));
}

static struct mem wait_key(struct pgen *g)
{
	struct mem key = gen_frame_mem(g, sizeof(struct wait_key));

	gen_mem_store(g, key, 8, val_reg(ir_helper0(g->f, get_current_task)));
	gen_mem_store(g, mem_at(key, offsetof(struct wait_key, object)), 8,
		      val_reg(gen_context_word(g, 0)));
	return key;
}

static uint32_t wait_find(struct pgen *g, struct mem key)
{
	return ir_helper(g->f, map_lookup_elem, wait_map(g),
			 gen_mem_addr(g, key));
}

uint32_t gen_wait_field(struct pgen *g, enum abi_wait_field field)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t end = ir_label(f);
	uint32_t wait = wait_find(g, wait_key(g));
	uint32_t reg = ir_copy(f, val_imm(0));

	ir_branch(f, BPF_JEQ, wait, val_imm(0), end);
	ir_load(f, reg, val_reg(wait), field_off[field], 8);
	ir_bind(f, end);
	gen_temps_release(g, temps);
	return reg;
}

/* [wait].slept_ns or spun_ns += now - since */
static void add_time(struct pgen *g, uint32_t wait, uint32_t now)
{
	struct ir_func *f = g->f;
	uint32_t kind = ir_reg(f), since = ir_reg(f), sum = ir_reg(f);
	uint32_t spins = ir_label(f), end = ir_label(f);
	uint32_t ns = ir_copy(f, val_reg(now));
	struct ir_val at = val_reg(wait);

	ir_load(f, since, at, offsetof(struct wait, since_ns), 8);
	ir_alu(f, BPF_SUB, ns, val_reg(since));
	ir_load(f, kind, at, offsetof(struct wait, kind), 8);
	ir_alu(f, BPF_AND, kind, val_imm(WAIT_SPINS));
	ir_branch(f, BPF_JNE, kind, val_imm(0), spins);
	ir_load(f, sum, at, offsetof(struct wait, slept_ns), 8);
	ir_alu(f, BPF_ADD, sum, val_reg(ns));
	ir_store(f, at, offsetof(struct wait, slept_ns), 8, val_reg(sum));
	ir_store(f, at, offsetof(struct wait, has_slept), 8,
		 val_reg(ir_copy(f, val_imm(1))));
	ir_jump(f, end);
	ir_bind(f, spins);
	ir_load(f, sum, at, offsetof(struct wait, spun_ns), 8);
	ir_alu(f, BPF_ADD, sum, val_reg(ns));
	ir_store(f, at, offsetof(struct wait, spun_ns), 8, val_reg(sum));
	ir_bind(f, end);
}

/* Begins a wait, or the next kind of a wait in progress. */
static void wait_begin(struct pgen *g)
{
	struct ir_func *f = g->f;
	struct mem key = wait_key(g), value;
	uint32_t now = ir_helper0(f, ktime_get_ns);
	uint32_t kind = gen_context_word(g, 8), changes = ir_copy(f, val_reg(kind));
	uint32_t is_new = ir_label(f), ended = ir_reg(f), wait, err;

	ir_alu(f, BPF_AND, changes, val_imm(WAIT_CHANGES));
	ir_branch(f, BPF_JEQ, changes, val_imm(0), is_new);
	wait = wait_find(g, key);
	ir_branch(f, BPF_JEQ, wait, val_imm(0), is_new);
	ir_load(f, ended, val_reg(wait), offsetof(struct wait, ended_kind), 8);
	ir_branch(f, BPF_JNE, ended, val_imm(0), is_new);
	add_time(g, wait, now);
	ir_store(f, val_reg(wait), offsetof(struct wait, since_ns), 8,
		 val_reg(now));
	ir_store(f, val_reg(wait), offsetof(struct wait, kind), 8,
		 val_reg(kind));
	ir_jump(f, g->firing.exit_label);
	ir_bind(f, is_new);
	value = gen_frame_mem(g, sizeof(struct wait));
	gen_zero(g, value, sizeof(struct wait));
	gen_mem_store(g, mem_at(value, offsetof(struct wait, kind)), 8,
		      val_reg(kind));
	gen_mem_store(g, mem_at(value, offsetof(struct wait, since_ns)), 8,
		      val_reg(now));
	err = ir_helper(f, map_update_elem, wait_map(g), gen_mem_addr(g, key),
			gen_mem_addr(g, value), val_imm(BPF_ANY));
	ir_branch(f, BPF_JEQ, err, val_imm(0), g->firing.exit_label);
	gen_count_cpu(g, CNT_DYN_DROPPED);
}

/*
 * Runs before the programs of probes, so that they see the same times. If the
 * wait has already ended it is an earlier one, and nothing is known about this
 * one.
 */
static void wait_end(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t now = ir_helper0(f, ktime_get_ns);
	uint32_t kind = ir_reg(f), ended = ir_reg(f), is_first = ir_label(f);
	uint32_t wait = wait_find(g, wait_key(g));
	struct ir_val at = val_reg(wait);

	ir_branch(f, BPF_JEQ, wait, val_imm(0), g->firing.exit_label);
	ir_load(f, ended, at, offsetof(struct wait, ended_kind), 8);
	ir_branch(f, BPF_JEQ, ended, val_imm(0), is_first);
	ir_store(f, at, offsetof(struct wait, ended_kind), 8,
		 val_reg(ir_copy(f, val_imm(0))));
	ir_jump(f, g->firing.exit_label);
	ir_bind(f, is_first);
	ir_load(f, kind, at, offsetof(struct wait, kind), 8);
	ir_store(f, at, offsetof(struct wait, ended_kind), 8, val_reg(kind));
	add_time(g, wait, now);
}

/*
 * Runs after the programs of probes. It looks the wait up first, because
 * deleting takes a lock, which may be the one that was waited for.
 */
static void wait_forget(struct pgen *g)
{
	struct mem key = wait_key(g);
	uint32_t wait = wait_find(g, key);

	ir_branch(g->f, BPF_JEQ, wait, val_imm(0), g->firing.exit_label);
	gen_map_delete(g, wait_map(g), key);
}

void gen_wait(struct pgen *g)
{
	switch (g->abi->wait) {
	case ABI_WAIT_NONE:
		break;
	case ABI_WAIT_BEGIN:
		wait_begin(g);
		break;
	case ABI_WAIT_END:
		wait_end(g);
		break;
	case ABI_WAIT_FORGET:
		wait_forget(g);
		break;
	}
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Speculations: struct rt_spec of runtime/common/record.h.
 *
 *	speculation()	takes the first id of the free list
 *	speculate(id)	from here on the clause's records carry the id and
 *			its generation; each adds its bytes, in one atomic
 *			addition that also says whether the id is still active
 *	commit(id)	ends it and sends a record; the reader, which has all
 *			records before that one, prints them and frees the id
 *	discard(id)	ends it and frees the id; the reader drops its records
 *			when it sees the next generation
 *
 * Records for an id that is 0, too large or not active are dropped without a
 * message, as D specifies; a negative id is a fault. speculate() may be under an
 * if, so only when a record is sent is it known whether it is speculative.
 */
#include "lang/builtin_flags.h"
#include "lang/walk.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/record/record_gen.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

/* Attempts to change the free list, which other CPUs change too. */
enum { LIST_TRY_CNT = 4 };

#define HEAD(field) offsetof(struct rt_spec_head, field)
#define SPEC(field) offsetof(struct rt_spec, field)

static uint32_t head_addr(struct pgen *g)
{
	uint32_t nspec = g->gen->env.nspec;

	g->gen->result.spec_bytes = rt_spec_off(nspec + 1);
	return ir_copy(g->f, val_map_value(MAP_SPEC, 0, 0));
}

static void head_add(struct pgen *g, size_t off, int64_t by)
{
	uint32_t operand = ir_copy(g->f, val_imm(by));

	ir_atomic(g->f, BPF_ADD, val_reg(head_addr(g)), (int32_t)off, operand);
}

/*
 * Returns the address of an id's struct rt_spec; jumps to @bad if out of range.
 */
static uint32_t spec_addr(struct pgen *g, uint32_t id, uint32_t bad)
{
	struct ir_func *f = g->f;
	uint32_t off = ir_copy(f, val_reg(id)), addr = head_addr(g);

	ir_branch(f, BPF_JGT, off, val_imm(g->gen->env.nspec), bad);
	ir_alu(f, BPF_MUL, off, val_imm(sizeof(struct rt_spec)));
	ir_alu(f, BPF_ADD, addr, val_imm(rt_spec_off(0)));
	ir_alu(f, BPF_ADD, addr, val_reg(off));
	return addr;
}

static uint32_t load(struct pgen *g, uint32_t addr, size_t off)
{
	uint32_t reg = ir_reg(g->f);

	ir_load(g->f, reg, val_reg(addr), (int32_t)off, 8);
	return reg;
}

/*
 * Returns the list word with @first as its first id and the next change count.
 */
static uint32_t new_list(struct pgen *g, uint32_t old, uint32_t first)
{
	uint32_t list = ir_copy(g->f, val_reg(old));

	ir_alu(g->f, BPF_RSH, list, val_imm(32));
	ir_alu(g->f, BPF_ADD, list, val_imm(1));
	ir_alu(g->f, BPF_LSH, list, val_imm(32));
	ir_alu(g->f, BPF_OR, list, val_reg(first));
	return list;
}

/*
 * Changes the list from @old to one that begins with @first; jumps to @done on
 * success.
 */
static void swap_list(struct pgen *g, uint32_t old, uint32_t first,
		      uint32_t done)
{
	uint32_t list = new_list(g, old, first), seen = ir_reg(g->f);

	ir_cmpxchg(g->f, seen, val_reg(head_addr(g)), (int32_t)HEAD(free), 8,
		   val_reg(old), val_reg(list));
	ir_branch(g->f, BPF_JEQ, seen, val_reg(old), done);
}

/* Frees an id that was active and that no other program can free. */
static void free_id(struct pgen *g, uint32_t id)
{
	struct ir_func *f = g->f;
	uint32_t done = ir_label(f);
	uint32_t addr = spec_addr(g, id, done), left;

	for (int i = 0; i < LIST_TRY_CNT; i++) {
		uint32_t old = load(g, head_addr(g), HEAD(free));
		uint32_t next = ir_copy(f, val_reg(old));

		ir_zext32(f, next);
		ir_store(f, val_reg(addr), SPEC(next), 8, val_reg(next));
		swap_list(g, old, id, done);
	}
	left = ir_copy(f, val_imm(RT_SPEC_LEFT));
	ir_atomic(f, BPF_OR, val_reg(addr), SPEC(word), left);
	ir_bind(f, done);
}

/* ----------------------------------------------------------- speculation() */

/*
 * Sets @id to the first free one, made active, and jumps to @got; jumps to
 * @none if there is none. Falls through if the list is busy.
 */
static void take_id(struct pgen *g, uint32_t id, uint32_t none, uint32_t got)
{
	struct ir_func *f = g->f;

	for (int i = 0; i < LIST_TRY_CNT; i++) {
		uint32_t old = load(g, head_addr(g), HEAD(free)), next;

		ir_mov(f, id, val_reg(old));
		ir_zext32(f, id);
		ir_branch(f, BPF_JEQ, id, val_imm(0), none);
		next = load(g, spec_addr(g, id, none), SPEC(next));
		swap_list(g, old, next, got);
	}
}

static void activate(struct pgen *g, uint32_t id, uint32_t bad)
{
	struct ir_func *f = g->f;
	uint32_t addr = spec_addr(g, id, bad);
	uint32_t word = load(g, addr, SPEC(word));

	ir_alu(f, BPF_RSH, word, val_imm(32));
	ir_alu(f, BPF_ADD, word, val_imm(1));
	ir_alu(f, BPF_LSH, word, val_imm(32));
	ir_alu(f, BPF_OR, word, val_imm(RT_SPEC_ACTIVE));
	ir_store(f, val_reg(addr), SPEC(word), 8, val_reg(word));
}

static uint32_t value_speculation(struct pgen *g, const struct node *node)
{
	struct ir_func *f = g->f;
	uint32_t got = ir_label(f), none = ir_label(f), busy = ir_label(f);
	uint32_t failed = ir_label(f), done = ir_label(f);
	uint32_t id = ir_reg(f), busy_cnt;

	(void)node;
	take_id(g, id, none, got);
	ir_jump(f, busy);
	ir_bind(f, none);
	busy_cnt = load(g, head_addr(g), HEAD(busy_cnt));
	ir_branch(f, BPF_JNE, busy_cnt, val_imm(0), busy);
	head_add(g, HEAD(failed_none_cnt), 1);
	ir_jump(f, failed);
	ir_bind(f, busy);
	head_add(g, HEAD(failed_busy_cnt), 1);
	ir_bind(f, failed);
	ir_mov(f, id, val_imm(0));
	ir_jump(f, done);
	ir_bind(f, got);
	activate(g, id, done);
	ir_bind(f, done);
	return id;
}
const struct name_gen gen_subr_speculation = { .value = value_speculation };

/* -------------------------------------------------------------- speculate() */

bool gen_is_speculate(const struct node *stmt)
{
	const struct node *call = gen_action_call(stmt);

	return call && (call_flags(call) & BUILTIN_SPECULATES);
}

struct spec_scan {
	bool speculates, has_data;
};

static void scan_node(const struct node *node, void *arg)
{
	struct spec_scan *scan = arg;

	if (node->kind != NODE_EXPR_STMT)
		return;
	scan->speculates |= gen_is_speculate(node);
	scan->has_data |= gen_is_recording(node);
}

void gen_spec_init(struct pgen *g)
{
	struct spec_scan scan = { 0 };

	clause_walk(g->clause.ast, scan_node, &scan);
	g->clause.has_data = scan.has_data;
	if (scan.speculates)
		g->clause.spec = ir_copy(g->f, val_imm(-1));
}

/* Returns an id as given; a negative one is a fault. */
static uint32_t id_arg(struct pgen *g, const struct node *call)
{
	uint32_t id = ir_copy(g->f, val_reg(gen_expr(g, call->call.args)));
	uint32_t ok = ir_label(g->f);

	ir_branch(g->f, BPF_JSGE, id, val_imm(0), ok);
	gen_fault(g, FAULT_ILLOP, val_imm(0));
	ir_bind(g->f, ok);
	return id;
}

/* With id 0 (speculation() had none left), the rest of the clause is skipped. */
static void effect_speculate(struct pgen *g, const struct node *call)
{
	uint32_t id = id_arg(g, call);

	g->clause.may_speculate = true;
	ir_branch(g->f, BPF_JEQ, id, val_imm(0), g->clause.leave_label);
	ir_mov(g->f, g->clause.spec, val_reg(id));
}
const struct act_gen gen_act_speculate = { .effect = effect_speculate };

/*
 * Adds @bytes to the speculation g->clause.spec and returns its generation.
 * Jumps to @lost if the id is not active, to @full if there is no room.
 */
static uint32_t add_bytes(struct pgen *g, uint32_t bytes, uint32_t lost,
			  uint32_t full)
{
	struct ir_func *f = g->f;
	uint32_t addr = spec_addr(g, g->clause.spec, lost);
	uint32_t word = load(g, addr, SPEC(word)), active, old;

	active = ir_copy(f, val_reg(word));
	ir_alu(f, BPF_AND, active, val_imm(RT_SPEC_ACTIVE));
	ir_branch(f, BPF_JEQ, active, val_imm(0), lost);
	ir_alu(f, BPF_AND, word, val_imm(RT_SPEC_BYTES));
	ir_branch(f, BPF_JGT, word,
		  val_imm((int64_t)g->gen->env.specsize_bytes - bytes), full);
	old = ir_copy(f, val_imm(bytes));
	ir_fetch(f, BPF_ADD, val_reg(addr), SPEC(word), old);
	active = ir_copy(f, val_reg(old));
	ir_alu(f, BPF_AND, active, val_imm(RT_SPEC_ACTIVE));
	ir_branch(f, BPF_JEQ, active, val_imm(0), lost);
	ir_alu(f, BPF_RSH, old, val_imm(32));
	return old;
}

/* Bytes counted against specsize: the data and 8 bytes that identify it. */
static uint32_t counted_bytes(const struct send *send)
{
	return send->size_bytes -
		(uint32_t)(sizeof(struct rec_header) + sizeof(struct rec_spec)) +
		8;
}

void gen_spec_send(struct pgen *g, const struct send *send)
{
	struct ir_func *f = g->f;
	struct mem spec = mem_at(send->record, sizeof(struct rec_header));
	uint32_t plain = ir_label(f), full = ir_label(f), done = ir_label(f);
	uint32_t generation, bytes = counted_bytes(send);

	gen_zero(g, spec, sizeof(struct rec_spec));
	ir_branch(f, BPF_JEQ, g->clause.spec, val_imm(-1), plain);
	ir_branch(f, BPF_JEQ, g->clause.spec, val_imm(0), done);
	if (bytes > g->gen->env.specsize_bytes)
		ir_jump(f, full);
	generation = add_bytes(g, bytes, done, full);
	gen_mem_store(g, mem_at(spec, offsetof(struct rec_spec, id)), 4,
		      val_reg(g->clause.spec));
	gen_mem_store(g, mem_at(spec, offsetof(struct rec_spec, generation)), 4,
		      val_reg(generation));
	ir_bind(f, plain);
	gen_send(g, send);
	ir_jump(f, done);
	ir_bind(f, full);
	head_add(g, HEAD(dropped_cnt), 1);
	ir_bind(f, done);
}

/* --------------------------------------------------------- commit, discard */

/*
 * Ends the speculation and returns its generation; jumps to @none if not
 * active.
 */
static uint32_t end_spec(struct pgen *g, uint32_t id, uint32_t none)
{
	struct ir_func *f = g->f;
	uint32_t old = ir_copy(f, val_imm(~(int64_t)RT_SPEC_ACTIVE));
	uint32_t addr, active;

	ir_branch(f, BPF_JEQ, id, val_imm(0), none);
	addr = spec_addr(g, id, none);
	ir_fetch(f, BPF_AND, val_reg(addr), SPEC(word), old);
	active = ir_copy(f, val_reg(old));
	ir_alu(f, BPF_AND, active, val_imm(RT_SPEC_ACTIVE));
	ir_branch(f, BPF_JEQ, active, val_imm(0), none);
	ir_alu(f, BPF_RSH, old, val_imm(32));
	return old;
}

static void effect_discard(struct pgen *g, const struct node *call)
{
	uint32_t none = ir_label(g->f), id = id_arg(g, call);

	end_spec(g, id, none);
	free_id(g, id);
	ir_bind(g->f, none);
}
const struct act_gen gen_act_discard = { .effect = effect_discard };

/*
 * The reader will not see the commit: it drops the data at the next generation.
 */
static void commit_lost(struct pgen *g, uint32_t id)
{
	head_add(g, HEAD(busy_cnt), -1);
	free_id(g, id);
}

static void effect_commit(struct pgen *g, const struct node *call)
{
	struct ir_func *f = g->f;
	uint32_t none = ir_label(f), id = id_arg(g, call), generation;
	struct send send = {
		.record = gen_record_mem(g, sizeof(struct rec_commit)),
		.size_bytes = sizeof(struct rec_commit),
		.attempted = CNT_REC_ATTEMPTED,
		.dropped = CNT_REC_DROPPED,
		.wakes = true,
		.on_drop = commit_lost,
		.on_drop_reg = id,
	};
	unsigned int known = g->firing.known;

	generation = end_spec(g, id, none);
	head_add(g, HEAD(busy_cnt), 1);
#define AT(field) mem_at(send.record, offsetof(struct rec_commit, field))
	gen_mem_store(g, AT(spec.id), 4, val_reg(id));
	gen_mem_store(g, AT(spec.generation), 4, val_reg(generation));
#undef AT
	gen_rec_header(g, send.record, REC_LAYOUT_COMMIT);
	gen_send(g, &send);
	ir_bind(f, none);
	g->firing.known = known;
}
const struct act_gen gen_act_commit = { .effect = effect_commit };

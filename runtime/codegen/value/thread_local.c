/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * self-> variables: one block of memory per thread for all of them. It is the
 * value of a task storage map (freed with the thread), or, on kernels without
 * it, an element of a hash by thread. A firing looks it up once; the first
 * store creates it; without it, reads give 0.
 *
 *	self_ptr = task_storage_get(self, current, 0, 0 or CREATE)
 *
 * In a traced program (ABI_DIRECT) each thread has a slot in shared memory, which
 * is found before the program begins (runtime/direct/self_table.h).
 */
#include "lang/walk.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/value/lvalue.h"

/*
 * Bits of a thread's word: its id (below 2^22) and its task struct's address.
 */
enum { TASK_ALIGN_LOG = 6, TASK_BITS = 42 };

/*
 * A later thread may reuse the address alone, or the id, but hardly both at
 * once. The idle threads, all with id 0, have different addresses.
 */
uint32_t gen_thread_word(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t task = ir_helper0(f, get_current_task), word;

	ir_alu(f, BPF_RSH, task, val_imm(TASK_ALIGN_LOG));
	ir_alu(f, BPF_LSH, task, val_imm(64 - TASK_BITS));
	ir_alu(f, BPF_RSH, task, val_imm(64 - TASK_BITS));
	word = ir_helper0(f, get_current_pid_tgid);
	ir_alu(f, BPF_LSH, word, val_imm(TASK_BITS));
	ir_alu(f, BPF_OR, word, val_reg(task));
	return word;
}

uint32_t gen_storage_get(struct pgen *g, struct ir_val flags)
{
	uint32_t task = ir_helper0(g->f, get_current_task_btf);

	return ir_helper(g->f, task_storage_get, val_map(MAP_SELF, 0),
			 val_reg(task), val_imm(0), flags);
}

static uint32_t storage_get(struct pgen *g, int64_t flags)
{
	return gen_has_finders(g) ?
		gen_call_finder(g, GEN_SUBPROG_SELF, val_map(MAP_SELF, 0),
				val_imm(flags)) :
		gen_storage_get(g, val_imm(flags));
}

static struct mem hash_key(struct pgen *g)
{
	struct mem key = gen_frame_mem(g, 8);

	gen_mem_store(g, key, 8, val_reg(gen_thread_word(g)));
	return key;
}

static uint32_t hash_get(struct pgen *g, struct mem key)
{
	struct ir_val map = val_map(MAP_SELF, 0), addr = gen_mem_addr(g, key);

	return gen_has_finders(g) ?
		gen_call_finder(g, GEN_SUBPROG_SELF, map, addr) :
		ir_helper(g->f, map_lookup_elem, map, addr);
}

static uint32_t hash_make(struct pgen *g)
{
	struct gen_temps temps = gen_temps_mark(g);
	struct mem key = hash_key(g);
	uint32_t ptr;

	ir_helper(g->f, map_update_elem, val_map(MAP_SELF, 0),
		  gen_mem_addr(g, key), val_map_value(MAP_SELF_NEW, 0, 0),
		  val_imm(BPF_NOEXIST));
	ptr = hash_get(g, key);
	gen_temps_release(g, temps);
	return ptr;
}

/* Later parts look it up again: the address cannot be passed to them. */
static void set_known(struct pgen *g)
{
	if (!g->mode.is_cut)
		g->firing.known |= 1u << FIRING_SELF;
}

uint32_t gen_self_find(struct pgen *g)
{
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t have;

	if (g->abi->context == ABI_DIRECT)
		return ir_call(g->f, CALL_HELPER, CODE_DIRECT_SELF, NULL, 0);
	if (g->firing.known & (1u << FIRING_SELF))
		return g->firing.self_ptr;
	have = ir_label(g->f);
	ir_branch(g->f, BPF_JNE, g->firing.self_ptr, val_imm(0), have);
	ir_mov(g->f, g->firing.self_ptr,
	       val_reg(g->gen->env.has_task_storage ?
			       storage_get(g, 0) :
			       hash_get(g, hash_key(g))));
	ir_bind(g->f, have);
	gen_temps_release(g, temps);
	set_known(g);
	return g->firing.self_ptr;
}

uint32_t gen_self_make(struct pgen *g, uint32_t lost)
{
	uint32_t have;

	if (g->abi->context == ABI_DIRECT)
		return ir_call(g->f, CALL_HELPER, CODE_DIRECT_SELF_SET, NULL,
			       0);
	have = ir_label(g->f);
	ir_branch(g->f, BPF_JNE, g->firing.self_ptr, val_imm(0), have);
	ir_mov(g->f, g->firing.self_ptr,
	       val_reg(g->gen->env.has_task_storage ?
			       storage_get(g, BPF_LOCAL_STORAGE_GET_F_CREATE) :
			       hash_make(g)));
	ir_branch(g->f, BPF_JNE, g->firing.self_ptr, val_imm(0), have);
	gen_count_cpu(g, CNT_DYN_DROPPED);
	ir_jump(g->f, lost);
	ir_bind(g->f, have);
	set_known(g);
	return g->firing.self_ptr;
}

/* ------------------------------------------------------ those in a program */

struct dropping {
	struct pgen *g;
	uint32_t ptr;
};

static void drop_self(const struct node *node, void *arg)
{
	const struct dropping *dropping = arg;
	const struct ident *ident =
		node->kind == NODE_NAME ? node->name.ident : NULL;

	if (ident && ident->kind == IDENT_SELF)
		gen_zero(dropping->g,
			 (struct mem){
				 .base = val_reg(dropping->ptr),
				 .off = (int32_t)gen_var_placed(dropping->g,
								ident)
						->off,
			 },
			 (uint32_t)type_size_bytes(ident->type));
}

/*
 * The thread has them in the program from now on. What it has here must not
 * come back when it executes another program, or has another copy of a library.
 */
void gen_drop_selfs(struct pgen *g, const struct clause *const *clauses,
		    size_t clause_cnt)
{
	struct dropping dropping = { .g = g };
	uint32_t known = g->firing.known, args, on;

	if (!g->abi->no_args_off)
		return;
	args = ir_reg(g->f);
	on = ir_label(g->f);
	ir_load(g->f, args, val_reg(g->firing.ctx), g->abi->no_args_off, 8);
	ir_branch(g->f, BPF_JNE, args, val_imm(0), on);
	dropping.ptr = gen_self_find(g);
	ir_branch(g->f, BPF_JEQ, dropping.ptr, val_imm(0),
		  g->firing.exit_label);
	for (size_t i = 0; i < clause_cnt; i++)
		clause_walk(clauses[i], drop_self, &dropping);
	ir_jump(g->f, g->firing.exit_label);
	ir_bind(g->f, on);
	g->firing.known = known;
}

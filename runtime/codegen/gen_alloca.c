/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Scratch memory that the program asks for: alloca(), copyin(), and what
 * writes to it, copyinto() and bcopy(). D has no loops, so each call runs at
 * most once in a clause and has a part of the clause's scratch slot of its
 * own, in order of the text:
 *
 *	slot + 0	address of the slot, to have it as a number
 *	slot + 8	alloca(100): 104 bytes		<- alloca_addr
 *	slot + 112	copyin(arg0, arg1): scratchsize bytes
 *	...		temporaries of statements
 *
 * alloca_end is where the last one that was really made ends. A pointer is
 * used after comparing with it, and with a constant for the kernel's
 * verifier.
 */
#include "lang/walk.h"
#include "runtime/codegen/gen_probe.h"

enum { ALLOCA_HEAD_BYTES = 8 };

/* ----------------------------------------------------------- before a clause */

/* The size that a call asks for, or NULL: it does not ask for memory. */
static const struct node *size_of_call(const struct node *node)
{
	if (node->kind != NODE_CALL || !node->call.ident ||
	    node->call.ident->kind != IDENT_SUBR)
		return NULL;
	if (node->call.ident->row == SUBR_alloca)
		return node->call.args;
	if (node->call.ident->row == SUBR_copyin)
		return node->call.args->next;
	return NULL;
}

/* Bytes that it gets. */
static uint32_t room_bytes(const struct gen *gen, const struct node *size)
{
	uint32_t max_bytes = gen->env.scratchsize_bytes;

	size = strip_casts(size);
	if (size->kind != NODE_INT)
		return max_bytes;
	if (size->integer.value > max_bytes)
		return 0;
	return ((uint32_t)size->integer.value + 7) & ~7u;
}

struct alloca_scan {
	const struct gen *gen;
	uint64_t bytes;
	bool is_needed, has_computed; /* sizes of memory */
	bool copies;		      /* into it, any number of bytes */
};

/* Lengths that are computed may reach scratchsize past any address. */
static void scan_call(const struct node *node, void *arg)
{
	struct alloca_scan *scan = arg;
	const struct node *size = size_of_call(node);

	if (node->kind == NODE_CALL && node->call.ident &&
	    node->call.ident->kind == IDENT_SUBR &&
	    (node->call.ident->row == SUBR_bcopy ||
	     node->call.ident->row == SUBR_copyinto))
		scan->copies = true;
	if (!size)
		return;
	scan->is_needed = true;
	scan->bytes += room_bytes(scan->gen, size);
	size = strip_casts(size);
	scan->has_computed |= size->kind != NODE_INT ||
			      size->integer.value > INT32_MAX;
}

enum scratch_need gen_alloca_scan(struct pgen *g)
{
	struct alloca_scan scan = { .gen = g->gen };
	enum scratch_need need = SCRATCH_NONE;
	uint64_t all_bytes;

	node_walk(g->clause->predicate, scan_call, &scan);
	if (scan.is_needed)
		need = SCRATCH_PREDICATE;
	node_walk(g->clause->stmts, scan_call, &scan);
	g->alloca_bytes = 0;
	if (!scan.is_needed)
		return SCRATCH_NONE;
	all_bytes = ALLOCA_HEAD_BYTES + scan.bytes +
		    g->gen->env.scratchsize_bytes * scan.copies;
	if (all_bytes > GEN_SCRATCH_MAX_BYTES) {
		pgen_error(g, g->clause->loc,
			   "the clause needs more than %d bytes of scratch "
			   "memory; lower scratchsize", GEN_SCRATCH_MAX_BYTES);
		return SCRATCH_NONE;
	}
	if (g->gen->slot_bytes < g->slot_base + all_bytes)
		g->gen->slot_bytes = g->slot_base + (uint32_t)all_bytes;
	g->alloca_bytes = (uint32_t)scan.bytes + ALLOCA_HEAD_BYTES;
	g->alloca_may_fail = scan.has_computed ||
			     scan.bytes > g->gen->env.scratchsize_bytes;
	return need == SCRATCH_NONE ? SCRATCH_BODY : need;
}

/* A pointer that went through a map is a number for the verifier. */
void gen_alloca_init(struct pgen *g)
{
	struct ir_func *f = g->f;

	g->alloca_at = 0;
	if (!g->alloca_bytes)
		return;
	ir_store(f, val_reg(g->scratch_slot), 0, 8, val_reg(g->scratch_slot));
	g->alloca_addr = ir_reg(f);
	ir_load(f, g->alloca_addr, val_reg(g->scratch_slot), 0, 8);
	ir_alu(f, BPF_ADD, g->alloca_addr, val_imm(ALLOCA_HEAD_BYTES));
	g->alloca_end = ir_copy(f, val_imm(0));
	g->alloca_used = ir_copy(f, val_imm(0));
}

/* ----------------------------------------------------------------- pointers */

/* Faults unless @addr .. + @bytes was allocated; the offset in a register. */
static uint32_t checked_off(struct pgen *g, uint32_t addr, struct ir_val bytes,
			    uint32_t max_off)
{
	struct ir_func *f = g->f;
	uint32_t bad = ir_label(f), ok = ir_label(f);
	uint32_t end, off = ir_copy(f, val_reg(addr));

	ir_alu(f, BPF_SUB, off, val_reg(g->alloca_addr));
	ir_branch(f, BPF_JGT, off, val_imm(max_off), bad);
	/*
	 * Not a copy of off to which bytes are added: Linux 6.12 takes the
	 * bounds of one for those of the other, wrongly.
	 */
	end = ir_copy(f, bytes);
	ir_alu(f, BPF_ADD, end, val_reg(off));
	ir_branch(f, BPF_JLE, end, val_reg(g->alloca_end), ok);
	ir_bind(f, bad);
	gen_fault(g, FAULT_BADADDR, val_reg(addr));
	ir_bind(f, ok);
	return off;
}

/* Where the body alone allocates, the predicate has nothing yet. */
static bool has_memory(const struct pgen *g)
{
	return g->alloca_bytes && (!g->in_predicate ||
				   g->scratch_have == SCRATCH_PREDICATE);
}

uint32_t gen_scratch_ptr(struct pgen *g, uint32_t addr, struct ir_val bytes)
{
	uint32_t ptr, off, max_off = g->alloca_bytes - ALLOCA_HEAD_BYTES;

	if (!has_memory(g) ||
	    (bytes.kind == VAL_IMM && bytes.imm > (int64_t)max_off)) {
		gen_fault(g, FAULT_BADADDR, val_reg(addr));
		return ir_copy(g->f, gen_mem_addr(g, gen_frame_mem(g, 8)));
	}
	if (bytes.kind == VAL_IMM)
		max_off -= (uint32_t)bytes.imm;
	off = checked_off(g, addr, bytes, max_off);
	ptr = ir_copy(g->f, val_reg(g->scratch_slot));
	ir_alu(g->f, BPF_ADD, ptr, val_imm(ALLOCA_HEAD_BYTES));
	ir_alu(g->f, BPF_ADD, ptr, val_reg(off));
	return ptr;
}

/* ------------------------------------------------------------- allocations */

/* The memory that a call gets. */
struct room {
	struct mem mem;
	uint32_t addr;	     /* register */
	struct ir_val bytes;
};

static struct ir_val size_value(struct pgen *g, const struct node *size)
{
	const struct node *bare = strip_casts(size);

	if (bare->kind == NODE_INT)
		return val_imm((int64_t)bare->integer.value);
	return val_reg(ir_copy(g->f, val_reg(gen_expr(g, size))));
}

/* Faults when more than @max_bytes are asked for. */
static void limit_size(struct pgen *g, struct ir_val bytes, uint32_t max_bytes,
		       enum rec_fault fault)
{
	struct ir_val value = fault == FAULT_BADSIZE ? bytes : val_imm(0);
	uint32_t ok;

	if (bytes.kind == VAL_IMM) {
		if ((uint64_t)bytes.imm > max_bytes)
			gen_fault(g, fault, value);
		return;
	}
	ok = ir_label(g->f);
	ir_branch(g->f, BPF_JLE, bytes.reg, val_imm(max_bytes), ok);
	gen_fault(g, fault, value);
	ir_bind(g->f, ok);
}

/* Faults when more is asked for than is left of scratchsize. */
static void use_bytes(struct pgen *g, struct ir_val bytes)
{
	struct ir_func *f = g->f;
	uint32_t max_bytes = g->gen->env.scratchsize_bytes, padded, ok;

	if (!g->alloca_may_fail)
		return;
	limit_size(g, bytes, max_bytes, FAULT_NOSCRATCH);
	padded = ir_copy(f, bytes);
	ir_alu(f, BPF_ADD, padded, val_imm(7));
	ir_alu(f, BPF_AND, padded, val_imm(-8));
	ir_alu(f, BPF_ADD, g->alloca_used, val_reg(padded));
	ok = ir_label(f);
	ir_branch(f, BPF_JLE, g->alloca_used, val_imm(max_bytes), ok);
	gen_fault(g, FAULT_NOSCRATCH, val_imm(0));
	ir_bind(f, ok);
}

static struct room take_room(struct pgen *g, const struct node *size)
{
	uint32_t bytes = room_bytes(g->gen, size);
	struct room room = { .bytes = size_value(g, size) };
	struct ir_func *f = g->f;

	use_bytes(g, room.bytes);
	if (room.bytes.kind == VAL_IMM && (uint64_t)room.bytes.imm > bytes)
		room.bytes.imm = 0; /* it has faulted */
	room.mem = (struct mem){
		.base = val_reg(g->scratch_slot),
		.off = (int32_t)(ALLOCA_HEAD_BYTES + g->alloca_at),
	};
	room.addr = ir_copy(f, val_reg(g->alloca_addr));
	if (g->alloca_at)
		ir_alu(f, BPF_ADD, room.addr, val_imm(g->alloca_at));
	if (room.bytes.kind == VAL_IMM) {
		ir_mov(f, g->alloca_end,
		       val_imm(room.bytes.imm + g->alloca_at));
	} else {
		ir_mov(f, g->alloca_end, room.bytes);
		ir_alu(f, BPF_ADD, g->alloca_end, val_imm(g->alloca_at));
	}
	g->alloca_at += bytes;
	return room;
}

static uint32_t value_alloca(struct pgen *g, const struct node *node)
{
	struct room room = take_room(g, node->call.args);

	if (room.bytes.kind == VAL_IMM)
		gen_zero(g, gen_mem_near(g, room.mem),
			 (uint32_t)room.bytes.imm);
	else /* an address that nobody has: clears the buffer */
		ir_helper(g->f, probe_read_user, gen_mem_addr(g, room.mem),
			  room.bytes, val_imm(-1));
	return room.addr;
}
const struct name_gen gen_subr_alloca = { .value = value_alloca };

static uint32_t value_copyin(struct pgen *g, const struct node *node)
{
	uint32_t uaddr = gen_expr(g, node->call.args);
	struct room room = take_room(g, node->call.args->next);

	gen_user_read(g, BPF_FUNC_probe_read_user, room.mem, room.bytes,
		      uaddr);
	return room.addr;
}
const struct name_gen gen_subr_copyin = {
	.value = value_copyin,
	.reads_user = true,
};

/* ---------------------------------------------------------------- transfers */

static uint32_t transfer(struct pgen *g, enum addr_space space,
			 const struct node *from, const struct node *to,
			 const struct node *size)
{
	uint32_t src = gen_expr(g, from), dst = gen_expr(g, to);
	struct ir_val bytes = size_value(g, size);
	struct mem mem = { 0 };

	limit_size(g, bytes, g->gen->env.scratchsize_bytes, FAULT_BADSIZE);
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

static uint32_t value_bcopy(struct pgen *g, const struct node *node)
{
	const struct node *args = node->call.args;

	return transfer(g, args->space, args, args->next, args->next->next);
}
const struct name_gen gen_subr_bcopy = { .value = value_bcopy };

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Scratch memory that D clauses allocate by alloca() and copyin(). It lives
 * until the last clause of the firing has run. All memory of a firing is in one
 * scratch slot, in pieces that follow each other in the order of the requests.
 * D has no loops, so each call is executed at most once, and has a number:
 *
 *	slot + 0	address of the slot, to read it as a number
 *	slot + 8	for each call: offset and size of its piece (32 bits)
 *	slot + 24	alloca(100), 4 NULs		<- heap.head_bytes
 *	slot + 128	copyin(arg0, 16), 8 NULs
 *	slot + 152					<- heap.next
 *	...
 *	slot + heap.bytes	temporaries of statements
 *
 * The address that a D program sees is not a machine address:
 *
 *	TAG (16 bits)	of the call	number of the firing	offset
 *
 * So it differs from all others: an address of an earlier firing is invalid in
 * this one, an address before or after a piece does not belong to another
 * piece, however far it is away, because its firing differs, and reading
 * unallocated memory faults. heap.addr is the address of the first call.
 *
 * A program with several clauses takes the slot when the first of them needs
 * it, and releases it at the end of the firing.
 */
#include <assert.h>

#include "lang/builtin_flags.h"
#include "lang/walk.h"
#include "runtime/codegen/gen_internal.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

enum {
	HEAP_CALLS_OFF = 8,
	HEAP_MAX_BYTES = 1 << 20, /* limit for one firing */
	CALL_PAD_BYTES = 16,	  /* a piece's overhead, besides its size */
};

#define HEAP_NONE ((int64_t)SCRATCH_TAG << (64 - SCRATCH_TAG_BITS))

/* ---------------------------------------------------------- before a firing */

/* Returns the size argument of an allocating call, or NULL for other nodes. */
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

/* Room for a piece of constant size, including at least one NUL. */
static uint32_t room_bytes(uint64_t size_bytes)
{
	return ((uint32_t)size_bytes + 8) & ~7u;
}

struct alloca_scan {
	const struct gen *gen;
	uint64_t bytes, room_bytes, call_cnt, longest_bytes;
	bool has_computed; /* some size is not a constant */
	bool has_excess; /* some size is more than scratchsize */
	bool copies; /* copies a variable number of bytes into the memory */
};

static void scan_call(const struct node *node, void *arg)
{
	struct alloca_scan *scan = arg;
	const struct node *size = size_of_call(node);

	scan->copies |= calls_subr(node, SUBR_bcopy) ||
			calls_subr(node, SUBR_copyinto);
	if (!size)
		return;
	scan->call_cnt++;
	size = strip_casts(size);
	if (size->kind != NODE_INT) {
		scan->has_computed = true;
	} else if (size->integer.value <= scan->gen->env.scratchsize_bytes) {
		scan->bytes += (size->integer.value + 7) & ~UINT64_C(7);
		scan->room_bytes += room_bytes(size->integer.value);
		if (size->integer.value > scan->longest_bytes)
			scan->longest_bytes = size->integer.value;
	} else {
		scan->has_excess = true;
	}
}

/* The most that a clause can allocate. */
static uint64_t clause_room(const struct alloca_scan *scan)
{
	uint64_t max_bytes = scan->gen->env.scratchsize_bytes +
			     CALL_PAD_BYTES * scan->call_cnt;

	return scan->has_computed || scan->room_bytes > max_bytes ?
		       max_bytes : scan->room_bytes;
}

/* Number of bits that hold 0 .. @max. */
static uint32_t bits_of(uint64_t max)
{
	uint32_t bits = 0;

	while (max >> bits)
		bits++;
	return bits;
}

static void scan_heap(struct pgen *g, const struct clause *const *clauses,
		      size_t clause_cnt)
{
	uint64_t bytes = 0, most = HEAP_MAX_BYTES, call_cnt = 0;
	uint32_t scratch_bytes = g->gen->env.scratchsize_bytes;
	struct alloca_scan all = { .gen = g->gen };

	for (size_t i = 0; i < clause_cnt; i++) {
		struct alloca_scan scan = { .gen = g->gen };

		clause_walk(clauses[i], scan_call, &scan);
		clause_walk(clauses[i], scan_call, &all);
		bytes += clause_room(&scan);
	}
	call_cnt = all.call_cnt;
	most += CALL_PAD_BYTES * call_cnt;
	g->heap.max_bytes = (uint32_t)(bytes < most ? bytes : most);
	g->heap.longest_bytes = (uint32_t)all.longest_bytes;
	if (all.has_computed)
		g->heap.longest_bytes = scratch_bytes;
	g->heap.call_cnt = (uint32_t)call_cnt;
	g->heap.next_call = 0;
	g->heap.bytes = 0;
	g->heap.is_kept = false;
	if (!call_cnt)
		return;
	g->heap.off_bits = bits_of(g->heap.longest_bytes + 1);
	g->heap.head_bytes = HEAP_CALLS_OFF + 8 * g->heap.call_cnt;
	/* largest offset that the verifier assumes for the last piece */
	g->heap.bytes = g->heap.head_bytes + g->heap.max_bytes +
		((g->heap.longest_bytes + 7) & ~7u) + CALL_PAD_BYTES +
		scratch_bytes * (all.has_computed || all.copies);
	g->heap.is_kept = clause_cnt > 1 && !g->mode.is_cut;
	if (g->gen->slot_bytes < g->cut.base + g->heap.bytes)
		g->gen->slot_bytes = g->cut.base + g->heap.bytes;
}

/* Width of what is above the number of the firing in an address. */
static uint32_t high_bits(const struct pgen *g)
{
	return SCRATCH_TAG_BITS + bits_of(g->heap.call_cnt - 1);
}

/* Returns the firing's number, in place for the base of its addresses. */
static uint32_t new_stamp(struct pgen *g)
{
	uint32_t stamp = ir_copy(g->f, val_imm(1)), tag;
	struct ir_func *f = g->f;

	ir_fetch(f, BPF_ADD, val_reg(g->scratch.word), sizeof(uint64_t), stamp);
	ir_alu(f, BPF_ADD, stamp, val_imm(1));
	ir_alu(f, BPF_MUL, stamp, val_imm(g->gen->env.cpu_max));
	ir_alu(f, BPF_ADD, stamp, val_reg(g->firing.cpu));
	ir_alu(f, BPF_LSH, stamp, val_imm(high_bits(g) + g->heap.off_bits));
	ir_alu(f, BPF_RSH, stamp, val_imm(high_bits(g)));
	tag = ir_copy(f, val_imm(HEAP_NONE));
	ir_alu(f, BPF_OR, stamp, val_reg(tag));
	return stamp;
}

void gen_heap_begin(struct pgen *g, const struct clause *const *clauses,
		    size_t clause_cnt)
{
	struct ir_func *f = g->f;

	scan_heap(g, clauses, clause_cnt);
	if (!g->heap.bytes)
		return;
	g->heap.addr = ir_copy(f, val_imm(HEAP_NONE));
	g->heap.real = ir_copy(f, val_imm(0));
	g->heap.next = ir_copy(f, val_imm(0));
	g->heap.used = ir_copy(f, val_imm(0));
	if (g->mode.is_cut) /* parts cannot access the CPU's word */
		g->heap.stamp = new_stamp(g);
	if (!g->heap.is_kept)
		return;
	g->heap.bit = ir_copy(f, val_imm(0));
	g->heap.off = ir_copy(f, val_imm(0));
	g->heap.word = ir_copy(f, val_map_value(MAP_SCRATCH, 0, 0));
}

void gen_heap_end(struct pgen *g)
{
	uint32_t none;

	if (!g->heap.is_kept)
		return;
	none = ir_label(g->f);
	ir_branch(g->f, BPF_JEQ, g->heap.bit, val_imm(0), none);
	g->scratch.word = g->heap.word;
	g->scratch.bit = g->heap.bit;
	gen_scratch_release_firing(g);
	ir_bind(g->f, none);
}

/* ----------------------------------------------------------- before a clause */

enum scratch_need gen_alloca_scan(struct pgen *g)
{
	struct alloca_scan scan = { .gen = g->gen };
	bool is_early;

	if (!g->heap.bytes)
		return SCRATCH_NONE;
	node_walk(g->clause.ast->predicate, scan_call, &scan);
	is_early = scan.call_cnt;
	node_walk(g->clause.ast->stmts, scan_call, &scan);
	g->heap.may_fail = scan.has_computed || scan.has_excess ||
			   scan.bytes > g->gen->env.scratchsize_bytes;
	g->heap.clause_call = g->heap.next_call;
	g->heap.next_call += (uint32_t)scan.call_cnt;
	if (!scan.call_cnt)
		return SCRATCH_NONE;
	return is_early ? SCRATCH_PREDICATE : SCRATCH_BODY;
}

/* Initialises the heap in a slot that was taken for the firing. */
static void begin_heap(struct pgen *g)
{
	struct mem slot = { .base = val_reg(g->scratch.slot) };
	uint32_t stamp = g->mode.is_cut ? g->heap.stamp : new_stamp(g);
	uint32_t real = ir_reg(g->f);

	/* a pointer loaded from a map is a number to the verifier */
	gen_mem_store(g, slot, 8, slot.base);
	ir_load(g->f, real, slot.base, 0, 8);
	ir_mov(g->f, g->heap.real, val_reg(real));
	ir_mov(g->f, g->heap.addr, val_reg(stamp));
	gen_zero(g, mem_at(slot, HEAP_CALLS_OFF), 8 * g->heap.call_cnt);
}

/*
 * Returns a register with the address of the kept slot, whose offset is known.
 */
static uint32_t kept_slot(struct pgen *g, uint32_t bad)
{
	struct ir_func *f = g->f;
	uint32_t off = ir_copy(f, val_reg(g->heap.off)), slot;

	ir_branch(f, BPF_JGT, off, val_sym(SYM_SCRATCH_LAST), bad);
	slot = ir_copy(f, val_map_value(MAP_SCRATCH, 0, 0));
	ir_alu(f, BPF_ADD, slot, val_reg(off));
	return slot;
}

void gen_heap_take(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t have = ir_label(f);

	if (!g->mode.is_cut && !g->heap.is_kept) {
		gen_scratch_take(g);
		if (g->heap.bytes)
			begin_heap(g);
	} else if (g->heap.bytes) {
		ir_branch(f, BPF_JNE, g->heap.real, val_imm(0), have);
		if (g->heap.is_kept) {
			gen_scratch_take(g);
			ir_mov(f, g->heap.bit, val_reg(g->scratch.bit));
			ir_mov(f, g->heap.word, val_reg(g->scratch.word));
			ir_mov(f, g->heap.off, val_reg(g->scratch.off));
		}
		begin_heap(g);
		ir_bind(f, have);
	}
	if (g->heap.is_kept) {
		g->scratch.slot = kept_slot(g, g->scratch.none_label);
		g->scratch.off = ir_copy(f, val_reg(g->heap.off));
	}
	if (g->heap.bytes)
		ir_mov(f, g->heap.used, val_imm(0));
}

/* ----------------------------------------------------------------- pointers */

bool gen_heap_is_near(const struct pgen *g)
{
	return g->heap.bytes &&
		(g->mode.is_cut ||
		 (g->scratch.have != SCRATCH_NONE &&
		  (!g->clause.in_predicate ||
		   g->scratch.have == SCRATCH_PREDICATE)));
}

/* Registers that describe where an address points. */
struct piece {
	uint32_t start, off;
};

/* Jumps to @bad unless @addr .. @addr + @bytes lies in a piece. */
static struct piece find_piece(struct pgen *g, uint32_t addr,
			       struct ir_val bytes, uint32_t bad)
{
	struct ir_func *f = g->f;
	uint32_t slot =
		gen_heap_is_near(g) ? g->scratch.slot : kept_slot(g, bad);
	int64_t most = g->heap.longest_bytes;
	uint32_t call, end, len;
	struct piece piece;

	piece.off = ir_copy(f, val_reg(addr));
	ir_alu(f, BPF_XOR, piece.off, val_reg(g->heap.addr));
	call = ir_copy(f, val_reg(piece.off));
	ir_alu(f, BPF_RSH, call, val_imm(64 - high_bits(g)));
	ir_branch(f, BPF_JGT, call, val_imm(g->heap.call_cnt - 1), bad);
	ir_alu(f, BPF_LSH, call, val_imm(3));
	ir_alu(f, BPF_ADD, call, val_reg(slot));
	piece.start = ir_reg(f);
	len = ir_reg(f);
	ir_load(f, piece.start, val_reg(call), HEAP_CALLS_OFF, 4);
	ir_load(f, len, val_reg(call), HEAP_CALLS_OFF + 4, 4);
	/* of another firing: not 0 above the offset */
	ir_alu(f, BPF_LSH, piece.off, val_imm(high_bits(g)));
	ir_alu(f, BPF_RSH, piece.off, val_imm(high_bits(g)));
	/* so that the verifier knows that @bytes fit after it */
	if (bytes.kind == VAL_IMM && bytes.imm > 0 && bytes.imm <= most)
		most -= bytes.imm;
	ir_branch(f, BPF_JGT, piece.off, val_imm(most), bad);
	/*
	 * Do not add bytes to a copy of off: Linux 6.12 wrongly takes the
	 * bounds of one for those of the other.
	 */
	end = ir_copy(f, bytes);
	ir_alu(f, BPF_ADD, end, val_reg(piece.off));
	ir_branch(f, BPF_JGT, end, val_reg(len), bad);
	return piece;
}

uint32_t gen_heap_real(struct pgen *g, uint32_t addr, struct ir_val bytes)
{
	struct ir_func *f = g->f;
	struct piece piece;
	uint32_t real, out;

	if (!g->heap.bytes || (!g->heap.is_kept && !gen_heap_is_near(g)))
		return addr;
	out = ir_label(f);
	real = ir_copy(f, val_reg(addr));
	piece = find_piece(g, addr, bytes, out);
	ir_mov(f, real, val_reg(piece.start));
	ir_alu(f, BPF_ADD, real, val_reg(piece.off));
	ir_alu(f, BPF_ADD, real, val_reg(g->heap.real));
	ir_bind(f, out);
	return real;
}

uint32_t gen_scratch_ptr(struct pgen *g, uint32_t addr, struct ir_val bytes)
{
	struct ir_func *f = g->f;
	uint32_t ptr, bad, ok;
	struct piece piece;

	if (g->heap.is_kept && !gen_heap_is_near(g))
		gen_scratch_want(g); /* discards this attempt */
	if (!gen_heap_is_near(g) ||
	    (bytes.kind == VAL_IMM &&
	     bytes.imm > (int64_t)g->heap.longest_bytes)) {
		gen_fault(g, FAULT_BADADDR, val_reg(addr));
		return ir_copy(f, gen_mem_addr(g, gen_frame_mem(g, 8)));
	}
	bad = ir_label(f);
	ok = ir_label(f);
	piece = find_piece(g, addr, bytes, bad);
	ir_branch(f, BPF_JLE, piece.start,
		  val_imm(g->heap.head_bytes + g->heap.max_bytes), ok);
	ir_bind(f, bad);
	gen_fault(g, FAULT_BADADDR, val_reg(addr));
	ir_bind(f, ok);
	ptr = ir_copy(f, val_reg(g->scratch.slot));
	ir_alu(f, BPF_ADD, ptr, val_reg(piece.start));
	ir_alu(f, BPF_ADD, ptr, val_reg(piece.off));
	return ptr;
}

/* ------------------------------------------------------------- allocations */

struct ir_val gen_size_value(struct pgen *g, const struct node *size)
{
	const struct node *bare = strip_casts(size);

	if (bare->kind == NODE_INT)
		return val_imm((int64_t)bare->integer.value);
	return val_reg(ir_copy(g->f, val_reg(gen_expr(g, size))));
}

void gen_limit_size(struct pgen *g, struct ir_val bytes, uint32_t max_bytes,
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

/* Faults if the clause allocates more than the rest of scratchsize. */
static void use_bytes(struct pgen *g, struct ir_val bytes)
{
	struct ir_func *f = g->f;
	uint32_t max_bytes = g->gen->env.scratchsize_bytes, padded, ok;

	if (!g->heap.may_fail)
		return;
	gen_limit_size(g, bytes, max_bytes, FAULT_NOSCRATCH);
	padded = ir_copy(f, bytes);
	ir_alu(f, BPF_ADD, padded, val_imm(7));
	ir_alu(f, BPF_AND, padded, val_imm(-8));
	ir_alu(f, BPF_ADD, g->heap.used, val_reg(padded));
	ok = ir_label(f);
	ir_branch(f, BPF_JLE, g->heap.used, val_imm(max_bytes), ok);
	gen_fault(g, FAULT_NOSCRATCH, val_imm(0));
	ir_bind(f, ok);
}

/*
 * Returns the offset of new memory in the heap, checked to have @bytes after
 * it.
 */
static uint32_t room_off(struct pgen *g, struct ir_val bytes)
{
	struct ir_func *f = g->f;
	uint32_t off = ir_copy(f, val_reg(g->heap.next)), end;
	uint32_t bad = ir_label(f), ok = ir_label(f);

	ir_branch(f, BPF_JGT, off, val_imm(g->heap.max_bytes), bad);
	end = ir_copy(f, bytes);
	ir_alu(f, BPF_ADD, end, val_reg(off));
	ir_branch(f, BPF_JLE, end, val_imm(g->heap.max_bytes), ok);
	ir_bind(f, bad);
	gen_fault(g, FAULT_NOSCRATCH, val_imm(0));
	ir_bind(f, ok);
	ir_mov(f, g->heap.next, val_reg(end));
	ir_alu(f, BPF_ADD, g->heap.next, val_imm(8));
	ir_alu(f, BPF_AND, g->heap.next, val_imm(-8));
	ir_alu(f, BPF_ADD, off, val_imm(g->heap.head_bytes));
	return off;
}

/*
 * Records the memory as the call's piece. Returns a register with its D
 * address.
 */
static uint32_t note_piece(struct pgen *g, uint32_t off, struct ir_val bytes)
{
	struct mem call = {
		.base = val_reg(g->scratch.slot),
		.off = (int32_t)(HEAP_CALLS_OFF + 8 * g->heap.call),
	};
	uint32_t addr = ir_copy(g->f, val_reg(g->heap.addr));
	uint32_t base = ir_copy(
		g->f, val_imm((int64_t)g->heap.call << (64 - high_bits(g))));

	/* as many as gen_heap_begin() has seen; more would overwrite a piece */
	assert(g->heap.call < g->heap.call_cnt);
	call = gen_mem_near(g, call);
	gen_mem_store(g, call, 4, val_reg(off));
	gen_mem_store(g, mem_at(call, 4), 4, bytes);
	ir_alu(g->f, BPF_OR, addr, val_reg(base));
	g->heap.call++;
	return addr;
}

/* Appends NULs, which end a text that has none. */
static void end_room(struct pgen *g, const struct room *room)
{
	uint32_t at;

	if (room->bytes.kind == VAL_IMM) {
		gen_mem_store(g, gen_mem_near(g, mem_at(
			room->mem, (int32_t)(room->bytes.imm & ~INT64_C(7)))),
			8, val_imm(0));
		return;
	}
	at = ir_copy(g->f, room->bytes);
	ir_alu(g->f, BPF_AND, at, val_imm(-8));
	ir_alu(g->f, BPF_ADD, at, room->mem.base);
	ir_store(g->f, val_reg(at), 0, 8, val_imm(0));
}

struct room gen_take_room(struct pgen *g, const struct node *size)
{
	struct room room = { .bytes = gen_size_value(g, size) };
	struct ir_func *f = g->f;
	uint32_t off, ptr;

	use_bytes(g, room.bytes);
	if (room.bytes.kind == VAL_IMM &&
	    (uint64_t)room.bytes.imm > g->gen->env.scratchsize_bytes)
		room.bytes.imm = 0; /* it has faulted */
	off = room_off(g, room.bytes);
	ptr = ir_copy(f, val_reg(g->scratch.slot));
	ir_alu(f, BPF_ADD, ptr, val_reg(off));
	room.mem.base = val_reg(ptr);
	room.addr = note_piece(g, off, room.bytes);
	end_room(g, &room);
	return room;
}

static uint32_t value_alloca(struct pgen *g, const struct node *node)
{
	struct room room = gen_take_room(g, node->call.args);

	if (room.bytes.kind == VAL_IMM)
		gen_zero(g, room.mem, (uint32_t)room.bytes.imm);
	else /* reading an invalid address clears the buffer */
		ir_helper(g->f, probe_read_user, gen_mem_addr(g, room.mem),
			  room.bytes, val_imm(-1));
	return room.addr;
}
const struct name_gen gen_subr_alloca = { .value = value_alloca };

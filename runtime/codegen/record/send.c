/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Moves a finished record to the ring of this CPU (record.h: struct rt_ring).
 * The time is taken last, after everything that can sleep, so that a ring is
 * nearly in order.
 *
 *	position, up to here others' | ours | free
 *	cmpxchg(position, position + bytes)	an interrupting program can be
 *						first: try again
 *	copy after the header word; then the header word: it is complete
 *
 * There is no lock, and no call for a record of up to COPY_INLINE_BYTES: the
 * kernel's own ring buffer costs four times as much. On x86, other CPUs see
 * stores in their order; elsewhere the header word is written by an exchange,
 * which orders them.
 *
 * Waking the reader costs more than the record, so most records do not. A
 * record does if it takes the ring's fill level over a quarter (or is in a band
 * of some records after it, because others write at the same time), or if the
 * reader has asked for the very next one. Records that the user waits for
 * always wake. The bell, a small ring buffer of the kernel, is rung once until
 * the reader has answered. If records are read after the run, only what ends it
 * wakes the reader.
 *
 * A ring that overwrites (gen_env.overwrites) differs in the first and the last
 * step:
 *
 *	no other writer: cmpxchg(tip, tip - bytes + 1 writer); write the floor
 *	else the same, if the new tip is not below the floor
 *	...; header word; tip - 1 writer
 */
#include "runtime/codegen/record/record_gen.h"

void gen_rec_header(struct pgen *g, struct mem record, uint32_t layout_id)
{
	uint32_t pid_tgid = gen_firing_value(g, FIRING_PID_TGID);
	uint32_t tgid = ir_copy(g->f, val_reg(pid_tgid));

#define AT(field) mem_at(record, offsetof(struct rec_header, field))
	ir_alu(g->f, BPF_RSH, tgid, val_imm(32));
	gen_mem_store(g, AT(layout_id), 4, val_imm(layout_id));
	gen_mem_store(g, AT(probe_tag), 4, val_reg(g->firing.tag));
	gen_mem_store(g, AT(tgid), 4, val_reg(tgid));
	gen_mem_store(g, AT(prog_id), 4, val_imm(g->prog_id));
#undef AT
}

enum {
	/* up to this size, inline stores cost less than a call */
	COPY_INLINE_BYTES = 128,
	RESERVE_TRIES = 3,
	WAKE_BAND_RECORDS = 16,
};

/* Returns a field of struct rt_ring in a new register. */
static uint32_t load_head(struct pgen *g, uint32_t head, size_t off,
			  uint8_t size_bytes)
{
	uint32_t reg = ir_reg(g->f);

	ir_load(g->f, reg, val_reg(head), (int32_t)off, size_bytes);
	return reg;
}

#define LOAD_HEAD(g, head, field)                          \
	load_head(g, head, offsetof(struct rt_ring, field), \
		  sizeof(((struct rt_ring *)NULL)->field))

static struct ir_val room(struct pgen *g, uint32_t head)
{
	uint32_t bytes = g->gen->env.room_bytes;

	return bytes ? val_imm(bytes) : val_reg(LOAD_HEAD(g, head, ring_bytes));
}

/*
 * Reserves @bytes of the ring and returns their position. All RESERVE_TRIES
 * attempts fail only if another program interrupts between the same two
 * instructions each time.
 */
static uint32_t reserve(struct pgen *g, uint32_t head, uint32_t bytes,
			uint32_t spared_bytes, uint32_t dropped)
{
	struct ir_func *f = g->f;
	uint32_t pos = ir_reg(f), got = ir_label(f);

	for (int i = 0; i < RESERVE_TRIES; i++) {
		uint32_t end, used, old = ir_reg(f);

		ir_load(f, pos, val_reg(head),
			offsetof(struct rt_ring, producer_pos), 8);
		end = ir_copy(f, val_reg(pos));
		ir_alu(f, BPF_ADD, end, val_imm(bytes));
		used = ir_copy(f, val_reg(end));
		ir_alu(f, BPF_SUB, used,
		       val_reg(LOAD_HEAD(g, head, consumer_pos)));
		/*
		 * a small buffer counts strings at the strsize that scripts
		 * expect
		 */
		if (g->gen->env.room_bytes)
			ir_alu(f, BPF_ADD, used, val_imm(spared_bytes));
		ir_branch(f, BPF_JGT, used, room(g, head), dropped);
		ir_cmpxchg(f, old, val_reg(head),
			   offsetof(struct rt_ring, producer_pos), 8,
			   val_reg(pos), val_reg(end));
		ir_branch(f, BPF_JEQ, old, val_reg(pos), got);
	}
	ir_jump(f, dropped);
	ir_bind(f, got);
	return pos;
}

#define TIP(bytes) ((int64_t)(bytes) << RT_TIP_SHIFT)

/* Jumps to @dropped if the new tip would be below the floor. */
static void check_floor(struct pgen *g, uint32_t head, uint32_t writers,
			uint32_t tip, uint32_t dropped)
{
	struct ir_func *f = g->f;
	uint32_t room, alone = ir_label(f);

	ir_branch(f, BPF_JEQ, writers, val_imm(0), alone);
	ir_branch(f, BPF_JEQ, writers, val_imm(RT_TIP_WRITERS), dropped);
	room = ir_copy(f, val_reg(tip));
	ir_alu(f, BPF_SUB, room, val_reg(LOAD_HEAD(g, head, floor)));
	ir_branch(f, BPF_JSLT, room, val_imm(0), dropped);
	ir_bind(f, alone);
}

/* If there was no other writer, sets the floor to a ring below @old_tip. */
static void set_floor(struct pgen *g, uint32_t head, uint32_t writers,
		      uint32_t old_tip)
{
	struct ir_func *f = g->f;
	uint32_t ring, others = ir_label(f);

	ir_branch(f, BPF_JNE, writers, val_imm(0), others);
	ring = LOAD_HEAD(g, head, ring_bytes);
	ir_alu(f, BPF_LSH, ring, val_imm(RT_TIP_SHIFT));
	ir_alu(f, BPF_SUB, old_tip, val_reg(ring));
	ir_store(f, val_reg(head), offsetof(struct rt_ring, floor), 8,
		 val_reg(old_tip));
	ir_bind(f, others);
}

/* reserve() for a ring that overwrites. */
static uint32_t reserve_oldest(struct pgen *g, uint32_t head, uint32_t bytes,
			       uint32_t dropped)
{
	struct ir_func *f = g->f;
	uint32_t old_tip = ir_reg(f), tip = ir_reg(f), writers = ir_reg(f);
	uint32_t got = ir_label(f);

	if (bytes > rt_ring_chunk_bytes(g->gen->env.ring_bytes))
		ir_branch(f, BPF_JLT, LOAD_HEAD(g, head, ring_bytes),
			  val_imm(bytes), dropped);
	for (int i = 0; i < RESERVE_TRIES; i++) {
		uint32_t found = ir_reg(f);

		ir_load(f, old_tip, val_reg(head), offsetof(struct rt_ring, tip),
			8);
		ir_mov(f, tip, val_reg(old_tip));
		ir_alu(f, BPF_SUB, tip, val_imm(TIP(bytes) - 1));
		ir_mov(f, writers, val_reg(old_tip));
		ir_alu(f, BPF_AND, writers, val_imm(RT_TIP_WRITERS));
		check_floor(g, head, writers, tip, dropped);
		ir_cmpxchg(f, found, val_reg(head),
			   offsetof(struct rt_ring, tip), 8, val_reg(old_tip),
			   val_reg(tip));
		ir_branch(f, BPF_JEQ, found, val_reg(old_tip), got);
	}
	ir_jump(f, dropped);
	ir_bind(f, got);
	set_floor(g, head, writers, old_tip);
	ir_alu(f, BPF_RSH, tip, val_imm(RT_TIP_SHIFT));
	return tip;
}

/* Returns the memory at a position; struct rt_ring describes the layout. */
static struct mem ring_mem(struct pgen *g, uint32_t head, uint32_t pos,
			   uint32_t dropped)
{
	struct ir_func *f = g->f;
	uint32_t chunk_bytes = rt_ring_chunk_bytes(g->gen->env.ring_bytes);
	uint32_t idx = LOAD_HEAD(g, head, first_chunk);
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t addr, off;
	struct mem key = gen_frame_mem(g, 4);

	if (chunk_bytes < g->gen->env.ring_bytes) {
		uint32_t nth = ir_copy(f, val_reg(pos));

		ir_alu(f, BPF_RSH, nth, val_imm(RT_RING_CHUNK_SHIFT));
		ir_alu(f, BPF_AND, nth,
		       val_reg(LOAD_HEAD(g, head, chunk_mask)));
		ir_alu(f, BPF_ADD, idx, val_reg(nth));
	}
	gen_mem_store(g, key, 4, val_reg(idx));
	gen_temps_release(g, temps);
	addr = ir_helper(f, map_lookup_elem, val_map(MAP_RINGS, 0),
			 gen_mem_addr(g, key));
	ir_branch(f, BPF_JEQ, addr, val_imm(0), dropped); /* cannot happen */
	off = ir_copy(f, val_reg(pos));
	ir_alu(f, BPF_AND, off, val_imm((chunk_bytes - 1) & ~7u));
	ir_alu(f, BPF_ADD, addr, val_reg(off));
	return (struct mem){ .base = val_reg(addr) };
}

static void copy_record(struct pgen *g, const struct send *send,
			struct mem to)
{
	if (send->size_bytes > COPY_INLINE_BYTES)
		gen_copy_call(g, send->record, to, send->size_bytes);
	else
		gen_copy_words(g, send->record, to, send->size_bytes);
}

/*
 * Completes the record: the reader may take it, and in a ring that overwrites,
 * others may reuse its place in the next round.
 */
static void complete(struct pgen *g, uint32_t head, struct mem header,
		     uint32_t size_bytes)
{
	if (g->gen->env.overwrites) {
		gen_mem_store(g, header, 8, val_imm(size_bytes));
		/*
		 * fetching the old value orders the addition after the record
		 */
		ir_fetch(g->f, BPF_ADD, val_reg(head),
			 offsetof(struct rt_ring, tip),
			 ir_copy(g->f, val_imm(-1)));
	} else if (g->gen->env.has_ordered_stores)
		gen_mem_store(g, header, 8, val_imm(size_bytes));
	else
		ir_fetch(g->f, BPF_XCHG, header.base, header.off,
			 ir_copy(g->f, val_imm(size_bytes)));
}

/*
 * Jumps to @quiet if the reader need not know of the record yet. The wide band
 * costs nothing because the bell is rung only once.
 */
static void skip_wake(struct pgen *g, uint32_t head, uint32_t pos,
		      uint32_t bytes, uint32_t quiet)
{
	struct ir_func *f = g->f;
	uint32_t control = ir_copy(f, val_map_value(MAP_CONTROL, 0, 0));
	uint32_t waits = ir_reg(f), wake = ir_label(f), quarter;

	ir_load(f, waits, val_reg(control),
		offsetof(struct rt_control, reader_waits), 4);
	ir_branch(f, BPF_JNE, waits, val_imm(0), wake);
	quarter = LOAD_HEAD(g, head, ring_bytes);
	ir_alu(f, BPF_RSH, quarter, val_imm(2));
	ir_alu(f, BPF_ADD, quarter, val_reg(LOAD_HEAD(g, head, consumer_pos)));
	/* how far this record goes over the quarter; huge if below it */
	ir_alu(f, BPF_ADD, pos, val_imm(bytes));
	ir_alu(f, BPF_SUB, pos, val_reg(quarter));
	ir_branch(f, BPF_JGT, pos, val_imm(WAKE_BAND_RECORDS * bytes), quiet);
	ir_bind(f, wake);
}

/*
 * The exchange is ordered after the record: the reader clears the bell before
 * it looks at the ring, so either it sees the record, or the bell is clear.
 */
static void ring_bell(struct pgen *g)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t rung = ir_label(f);
	uint32_t old = ir_copy(f, val_imm(1));
	struct mem word;

	ir_fetch(f, BPF_XCHG, val_reg(ir_copy(f, val_map_value(MAP_CONTROL, 0, 0))),
		 offsetof(struct rt_control, bell_rung), old);
	ir_branch(f, BPF_JNE, old, val_imm(0), rung);
	word = gen_frame_mem(g, 8);
	gen_zero(g, word, 8);
	ir_helper(f, ringbuf_output, val_map(MAP_BELL, 0),
		  gen_mem_addr(g, word), val_imm(8),
		  val_imm(BPF_RB_FORCE_WAKEUP));
	gen_temps_release(g, temps);
	ir_bind(f, rung);
}

/*
 * Refuses records after a drop. The dropped record was too large for the room
 * left; a smaller one might still fit, and would make a gap in the trace. END
 * has the room that the reader has freed.
 */
static void refuse_after_drop(struct pgen *g, const struct send *send,
			      uint32_t dropped)
{
	struct ir_func *f = g->f;
	uint32_t drops;

	if (!g->gen->env.ends_when_full || send->attempted < 0 ||
	    g->abi->context == ABI_TEST_RUN)
		return;
	drops = ir_reg(f);
	ir_load(f, drops, val_reg(g->firing.counters), send->dropped * 8, 8);
	ir_branch(f, BPF_JNE, drops, val_imm(0), dropped);
}

/* Jumps to @quiet unless the reader must be woken. */
static void choose_wake(struct pgen *g, const struct send *send, uint32_t head,
			uint32_t pos, uint32_t quiet)
{
	if (g->gen->env.overwrites || g->gen->env.ends_when_full) {
		if (!send->ends)
			ir_jump(g->f, quiet);
	} else if (!send->wakes && !g->mode.is_error &&
		   g->abi->context != ABI_TEST_RUN) {
		skip_wake(g, head, pos, rt_ring_record_bytes(send->size_bytes),
			  quiet);
	}
}

void gen_send(struct pgen *g, const struct send *send)
{
	struct ir_func *f = g->f;
	uint32_t dropped = ir_label(f), done = ir_label(f);
	uint32_t bytes = rt_ring_record_bytes(send->size_bytes);
	uint32_t *max_bytes = &g->gen->result.record_max_bytes;
	uint32_t *min_bytes = &g->gen->result.record_min_bytes;
	uint32_t head, now, pos;
	struct mem to;

	if (*max_bytes < send->size_bytes)
		*max_bytes = send->size_bytes;
	if (send->dropped == CNT_REC_DROPPED &&
	    (!*min_bytes || *min_bytes > send->size_bytes + send->spared_bytes))
		*min_bytes = send->size_bytes + send->spared_bytes;
	if (send->attempted >= 0 && g->gen->env.keeps_counts)
		gen_count_cpu(g, (enum rt_cpu_counter)send->attempted);
	refuse_after_drop(g, send, dropped);
	now = ir_helper0(f, ktime_get_ns);
	gen_mem_store(
		g, mem_at(send->record, offsetof(struct rec_header, time_ns)),
		8, val_reg(now));
	head = gen_cpu_addr(g, MAP_RING_HEADS, 0, SYM_RING_HEAD_STRIDE);
	pos = g->gen->env.overwrites ? reserve_oldest(g, head, bytes, dropped) :
				       reserve(g, head, bytes,
					       send->spared_bytes, dropped);
	to = ring_mem(g, head, pos, dropped);
	copy_record(g, send, mem_at(to, RT_RING_HEADER_BYTES));
	complete(g, head, to, send->size_bytes);
	choose_wake(g, send, head, pos, done);
	ring_bell(g);
	ir_jump(f, done);
	ir_bind(f, dropped);
	gen_count_cpu(g, (enum rt_cpu_counter)send->dropped);
	if (send->on_drop)
		send->on_drop(g, send->on_drop_reg);
	if (g->gen->env.ends_when_full && send->dropped == CNT_REC_DROPPED)
		ring_bell(g);
	ir_bind(f, done);
}

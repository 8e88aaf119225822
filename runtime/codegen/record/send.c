/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Moves a finished record to the ring of this CPU (record.h: struct rt_ring).
 * The time is taken last, after everything that can sleep, so that a ring is
 * nearly in order. A record that continues the text of one before it has the
 * same time, so that no other comes in between.
 *
 * In a program that is split, a global function sends the records of all
 * clauses: the code below would be more than half of a clause's, and the kernel
 * inlines its look-up of the ring, which moves all instructions after it, so
 * that loading would take time in proportion to the square of the clauses.
 *
 *	send(offset in scratch, length, cpu, wakes, spared): 1 if dropped
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
#include "runtime/codegen/memory/memory.h"
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

/* The record being sent, by the clause itself or by the function. */
struct sending {
	struct mem record;
	struct ir_val len;    /* its length, IMM or REG */
	struct ir_val bytes;  /* bytes that it occupies in the ring */
	struct ir_val spared; /* send.spared_bytes */
	uint32_t dropped;     /* label for when it does not fit */
	bool has_time; /* its time is already in it */
};

enum {
	/* up to this size, inline stores cost less than a call */
	COPY_INLINE_BYTES = 128,
	RESERVE_TRIES = 3,
	WAKE_BAND_RECORDS = 16,
};

/* Loads a field of struct rt_ring into a new register. */
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
 * Reserves the record's place in the ring and returns its position. All
 * RESERVE_TRIES attempts fail only if another program interrupts between the
 * same two instructions each time.
 */
static uint32_t reserve(struct pgen *g, uint32_t head,
			const struct sending *sending)
{
	struct ir_func *f = g->f;
	uint32_t pos = ir_reg(f), got = ir_label(f);

	for (int i = 0; i < RESERVE_TRIES; i++) {
		uint32_t end, used, old = ir_reg(f);

		ir_load(f, pos, val_reg(head),
			offsetof(struct rt_ring, producer_pos), 8);
		end = ir_copy(f, val_reg(pos));
		ir_alu(f, BPF_ADD, end, sending->bytes);
		used = ir_copy(f, val_reg(end));
		ir_alu(f, BPF_SUB, used,
		       val_reg(LOAD_HEAD(g, head, consumer_pos)));
		/*
		 * a small buffer counts strings at the strsize that scripts
		 * expect
		 */
		if (g->gen->env.room_bytes)
			ir_alu(f, BPF_ADD, used, sending->spared);
		ir_branch(f, BPF_JGT, used, room(g, head), sending->dropped);
		ir_cmpxchg(f, old, val_reg(head),
			   offsetof(struct rt_ring, producer_pos), 8,
			   val_reg(pos), val_reg(end));
		ir_branch(f, BPF_JEQ, old, val_reg(pos), got);
	}
	ir_jump(f, sending->dropped);
	ir_bind(f, got);
	return pos;
}

/* How far a record of @bytes, and its writer, move the tip down. */
static struct ir_val tip_step(struct pgen *g, struct ir_val bytes)
{
	uint32_t step;

	if (bytes.kind == VAL_IMM)
		return val_imm((bytes.imm << RT_TIP_SHIFT) - 1);
	step = ir_copy(g->f, bytes);
	ir_alu(g->f, BPF_LSH, step, val_imm(RT_TIP_SHIFT));
	ir_alu(g->f, BPF_SUB, step, val_imm(1));
	return val_reg(step);
}

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
static uint32_t reserve_oldest(struct pgen *g, uint32_t head,
			       const struct sending *sending)
{
	struct ir_func *f = g->f;
	uint32_t old_tip = ir_reg(f), tip = ir_reg(f), writers = ir_reg(f);
	uint32_t got = ir_label(f);
	struct ir_val bytes = sending->bytes, step = tip_step(g, bytes);

	if (bytes.kind != VAL_IMM ||
	    bytes.imm > rt_ring_chunk_bytes(g->gen->env.ring_bytes))
		ir_branch(f, BPF_JLT, LOAD_HEAD(g, head, ring_bytes), bytes,
			  sending->dropped);
	for (int i = 0; i < RESERVE_TRIES; i++) {
		uint32_t found = ir_reg(f);

		ir_load(f, old_tip, val_reg(head), offsetof(struct rt_ring, tip),
			8);
		ir_mov(f, tip, val_reg(old_tip));
		ir_alu(f, BPF_SUB, tip, step);
		ir_mov(f, writers, val_reg(old_tip));
		ir_alu(f, BPF_AND, writers, val_imm(RT_TIP_WRITERS));
		check_floor(g, head, writers, tip, sending->dropped);
		ir_cmpxchg(f, found, val_reg(head),
			   offsetof(struct rt_ring, tip), 8, val_reg(old_tip),
			   val_reg(tip));
		ir_branch(f, BPF_JEQ, found, val_reg(old_tip), got);
	}
	ir_jump(f, sending->dropped);
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

/*
 * Copies a record whose length is in a register: from the step of the longest
 * that is not longer, each step copies a word and goes on to the next.
 */
static void copy_steps(struct pgen *g, const struct sending *sending,
		       struct mem to)
{
	enum { STEP_CNT = COPY_INLINE_BYTES / 8 };
	uint32_t labels[STEP_CNT], len = ir_copy(g->f, sending->len);
	uint32_t is_long = ir_label(g->f), done = ir_label(g->f);

	for (uint32_t i = 0; i < STEP_CNT; i++) {
		labels[i] = ir_label(g->f);
		ir_branch(g->f, BPF_JEQ, len, val_imm((i + 1) * 8), labels[i]);
	}
	ir_jump(g->f, is_long);
	for (uint32_t i = STEP_CNT; i-- > 0;) {
		int32_t off = (int32_t)i * 8;

		ir_bind(g->f, labels[i]);
		gen_copy_words(g, mem_at(sending->record, off), mem_at(to, off),
			       8);
	}
	ir_jump(g->f, done);
	ir_bind(g->f, is_long);
	/* needed by the verifier; always true */
	ir_branch(g->f, BPF_JGT, len, val_sym(SYM_RECORD_MAX), done);
	ir_helper(g->f, probe_read_kernel, gen_mem_addr(g, to), val_reg(len),
		  gen_mem_addr(g, sending->record));
	ir_bind(g->f, done);
}

static void copy_record(struct pgen *g, const struct sending *sending,
			struct mem to)
{
	uint32_t bytes = (uint32_t)sending->len.imm;

	if (sending->len.kind != VAL_IMM)
		copy_steps(g, sending, to);
	else if (bytes > COPY_INLINE_BYTES)
		gen_copy_call(g, sending->record, to, bytes);
	else
		gen_copy_words(g, sending->record, to, bytes);
}

/*
 * Completes the record: the reader may take it, and in a ring that overwrites,
 * others may reuse its place in the next round.
 */
static void complete(struct pgen *g, uint32_t head, struct mem header,
		     struct ir_val len)
{
	if (g->gen->env.overwrites) {
		gen_mem_store(g, header, 8, len);
		/*
		 * fetching the old value orders the addition after the record
		 */
		ir_fetch(g->f, BPF_ADD, val_reg(head),
			 offsetof(struct rt_ring, tip),
			 ir_copy(g->f, val_imm(-1)));
	} else if (g->gen->env.has_ordered_stores)
		gen_mem_store(g, header, 8, len);
	else
		ir_fetch(g->f, BPF_XCHG, header.base, header.off,
			 ir_copy(g->f, len));
}

/*
 * Jumps to @quiet if the reader need not be told about the record yet. The wide
 * band costs nothing, because the bell is rung only once.
 */
static void skip_wake(struct pgen *g, uint32_t head, uint32_t pos,
		      struct ir_val bytes, uint32_t quiet)
{
	struct ir_func *f = g->f;
	uint32_t control = ir_copy(f, val_map_value(MAP_CONTROL, 0, 0));
	uint32_t waits = ir_reg(f), wake = ir_label(f), quarter;
	struct ir_val band;

	ir_load(f, waits, val_reg(control),
		offsetof(struct rt_control, reader_waits), 4);
	ir_branch(f, BPF_JNE, waits, val_imm(0), wake);
	quarter = LOAD_HEAD(g, head, ring_bytes);
	ir_alu(f, BPF_RSH, quarter, val_imm(2));
	ir_alu(f, BPF_ADD, quarter, val_reg(LOAD_HEAD(g, head, consumer_pos)));
	/* how far the record exceeds the quarter; huge if it does not */
	ir_alu(f, BPF_ADD, pos, bytes);
	ir_alu(f, BPF_SUB, pos, val_reg(quarter));
	band = val_imm(bytes.imm * WAKE_BAND_RECORDS);
	if (bytes.kind != VAL_IMM) {
		band = val_reg(ir_copy(f, bytes));
		ir_alu(f, BPF_MUL, band.reg, val_imm(WAKE_BAND_RECORDS));
	}
	ir_branch(f, BPF_JGT, pos, band, quiet);
	ir_bind(f, wake);
}

/*
 * The exchange is ordered after the record: the reader clears the bell before
 * it looks at the ring, so either it sees the record, or the bell is clear.
 */
void gen_ring_bell(struct pgen *g)
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

enum wake { WAKE_NEVER, WAKE_IF_WANTED, WAKE_ALWAYS };

static enum wake wake_of(const struct pgen *g, const struct send *send)
{
	if (g->gen->env.overwrites || g->gen->env.ends_when_full)
		return send->ends ? WAKE_ALWAYS : WAKE_NEVER;
	return send->wakes || g->mode.is_error ||
			g->abi->context == ABI_TEST_RUN ?
		WAKE_ALWAYS : WAKE_IF_WANTED;
}

static struct mem time_of(struct mem record)
{
	return mem_at(record, offsetof(struct rec_header, time_ns));
}

static void put_time(struct pgen *g, struct mem record)
{
	uint32_t now = ir_helper0(g->f, ktime_get_ns);

	gen_mem_store(g, time_of(record), 8, val_reg(now));
}

/* The same of a record that continues the text of the one before, if any. */
static void put_joined_time(struct pgen *g, struct mem record)
{
	uint32_t sent_ns = g->clause.sent_ns, have = ir_label(g->f);

	ir_branch(g->f, BPF_JNE, sent_ns, val_imm(0), have);
	ir_mov(g->f, sent_ns, val_reg(ir_helper0(g->f, ktime_get_ns)));
	ir_bind(g->f, have);
	gen_mem_store(g, time_of(record), 8, val_reg(sent_ns));
}

/* Moves the record to the ring; returns its head, and its position there. */
static uint32_t put_record(struct pgen *g, const struct sending *sending,
			   uint32_t *pos_ret)
{
	uint32_t head, pos;
	struct mem to;

	if (!sending->has_time)
		put_time(g, sending->record);
	head = gen_cpu_addr(g, MAP_RING_HEADS, 0, SYM_RING_HEAD_STRIDE);
	pos = g->gen->env.overwrites ? reserve_oldest(g, head, sending) :
				       reserve(g, head, sending);
	to = ring_mem(g, head, pos, sending->dropped);
	copy_record(g, sending, mem_at(to, RT_RING_HEADER_BYTES));
	complete(g, head, to, sending->len);
	*pos_ret = pos;
	return head;
}

/*
 * In the traced program, a function sends the record: it can't rely on being
 * finished before the reader gives up on it.
 */
static void send_direct(struct pgen *g, const struct send *send,
			uint32_t dropped, uint32_t done)
{
	struct ir_val args[] = {
		gen_mem_addr(g, send->record),
		val_imm(send->size_bytes),
		val_reg(gen_cpu(g)),
	};
	uint32_t result;

	if (!send->joins)
		put_time(g, send->record);
	result = ir_call(g->f, CALL_HELPER, CODE_DIRECT_SEND, args, 3);
	ir_branch(g->f, BPF_JNE, result, val_imm(0), dropped);
	ir_jump(g->f, done);
}

/* Sends the record, or jumps to @dropped. */
static void send_here(struct pgen *g, const struct send *send,
		      uint32_t dropped, uint32_t done)
{
	struct sending sending = {
		.record = send->record,
		.len = val_imm(send->size_bytes),
		.bytes = val_imm(rt_ring_record_bytes(send->size_bytes)),
		.spared = val_imm(send->spared_bytes),
		.dropped = dropped,
		.has_time = send->joins,
	};
	enum wake wake = wake_of(g, send);
	uint32_t pos, head = put_record(g, &sending, &pos);

	if (wake == WAKE_NEVER)
		ir_jump(g->f, done);
	else if (wake == WAKE_IF_WANTED)
		skip_wake(g, head, pos, sending.bytes, done);
	gen_ring_bell(g);
	ir_jump(g->f, done);
}

/* ------------------------------------------------------------ the function */

enum { SEND_PARAM_CNT = 5 };

/* Takes the time, unless the record joins one before it. */
static void function_time(struct pgen *g, struct mem record)
{
	struct mem at = time_of(record);
	uint32_t time = ir_reg(g->f), have = ir_label(g->f);

	ir_load(g->f, time, at.base, at.off, 8);
	ir_branch(g->f, BPF_JNE, time, val_imm(0), have);
	put_time(g, record);
	ir_bind(g->f, have);
}

/* Lets the function send the record; falls through if it is dropped. */
static void call_send(struct pgen *g, const struct send *send, uint32_t done)
{
	struct ir_val args[SEND_PARAM_CNT] = {
		val_reg(gen_scratch_off(g, send->record)),
		val_imm(send->size_bytes),
		val_reg(g->firing.cpu),
		val_imm(wake_of(g, send) == WAKE_ALWAYS),
		val_imm(send->spared_bytes),
	};
	uint32_t *max_bytes = &g->gen->result.record_max_bytes;
	uint32_t dropped;

	if (!send->joins)
		gen_mem_store(g, time_of(send->record), 8, val_imm(0));
	dropped = ir_call(g->f, CALL_SUBPROG, gen_subprog(g, GEN_SUBPROG_SEND),
			  args, SEND_PARAM_CNT);
	/* the ring has room for each of copy_steps() after its last position */
	if (*max_bytes < COPY_INLINE_BYTES)
		*max_bytes = COPY_INLINE_BYTES;
	ir_branch(g->f, BPF_JEQ, dropped, val_imm(0), done);
}

/* Only the parts of a split program call it: they have memory in the slot. */
static bool has_function(const struct pgen *g)
{
	return g->mode.is_cut && g->cut.base;
}

static void function_body(struct pgen *g, const uint32_t *params,
			  uint32_t dropped)
{
	struct ir_func *f = g->f;
	struct sending sending = {
		.len = val_reg(params[1]),
		.spared = val_reg(params[4]),
		.dropped = dropped,
		.has_time = true,
	};
	uint32_t bytes, pos, head, wake = ir_label(f), quiet = ir_label(f);

	sending.record.base = val_reg(gen_scratch_at(g, params[0], dropped));
	bytes = ir_copy(f, sending.len);
	function_time(g, sending.record);
	/* both are multiples of 8: rt_ring_record_bytes() */
	ir_alu(f, BPF_ADD, bytes, val_imm(RT_RING_HEADER_BYTES));
	sending.bytes = val_reg(bytes);
	head = put_record(g, &sending, &pos);
	ir_branch(f, BPF_JNE, params[3], val_imm(0), wake);
	if (g->gen->env.overwrites || g->gen->env.ends_when_full)
		ir_jump(f, quiet);
	else
		skip_wake(g, head, pos, sending.bytes, quiet);
	ir_bind(f, wake);
	gen_ring_bell(g);
	ir_bind(f, quiet);
	ir_ret(f, val_imm(0));
	ir_bind(f, dropped);
	ir_ret(f, val_imm(1));
}

int gen_send_function(struct pgen *entry, struct gen_prog *prog, uint32_t id)
{
	struct pgen g = *entry;
	uint32_t params[SEND_PARAM_CNT];
	struct ir_func f;
	int err;

	ir_func_init(&f, "send", SEND_PARAM_CNT, IR_SUBPROG_STACK_MAX);
	f.id = id;
	f.is_global = true;
	g.f = &f;
	g.cut.base = 0; /* it only uses its stack */
	ir_note(&f, (struct loc){ 0 }, "send a record");
	for (int i = 0; i < SEND_PARAM_CNT; i++)
		params[i] = ir_reg(&f);
	ir_params(&f, params);
	g.firing.cpu = params[2];
	g.firing.exit_label = ir_label(&f);
	gen_cpu_bound(&g);
	function_body(&g, params, g.firing.exit_label);
	err = gen_function(&g, prog, &f);
	ir_func_deinit(&f);
	return err;
}

void gen_send(struct pgen *g, const struct send *send)
{
	struct ir_func *f = g->f;
	uint32_t dropped = ir_label(f), done = ir_label(f);
	uint32_t *max_bytes = &g->gen->result.record_max_bytes;
	uint32_t *min_bytes = &g->gen->result.record_min_bytes;
	uint32_t least_bytes = send->size_bytes +
		(g->gen->env.has_bufsize ? send->spared_bytes : 0);

	if (*max_bytes < send->size_bytes)
		*max_bytes = send->size_bytes;
	if (send->dropped == CNT_REC_DROPPED &&
	    (!*min_bytes || *min_bytes > least_bytes))
		*min_bytes = least_bytes;
	if (send->attempted >= 0 && g->gen->env.keeps_counts)
		gen_count_cpu(g, (enum rt_cpu_counter)send->attempted);
	refuse_after_drop(g, send, dropped);
	if (send->joins)
		put_joined_time(g, send->record);
	if (g->abi->context == ABI_DIRECT)
		send_direct(g, send, dropped, done);
	else if (has_function(g))
		call_send(g, send, done);
	else
		send_here(g, send, dropped, done);
	ir_bind(f, dropped);
	gen_count_cpu(g, (enum rt_cpu_counter)send->dropped);
	if (send->on_drop)
		send->on_drop(g, send->on_drop_reg);
	if (g->gen->env.ends_when_full && send->dropped == CNT_REC_DROPPED)
		gen_ring_bell(g);
	ir_bind(f, done);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A finished record -> the ring of this CPU. The time is taken last, after
 * everything that can sleep, so that a ring is nearly in order.
 *
 * Waking the reader costs more than the record, so records go without, and
 * one wakes it when the ring's fill level crosses a quarter (a band of some
 * records, because others write at the same time), or when the reader said
 * that it waits for the very next one. Some records always wake: those that
 * the user waits for.
 */
#include "runtime/codegen/gen_priv.h"

void gen_rec_header(struct pgen *g, struct mem record, uint32_t layout_id)
{
	uint32_t pid_tgid = gen_firing_value(g, FIRING_PID_TGID);
	uint32_t tgid = ir_copy(g->f, val_reg(pid_tgid));

#define AT(field) mem_at(record, offsetof(struct rec_header, field))
	ir_alu(g->f, BPF_RSH, tgid, val_imm(32));
	gen_mem_store(g, AT(layout_id), 4, val_imm(layout_id));
	gen_mem_store(g, AT(probe_tag), 4, val_reg(g->tag));
	gen_mem_store(g, AT(tgid), 4, val_reg(tgid));
	gen_mem_store(g, AT(prog_id), 4, val_imm(g->prog_id));
#undef AT
}

/*
 * One of so many records looks at the fill level: looking costs as much as a
 * tenth of a record. A power of two; 1 where the ring is small.
 */
static uint32_t sample_cnt(const struct pgen *g, int64_t sent)
{
	uint32_t cnt = 16;

	while (cnt > 1 && cnt * sent > g->gen->env.ring_bytes / 64)
		cnt /= 2;
	return cnt;
}

/*
 * flags = FORCE_WAKEUP when the level has just gone over a quarter. @nth
 * counts the records of this CPU, other programs' included: the band in which
 * a record wakes the reader is wide enough for what comes between two looks.
 */
static void wake_at_quarter(struct pgen *g, uint32_t ring, uint32_t flags,
			    uint32_t size_bytes, uint32_t nth)
{
	struct ir_func *f = g->f;
	int64_t sent = (size_bytes + 8 + 7) & ~7u; /* with the ring's header */
	int64_t quarter = g->gen->env.ring_bytes / 4;
	uint32_t samples = sample_cnt(g, sent);
	int64_t band = 16 * sent * (samples > 1 ? 4 : 1);
	uint32_t keep = ir_label(f), level;

	if (samples > 1) {
		ir_alu(f, BPF_AND, nth, val_imm(samples - 1));
		ir_branch(f, BPF_JNE, nth, val_imm(0), keep);
	}
	level = ir_helper(f, ringbuf_query, val_reg(ring),
			  val_imm(BPF_RB_AVAIL_DATA));
	ir_alu(f, BPF_SUB, level, val_imm(quarter - sent));
	ir_branch(f, BPF_JGT, level, val_imm(band), keep);
	ir_mov(f, flags, val_imm(BPF_RB_FORCE_WAKEUP));
	ir_bind(f, keep);
}

static uint32_t wake_flags(struct pgen *g, uint32_t ring,
			   const struct send *send, uint32_t nth)
{
	struct ir_func *f = g->f;
	uint32_t flags, control, waits, done;

	if (send->wakes || g->is_error || g->abi->context == ABI_TEST_RUN)
		return ir_copy(f, val_imm(BPF_RB_FORCE_WAKEUP));
	done = ir_label(f);
	control = ir_copy(f, val_map_value(MAP_CONTROL, 0, 0));
	waits = ir_reg(f);
	ir_load(f, waits, val_reg(control),
		offsetof(struct rt_control, reader_waits), 4);
	flags = ir_copy(f, val_imm(BPF_RB_FORCE_WAKEUP));
	ir_branch(f, BPF_JNE, waits, val_imm(0), done);
	ir_mov(f, flags, val_imm(BPF_RB_NO_WAKEUP));
	wake_at_quarter(g, ring, flags, send->size_bytes, nth);
	ir_bind(f, done);
	return flags;
}

static uint32_t find_ring(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t frame_bytes = f->frame_bytes;
	struct mem key = gen_frame_mem(g, 4);

	gen_mem_store(g, key, 4, val_reg(g->cpu));
	f->frame_bytes = frame_bytes;
	return ir_helper(f, map_lookup_elem, val_map(MAP_RINGS, 0),
			 gen_mem_addr(g, key));
}

/*
 * What was dropped was too large for what is left; a smaller record may fit
 * behind it, and would make a hole in what is kept. END has the room that the
 * reader has made.
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
	ir_load(f, drops, val_reg(g->counters), send->dropped * 8, 8);
	ir_branch(f, BPF_JNE, drops, val_imm(0), dropped);
}

void gen_send(struct pgen *g, const struct send *send)
{
	struct ir_func *f = g->f;
	uint32_t dropped = ir_label(f), done = ir_label(f);
	uint32_t ring, now, nth, err;

	g->gen->result.has_records = true;
	if (g->abi->context != ABI_TEST_RUN &&
	    send->attempted != CNT_ERR_ATTEMPTED)
		g->gen->result.has_probe_records = true;
	/* keys, which are not counted, always look */
	nth = ir_copy(f, val_imm(send->attempted >= 0));
	if (send->attempted >= 0)
		ir_fetch(f, BPF_ADD, val_reg(g->counters), send->attempted * 8,
			 nth);
	refuse_after_drop(g, send, dropped);
	ring = find_ring(g);
	ir_branch(f, BPF_JEQ, ring, val_imm(0), dropped);
	now = ir_helper0(f, ktime_get_ns);
	gen_mem_store(
		g, mem_at(send->record, offsetof(struct rec_header, time_ns)),
		8, val_reg(now));
	err = ir_helper(f, ringbuf_output, val_reg(ring),
			gen_mem_addr(g, send->record),
			val_imm(send->size_bytes),
			val_reg(wake_flags(g, ring, send, nth)));
	ir_branch(f, BPF_JEQ, err, val_imm(0), done);
	ir_bind(f, dropped);
	gen_count_cpu(g, (enum rt_cpu_counter)send->dropped);
	if (send->on_drop)
		send->on_drop(g, send->on_drop_reg);
	ir_bind(f, done);
}

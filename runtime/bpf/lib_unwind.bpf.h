/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * A part of lib.bpf.c: walks the stack of the running thread by the unwind
 * tables that dtrace made from its files (unwind_abi.h). Anything uncertain
 * ends the walk with a reason; it never guesses.
 *
 *	unwind_begin()	registers of the first frame, the process
 *	unwind()	frames, one after the other:
 *	unwind_rule()	looks an address up in the tables
 *	unwind_up()	from there to the caller's registers
 *	unwind_return()	the return address that a return probe has replaced
 *	unwind_range()	the mapping that contains the caller
 *
 * The state and the keys of map lookups are in scratch memory, because the
 * stack is small. A saved register is read only when it is needed: until then
 * only its address is kept.
 */
#ifndef DTRACE_RUNTIME_BPF_LIB_UNWIND_BPF_H
#define DTRACE_RUNTIME_BPF_LIB_UNWIND_BPF_H

#include "runtime/bpf/lib.bpf.h"
#include "runtime/common/unwind_abi.h"

/* Generated code can only call functions in lib.def; all others are inlined. */
#define INLINE static inline __attribute__((always_inline))

/* struct pt_regs of x86-64, as words. */
enum {
	REG_RBP = 4,
	REG_RIP = 16,
	REG_CS = 17,
	REG_RSP = 19,
	REGS_CNT = 21,
	USER_CS = 0x33, /* for 64-bit code */
	/*
	 * turns per call of unwind_again(), which is called UNWIND_WAIT_CALLS
	 * times: together more than enough for most files
	 */
	UNWIND_WAIT_TURNS = 32,
	UNWIND_WAIT_NS = 4000,
	UNWIND_HURRY_TURN = 13, /* wakes dtrace again during this call */
	/*
	 * dtrace may wait for a CPU or for a file that is not in memory. Each
	 * turn is longer than the one before by this, so that all turns
	 * together take a tenth of a second.
	 */
	UNWIND_ORDERED_WAIT_NS = 3000,
	/* the longest turn takes this many calls of chill_some() */
	UNWIND_TURN_CALLS = 16,
	/* the age up to which a question is worth waiting for */
	UNWIND_YOUNG_NS = 2000000,
	UNWIND_RETURN_MAX = 64, /* per task, the kernel's limit */
	UNWIND_FRAME_MAX = 128, /* the kernel's limit */
	/* after which an unanswered question is asked again */
	UNWIND_RENEW_NS = 100000000,
	ALL_REGS = 0x9ffff, /* except segment registers and flags */
	/* rbx, rbp, r12 to r15, and the stack pointer */
	KEPT_REGS = 0x3f | 1 << REG_RSP,
	FRAME_REGS = 1 << REG_RBP | 1 << REG_RSP,
	/*
	 * the result of unwind_up() at the last frame; reasons are smaller
	 * numbers
	 */
	UNWIND_END = 256,
};

/* The arguments and the state of unwind(). */
struct unwind_walk {
	word regs_kaddr; /* struct pt_regs */
	word pid; /* of the process, as dtrace sees it */
	word flags; /* UNWIND_AT_ENTRY, ... */
	word to, max; /* where to store frames, and their largest number */
	word cnt;
	word utask_kaddr; /* current's struct uprobe_task *; 0: not known */
	/*
	 * offsets in it and in struct return_instance: struct gen_return_offs
	 */
	unsigned short instances_off, stack_off, addr_off, next_off;
	word instance_kaddr; /* the next one to look at; 0: the first */
	word end; /* why the walk ended; 0: it has not */
	/* the answer to a question may change the end; counts the turns */
	word waits;
	/* the word below the return address, and the address of that word */
	word below_pc, pc;
	word is_exact; /* 1: pc is exact, not a return address */
	word valid; /* bit mask of registers that are known */
	word cfa, value;
	struct unw_range range;
	union {
		struct unw_rule rule;
		/* overlay of all but the first 2 bytes: saved[] */
		word rule_words[2];
	};
	struct unw_known known;
	unsigned int tgid, chunk; /* keys for map lookups */
	struct unw_asked asked;
	word saved_at[REGS_CNT]; /* addresses of saved registers; 0: in regs */
	word regs[REGS_CNT];
};

#define IS_AT(member, off) \
	_Static_assert(    \
		__builtin_offsetof(struct unwind_walk, member) == (off), "")
IS_AT(regs_kaddr, UNWIND_REGS_OFF);
IS_AT(pid, UNWIND_PID_OFF);
IS_AT(flags, UNWIND_FLAGS_OFF);
IS_AT(to, UNWIND_TO_OFF);
IS_AT(max, UNWIND_MAX_OFF);
IS_AT(cnt, UNWIND_CNT_OFF);
IS_AT(utask_kaddr, UNWIND_UTASK_OFF);
IS_AT(instances_off, UNWIND_RETURN_OFF);
_Static_assert(sizeof(struct unwind_walk) <= UNWIND_WALK_BYTES, "");

/* Returns the 64 KB chunk of the space that contains @off. */
INLINE char *unwind_chunk(struct unwind_walk *w, unsigned int off)
{
	w->chunk = off >> UNW_CHUNK_SHIFT;
	return bpf_map_lookup_elem(unwind_space, &w->chunk);
}

/* All ones if a < b, else 0; for numbers below 2^63. */
INLINE word is_less(word a, word b)
{
	word mask = (word)((long)(a - b) >> 63);

	HIDE(mask);
	return mask;
}

/* Asks dtrace to look at the process, once for all of its questions. */
INLINE void unwind_ask(struct unwind_walk *w)
{
	w->asked.pid = (unsigned int)w->pid;
	w->asked.tgid = w->tgid;
	w->asked.generation = w->known.generation;
	bpf_ringbuf_output(unwind_asked, &w->asked, sizeof(w->asked),
			   BPF_RB_FORCE_WAKEUP);
}

/* Returns how often walks of a process may wait for one answer. */
INLINE unsigned int unwind_wait_max(const struct unw_known *known)
{
	return known->wait_max ? known->wait_max : 1;
}

/* No known mapping is there: asks dtrace to look again. */
INLINE long unwind_miss(struct unwind_walk *w, char *base)
{
	struct unw_proc *proc =
		(struct unw_proc *)(base + (w->known.off & 0xffe0));

	if (!proc->asked) {
		proc->asked = UNW_IS_ASKED;
		proc->late_cnt = 0;
		unwind_ask(w);
	}
	w->waits = proc->asked == UNW_IS_ASKED &&
		proc->late_cnt < unwind_wait_max(&w->known);
	return UNW_CUT_NO_RANGE;
}

/* Is w->pc in w->range? Most callers are in the same file as the callee. */
INLINE long unwind_is_near(struct unwind_walk *w)
{
	return w->pc - (w->is_exact ^ 1) - w->range.start <
	       w->range.end - w->range.start;
}

/* Finds the range around w->pc and stores it in w->range. */
LIB(unwind_range) long unwind_range(word state)
{
	struct unwind_walk *w = (struct unwind_walk *)AT(state, -1);
	word pc = w->pc - (w->is_exact ^ 1), lo = 0, cnt;
	struct unw_range *range;
	char *base;

	base = unwind_chunk(w, w->known.off);
	if (!base)
		return UNW_CUT_NO_RANGE;
	cnt = ((struct unw_proc *)(base + (w->known.off & 0xffe0)))->range_cnt;
	for (word step = 1024; step; step /= 2) {
		word at = lo + step, start;

		range = (struct unw_range *)(base + ((w->known.off + 32 +
						      at * 32) & 0xffe0));
		start = range->start;
		lo += step & is_less(start, pc + 1) & is_less(at, cnt);
	}
	range = (struct unw_range *)(base +
				     ((w->known.off + 32 + lo * 32) & 0xffe0));
	w->range = *range;
	if (cnt && pc - w->range.start < w->range.end - w->range.start)
		return 0;
	w->range.end = w->range.start = 0;
	return unwind_miss(w, base);
}

/* Returns the reason for a place without a table. */
INLINE long unwind_no_table(struct unwind_walk *w)
{
	if (w->range.index == UNW_INDEX_RETURN)
		return UNW_CUT_RETURN;
	if (w->range.index != UNW_INDEX_FRAME)
		return UNW_CUT_NO_RULE;
	w->rule.kind = UNW_FRAME;
	w->rule.reg = REG_RBP;
	w->rule.off = 16;
	return 0;
}

/* Finds the rule for w->pc in w->range and stores it in w->rule. */
LIB(unwind_rule) long unwind_rule(word state)
{
	struct unwind_walk *w = (struct unwind_walk *)AT(state, -1);
	word off = w->pc - (w->is_exact ^ 1) - w->range.text, lo = 0, at, cnt;
	unsigned int row;
	char *base;

	if (w->range.index < UNW_RULE_BYTES)
		return unwind_no_table(w);
	if (off >> UNW_BLOCK_SHIFT >= w->range.block_cnt)
		return UNW_CUT_NO_RULE;
	at = w->range.index + (off >> UNW_BLOCK_SHIFT) * 4;
	base = unwind_chunk(w, (unsigned int)at);
	if (!base)
		return UNW_CUT_NO_RULE;
	row = *(unsigned int *)(base + (at & 0xfffc));
	cnt = (row & (UNW_BLOCK_BYTES - 1)) + 1;
	at = row >> UNW_BLOCK_SHIFT << 2;
	base = unwind_chunk(w, (unsigned int)at);
	if (!row || !base)
		return UNW_CUT_NO_RULE;
	off &= UNW_BLOCK_BYTES - 1;
	/* most blocks have few rows */
	for (word step = cnt > 16 ? UNW_BLOCK_BYTES / 2 : 8; step; step /= 2) {
		row = *(unsigned int *)(base + ((at + (lo + step) * 4) &
						0xfffc));
		lo += step & is_less(row >> 16, off + 1) &
			is_less(lo + step, cnt);
	}
	row = *(unsigned int *)(base + ((at + lo * 4) & 0xfffc)) & 0xffff;
	row *= UNW_RULE_BYTES;
	base = unwind_chunk(w, row);
	if (!base)
		return UNW_CUT_NO_RULE;
	w->rule_words[0] = *(word *)(base + (row & 0xfff0));
	w->rule_words[1] = *(word *)(base + (row & 0xfff0) + 8);
	return w->rule.kind == UNW_NONE ? UNW_CUT_NO_RULE : 0;
}

/* w->value = a register of the frame. */
INLINE long unwind_reg(word state, struct unwind_walk *w, word reg)
{
	word *at, *value;

	reg &= 31;
	if (!(w->valid >> reg & 1))
		return UNW_CUT_NO_REG;
	at = (word *)AT(state + reg * 8, UNW_CUT_NO_REG);
	at += __builtin_offsetof(struct unwind_walk, saved_at) / 8;
	value = at + REGS_CNT;
	if (*at && bpf_probe_read_user(value, 8, (const void *)*at))
		return UNW_CUT_NO_MEMORY;
	*at = 0;
	w->value = *value;
	return 0;
}

/*
 * Takes registers from a signal frame, where the kernel saved all of them at
 * @at, in the order of a sigcontext.
 */
INLINE void unwind_signal(struct unwind_walk *w, word at)
{
	static const unsigned char order[] = { 9, 8, 7,	 6,  3,	 2,  1,	 0,
					       14, 13, 4, 5, 12, 10, 11, REG_RSP,
					       REG_RIP };

#pragma unroll
	for (word i = 0; i < sizeof(order); i++)
		w->saved_at[order[i]] = at + i * 8;
	w->valid = ALL_REGS;
}

/* Records where the function has saved registers; @has_base: rbp is read. */
INLINE void unwind_saved(struct unwind_walk *w, word from, word has_base)
{
	word saved = w->rule_words[0] >> 16; /* a byte each */

	w->valid &= KEPT_REGS;
	if (has_base) {
		w->regs[REG_RBP] = w->below_pc;
		w->saved_at[REG_RBP] = 0;
		saved &= ~(0xfful << REG_RBP * 8);
	}
	if (!saved)
		return;
#pragma unroll
	for (int i = 0; i < UNW_SAVED_CNT; i++) {
		word words = saved >> i * 8 & 0xff;

		if (words == UNW_LOST)
			w->valid &= ~(1ul << i);
		else if (words)
			w->saved_at[i] = from - words * 8;
	}
}

/* Computes the CFA from a register's value. Returns 0 or a reason. */
INLINE long unwind_cfa(struct unwind_walk *w, word kind)
{
	w->cfa = w->value + (word)(long)w->rule.off;
	if (kind == UNW_DEREF) {
		if (bpf_probe_read_user(&w->cfa, 8, (const void *)w->cfa))
			return UNW_CUT_NO_MEMORY;
		w->cfa += (word)(long)w->rule.more;
	}
	if (kind == UNW_PLT && (w->pc & 15) >= (word)(long)w->rule.more)
		w->cfa += 8;
	return 0;
}

/* Handles a signal frame: the interrupted code continues at its rip. */
INLINE long unwind_interrupted(word state, struct unwind_walk *w)
{
	unwind_signal(w, w->cfa);
	if (unwind_reg(state, w, REG_RSP) || unwind_reg(state, w, REG_RIP))
		return UNW_CUT_NO_MEMORY;
	w->pc = w->value;
	w->is_exact = 1;
	return 0;
}

/*
 * The return address may be that of the kernel's trampoline for return probes,
 * which begins a page: then the task has the original, found by its place on
 * the stack. Any other address stays unchanged.
 */
LIB(unwind_return) long unwind_return(word state)
{
	struct unwind_walk *w = (struct unwind_walk *)AT(state, 0);
	word at = w->instance_kaddr, slot = w->cfa - 8;

	if (!w->utask_kaddr)
		return 0;
	if (!at && (bpf_probe_read_kernel(&at, 8,
					  (const void *)w->utask_kaddr) ||
		    !at ||
		    bpf_probe_read_kernel(
			    &at, 8, (const void *)(at + w->instances_off))))
		return 0;
	for (int i = 0; at && i < UNWIND_RETURN_MAX; i++) {
		word stack = 0;

		bpf_probe_read_kernel(&stack, 8,
				      (const void *)(at + w->stack_off));
		if (stack == slot) {
			bpf_probe_read_kernel(
				&w->pc, 8, (const void *)(at + w->addr_off));
			break;
		}
		if (bpf_probe_read_kernel(&at, 8,
					  (const void *)(at + w->next_off)))
			at = 0;
	}
	w->instance_kaddr = at;
	return 0;
}

/* Goes from a frame with its rule to its caller: sets w->pc and registers. */
LIB(unwind_up) long unwind_up(word state)
{
	struct unwind_walk *w = (struct unwind_walk *)AT(state, -1);
	word kind = w->rule.kind & ~UNW_BY_BASE;
	word from, has_base;
	long err;

	if (kind == UNW_END)
		return UNWIND_END;
	err = unwind_reg(state, w, w->rule.reg);
	if (err)
		return err;
	/* the first function of a stack has 0 there (System V ABI; Go) */
	if (kind == UNW_FRAME && !w->value)
		return UNWIND_END;
	err = unwind_cfa(w, kind);
	if (err)
		return err;
	if (kind == UNW_SIGNAL)
		return unwind_interrupted(state, w);
	/* the stack can only shrink */
	if (w->cfa & 7 || w->cfa <= w->regs[REG_RSP])
		return UNW_CUT_BAD_FRAME;
	from = w->rule.kind & UNW_BY_BASE ? w->value + 8 : w->cfa;
	/* most functions that save rbp put it there: one read gives both */
	has_base = kind == UNW_FRAME ||
		(from == w->cfa && w->rule.saved[REG_RBP] == 2);
	if (has_base ?
		    bpf_probe_read_user(&w->below_pc, 16,
					(const void *)(w->cfa - 16)) :
		    bpf_probe_read_user(&w->pc, 8, (const void *)(w->cfa - 8)))
		return UNW_CUT_NO_MEMORY;
	if (!(w->pc & (PAGE_BYTES - 1)))
		unwind_return(state);
	w->is_exact = 0;
	unwind_saved(w, from, has_base);
	if (kind == UNW_FRAME)
		w->valid = FRAME_REGS;
	w->regs[REG_RSP] = w->cfa;
	w->saved_at[REG_RSP] = 0;
	return w->pc ? 0 : UNWIND_END;
}

/*
 * A question about the process @known is open: is it worth waiting for? If the
 * answer did not come in a long time (dtrace had no memory or no file left), it
 * is asked again; as often as before, walks may wait for that.
 */
INLINE void unwind_renew(struct unwind_walk *w, const struct unw_known *known)
{
	unsigned int age_ns = w->known.generation - known->generation;

	w->waits = known->late_cnt < unwind_wait_max(known) &&
		(known->wait_max || age_ns < UNWIND_YOUNG_NS);
	if (age_ns < UNWIND_RENEW_NS)
		return;
	w->known.wait_max = known->wait_max;
	w->known.late_cnt = known->late_cnt;
	if (!bpf_map_update_elem(unwind_known, &w->tgid, &w->known, BPF_EXIST))
		unwind_ask(w);
}

/*
 * Finds what is known of the process. If nothing is known yet, asks dtrace and
 * returns a reason.
 */
INLINE long unwind_process(struct unwind_walk *w)
{
	struct unw_known *known;

	w->tgid = (unsigned int)(bpf_get_current_pid_tgid() >> 32);
	known = bpf_map_lookup_elem(unwind_known, &w->tgid);
	if (known && known->off) {
		w->known = *known;
		return 0;
	}
	w->known.off = w->known.wait_max = w->known.late_cnt = 0;
	w->known.generation = (unsigned int)bpf_ktime_get_ns();
	if (known) {
		unwind_renew(w, known);
	} else {
		/* if it fails, there is an entry by now, or no room for one */
		if (!bpf_map_update_elem(unwind_known, &w->tgid, &w->known,
					 BPF_NOEXIST))
			unwind_ask(w);
		w->waits = 1;
	}
	return UNW_CUT_NO_PROCESS;
}

/* Does the data read for the process still belong to it? */
INLINE long unwind_is_same(struct unwind_walk *w)
{
	char *base = unwind_chunk(w, w->known.off);
	struct unw_proc *proc;

	if (!base)
		return 0;
	proc = (struct unw_proc *)(base + (w->known.off & 0xffe0));
	return proc->generation == w->known.generation;
}

/*
 * Reads the registers of the first frame and what is known of the process.
 * Returns 0, or UNWIND_NO_STACK or UNWIND_OTHER if it cannot walk.
 */
LIB(unwind_begin) long unwind_begin(word state)
{
	struct unwind_walk *w = (struct unwind_walk *)AT(state, -1);

	if (bpf_probe_read_kernel(w->regs, sizeof(w->regs),
				  (const void *)w->regs_kaddr) ||
	    !(w->regs[REG_CS] & 3))
		return UNWIND_NO_STACK;
	if (w->regs[REG_CS] != USER_CS)
		return UNWIND_OTHER;
#pragma unroll
	for (int i = 0; i < REGS_CNT; i++)
		w->saved_at[i] = 0;
	/* at a function's first byte no table is needed */
	w->rule.kind = UNW_REG;
	w->rule.reg = REG_RSP;
	w->rule.off = 8;
#pragma unroll
	for (int i = 0; i < UNW_SAVED_CNT; i++)
		w->rule.saved[i] = 0;
	w->range.start = w->range.end = 0;
	w->pc = w->regs[REG_RIP];
	w->is_exact = 1;
	w->valid = ALL_REGS;
	w->cnt = w->waits = 0;
	w->instance_kaddr = 0;
	w->end = unwind_process(w);
	return 0;
}

/* Clears the frames of a walk that cannot be trusted, except the first. */
LIB(unwind_clear) long unwind_clear(word state)
{
	struct unwind_walk *w = (struct unwind_walk *)AT(state, 0);

	for (word i = 1; i < UNWIND_FRAME_MAX; i++) {
		word *to;

		if (i >= w->cnt)
			break;
		to = (word *)AT(w->to + i * 8, 0);
		*to = 0;
	}
	return 0;
}

/* Ends the walk: after the last frame, if there is room, stores the reason. */
INLINE long unwind_done(word state, struct unwind_walk *w)
{
	word *to;

	if (w->known.off && !unwind_is_same(w)) {
		unwind_clear(state);
		w->cnt = 1;
		w->end = UNW_CUT_CHANGED;
		w->waits = 1;
	}
	if (w->end == UNWIND_END || w->cnt >= w->max)
		return 1;
	to = (word *)AT(w->to + w->cnt * 8, 1);
	*to = UNW_CUT + w->end;
	return 1;
}

/*
 * Stores the frames of the running thread in w->to, w->max of them at most,
 * some per call. Returns 0 if there are more, else 1; w->cnt is their number.
 * Call after unwind_begin().
 */
LIB(unwind) long unwind(word state)
{
	struct unwind_walk *w = (struct unwind_walk *)AT(state, -1);

	for (int i = 0; i < UNWIND_STEP_FRAMES; i++) {
		word is_entry;
		long err;

		*(word *)AT(w->to + w->cnt * 8, 1) = w->pc |
			(w->cnt ? w->is_exact : 0) << UNW_EXACT_SHIFT;
		w->cnt++;
		if (w->cnt >= w->max)
			return unwind_done(state, w);
		is_entry = w->flags & UNWIND_AT_ENTRY;
		w->flags &= ~(word)UNWIND_AT_ENTRY;
		err = is_entry ? 0 : (long)w->end;
		if (!err && !is_entry) {
			if (!unwind_is_near(w))
				err = unwind_range(state);
			if (!err)
				err = unwind_rule(state);
		}
		if (!err)
			err = unwind_up(state);
		if (!err && !w->end && !unwind_is_near(w))
			err = unwind_range(state);
		if (err) {
			w->end = (word)err;
			return unwind_done(state, w);
		}
	}
	return 0;
}

/* Is there an answer? 1: with news; 2: without. */
INLINE long unwind_answer(struct unwind_walk *w)
{
	struct unw_known *known = bpf_map_lookup_elem(unwind_known, &w->tgid);
	struct unw_proc *proc;
	char *base;

	if (!known)
		return 2;
	if (known->off &&
	    (!w->known.off || known->generation != w->known.generation))
		return 1;
	w->known.wait_max = known->wait_max;
	base = w->known.off ? unwind_chunk(w, w->known.off) : 0;
	if (!base)
		return 0;
	proc = (struct unw_proc *)(base + (w->known.off & 0xffe0));
	return proc->asked == UNW_IS_ALL ? 2 : 0;
}

/* The wait was in vain. Returns 1 if the next walk may wait again. */
INLINE long unwind_late(struct unwind_walk *w)
{
	struct unw_known *known = bpf_map_lookup_elem(unwind_known, &w->tgid);
	struct unw_proc *proc;
	char *base = w->known.off ? unwind_chunk(w, w->known.off) : 0;

	if (!known)
		return 0;
	if (w->end == UNW_CUT_CHANGED)
		unwind_ask(w);
	if (base) {
		proc = (struct unw_proc *)(base + (w->known.off & 0xffe0));
		proc->late_cnt++;
	} else {
		known->late_cnt++;
	}
	return known->wait_max != 0;
}

/*
 * Wakes both threads of dtrace, one of which may be unable to continue. This is
 * not a question: the reader skips records of that length.
 */
INLINE void unwind_hurry(struct unwind_walk *w)
{
	bpf_ringbuf_output(unwind_asked, &w->tgid, sizeof(w->tgid),
			   BPF_RB_FORCE_WAKEUP);
}

/* Waits for @ns, which may be more than chill_some() can. */
INLINE void unwind_chill(word ns)
{
	word until_ns = bpf_ktime_get_ns() + ns;

	for (int i = 0; i < UNWIND_TURN_CALLS; i++)
		if (chill_some(until_ns))
			return;
}

/*
 * Call after unwind(): would another walk give more? Returns 1 if the missing
 * data has arrived, or dtrace has replaced its data meanwhile.
 */
LIB(unwind_has_news) long unwind_has_news(word state)
{
	struct unwind_walk *w = (struct unwind_walk *)AT(state, 0);

	return w->waits && unwind_answer(w) == 1;
}

/*
 * The same where the thread may be delayed for a moment: waits for the answer.
 * Returns 2 if it may still come: call again.
 */
LIB(unwind_again) long unwind_again(word state)
{
	struct unwind_walk *w = (struct unwind_walk *)AT(state, 0);

	if (!w->waits)
		return 0;
	for (int i = 0; i < UNWIND_WAIT_TURNS; i++) {
		long answer = unwind_answer(w);

		if (answer)
			return answer == 1;
		if (w->waits == UNWIND_HURRY_TURN)
			unwind_hurry(w);
		unwind_chill(w->known.wait_max ?
				     w->waits * UNWIND_ORDERED_WAIT_NS :
				     UNWIND_WAIT_NS);
		w->waits++;
	}
	if (w->waits <= UNWIND_WAIT_TURNS * UNWIND_WAIT_CALLS)
		return 2;
	return unwind_late(w);
}

/*
 * A kernel that does not preempt itself runs no other thread on this CPU until
 * the program ends. Two programs that wait, or that chill(), may so occupy all
 * CPUs on which dtrace would answer. Reading another process's memory has a
 * point at which the thread gives way; its own will do, and the stack is there.
 */
LIB(unwind_give_way) long unwind_give_way(word state)
{
	struct unwind_walk *w = (struct unwind_walk *)AT(state, 0);
	char byte;

	return bpf_copy_from_user_task(&byte, 1, (const void *)w->regs[REG_RSP],
				       bpf_get_current_task_btf(), 0);
}

#endif

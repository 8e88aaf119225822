/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linear-scan register allocation. Branches only go forward, so a register is
 * alive from its first to its last mention in the text, and never elsewhere:
 * each has one interval, and intervals that do not overlap can share a machine
 * register.
 *
 * Instruction i reads at position 2i and writes at 2i + 1, so the target of a
 * move can take the place of its source. Machine registers:
 *
 *	r1-r4	intervals without a call inside (calls clobber r0-r5)
 *	r6-r9	any interval
 *	r0, r5	never allocated: ir_emit() uses them for spilled operands
 *
 * If no register is free, the interval with the fewest mentions for its length
 * goes to the stack as a whole. A part of a split program has little stack, and
 * some of that is reserved for values whose properties the verifier would lose
 * elsewhere: pointers, and the bounds of numbers that are a helper's size or
 * are added to a pointer. The part's other numbers then go to the firing's
 * scratch slot.
 */
#include <errno.h>

#include "runtime/codegen/ir/ir.h"

enum {
	SLOT_SPILL_MAX = 256,
	/* used if numbers can be spilled to the slot: */
	KNOWN_STACK_BYTES = 112,
	KNOWN_WEIGHT = 1 << 20,
};

struct interval {
	uint32_t begin, end; /* positions; begin > end: not mentioned */
	uint32_t mention_cnt;
	bool crosses_call;
	bool may_point;
	/* values loaded through it may also be pointers */
	bool is_kernel_pointer;
	bool is_bounded; /* the verifier must know its bounds */
	int8_t hint; /* machine register that saves a move, or -1 */
	uint32_t hint_from; /* or: share the place of this register */
};

struct scan {
	struct ir_func *f;
	struct ir_place *places;
	struct interval *intervals;
	uint32_t pos;
	int owner[BPF_REG_10]; /* interval in a machine register, or -1 */
	uint32_t slot_end[IR_ENTRY_STACK_MAX / 8]; /* spill slots: end of use */
	/* the same for the slots of numbers */
	uint32_t number_end[SLOT_SPILL_MAX];
};

static void mention(void *arg, uint32_t reg, bool is_def)
{
	struct scan *scan = arg;
	struct interval *iv = &scan->intervals[reg];
	uint32_t pos = scan->pos + is_def;

	if (iv->begin > pos)
		iv->begin = pos;
	if (iv->end < pos)
		iv->end = pos;
	iv->mention_cnt++;
}

static bool clobbers(const struct ir_insn *insn)
{
	return insn->op == IR_CALL || insn->op == IR_CMPXCHG;
}

static void set_hints(struct scan *scan, const struct ir_insn *insn)
{
	if (insn->op == IR_MOV && insn->a.kind == VAL_REG) {
		scan->intervals[insn->dst].hint_from = insn->a.reg;
	} else if (insn->op == IR_CALL || insn->op == IR_PARAMS) {
		for (uint32_t i = 0; i < insn->arg_cnt && i < 4; i++) {
			if (insn->args[i].kind == VAL_REG)
				scan->intervals[insn->args[i].reg].hint =
					(int8_t)(BPF_REG_1 + i);
		}
	}
}

static void find_intervals(struct scan *scan)
{
	struct ir_func *f = scan->f;

	for (uint32_t i = 0; i < f->reg_cnt; i++) {
		scan->intervals[i] = (struct interval){
			.begin = UINT32_MAX,
			.hint = -1,
			.hint_from = IR_NO_REG,
		};
	}
	for (size_t i = 0; i < f->insns.cnt; i++) {
		scan->pos = (uint32_t)i * 2;
		ir_visit(&f->insns.v[i], mention, scan);
		set_hints(scan, &f->insns.v[i]);
	}
}

static void find_crossings(struct scan *scan)
{
	struct ir_func *f = scan->f;
	uint32_t *calls_before =
		xcalloc(f->insns.cnt + 1, sizeof(*calls_before));

	for (size_t i = 0; i < f->insns.cnt; i++)
		calls_before[i + 1] =
			calls_before[i] + clobbers(&f->insns.v[i]);
	for (uint32_t i = 0; i < f->reg_cnt; i++) {
		struct interval *iv = &scan->intervals[i];
		uint32_t first, last;

		if (iv->begin > iv->end)
			continue;
		/* calls at c with begin < 2c and 2c < end */
		first = iv->begin / 2 + 1;
		last = (iv->end + 1) / 2;
		iv->crosses_call = last > first &&
			calls_before[last] > calls_before[first];
	}
	free(calls_before);
}

static bool returns_pointer(const struct ir_insn *insn)
{
	if (insn->call == CALL_FINDER)
		return true;
	return insn->call == CALL_HELPER &&
		(insn->target == BPF_FUNC_map_lookup_elem ||
		 insn->target == BPF_FUNC_task_storage_get ||
		 insn->target == BPF_FUNC_this_cpu_ptr ||
		 insn->target == BPF_FUNC_get_current_task_btf);
}

static bool val_points(const struct scan *scan, const struct ir_val *val)
{
	return val->kind == VAL_MAP || val->kind == VAL_MAP_VALUE ||
		val->kind == VAL_FRAME || val->kind == VAL_PERCPU ||
		val->kind == VAL_SUBPROG ||
		(val->kind == VAL_REG && scan->intervals[val->reg].may_point);
}

static bool through_kernel(const struct scan *scan, const struct ir_val *val)
{
	return val->kind == VAL_REG &&
		scan->intervals[val->reg].is_kernel_pointer;
}

/*
 * Finds the registers that may hold a pointer. Values only flow forward, so one
 * pass finds all.
 */
static void find_pointers(struct scan *scan)
{
	struct ir_func *f = scan->f;

	for (size_t i = 0; i < f->insns.cnt; i++) {
		const struct ir_insn *insn = &f->insns.v[i];
		bool points = false, kernel = false;

		for (uint32_t a = 0;
		     insn->op == IR_PARAMS && a < insn->arg_cnt; a++)
			scan->intervals[insn->args[a].reg].may_point = true;
		if (insn->dst == IR_NO_REG)
			continue;
		if (insn->op == IR_CALL) {
			points = returns_pointer(insn);
			kernel = insn->target == BPF_FUNC_get_current_task_btf;
		} else if (insn->op == IR_LOAD) {
			points = through_kernel(scan, &insn->base);
			kernel = points;
		} else if (insn->op == IR_MOV || insn->op == IR_ALU) {
			points = val_points(scan, &insn->a);
			kernel = through_kernel(scan, &insn->a);
		}
		scan->intervals[insn->dst].may_point |= points;
		scan->intervals[insn->dst].is_kernel_pointer |= points & kernel;
	}
}

/* Does the verifier need the bounds of a call's argument? */
static bool is_bounded_arg(const struct ir_insn *insn, uint32_t arg)
{
	if (insn->call != CALL_HELPER)
		/* unless the subprogram is global */
		return insn->call != CALL_LIB;
	switch (insn->target) {
	case BPF_FUNC_probe_read_user:
	case BPF_FUNC_probe_read_kernel:
	case BPF_FUNC_probe_read_user_str:
	case BPF_FUNC_probe_read_kernel_str:
	case BPF_FUNC_get_current_comm:
		return arg == 1;
	default:
		return true;
	}
}

static void set_bounded(struct scan *scan, const struct ir_val *val)
{
	if (val->kind == VAL_REG)
		scan->intervals[val->reg].is_bounded = true;
}

/*
 * Finds the registers with numbers whose bounds matter, and those that they are
 * computed from: one pass from the end, after find_pointers().
 */
static void find_bounded(struct scan *scan)
{
	struct ir_func *f = scan->f;

	for (size_t i = f->insns.cnt; i-- > 0;) {
		const struct ir_insn *insn = &f->insns.v[i];
		const struct interval *dst;

		for (uint32_t a = 0; insn->op == IR_CALL && a < insn->arg_cnt;
		     a++)
			if (is_bounded_arg(insn, a))
				set_bounded(scan, &insn->args[a]);
		if (insn->op != IR_ALU && insn->op != IR_MOV)
			continue;
		dst = &scan->intervals[insn->dst];
		if (dst->is_bounded || (dst->may_point && insn->op == IR_ALU))
			set_bounded(scan, &insn->a);
	}
}

/* Must the interval be in a register or on the stack? */
static bool is_known(const struct interval *iv)
{
	return iv->may_point || iv->is_bounded;
}

static void expire(struct scan *scan, uint32_t pos)
{
	for (int reg = 0; reg < BPF_REG_10; reg++) {
		if (scan->owner[reg] >= 0 &&
		    scan->intervals[scan->owner[reg]].end < pos)
			scan->owner[reg] = -1;
	}
}

static bool may_use(const struct interval *iv, int reg)
{
	if (reg >= BPF_REG_6 && reg <= BPF_REG_9)
		return true;
	return reg >= BPF_REG_1 && reg <= BPF_REG_4 && !iv->crosses_call;
}

static int pick_free(const struct scan *scan, const struct interval *iv)
{
	int hint = iv->hint;

	if (hint >= 0 && may_use(iv, hint) && scan->owner[hint] < 0)
		return hint;
	if (iv->hint_from != IR_NO_REG) {
		hint = scan->places[iv->hint_from].reg;
		if (hint >= 0 && may_use(iv, hint) && scan->owner[hint] < 0)
			return hint;
	}
	for (int reg = BPF_REG_1; reg <= BPF_REG_9; reg++) {
		if (may_use(iv, reg) && scan->owner[reg] < 0)
			return reg;
	}
	return -1;
}

/* Mentions per length in units of 1/1024; more if it must be on the stack. */
static uint64_t weight(const struct interval *iv)
{
	uint64_t per_length =
		(uint64_t)iv->mention_cnt * 1024 / (iv->end - iv->begin + 1);

	return is_known(iv) ? per_length + KNOWN_WEIGHT : per_length;
}

/* Spills to the firing's slot. */
static int spill_number(struct scan *scan, uint32_t idx)
{
	const struct interval *iv = &scan->intervals[idx];
	uint32_t cnt = scan->f->slot_spill_bytes / 8;

	for (uint32_t slot = 0; slot < cnt && slot < SLOT_SPILL_MAX; slot++) {
		if (scan->number_end[slot] &&
		    scan->number_end[slot] >= iv->begin)
			continue;
		scan->number_end[slot] = iv->end;
		scan->places[idx].reg = -1;
		scan->places[idx].slot_off =
			(int16_t)(scan->f->slot_spill_off + slot * 8);
		return 0;
	}
	return -E2BIG;
}

/* Spills to a stack slot that is free for the whole interval. */
static int spill(struct scan *scan, uint32_t idx)
{
	const struct interval *iv = &scan->intervals[idx];
	struct ir_func *f = scan->f;
	uint32_t base = (f->frame_max_bytes + 7) & ~7u;
	bool has_choice = f->slot_spill_bytes && !is_known(iv);
	uint32_t max_bytes =
		f->stack_max_bytes - (has_choice ? KNOWN_STACK_BYTES : 0);

	for (uint32_t slot = 0;; slot++) {
		uint32_t off = base + (slot + 1) * 8;

		if (off > max_bytes)
			return has_choice ? spill_number(scan, idx) : -E2BIG;
		/*
		 * Intervals come in the order of their start, but one that is
		 * evicted later started earlier: give it an unused slot.
		 */
		if (scan->slot_end[slot] && scan->slot_end[slot] >= iv->begin)
			continue;
		scan->slot_end[slot] = iv->end;
		scan->places[idx].reg = -1;
		scan->places[idx].frame_off = (int16_t) - (int32_t)off;
		return 0;
	}
}

static int place_range(struct scan *scan, uint32_t idx)
{
	struct interval *iv = &scan->intervals[idx];
	int reg = pick_free(scan, iv);
	uint32_t victim = idx;

	if (reg >= 0) {
		scan->owner[reg] = (int)idx;
		scan->places[idx].reg = (int8_t)reg;
		return 0;
	}
	for (int r = BPF_REG_1; r <= BPF_REG_9; r++) {
		int owner = scan->owner[r];

		if (owner >= 0 && may_use(iv, r) &&
		    weight(&scan->intervals[owner]) <
			    weight(&scan->intervals[victim])) {
			victim = (uint32_t)owner;
			reg = r;
		}
	}
	if (victim != idx) {
		scan->owner[reg] = (int)idx;
		scan->places[idx].reg = (int8_t)reg;
	}
	return spill(scan, victim);
}

static int by_begin(const void *pa, const void *pb, void *intervals)
{
	uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;
	const struct interval *ia = (struct interval *)intervals + a;
	const struct interval *ib = (struct interval *)intervals + b;

	if (ia->begin != ib->begin)
		return ia->begin < ib->begin ? -1 : 1;
	return a < b ? -1 : a > b;
}

static int scan_all(struct scan *scan, uint32_t *order)
{
	uint32_t cnt = 0;
	int err = 0;

	for (uint32_t i = 0; i < scan->f->reg_cnt; i++) {
		scan->places[i] = (struct ir_place){ .reg = -1 };
		if (scan->intervals[i].begin <= scan->intervals[i].end)
			order[cnt++] = i;
	}
	qsort_r(order, cnt, sizeof(*order), by_begin, scan->intervals);
	for (uint32_t i = 0; i < cnt && !err; i++) {
		expire(scan, scan->intervals[order[i]].begin);
		err = place_range(scan, order[i]);
	}
	return err;
}

int ir_alloc(struct ir_func *f, struct ir_place *places)
{
	struct scan scan = { .f = f, .places = places };
	uint32_t *order = xcalloc(f->reg_cnt + 1, sizeof(*order));
	int err;

	scan.intervals = xcalloc(f->reg_cnt + 1, sizeof(*scan.intervals));
	for (int reg = 0; reg < BPF_REG_10; reg++)
		scan.owner[reg] = -1;
	find_intervals(&scan);
	find_crossings(&scan);
	if (f->slot_spill_bytes) {
		find_pointers(&scan);
		find_bounded(&scan);
	}
	err = scan_all(&scan, order);
	free(scan.intervals);
	free(order);
	return err;
}

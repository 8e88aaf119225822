/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Chooses where to split, finds the values alive across the cuts, and copies
 * the segments: see split_function.h.
 */
#include "runtime/codegen/ir/split_function.h"

#include <stdlib.h>
#include <string.h>

static bool is_jump(const struct ir_insn *insn)
{
	return insn->op == IR_JUMP || insn->op == IR_BRANCH;
}

/* -------------------------------------------------------------------- marks */

/* Estimates the number of BPF instructions. */
static uint32_t weight(const struct ir_insn *insn)
{
	if (insn->op == IR_LABEL || insn->op == IR_MARK || insn->op == IR_CUT)
		return 0;
	return 1 + insn->arg_cnt;
}

static void begin_segment(struct ir_cut *cut, struct ir_func *f, size_t at)
{
	struct ir_segment *now = vec_add(&cut->segments);
	uint32_t label = f->label_cnt++;

	if (cut->segments.cnt > 1)
		now[-1].end = at;
	now->begin = at;
	now->end = f->insns.cnt;
	*vec_add(&now->entries) = label;
	f->insns.v[at].op = IR_LABEL;
	f->insns.v[at].a.kind = VAL_NONE;
	f->insns.v[at].target = label;
}

/*
 * Cuts at the first mark, at the end's, and wherever the instructions up to the
 * next mark would be too many.
 */
static void choose_cuts(struct ir_cut *cut, struct ir_func *f,
			uint32_t max_insns)
{
	uint32_t size = 0, since = 0;
	size_t last = SIZE_MAX;
	bool is_first = true;

	vec_add(&cut->segments); /* the entry; its label is never used */
	*vec_add(&cut->segments.v[0].entries) = f->label_cnt++;
	for (size_t i = 0; i < f->insns.cnt; i++) {
		struct ir_insn *insn = &f->insns.v[i];

		since += weight(insn);
		if (insn->op != IR_CUT)
			continue;
		if (!is_first && last != SIZE_MAX && size + since > max_insns) {
			begin_segment(cut, f, last);
			size = 0;
		}
		size += since;
		since = 0;
		last = i;
		if (!is_first && insn->code != 1)
			continue;
		begin_segment(cut, f, i);
		is_first = false;
		last = SIZE_MAX;
		size = 0;
	}
}

/* Removes the marks that are not used as cuts. */
static void drop_marks(struct ir_cut *cut, struct ir_func *f)
{
	size_t out = 0, segment = 0;

	for (size_t i = 0; i < f->insns.cnt; i++) {
		while (segment < cut->segments.cnt &&
		       cut->segments.v[segment].begin <= i)
			cut->segments.v[segment++].begin = out;
		if (f->insns.v[i].op != IR_CUT)
			f->insns.v[out++] = f->insns.v[i];
	}
	f->insns.cnt = out;
	for (size_t i = 0; i < cut->segments.cnt; i++)
		cut->segments.v[i].end = i + 1 < cut->segments.cnt ?
						 cut->segments.v[i + 1].begin :
						 out;
}

/* ----------------------------------------------------------------- liveness */

/* A set of registers with the position of each. */
struct set {
	uint32_t *regs, *at; /* position + 1; 0: not in the set */
	uint32_t cnt;
};

static void set_add(struct set *set, uint32_t reg)
{
	if (set->at[reg])
		return;
	set->regs[set->cnt++] = reg;
	set->at[reg] = set->cnt;
}

static void set_del(struct set *set, uint32_t reg)
{
	uint32_t at = set->at[reg], moved;

	if (!at)
		return;
	moved = set->regs[--set->cnt];
	set->regs[at - 1] = moved;
	set->at[moved] = at;
	set->at[reg] = 0;
}

static void set_clear(struct set *set)
{
	while (set->cnt)
		set_del(set, set->regs[set->cnt - 1]);
}

static void kill_def(void *arg, uint32_t reg, bool is_def)
{
	if (is_def)
		set_del(arg, reg);
}

static void add_use(void *arg, uint32_t reg, bool is_def)
{
	if (!is_def)
		set_add(arg, reg);
}

static void add_label(struct set *set, const struct ir_live *live)
{
	for (uint32_t i = 0; i < live->cnt; i++)
		set_add(set, live->regs[i]);
}

/* Goes from the end up, so the registers alive at jump targets are known. */
static void find_live(struct ir_cut *cut)
{
	const struct ir_func *f = cut->f;
	struct set set = {
		.regs = xcalloc(f->reg_cnt + 1, sizeof(*set.regs)),
		.at = xcalloc(f->reg_cnt + 1, sizeof(*set.at)),
	};

	for (size_t i = f->insns.cnt; i-- > 0;) {
		const struct ir_insn *insn = &f->insns.v[i];
		struct ir_live *live;

		if (insn->op == IR_RET || insn->op == IR_JUMP)
			set_clear(&set);
		if (is_jump(insn))
			add_label(&set, &cut->live[insn->target]);
		ir_visit(insn, kill_def, &set);
		ir_visit(insn, add_use, &set);
		if (insn->op != IR_LABEL || !set.cnt)
			continue;
		live = &cut->live[insn->target];
		live->cnt = set.cnt;
		live->regs = xcalloc(set.cnt, sizeof(*live->regs));
		memcpy(live->regs, set.regs, set.cnt * sizeof(*live->regs));
	}
	free(set.regs);
	free(set.at);
}

/* ------------------------------------------------------------------ entries */

/* Returns the segment of each label; the caller frees the array. */
static uint32_t *find_labels(const struct ir_cut *cut)
{
	const struct ir_func *f = cut->f;
	uint32_t *segment_of = xcalloc(f->label_cnt + 1, sizeof(*segment_of));

	for (size_t s = 0; s < cut->segments.cnt; s++)
		for (size_t i = cut->segments.v[s].begin;
		     i < cut->segments.v[s].end; i++)
			if (f->insns.v[i].op == IR_LABEL)
				segment_of[f->insns.v[i].target] = (uint32_t)s;
	return segment_of;
}

/* Makes the label of a jump into another segment an entry of that segment. */
static void add_entry(struct ir_cut *cut, const struct ir_insn *insn,
		      size_t segment, const uint32_t *segment_of)
{
	uint32_t to;

	if (!is_jump(insn))
		return;
	to = segment_of[insn->target];
	if (to == segment || cut->label_code[insn->target])
		return;
	cut->label_code[insn->target] = 1;
	*vec_add(&cut->segments.v[to].entries) = insn->target;
}

static void find_entries(struct ir_cut *cut)
{
	uint32_t *segment_of = find_labels(cut);
	uint32_t code = 0;

	for (size_t s = 0; s < cut->segments.cnt; s++) {
		cut->label_code[cut->segments.v[s].entries.v[0]] = 1;
		for (size_t i = cut->segments.v[s].begin;
		     i < cut->segments.v[s].end; i++)
			add_entry(cut, &cut->f->insns.v[i], s, segment_of);
	}
	for (size_t s = 0; s < cut->segments.cnt; s++) {
		struct ir_segment *segment = &cut->segments.v[s];

		segment->code_first = ++code;
		cut->label_code[segment->entries.v[0]] = code;
		for (size_t e = 1; e < segment->entries.cnt; e++)
			cut->label_code[segment->entries.v[e]] = ++code;
	}
	free(segment_of);
}

uint32_t ir_cut_last_code(const struct ir_cut *cut, size_t segment)
{
	return cut->segments.v[segment].code_first +
		(uint32_t)cut->segments.v[segment].entries.cnt - 1;
}

size_t ir_cut_segment_of(const struct ir_cut *cut, uint32_t label)
{
	size_t segment = 0;

	while (ir_cut_last_code(cut, segment) < cut->label_code[label])
		segment++;
	return segment;
}

/* -------------------------------------------------------------------- homes */

/* The first segment that mentions a register, and the last that loads it. */
struct span {
	uint32_t first, last;
};

struct mentions {
	struct span *spans;
	uint32_t segment;
	uint32_t *stamps; /* by register: 1 + the segment that mentions it */
};

static void note_mention(void *arg, uint32_t reg, bool is_def)
{
	struct mentions *m = arg;

	(void)is_def;
	if (!m->stamps[reg])
		m->spans[reg].first = m->segment;
	m->stamps[reg] = m->segment + 1;
}

static void add_load(struct ir_cut *cut, struct mentions *m,
		     struct ir_segment *segment, uint32_t reg)
{
	if (m->stamps[reg] != m->segment + 1)
		return;
	m->stamps[reg] = 0; /* add each register once per segment */
	*vec_add(&segment->loads) = reg;
	m->spans[reg].last = m->segment;
	if (!cut->homes[reg].remat)
		cut->homes[reg].idx = 0;
}

/* Finds the registers that each segment except the last must load. */
static void find_loads(struct ir_cut *cut, struct mentions *m)
{
	for (uint32_t s = 0; s + 1 < cut->segments.cnt; s++) {
		struct ir_segment *segment = &cut->segments.v[s];

		m->segment = s;
		for (size_t i = segment->begin; i < segment->end; i++)
			ir_visit(&cut->f->insns.v[i], note_mention, m);
		for (size_t e = 0; s && e < segment->entries.cnt; e++) {
			const struct ir_live *live =
				&cut->live[segment->entries.v[e]];

			for (uint32_t i = 0; i < live->cnt; i++)
				add_load(cut, m, segment, live->regs[i]);
		}
		for (size_t i = 0; i < segment->loads.cnt; i++)
			m->stamps[segment->loads.v[i]] = s + 1;
	}
}

/* A word may be reused after the last segment that loads it. */
static void place_homes(struct ir_cut *cut, const struct span *spans)
{
	VEC(uint32_t) ends = { 0 };

	for (size_t s = 1; s + 1 < cut->segments.cnt; s++) {
		const struct ir_segment *segment = &cut->segments.v[s];

		for (size_t i = 0; i < segment->loads.cnt; i++) {
			uint32_t reg = segment->loads.v[i], idx = 0;
			struct ir_home *home = &cut->homes[reg];

			if (home->remat || home->idx)
				continue;
			while (idx < ends.cnt &&
			       ends.v[idx] > spans[reg].first)
				idx++;
			if (idx == ends.cnt)
				vec_add(&ends);
			ends.v[idx] = spans[reg].last;
			home->idx = idx + 1;
		}
	}
	for (uint32_t reg = 0; reg < cut->f->reg_cnt; reg++) {
		struct ir_home *home = &cut->homes[reg];

		if (!home->remat && home->idx != IR_NO_REG)
			home->idx--;
	}
	cut->home_cnt = (uint32_t)ends.cnt;
	vec_deinit(&ends);
}

static void find_homes(struct ir_cut *cut)
{
	const struct ir_func *f = cut->f;
	struct mentions m = {
		.spans = xcalloc(f->reg_cnt + 1, sizeof(*m.spans)),
		.stamps = xcalloc(f->reg_cnt + 1, sizeof(*m.stamps)),
	};

	cut->homes = xcalloc(f->reg_cnt + 1, sizeof(*cut->homes));
	for (uint32_t reg = 0; reg < f->reg_cnt; reg++)
		cut->homes[reg].idx = IR_NO_REG;
	for (size_t i = 0; i < f->remats.cnt; i++)
		cut->homes[f->remats.v[i].reg].remat = &f->remats.v[i];
	find_loads(cut, &m);
	place_homes(cut, m.spans);
	free(m.spans);
	free(m.stamps);
}

void ir_cut(struct ir_func *f, uint32_t max_insns, struct ir_cut *cut)
{
	*cut = (struct ir_cut){ .f = f };
	choose_cuts(cut, f, max_insns);
	drop_marks(cut, f);
	cut->live = xcalloc(f->label_cnt + 1, sizeof(*cut->live));
	cut->label_code = xcalloc(f->label_cnt + 1, sizeof(*cut->label_code));
	find_live(cut);
	find_entries(cut);
	find_homes(cut);
}

void ir_cut_deinit(struct ir_cut *cut)
{
	for (uint32_t i = 0; i < cut->f->label_cnt; i++)
		free(cut->live[i].regs);
	for (size_t i = 0; i < cut->segments.cnt; i++) {
		vec_deinit(&cut->segments.v[i].entries);
		vec_deinit(&cut->segments.v[i].loads);
	}
	vec_deinit(&cut->segments);
	free(cut->live);
	free(cut->homes);
	free(cut->label_code);
}

/* -------------------------------------------------------------------- copies */

void ir_copy_init(struct ir_copy *copy, const struct ir_cut *cut,
		  struct ir_func *to)
{
	*copy = (struct ir_copy){ .cut = cut, .to = to };
	copy->regs = xcalloc(cut->f->reg_cnt + 1, sizeof(*copy->regs));
	copy->labels = xcalloc(cut->f->label_cnt + 1, sizeof(*copy->labels));
	memset(copy->regs, 0xff, cut->f->reg_cnt * sizeof(*copy->regs));
	memset(copy->labels, 0xff, cut->f->label_cnt * sizeof(*copy->labels));
}

void ir_copy_deinit(struct ir_copy *copy)
{
	free(copy->regs);
	free(copy->labels);
	vec_deinit(&copy->exits);
}

uint32_t ir_copy_reg(struct ir_copy *copy, uint32_t reg)
{
	if (reg != IR_NO_REG && copy->regs[reg] == IR_NO_REG)
		copy->regs[reg] = ir_reg(copy->to);
	return reg == IR_NO_REG ? reg : copy->regs[reg];
}

bool ir_copy_has(const struct ir_copy *copy, uint32_t reg)
{
	return copy->regs[reg] != IR_NO_REG;
}

uint32_t ir_copy_label(struct ir_copy *copy, uint32_t label)
{
	if (copy->labels[label] == IR_NO_REG)
		copy->labels[label] = ir_label(copy->to);
	return copy->labels[label];
}

static void copy_val(struct ir_copy *copy, struct ir_val *val)
{
	if (val->kind == VAL_REG)
		val->reg = ir_copy_reg(copy, val->reg);
	/* keep the frame large enough; offsets are negative from the top */
	if (val->kind == VAL_FRAME && copy->to->frame_max_bytes < -val->imm)
		copy->to->frame_max_bytes = (uint32_t)-val->imm;
}

static void copy_target(struct ir_copy *copy, struct ir_insn *insn,
			size_t segment)
{
	const struct ir_cut *cut = copy->cut;
	uint32_t label = insn->target, i = 0;

	insn->target = ir_copy_label(copy, label);
	if (insn->op == IR_LABEL || !cut->label_code[label] ||
	    ir_cut_segment_of(cut, label) == segment)
		return;
	while (i < copy->exits.cnt && copy->exits.v[i] != label)
		i++;
	if (i == copy->exits.cnt)
		*vec_add(&copy->exits) = label;
}

void ir_copy_segment(struct ir_copy *copy, size_t segment)
{
	const struct ir_segment *from = &copy->cut->segments.v[segment];

	for (size_t i = from->begin; i < from->end; i++) {
		struct ir_insn insn = copy->cut->f->insns.v[i];

		insn.dst = ir_copy_reg(copy, insn.dst);
		copy_val(copy, &insn.a);
		copy_val(copy, &insn.b);
		copy_val(copy, &insn.base);
		for (uint32_t a = 0; a < insn.arg_cnt; a++)
			copy_val(copy, &insn.args[a]);
		if (insn.op == IR_LABEL || insn.op == IR_JUMP ||
		    insn.op == IR_BRANCH)
			copy_target(copy, &insn, segment);
		*vec_add(&copy->to->insns) = insn;
	}
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The clauses of a program, one after the other:
 *
 *	if (not one of the clause's probes) goto next
 *	ENTERED++
 *	if (state at the start of the firing != active) goto after
 *	take a scratch slot, if the clause needs one
 *	if (!predicate) goto false
 *	statements
 *	release the slot; goto next
 * false:	PRED_FALSE++; goto next		and other rare paths
 * next:
 *
 * Whether a clause needs a slot is found out during its generation; the clause
 * is then generated again from its start.
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/record/record_gen.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/value.h"

static void gen_stmts(struct pgen *g, const struct node *stmts);

static bool is_simple(const struct node *stmt)
{
	return stmt->kind != NODE_IF_STMT && stmt->kind != NODE_BLOCK_STMT;
}

static void gen_body(struct pgen *g, const struct node *stmt)
{
	if (!stmt)
		return;
	if (stmt->kind == NODE_BLOCK_STMT)
		gen_stmts(g, stmt->block.stmts);
	else if (is_simple(stmt))
		gen_record(g, stmt, stmt->next);
	else
		gen_stmts(g, stmt);
}

static void gen_if(struct pgen *g, const struct node *stmt)
{
	uint32_t els = ir_label(g->f), end = ir_label(g->f);
	unsigned int known;

	gen_cut_mark(g);
	ir_note(g->f, stmt->if_stmt.cond->loc, NULL);
	g->clause.action++;
	gen_branch(g, stmt->if_stmt.cond, false, els);
	known = g->firing.known;
	gen_body(g, stmt->if_stmt.then);
	ir_jump(g->f, end);
	ir_bind(g->f, els);
	g->firing.known = known;
	gen_body(g, stmt->if_stmt.els);
	ir_bind(g->f, end);
	g->firing.known = known;
}

/* Whether a clause can have several records. */
static bool has_branches(const struct node *stmts)
{
	for (; stmts; stmts = stmts->next)
		if (!is_simple(stmts))
			return true;
	return false;
}

/* Runs of simple statements share a record; each branch has its own. */
static void gen_stmts(struct pgen *g, const struct node *stmts)
{
	while (stmts) {
		const struct node *end = stmts;

		while (end && is_simple(end))
			end = end->next;
		if (end != stmts) {
			gen_record(g, stmts, end);
		} else {
			if (stmts->kind == NODE_IF_STMT)
				gen_if(g, stmts);
			else
				gen_stmts(g, stmts->block.stmts);
			end = stmts->next;
		}
		stmts = end;
	}
}

/* ------------------------------------------------------------------ clause */

struct tails {
	uint32_t pred_false, after, next;
};

static void gen_main_path(struct pgen *g, const struct tails *tails)
{
	const struct clause *clause = g->clause.ast;

	gen_strtok_begin(g);
	if (g->scratch.have == SCRATCH_PREDICATE)
		gen_heap_take(g);
	if (clause->predicate) {
		ir_note(g->f, clause->predicate->loc, NULL);
		g->clause.in_predicate = true;
		gen_branch(g, clause->predicate, false, tails->pred_false);
		g->clause.in_predicate = false;
	}
	if (g->scratch.have == SCRATCH_BODY)
		gen_heap_take(g);
	gen_spec_init(g);
	g->clause.sent_ns = has_branches(clause->stmts) ?
		ir_copy(g->f, val_imm(0)) :
		IR_NO_REG;
	if (clause->stmts)
		gen_stmts(g, clause->stmts);
	else
		gen_record(g, NULL, NULL);
	if (g->clause.may_speculate) /* otherwise no code jumps there */
		ir_bind(g->f, g->clause.leave_label);
	if (g->scratch.have != SCRATCH_NONE)
		gen_scratch_release(g);
	ir_jump(g->f, tails->next);
}

static void gen_counted_tail(struct pgen *g, uint32_t label,
			     enum rt_clause_counter counter, uint32_t next,
			     bool releases)
{
	ir_bind(g->f, label);
	if (releases)
		gen_scratch_release(g);
	gen_count(g, counter);
	ir_jump(g->f, next);
}

/*
 * A fault in the predicate can occur before the body took its slot; then there
 * is nothing to release. The register that holds the bit shows that.
 */
static void gen_fault_path(struct pgen *g, uint32_t next)
{
	if (!g->fault.is_used)
		return;
	ir_bind(g->f, g->fault.label);
	if (g->scratch.have != SCRATCH_NONE && !g->mode.is_cut &&
	    !g->heap.is_kept) {
		uint32_t none = ir_label(g->f);

		ir_branch(g->f, BPF_JEQ, g->scratch.bit, val_imm(0), none);
		gen_scratch_release(g);
		ir_bind(g->f, none);
	}
	gen_fault_tail(g);
	ir_jump(g->f, next);
}

static void gen_clause_once(struct pgen *g)
{
	struct ir_func *f = g->f;
	unsigned int known = g->firing.known;
	struct tails tails = { ir_label(f), ir_label(f), ir_label(f) };

	g->fault.label = ir_label(f);
	g->clause.leave_label = ir_label(f);
	g->scratch.none_label = ir_label(f);
	g->fault.is_used = false;
	g->clause.in_predicate = false;
	g->clause.action = 0;
	g->clause.segment = 0;
	g->scratch.bytes = g->heap.bytes;
	g->heap.call = g->heap.clause_call;
	g->clause.may_speculate = false;
	gen_cut_mark(g);
	ir_note(f, g->clause.ast->loc, "clause");
	if (g->clause.guard)
		gen_guard(g, g->clause.guard, tails.next);
	gen_count(g, CNT_ENTERED);
	ir_branch(f, BPF_JNE, g->firing.state,
		  val_imm(g->abi->filter.active_state), tails.after);
	if (g->scratch.have != SCRATCH_NONE && !g->mode.is_cut)
		gen_scratch_init(g);
	gen_main_path(g, &tails);
	g->firing.known = known;
	ir_note(f, (struct loc){ 0 }, "rare ends");
	gen_counted_tail(g, tails.pred_false, CNT_PRED_FALSE, tails.next,
			 g->scratch.have == SCRATCH_PREDICATE);
	gen_fault_path(g, tails.next);
	g->firing.known = known;
	gen_counted_tail(g, tails.after, CNT_AFTER_EXIT, tails.next, false);
	gen_counted_tail(g, g->scratch.none_label, CNT_NO_SCRATCH, tails.next,
			 false);
	ir_bind(f, tails.next);
}

static void gen_clause(struct pgen *g)
{
	struct ir_mark mark = ir_mark(g->f);
	uint32_t subprog_cnt = g->subprogs.cnt;

	g->scratch.have = gen_alloca_scan(g);
	if (g->mode.is_cut)
		g->scratch.have = SCRATCH_PREDICATE;
	g->clause.frame_floor_bytes = g->f->frame_bytes;
	for (;;) {
		g->scratch.want = SCRATCH_NONE;
		gen_clause_once(g);
		if (g->scratch.want == SCRATCH_NONE || g->found.has_failed)
			break;
		g->scratch.have = g->scratch.want;
		g->subprogs.cnt = subprog_cnt;
		ir_rewind(g->f, mark);
	}
	g->f->frame_bytes = mark.frame_bytes;
}

void gen_clauses(struct pgen *g, const struct clause *const *clauses,
		 size_t clause_cnt, uint32_t row_first)
{
	for (size_t i = 0; i < clause_cnt; i++) {
		g->clause.ast = clauses[i];
		g->clause.row =
			gen_clause_row(g, clauses[i], row_first + (uint32_t)i);
		g->clause.guard = g->abi->filter.guards ?
			&g->abi->filter.guards[i] :
			NULL;
		gen_clause(g);
		if (!g->mode.is_cut &&
		    g->f->insns.cnt > 2 * g->gen->env.prog_insns) {
			g->found.is_too_long = true;
			return;
		}
	}
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * The order of statements in a clause with speculate() or commit(). All that a
 * clause records goes to one place, so its speculate() comes first, and
 * commit() excludes recording any data:
 *
 *	speculate(id); printf("x");	fine
 *	printf("x"); speculate(id);	D_SPEC_DREC
 *	speculate(id); @a = count();	D_AGG_SPEC
 *
 * Both branches of an if count: each is taken to have run.
 */
#include "lang/builtin_flags.h"
#include "lang/check/checker.h"
#include "lang/walk.h"

/* Effects of the statements so far. */
struct order {
	bool has_speculated, has_committed, has_recorded;
	const struct node *committed; /* the last id */
};

/* Are both ids known to be the same? */
static bool is_same(const struct node *a, const struct node *b)
{
	while (a->kind == NODE_CAST)
		a = a->cast.operand;
	while (b->kind == NODE_CAST)
		b = b->cast.operand;
	if (a->kind != b->kind)
		return false;
	if (a->kind == NODE_INT)
		return a->integer.value == b->integer.value;
	return a->kind == NODE_NAME && a->name.ident &&
	       a->name.ident == b->name.ident;
}

/* Reports that @what may not follow @that, which the clause did before. */
static void refuse(struct checker *c, const struct node *node, const char *tag,
		   const char *what, const char *that)
{
	diag_error(c->diags, node->loc, tag, "%s may not follow %s", what,
		   that);
}

static void order_agg(struct checker *c, const struct node *stmt,
		      const struct order *order)
{
	if (order->has_committed)
		refuse(c, stmt, "D_AGG_COMM", "aggregating actions",
		       "commit( )");
	else if (order->has_speculated)
		refuse(c, stmt, "D_AGG_SPEC", "aggregating actions",
		       "speculate( )");
}

static void order_speculate(struct checker *c, const struct node *call,
			    struct order *order)
{
	if (order->has_speculated)
		refuse(c, call, "D_SPEC_SPEC", "speculate( )", "speculate( )");
	else if (order->has_committed)
		refuse(c, call, "D_SPEC_COMM", "speculate( )", "commit( )");
	else if (order->has_recorded)
		refuse(c, call, "D_SPEC_DREC", "speculate( )",
		       "data-recording action(s)");
	order->has_speculated = true;
}

static void order_commit(struct checker *c, const struct node *call,
			 struct order *order)
{
	if (order->committed && call->call.args &&
	    is_same(order->committed, call->call.args))
		refuse(c, call, "D_COMM_COMM", "commit( )",
		       "commit( ) of the same speculation");
	else if (order->has_recorded)
		refuse(c, call, "D_COMM_DREC", "commit( )",
		       "data-recording action(s)");
	order->has_committed = true;
	order->committed = call->call.args;
}

static void order_data(struct checker *c, const struct node *call,
		       struct order *order)
{
	if (order->has_committed)
		refuse(c, call, "D_DREC_COMM", "data-recording actions",
		       "commit( )");
	order->has_recorded = true;
}

static void order_call(struct checker *c, const struct node *call,
		       struct order *order)
{
	unsigned int flags = call_flags(call);
	bool is_exit = calls_action(call, ACT_exit);

	if (flags & BUILTIN_SPECULATES)
		order_speculate(c, call, order);
	else if (order->has_speculated && (flags & BUILTIN_DESTRUCTIVE))
		refuse(c, call, "D_ACT_SPEC", "destructive actions",
		       "speculate( )");
	else if (order->has_speculated && is_exit)
		diag_error(c->diags, call->loc, "D_EXIT_SPEC",
			   "%s( ) may not follow speculate( )",
			   call->call.name);
	else if (flags & BUILTIN_COMMITS)
		order_commit(c, call, order);
	else if (flags & BUILTIN_RECORDS)
		order_data(c, call, order);
}

struct order_walk {
	struct checker *c;
	struct order *order;
};

static void order_node(const struct node *node, void *arg)
{
	struct order_walk *walk = arg;

	if (node->kind == NODE_CALL)
		order_call(walk->c, node, walk->order);
}

static void order_stmts(struct checker *c, const struct node *stmts,
			struct order *order)
{
	struct order_walk walk = { c, order };

	for (const struct node *stmt = stmts; stmt; stmt = stmt->next) {
		if (stmt->kind == NODE_EXPR_STMT) {
			node_walk(stmt->expr_stmt.expr, order_node, &walk);
		} else if (stmt->kind == NODE_AGG_STMT) {
			order_agg(c, stmt, order);
		} else if (stmt->kind == NODE_BLOCK_STMT) {
			order_stmts(c, stmt->block.stmts, order);
		} else if (stmt->kind == NODE_IF_STMT) {
			struct order then = *order;

			order_stmts(c, stmt->if_stmt.then, &then);
			order_stmts(c, stmt->if_stmt.els, order);
			order->has_speculated |= then.has_speculated;
			order->has_committed |= then.has_committed;
			if (!order->committed)
				order->committed = then.committed;
			order->has_recorded |= then.has_recorded;
		}
	}
}

void check_order(struct checker *c, const struct clause *clause)
{
	struct order order = { 0 };

	order_stmts(c, clause->stmts, &order);
}

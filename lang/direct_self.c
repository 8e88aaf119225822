// SPDX-License-Identifier: BSD-2-Clause
#include "lang/direct_self.h"

#include "lang/walk.h"

static void note_self(const struct node *node, void *arg)
{
	uint64_t *vars = arg;

	if (node->kind == NODE_NAME && node->name.ident &&
	    node->name.ident->kind == IDENT_SELF &&
	    node->name.ident->id < SELF_OWNED_MAX)
		*vars |= UINT64_C(1) << node->name.ident->id;
}

/* Those of a tree, but not of its siblings. */
static uint64_t selfs_of(const struct node *node)
{
	struct node alone;
	uint64_t vars = 0;

	if (!node)
		return 0;
	alone = *node;
	alone.next = NULL;
	node_walk(&alone, note_self, &vars);
	return vars;
}

uint64_t clause_selfs(const struct clause *clause)
{
	uint64_t vars = 0;

	clause_walk(clause, note_self, &vars);
	return vars;
}

/* ---------------------------------------------------------------- set first */

/* On the way through a clause. */
struct setting {
	uint64_t all;	/* the variables */
	uint64_t set;	/* those that have been set on every way here */
	bool is_late;	/* one was used before, or a fault can leave some unset */
};

/* All that is not sure to give a value. */
static void note_fault(const struct node *node, void *arg)
{
	const uint32_t sure = 1u << NODE_INT | 1u << NODE_NAME |
		1u << NODE_UNARY | 1u << NODE_BINARY | 1u << NODE_ASSIGN |
		1u << NODE_COND | 1u << NODE_COMMA | 1u << NODE_CAST |
		1u << NODE_SIZEOF | 1u << NODE_OFFSETOF;
	bool *found = arg;

	if (!(sure >> node->kind & 1))
		*found = true;
	if (node->kind == NODE_BINARY || node->kind == NODE_ASSIGN)
		*found |= node->binary.op == OP_DIV ||
			node->binary.op == OP_MOD;
}

/* Can the value make the clause end there? */
static bool can_fault(const struct node *value)
{
	bool found = false;

	node_walk(value, note_fault, &found);
	return found;
}

/* self->x = value; with a value that does not need them. */
static bool is_setting(const struct setting *setting, const struct node *stmt)
{
	const struct node *expr = stmt->kind == NODE_EXPR_STMT ?
		stmt->expr_stmt.expr :
		NULL;

	return expr && expr->kind == NODE_ASSIGN &&
		expr->binary.op == OP_ASSIGN &&
		expr->binary.left->kind == NODE_NAME &&
		selfs_of(expr->binary.left) & setting->all &&
		!(selfs_of(expr->binary.right) & setting->all) &&
		!(setting->set && can_fault(expr->binary.right));
}

static void follow(struct setting *setting, const struct node *stmts);

static void follow_if(struct setting *setting, const struct node *stmt)
{
	struct setting then = *setting, els = *setting;

	then.is_late |= selfs_of(stmt->if_stmt.cond) & setting->all;
	follow(&then, stmt->if_stmt.then);
	follow(&els, stmt->if_stmt.els);
	setting->set = then.set & els.set;
	setting->is_late = then.is_late | els.is_late;
}

static void follow(struct setting *setting, const struct node *stmts)
{
	for (const struct node *stmt = stmts; stmt; stmt = stmt->next) {
		if (setting->set == setting->all || setting->is_late)
			return;
		if (is_setting(setting, stmt))
			setting->set |= selfs_of(stmt->expr_stmt.expr->binary
							 .left);
		else if (setting->set)
			setting->is_late = true;
		else if (stmt->kind == NODE_IF_STMT)
			follow_if(setting, stmt);
		else if (stmt->kind == NODE_BLOCK_STMT)
			follow(setting, stmt->block.stmts);
		else
			setting->is_late = selfs_of(stmt) & setting->all;
	}
	/* the end of a clause or of a branch, with some of them set */
	if (setting->set && setting->set != setting->all)
		setting->is_late = true;
}

bool clause_sets_selfs_first(const struct clause *clause, uint64_t vars)
{
	struct setting setting = { .all = vars };

	if (selfs_of(clause->predicate) & vars)
		return false;
	follow(&setting, clause->stmts);
	return !setting.is_late;
}

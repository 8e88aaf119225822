// SPDX-License-Identifier: BSD-2-Clause
/*
 * The entry points of the checker: clauses and statements in the order of the
 * text, and constants of declarations. Operators, names and calls are in the
 * other check_*.c.
 */
#include "lang/check/check.h"

#include <errno.h>
#include <limits.h>

#include "lang/check/checker.h"
#include "lang/check/clause_stability.h"

static void check_stmts(struct checker *c, struct node *stmts);

static void check_expr_stmt(struct checker *c, struct node *stmt)
{
	struct node *expr = stmt->expr_stmt.expr;

	if (expr->kind == NODE_AGG) {
		diag_error(c->diags, expr->loc, "D_AGG_NULL",
			   "expression @%s has null effect", expr->agg.name);
	} else if (expr->kind == NODE_CALL) {
		check_action(c, expr);
	} else {
		expr = check_expr(c, expr);
		if (expr)
			stmt->expr_stmt.expr = expr;
	}
}

static void check_if(struct checker *c, struct node *stmt)
{
	struct node *cond = check_test(c, stmt->if_stmt.cond);

	if (cond && !type_is_scalar(cond->type))
		diag_error(c->diags, cond->loc, "D_OP_SCALAR",
			   "condition of if must be of scalar type");
	if (cond)
		stmt->if_stmt.cond = cond;
	check_stmts(c, stmt->if_stmt.then);
	check_stmts(c, stmt->if_stmt.els);
}

/* `K ? @a = count() : 1;` with a constant K: the aggregation is the statement. */
static void make_agg_stmt(struct node *stmt)
{
	struct node *expr = stmt->expr_stmt.expr;

	if (expr->kind != NODE_ASSIGN || expr->binary.op != OP_ASSIGN ||
	    expr->binary.left->kind != NODE_AGG ||
	    expr->binary.right->kind != NODE_CALL)
		return;
	stmt->kind = NODE_AGG_STMT;
	stmt->agg_stmt.agg = expr->binary.left;
	stmt->agg_stmt.call = expr->binary.right;
}

/*
 * A statement that is a `?:`. When the condition is known, it becomes the
 * chosen operand, which may be an action. Returns 0 or -EINVAL.
 */
static int choose(struct checker *c, struct node *stmt)
{
	while (stmt->expr_stmt.expr->kind == NODE_COND) {
		struct node *taken;

		if (check_choice(c, stmt->expr_stmt.expr, &taken) < 0)
			return -EINVAL;
		if (!taken)
			break;
		stmt->expr_stmt.expr = taken;
	}
	make_agg_stmt(stmt);
	return 0;
}

static void check_stmts(struct checker *c, struct node *stmts)
{
	for (struct node *stmt = stmts; stmt; stmt = stmt->next) {
		if (stmt->kind == NODE_EXPR_STMT &&
		    stmt->expr_stmt.expr->kind == NODE_COND &&
		    choose(c, stmt) < 0)
			continue;
		if (stmt->kind == NODE_EXPR_STMT)
			check_expr_stmt(c, stmt);
		else if (stmt->kind == NODE_AGG_STMT)
			check_agg_stmt(c, stmt);
		else if (stmt->kind == NODE_IF_STMT)
			check_if(c, stmt);
		else if (stmt->kind == NODE_BLOCK_STMT)
			check_stmts(c, stmt->block.stmts);
	}
}

static void check_predicate(struct checker *c, struct clause *clause)
{
	struct node *predicate;

	if (!clause->predicate)
		return;
	predicate = check_test(c, clause->predicate);
	if (!predicate)
		return;
	clause->predicate = predicate;
	if (!type_is_scalar(predicate->type))
		diag_error(c->diags, predicate->loc, "D_PRED_SCALAR",
			   "predicate result must be of scalar type%s",
			   type_is_string(predicate->type) ?
				   ": compare the string, as in s != NULL" :
				   "");
}

/* Reports operands of the command line that no program uses. */
static void check_macro_args(const struct lang_env *env,
			     struct diag_list *diags)
{
	struct loc nowhere = { 0 };

	for (size_t i = 1; i < env->arg_cnt && env->args_used; i++)
		if (!env->args_used[i] && !env->allows_unused_args)
			diag_error(diags, nowhere, "D_MACRO_UNUSED",
				   "extraneous argument '%s' ($%zu is not "
				   "referenced)", env->args[i], i);
}

/*
 * The statements are checked first, because their assignments declare variables
 * for the predicate, which reads the value of an earlier firing.
 */
static void check_clause(struct checker *c, struct clause *clause)
{
	c->clause = clause;
	c->clause_id = clause->id;
	c->text_cnt = 0;
	expand_reset(c);
	c->diags->region = "in action list";
	check_stmts(c, clause->stmts);
	c->diags->region = "in predicate";
	check_predicate(c, clause);
	c->diags->region = "in action list";
	check_order(c, clause);
	if (c->env->least_stability)
		check_attributes(clause, *c->env->least_stability, c->diags);
}

static void check_clauses(struct checker *c)
{
	const struct clause *bad = NULL;
	int before;

	for (struct clause *clause = c->program->clauses; clause;
	     clause = clause->next) {
		/* clauses with the same number are one clause for the user */
		if (bad && bad->id == clause->id)
			continue;
		before = c->diags->error_cnt;
		check_clause(c, clause);
		if (c->diags->error_cnt > before)
			bad = clause;
	}
}

int lang_check_program(struct program *program, const struct lang_env *env,
		       struct diag_list *diags)
{
	const char *region = diags->region;
	int errors = diags->error_cnt;
	struct checker c = {
		.program = program,
		.arena = program->arena,
		.types = program->types,
		.diags = diags,
		.env = env,
	};

	type_set_strsize(c.types, c.types->strsize_bytes); /* of -x strsize */
	if (c.types->laid_string_bytes &&
	    c.types->laid_string_bytes != c.types->strsize_bytes)
		diag_error(diags, (struct loc){ 0 }, "D_PRAGMA_OPTSET",
			   "option strsize must precede the types that contain "
			   "a string");
	names_take(&c);
	check_inlines(&c);
	check_translators(&c);
	check_widths(&c, check_clauses);
	map_deinit(&c.taken);
	check_changed_globals(program);
	diags->region = region;
	check_macro_args(env, diags);
	return diags->error_cnt > errors ? -EINVAL : 0;
}

int check_constant(struct program *program, struct node *node,
		   struct diag_list *diags, bool is_quiet, int64_t *ret)
{
	static const struct lang_env env; /* a variable is not a constant */
	struct diag_list unread;
	struct checker c = {
		.env = &env,
		.program = program,
		.arena = program->arena,
		.types = program->types,
		.diags = is_quiet ? &unread : diags,
		.clause_id = UINT_MAX,
	};

	diag_init(&unread, program->arena);
	node = check_expr(&c, node);
	diag_deinit(&unread);
	map_deinit(&c.mistaken);
	map_deinit(&c.enumerators);
	if (!node || node->kind != NODE_INT)
		return -EINVAL;
	*ret = (int64_t)node->integer.value;
	return 0;
}

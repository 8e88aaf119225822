// SPDX-License-Identifier: BSD-2-Clause
/*
 * The checker's entries: clauses and statements in order of the text, and
 * constants of declarations. What operators, names and calls mean is in the
 * other check_*.c.
 */
#include "lang/check.h"

#include <errno.h>
#include <limits.h>

#include "lang/attribute.h"
#include "lang/checker.h"

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

static bool has_action(const struct node *expr)
{
	const struct function *function;

	if (expr->kind == NODE_COND)
		return has_action(expr->cond.then) ||
		       has_action(expr->cond.els);
	if (expr->kind != NODE_CALL)
		return false;
	function = function_find(expr->call.name);
	return function && function->kind == IDENT_ACTION;
}

static struct node *stmt_of(struct checker *c, struct node *expr)
{
	struct node *stmt = arena_new(c->arena, struct node);

	stmt->kind = NODE_EXPR_STMT;
	stmt->loc = expr->loc;
	stmt->depth = expr->depth;
	stmt->expr_stmt.expr = expr;
	return stmt;
}

/*
 * `OPT_id ? printf("%d ", pid) : 1;` is an if. When the condition is known,
 * the statement becomes the chosen one: what it records stays in one record
 * with its neighbours.
 */
static void check_choice(struct checker *c, struct node *stmt)
{
	struct node *choice = stmt->expr_stmt.expr;
	struct node *then = stmt_of(c, choice->cond.then);
	struct node *els = stmt_of(c, choice->cond.els);
	struct node *cond;

	stmt->kind = NODE_IF_STMT;
	stmt->if_stmt.cond = choice->cond.cond;
	stmt->if_stmt.then = then;
	stmt->if_stmt.els = els;
	check_if(c, stmt);
	cond = stmt->if_stmt.cond;
	if (cond->kind == NODE_INT) {
		struct node *chosen = cond->integer.value ? then : els;
		struct node *next = stmt->next;

		*stmt = *chosen;
		stmt->next = next;
	}
}

static void check_stmts(struct checker *c, struct node *stmts)
{
	for (struct node *stmt = stmts; stmt; stmt = stmt->next) {
		if (stmt->kind == NODE_EXPR_STMT &&
		    stmt->expr_stmt.expr->kind == NODE_COND &&
		    has_action(stmt->expr_stmt.expr))
			check_choice(c, stmt);
		else if (stmt->kind == NODE_EXPR_STMT)
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

/* Every operand of the command line must be used somewhere. */
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

int lang_check_program(struct program *program, const struct lang_env *env,
		       struct diag_list *diags)
{
	const char *region = diags->region;
	int errors = diags->error_cnt, before;
	const struct clause *bad = NULL;
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
			   "option strsize must stand in front of the types "
			   "that contain a string");
	check_inlines(&c);
	check_translators(&c);
	for (struct clause *clause = program->clauses; clause;
	     clause = clause->next) {
		/* clauses with one number are one to the user */
		if (bad && bad->id == clause->id)
			continue;
		before = diags->error_cnt;
		c.clause = clause;
		c.clause_id = clause->id;
		expand_reset(&c);
		diags->region = "in predicate";
		check_predicate(&c, clause);
		diags->region = "in action list";
		check_stmts(&c, clause->stmts);
		check_order(&c, clause);
		if (env->least_stability)
			check_attributes(clause, *env->least_stability, diags);
		if (diags->error_cnt > before)
			bad = clause;
	}
	diags->region = region;
	map_deinit(&c.mistaken);
	check_macro_args(env, diags);
	return diags->error_cnt > errors ? -EINVAL : 0;
}

int check_constant(struct program *program, struct node *node,
		   struct diag_list *diags, bool is_quiet, int64_t *ret)
{
	static const struct lang_env env; /* no variable is a constant */
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
	if (!node || node->kind != NODE_INT)
		return -EINVAL;
	*ret = (int64_t)node->integer.value;
	return 0;
}

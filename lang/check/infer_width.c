// SPDX-License-Identifier: BSD-2-Clause
/*
 * Widths of undeclared variables and keys. An integer variable, an element of
 * an associative array or a key has the type of its first use in the text; if
 * another use in the program is wider, or unsigned and as wide as a signed one,
 * it has 64 bits and the same sign, so that no bit is lost. So it has if values
 * that are no constants are added to it, because sums outgrow their type; a
 * counter does not, and is shown as an int. A key is also widened for values
 * that its type cannot hold, because two values must not share a key:
 *
 *	x = 0; x = timestamp;		x is an int64_t
 *	x = 0; x += b->int_size;	x is an int64_t
 *	x = 0; x++;			x is an int
 *	a[pid] = 1; a[arg0] = 2;	the key of a is an int64_t
 *
 * This is known only at the end of the text, but earlier expressions have used
 * the variable's type. So the clauses are checked again from a copy whenever
 * something became wider, until nothing does.
 */
#include "lang/check/checker.h"
#include "lang/check/copy_tree.h"
#include "lang/place.h"
#include "lang/walk.h"

/* ------------------------------------------------------------ wider uses */

static const struct type *wide_type(const struct checker *c,
				    const struct type *type)
{
	return type_find_builtin(c->types, type_is_signed(type) ? "int64_t" :
								   "uint64_t");
}

static bool is_narrow(const struct type *type)
{
	return type_is_integer(type) && type_size_bytes(type) < 8;
}

/*
 * Returns @type, or the wide type if an earlier pass found that the variable or
 * key @called needs it.
 */
static const struct type *known_width(const struct checker *c,
				      const char *called,
				      const struct type *type)
{
	return is_narrow(type) && map_get_str(&c->wide, called) ?
		       wide_type(c, type) : type;
}

static const struct type *widen(struct checker *c, const char *called,
				const struct type *type)
{
	*(const struct type **)map_put_str(&c->wide, called) = type;
	c->is_widened = true;
	return wide_type(c, type);
}

static const char *key_called(const struct checker *c, const char *name,
			      size_t idx)
{
	return arena_printf(c->arena, "%s[%zu]", name, idx);
}

const struct type *width_of_variable(const struct checker *c, const char *name,
				     const struct type *type)
{
	return known_width(c, name, type);
}

const struct type *width_of_key(const struct checker *c, const char *name,
				size_t idx, const struct type *type)
{
	if (!is_narrow(type))
		return type;
	return known_width(c, key_called(c, name, idx), type);
}

/* Also an unsigned type beside a signed one of the same size: uid_t, int. */
static bool is_wider(const struct type *type, const struct type *than)
{
	uint64_t bytes = type_size_bytes(type);
	uint64_t than_bytes = type_size_bytes(than);

	return bytes > than_bytes || (bytes == than_bytes &&
				      !type_is_signed(type) &&
				      type_is_signed(than));
}

void width_note_value(struct checker *c, struct node *left,
		      const struct type *type)
{
	struct ident *ident;

	if (left->kind != NODE_NAME && !node_is_assoc(left))
		return;
	ident = node_variable(left)->name.ident;
	if (!ident->is_implied || !is_narrow(ident->type) ||
	    !type_is_scalar(type) || !is_wider(type, ident->type))
		return;
	ident->type = widen(c, ident->scope_name, ident->type);
	left->type = ident->type;
}

/* Operators whose result may need more bits than each of the operands. */
static bool can_grow(enum op op)
{
	return op == OP_ADD || op == OP_SUB || op == OP_MUL;
}

/* The operands of an expression: a variable, and others but constants. */
struct operands {
	const struct ident *ident;
	size_t ident_cnt, other_cnt;
};

static void count_operands(struct operands *operands, const struct node *value)
{
	const struct node *name = node_variable(value);

	if (name && name->name.ident == operands->ident) {
		operands->ident_cnt++;
	} else if (value->kind == NODE_BINARY && can_grow(value->binary.op)) {
		count_operands(operands, value->binary.left);
		count_operands(operands, value->binary.right);
	} else if (value->kind != NODE_INT) {
		operands->other_cnt++;
	}
}

/* Is @value computed from @ident and more, as x + y and 2 * x + y? */
static bool is_grown(const struct node *value, const struct ident *ident)
{
	struct operands operands = { .ident = ident };

	if (value->kind == NODE_COND)
		return is_grown(value->cond.then, ident) ||
			is_grown(value->cond.els, ident);
	count_operands(&operands, value);
	return operands.ident_cnt &&
		operands.ident_cnt + operands.other_cnt > 1;
}

void width_note_growth(struct checker *c, struct node *left,
		       const struct node *value)
{
	if (is_grown(value, node_variable(left)->name.ident))
		width_note_value(c, left,
				 type_find_builtin(c->types, "int64_t"));
}

/* Is each value of @key one of @type? */
static bool fits_key(const struct type *type, const struct node *key)
{
	uint64_t bytes = type_size_bytes(type);
	uint64_t key_bytes = type_size_bytes(key->type);
	bool is_signed = type_is_signed(type);

	if (key->kind == NODE_INT)
		return fold_fit(key->integer.value, type) ==
		       key->integer.value;
	return key_bytes < bytes ? is_signed || !type_is_signed(key->type) :
				   key_bytes == bytes &&
				   type_is_signed(key->type) == is_signed;
}

void width_note_key(struct checker *c, struct ident *ident, size_t idx,
		    const struct node *key)
{
	const struct type *have = ident->key_types[idx];

	if (!ident->is_implied || !is_narrow(have) ||
	    !type_is_scalar(key->type) || fits_key(have, key))
		return;
	ident->key_types[idx] =
		widen(c, key_called(c, ident->scope_name, idx), have);
}

/* The type of the widest of the widened variables in an expression. */
struct widest {
	const struct checker *c;
	const struct type *type;
};

static void look_at_variable(const struct node *node, void *arg)
{
	struct widest *widest = arg;
	const struct type *type;

	if (node->kind != NODE_NAME || !node->name.ident ||
	    !node->name.ident->is_implied)
		return;
	type = map_get_str(&widest->c->wide, node->name.ident->scope_name);
	if (type && (!widest->type || type_size_bytes(type) >
					      type_size_bytes(widest->type)))
		widest->type = type;
}

const struct type *width_before(const struct checker *c,
				const struct node *node)
{
	struct widest widest = { .c = c };

	if (type_is_integer(node->type))
		node_walk(node, look_at_variable, &widest);
	return widest.type;
}

const struct type *width_before_key(const struct checker *c,
				    const struct ident *ident, size_t idx)
{
	return map_get_str(&c->wide, key_called(c, ident->scope_name, idx));
}

/* ---------------------------------------------------------------- the passes */

/* State of the program that checking clauses changes, as it was before. */
struct before {
	struct clause *parsed; /* copies of the clauses, by next */
	size_t global_cnt, self_cnt, this_cnt, agg_cnt, diag_cnt;
	int error_cnt;
};

static struct clause *copy_clauses(const struct checker *c)
{
	struct clause *first = NULL, **tail = &first;

	for (const struct clause *clause = c->program->clauses; clause;
	     clause = clause->next) {
		*tail = clause_copy(c->arena, clause);
		tail = &(*tail)->next;
	}
	*tail = NULL;
	return first;
}

/* Restores clauses in place, because others hold their addresses. */
static void restore_clauses(const struct checker *c,
			    const struct clause *parsed)
{
	for (struct clause *clause = c->program->clauses; clause;
	     clause = clause->next, parsed = parsed->next) {
		struct clause *next = clause->next;

		*clause = *clause_copy(c->arena, parsed);
		clause->next = next;
	}
}

static void forget(const struct checker *c, const struct ident *ident)
{
	*map_put_str(&c->program->scope, ident->scope_name) = NULL;
}

/* Variables that declarations created are kept unchanged. */
static void restore_variable(struct ident *ident)
{
	ident->has_ptr = false;
	ident->is_user_ptr = false;
	ident->has_addr = false;
	ident->addr_row = 0;
}

#define RESTORE(c, vec, had) \
	do { \
		for (size_t i_ = 0; i_ < (vec)->cnt; i_++) \
			if (i_ < (had)) \
				restore_variable((vec)->v[i_]); \
			else \
				forget(c, (vec)->v[i_]); \
		(vec)->cnt = (had); \
	} while (0)

static void restore(struct checker *c, const struct before *before)
{
	struct program *program = c->program;

	RESTORE(c, &program->globals, before->global_cnt);
	RESTORE(c, &program->selfs, before->self_cnt);
	RESTORE(c, &program->thiss, before->this_cnt);
	RESTORE(c, &program->aggs, before->agg_cnt);
	c->diags->diags.cnt = before->diag_cnt;
	c->diags->error_cnt = before->error_cnt;
	restore_clauses(c, before->parsed);
}

static uint64_t constant_bytes(int64_t value)
{
	return value >= INT8_MIN && value <= UINT8_MAX ? 1 :
	       value >= INT16_MIN && value <= UINT16_MAX ? 2 :
	       value >= INT32_MIN && value <= UINT32_MAX ? 4 : 8;
}

static uint64_t value_bytes(const struct node *node);

static uint64_t binary_bytes(const struct node *node)
{
	uint64_t left = value_bytes(node->binary.left);
	uint64_t right = value_bytes(node->binary.right);

	switch ((int)node->binary.op) {
	case OP_AND:
		return left < right ? left : right;
	case OP_MOD:
		return right;
	case OP_SHL:
	case OP_SHR:
	case OP_DIV:
		return left;
	case OP_MUL:
	case OP_ADD:
	case OP_SUB:
	case OP_OR:
	case OP_XOR:
		return left > right ? left : right;
	}
	return 1; /* comparisons */
}

/* Bytes of the widest value that goes into an integer expression. */
static uint64_t value_bytes(const struct node *node)
{
	uint64_t own = type_size_bytes(node->type), then, els;

	switch ((int)node->kind) {
	case NODE_INT:
		return constant_bytes((int64_t)node->integer.value);
	case NODE_BINARY:
		return binary_bytes(node);
	case NODE_COND:
		then = value_bytes(node->cond.then);
		els = value_bytes(node->cond.els);
		return then > els ? then : els;
	case NODE_UNARY:
		if (node->unary.op == OP_NEG || node->unary.op == OP_COMPL)
			return value_bytes(node->unary.operand);
		break;
	case NODE_CALL:
		if (node->call.ident->row == SUBR_strlen)
			return 2; /* strsize cannot be larger */
		break;
	case NODE_CAST:
		if (!node->cast.is_implicit)
			break;
		then = value_bytes(node->cast.operand);
		return then < own ? then : own;
	}
	return own;
}

/*
 * A declared variable that truncates the value. `c = c + 1` is not a mistake,
 * although the sum is an int; a _Bool is 1 for any number but 0.
 */
void width_warn_cut(struct checker *c, const struct node *left,
		    const struct node *right)
{
	const struct node *name = node_variable(left);

	if ((left->kind != NODE_NAME && left->kind != NODE_INDEX) ||
	    !name || name->name.ident->is_implied ||
	    !type_is_integer(left->type) || !type_is_integer(right->type) ||
	    type_resolve(left->type)->is_bool ||
	    value_bytes(right) <= type_size_bytes(left->type))
		return;
	diag_warning(c->diags, right->loc, "D_OP_INCOMPAT",
		     "%s is declared as \"%s\", which cuts values of type "
		     "\"%s\"; declare it wider, or cast the value",
		     variable_text(c, name), type_text(c->arena, left->type),
		     type_text(c->arena, right->type));
}

void check_widths(struct checker *c, void (*check_clauses)(struct checker *c))
{
	const struct program *program = c->program;
	struct before before = {
		.parsed = copy_clauses(c),
		.global_cnt = program->globals.cnt,
		.self_cnt = program->selfs.cnt,
		.this_cnt = program->thiss.cnt,
		.agg_cnt = program->aggs.cnt,
		.diag_cnt = c->diags->diags.cnt,
		.error_cnt = c->diags->error_cnt,
	};

	for (;;) {
		c->is_widened = false;
		check_clauses(c);
		map_deinit(&c->mistaken);
		map_deinit(&c->enumerators);
		c->argless = NULL;
		if (!c->is_widened)
			break;
		restore(c, &before);
	}
	map_deinit(&c->wide);
}

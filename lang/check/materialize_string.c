// SPDX-License-Identifier: BSD-2-Clause
/*
 * Uses that need the address of a string. In `p = s` with a `char *` and a
 * string, p gets the address of a copy in the scratch memory of the clause:
 *
 *	p = ((this->hidden = (string *)alloca(sizeof(string)),
 *	      *this->hidden = s), (char *)this->hidden)
 *
 * bcopy(from, s, n) into a variable that is a string does the same, then:
 *
 *	bcopy(from, this->hidden, n), s = *this->hidden
 */
#include "lang/check/checker.h"
#include "lang/check/copy_tree.h"
#include "lang/walk.h"

static struct node *new_node(struct checker *c, struct loc loc,
			     enum node_kind kind)
{
	struct node *node = arena_new(c->arena, struct node);

	node->kind = kind;
	node->loc = loc;
	node->depth = 1;
	return node;
}

/*
 * A name that no program can write, and no other use in the clause has: the
 * text may itself contain such a use. Clauses share the variables.
 */
static const char *hidden_name(struct checker *c)
{
	return arena_printf(c->arena, "address of text %u", c->text_cnt++);
}

static struct node *hidden(struct checker *c, struct loc loc, const char *name)
{
	const struct type *string = type_base(c->types, BASE_STRING);
	struct node *node = new_node(c, loc, NODE_NAME);
	struct ident *ident;

	node->name.scope = IDENT_THIS;
	node->name.name = name;
	if (variable_find(c, node))
		return node;
	ident = variable_make(c, node, type_pointer(c->types, string));
	if (ident) /* inlines further down are checked before the clauses */
		ident->seq = 0;
	return node;
}

static struct node *cast(struct checker *c, struct node *operand,
			 const struct type *to)
{
	struct node *node = new_node(c, operand->loc, NODE_CAST);

	node->cast.to = to;
	node->cast.operand = operand;
	return node;
}

static struct node *pair(struct checker *c, enum node_kind kind,
			 struct node *left, struct node *right)
{
	struct node *node = new_node(c, right->loc, kind);

	node->depth = (uint16_t)(right->depth + 2);
	node->binary.op = OP_ASSIGN;
	node->binary.left = left;
	node->binary.right = right;
	return node;
}

static struct node *text_at(struct checker *c, struct loc loc, const char *name)
{
	struct node *deref = new_node(c, loc, NODE_UNARY);

	deref->unary.op = OP_DEREF;
	deref->unary.operand = hidden(c, loc, name);
	return deref;
}

/* `this->NAME = (string *)alloca(sizeof(string)), *this->NAME = text` */
static struct node *put_in_memory(struct checker *c, struct node *text,
				  const char *name)
{
	const struct type *string = type_base(c->types, BASE_STRING);
	struct loc loc = text->loc;
	struct node *call = new_node(c, loc, NODE_CALL), *taken;

	call->call.name = "alloca";
	call->call.args = integer_node(c, loc, type_size_bytes(string),
				       type_find_builtin(c->types, "size_t"));
	call->call.arg_cnt = 1;
	taken = pair(c, NODE_ASSIGN, hidden(c, loc, name),
		     cast(c, call, type_pointer(c->types, string)));
	return pair(c, NODE_COMMA, taken,
		    pair(c, NODE_ASSIGN, text_at(c, loc, name), text));
}

struct node *check_text_address(struct checker *c, struct node *text)
{
	const struct type *type = type_base(c->types, BASE_CHAR);
	const char *name = hidden_name(c);
	struct node *address = cast(c, hidden(c, text->loc, name),
				    type_pointer(c->types, type));

	return check_expr(c, pair(c, NODE_COMMA, put_in_memory(c, text, name),
				  address));
}

/* -------------------------------------------------------------- bcopy() */

static const struct node *copied_to(const struct node *call)
{
	const struct node *from = call->call.args;

	return from && from->next && from->next->next ? from->next : NULL;
}

bool is_copy_to_text(struct checker *c, const struct node *call)
{
	const struct node *to = copied_to(call), *name = to;
	const struct ident *ident;

	while (name && name->kind == NODE_INDEX)
		name = name->index.base;
	if (!name || name->kind != NODE_NAME)
		return false;
	ident = variable_find(c, name);
	return ident && (ident->kind == IDENT_GLOBAL ||
			 ident->kind == IDENT_SELF ||
			 ident->kind == IDENT_THIS) &&
	       type_is_string(ident->type) &&
	       (to == name || (ident->is_assoc && to->index.base == name));
}

struct node *check_copy_to_text(struct checker *c, struct node *call)
{
	const char *name = hidden_name(c);
	struct copy_env env = { .arena = c->arena, .left = 10000 };
	struct node *from = call->call.args, *to = from->next;
	struct node *again = node_copy(&env, to), *address, *stored;
	struct node *copying = new_node(c, call->loc, NODE_CALL);

	*copying = *call; /* the statement is replaced by this expression */
	copying->next = NULL;
	address = hidden(c, to->loc, name);
	address->next = to->next;
	from->next = address;
	to->next = again->next = NULL;
	if (node_has_effect(to, false)) {
		diag_error(c->diags, to->loc, "D_PROTO_ARG",
			   "bcopy( ) argument #2 is evaluated twice, so its "
			   "keys can't change anything; assign them to a "
			   "variable before");
		return NULL;
	}
	stored = pair(c, NODE_ASSIGN, again, text_at(c, to->loc, name));
	return check_expr(c, pair(c, NODE_COMMA, put_in_memory(c, to, name),
				  pair(c, NODE_COMMA, copying, stored)));
}

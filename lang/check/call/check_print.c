// SPDX-License-Identifier: BSD-2-Clause
/*
 * print(e) prints the target of a pointer, or any other value, with its type.
 *
 *	print(curthread)		a struct task_struct
 *	print(this->point)		a variable
 *	print(curpsinfo)		a translation
 */
#include <errno.h>

#include "lang/check/checker.h"

static int check_size(struct checker *c, const struct node *arg)
{
	const struct type *type = type_resolve(arg->type);

	if (type->kind == TYPE_POINTER)
		type = type_resolve(type->target);
	if (check_size_bytes(c, type) && !type->is_incomplete &&
	    !is_address_type(type))
		return 0;
	return diag_error(c->diags, arg->loc, "D_PRINT_SIZE",
			  "print( ) may not be applied to \"%s\": it needs a "
			  "value of known size or a pointer to one; cast it",
			  type_text(c->arena, arg->type));
}

int check_print(struct checker *c, struct node *node)
{
	struct node *arg;

	if (node->call.arg_cnt != 1)
		return diag_error(c->diags, node->loc, "D_PROTO_LEN",
				  "print( ) prototype mismatch: %zu args "
				  "passed, 1 expected", node->call.arg_cnt);
	arg = check_put_together(c, node->call.args);
	if (!arg)
		return -EINVAL;
	node->call.args = arg;
	return check_size(c, arg);
}

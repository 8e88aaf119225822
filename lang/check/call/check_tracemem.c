// SPDX-License-Identifier: BSD-2-Clause
/*
 * tracemem(address, bytes[, shown]): the valid arguments.
 *
 *	tracemem(curthread, 64)			pointer: where it points to
 *	tracemem(arg0, 16)			integer: a kernel address
 *	tracemem(execname, 16, strlen(execname))	string: its bytes
 */
#include <errno.h>
#include <string.h>

#include "lang/check/checker.h"

/* Larger dumps do not fit into a record. */
enum { TRACEMEM_MAX_BYTES = 65536 };

static int check_addr(struct checker *c, struct node *call)
{
	struct node *addr = call->call.args, *rest = addr->next;

	addr->next = NULL;
	addr = decay(c, addr);
	if (!addr)
		return -EINVAL;
	addr->next = rest;
	call->call.args = addr;
	if (type_is_string(addr->type) || type_is_integer(addr->type) ||
	    type_resolve(addr->type)->kind == TYPE_POINTER)
		return 0;
	return diag_error(c->diags, addr->loc, "D_TRACEMEM_ADDR",
			  "tracemem( ) argument #1 must be an address (a "
			  "pointer or an integer) or a string");
}

static int check_size(struct checker *c, const struct node *size)
{
	if (size->kind == NODE_INT && size->integer.value &&
	    size->integer.value <= TRACEMEM_MAX_BYTES)
		return 0;
	return diag_error(c->diags, size->loc, "D_TRACEMEM_SIZE",
			  "tracemem( ) argument #2 must be a constant from 1 "
			  "to %d",
			  TRACEMEM_MAX_BYTES);
}

/* The third argument is recorded as 64 bits with a sign. */
static int check_shown(struct checker *c, struct node *size)
{
	struct node *shown = size->next;

	if (!type_is_integer(shown->type))
		return diag_error(c->diags, shown->loc, "D_TRACEMEM_SIZE",
				  "tracemem( ) argument #3 must be an integer");
	size->next = convert(c, shown,
			     type_by_text(c, "int64_t", strlen("int64_t")));
	return size->next ? 0 : -EINVAL;
}

int check_tracemem(struct checker *c, struct node *node)
{
	struct node *size;

	if (node->call.arg_cnt < 2 || node->call.arg_cnt > 3)
		return diag_error(c->diags, node->loc, "D_PROTO_LEN",
				  "tracemem( ) prototype mismatch: %zu arg%s "
				  "passed, 2 or 3 expected",
				  node->call.arg_cnt,
				  node->call.arg_cnt == 1 ? "" : "s");
	if (check_list(c, &node->call.args) < 0 || check_addr(c, node) < 0)
		return -EINVAL;
	size = node->call.args->next;
	if (check_size(c, size) < 0)
		return -EINVAL;
	return size->next ? check_shown(c, size) : 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The places of the arguments of a kernel function, from its prototype and the
 * machine's calling convention:
 *
 *	numbers and pointers	a register, then the stack
 *	structs up to 16 bytes	one or two registers, else the stack
 *	larger ones		the stack (x86-64); their address (arm64)
 *
 * A value occupies 8 bytes, of which a smaller type fills the lower ones; the
 * others are undefined.
 */
#include <string.h>

#include "runtime/provider/fbt/fbt.h"
#include "runtime/provider/machine.h"
#include "runtime/types/btf.h"

const struct type *fbt_prototype(struct type_table *types,
				 const struct fbt_func *func)
{
	struct btf_func found;

	/* a copy that the compiler made may have other arguments */
	if (!types->source || strchr(func->name, '.') ||
	    btf_func_find(types->source, types, func->module, func->name,
			  &found))
		return NULL;
	return found.type;
}

static void set_type(struct abi_arg *arg, const struct type *type)
{
	type = type_resolve(type);
	arg->size_bytes = 8;
	if (!type_is_scalar(type) || type->size_bytes >= 8)
		return; /* the sign of a whole register changes nothing */
	arg->size_bytes = (uint8_t)type->size_bytes;
	arg->is_signed = type_is_signed(type);
}

static void result(const struct type *prototype, struct abi_arg *ret)
{
	const struct type *type =
		prototype ? type_resolve(prototype->target) : NULL;

	*ret = (struct abi_arg){ .kind = ABI_ARG_CTX, .size_bytes = 8,
				 .ctx_off = prov_machine.result };
	if (type && type->kind == TYPE_VOID)
		*ret = (struct abi_arg){ .kind = ABI_ARG_CONST,
					 .size_bytes = 8 };
	else if (type)
		set_type(ret, type);
}

/* The place of the next argument, which has @words words of 8 bytes. */
static struct abi_arg next_place(uint32_t words, uint32_t *reg,
				 uint32_t *stack)
{
	struct abi_arg arg = { .size_bytes = 8 };

	if (words > 2 && prov_machine.is_large_by_ref)
		words = 1;
	if (words <= 2 && *reg + words <= prov_machine.reg_arg_cnt) {
		arg.kind = ABI_ARG_CTX;
		arg.ctx_off = prov_machine.reg_args[*reg];
		*reg += words;
	} else {
		arg.kind = ABI_ARG_KMEM;
		arg.ctx_off = prov_machine.sp;
		arg.value = prov_machine.stack_args + (int64_t)*stack * 8;
		*stack += words;
		if (prov_machine.is_stack_final)
			*reg = prov_machine.reg_arg_cnt;
	}
	return arg;
}

void fbt_args(const struct type *prototype, enum fbt_way way,
	      struct abi_arg ret[ABI_ARG_MAX])
{
	uint32_t reg = 0, stack = 0;

	memset(ret, 0, sizeof(*ret) * ABI_ARG_MAX);
	if (way == FBT_RETURN) {
		/* the instruction that returned is not known: arg0 is 0 */
		result(prototype, &ret[1]);
		return;
	}
	for (size_t i = 0; i < ABI_ARG_MAX; i++) {
		const struct type *type = NULL;
		uint32_t words = 1;

		if (prototype && i < prototype->param_cnt)
			type = prototype->params[i];
		if (prototype && !type && !prototype->is_variadic)
			break;
		if (type && type_size_bytes(type) > 8)
			words = (uint32_t)((type_size_bytes(type) + 7) / 8);
		ret[i] = next_place(words, &reg, &stack);
		if (type)
			set_type(&ret[i], type);
	}
}

void fbt_fentry_args(const struct type *prototype, enum fbt_way way,
		     struct abi_arg ret[ABI_ARG_MAX])
{
	memset(ret, 0, sizeof(*ret) * ABI_ARG_MAX);
	if (way == FBT_RETURN) {
		result(prototype, &ret[1]);
		ret[1].ctx_off = ABI_FENTRY_RESULT;
		return;
	}
	for (size_t i = 0; i < prototype->param_cnt && i < ABI_ARG_MAX; i++) {
		ret[i].kind = ABI_ARG_CTX;
		ret[i].ctx_off = (int16_t)(i * 8);
		set_type(&ret[i], prototype->params[i]);
	}
}

bool fbt_args_fit(const struct abi_arg args[ABI_ARG_MAX],
		  const struct abi_arg more[ABI_ARG_MAX])
{
	for (size_t i = 0; i < ABI_ARG_MAX; i++)
		if (args[i].kind != more[i].kind ||
		    args[i].ctx_off != more[i].ctx_off ||
		    args[i].value != more[i].value)
			return false;
	return true;
}

void fbt_args_join(struct abi_arg args[ABI_ARG_MAX],
		   const struct abi_arg more[ABI_ARG_MAX])
{
	for (size_t i = 0; i < ABI_ARG_MAX; i++) {
		if (args[i].size_bytes == more[i].size_bytes &&
		    args[i].is_signed == more[i].is_signed)
			continue;
		args[i].size_bytes = 8;
		args[i].is_signed = false;
	}
}

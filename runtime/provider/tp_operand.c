/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In: texts of tracepoints.def and the types of a tracepoint's arguments as
 * the running kernel has them. Out: offsets, sizes and signs.
 *
 *	arg1->pid	KMEM [8] + offset of pid in struct task_struct, 4 bytes
 */
#include "runtime/provider/tp_operand.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/codegen/code.h"

static const char *const functions[LIB_FUNC_CNT] = {
#define LIB_FUNC(name, arg_cnt) [LIB_##name] = #name,
#include "runtime/bpf/lib.def"
#undef LIB_FUNC
};

static void skip_blanks(const char **text)
{
	while (**text == ' ')
		(*text)++;
}

/* Moves behind @token when it is there. */
static bool take(const char **text, const char *token)
{
	size_t len = strlen(token);

	skip_blanks(text);
	if (strncmp(*text, token, len))
		return false;
	*text += len;
	return true;
}

static size_t word_len(const char *text)
{
	size_t len = 0;

	while (isalnum((unsigned char)text[len]) || text[len] == '_')
		len++;
	return len;
}

/* The size and sign of a number or pointer. */
static int set_type(struct abi_arg *arg, const struct type *type)
{
	arg->type = type;
	type = type_resolve(type);
	if (!type_is_scalar(type) || !type->size_bytes || type->size_bytes > 8)
		return -ENOENT;
	arg->size_bytes = (uint8_t)type->size_bytes;
	arg->is_signed = type_is_signed(type);
	return 0;
}

/* "pid" or "sa.sa_handler", of what @type points to. */
static int take_members(const char **text, const struct type *type,
			struct abi_arg *arg)
{
	type = type_resolve(type);
	if (type->kind != TYPE_POINTER)
		return -ENOENT;
	type = type->target;
	arg->kind = ABI_ARG_KMEM;
	do {
		const struct type_member *member;
		char name[64];
		size_t len = word_len(*text);
		uint32_t offset_bits;

		if (!len || len >= sizeof(name))
			return -EINVAL;
		memcpy(name, *text, len);
		name[len] = '\0';
		*text += len;
		member = type_find_member(type_resolve(type), name,
					  &offset_bits);
		if (!member || member->bitfield_bits)
			return -ENOENT;
		arg->value += offset_bits / 8;
		type = member->type;
	} while (take(text, "."));
	return set_type(arg, type);
}

/* "arg1" or "arg1->...", behind "arg" */
static int take_arg(const char **text, const struct type *const *params,
		    size_t param_cnt, struct abi_arg *arg)
{
	char *end;
	unsigned long idx = strtoul(*text, &end, 10);

	if (end == *text)
		return -EINVAL;
	*text = end;
	if (idx >= param_cnt)
		return -ENOENT;
	arg->kind = ABI_ARG_CTX;
	arg->ctx_off = (int16_t)(idx * 8);
	if (take(text, "->"))
		return take_members(text, params[idx], arg);
	return set_type(arg, params[idx]);
}

static int take_value(const char **text, const struct type *const *params,
		      size_t param_cnt, struct abi_arg *arg)
{
	char *end;

	skip_blanks(text);
	if (!isdigit((unsigned char)**text))
		return take(text, "arg") ?
			       take_arg(text, params, param_cnt, arg) :
			       -EINVAL;
	arg->kind = ABI_ARG_CONST;
	arg->size_bytes = 8;
	arg->value = strtol(*text, &end, 10);
	*text = end;
	return 0;
}

int tp_operand(const char **text, const struct type *const *params,
	       size_t param_cnt, struct abi_arg *ret)
{
	size_t len;
	int err;

	*ret = (struct abi_arg){ 0 };
	skip_blanks(text);
	len = word_len(*text);
	if ((*text)[len] != '(')
		return take_value(text, params, param_cnt, ret);
	for (uint8_t func = 0; func < LIB_FUNC_CNT; func++)
		if (strlen(functions[func]) == len &&
		    !strncmp(functions[func], *text, len))
			ret->func = func + 1;
	if (!ret->func)
		return -EINVAL;
	*text += len + 1;
	err = take_value(text, params, param_cnt, ret);
	if (err)
		return err;
	return take(text, ")") ? 0 : -EINVAL;
}

int tp_condition(const char *text, const struct type *const *params,
		 size_t param_cnt, struct abi_when *ret)
{
	int err;

	*ret = (struct abi_when){ 0 };
	if (!*text)
		return 0;
	err = tp_operand(&text, params, param_cnt, &ret->left);
	if (err)
		return err;
	if (take(&text, "==")) {
		err = tp_operand(&text, params, param_cnt, &ret->right);
	} else {
		ret->right.kind = ABI_ARG_CONST;
		ret->must_differ = true;
	}
	return err ? err : *text ? -EINVAL : 0;
}

int tp_arguments(const char *text, const struct type *const *params,
		 size_t param_cnt, struct abi_arg ret[ABI_ARG_MAX])
{
	size_t cnt = 0;

	if (!*text)
		return 0;
	do {
		int err = cnt == ABI_ARG_MAX ? -EINVAL :
			  tp_operand(&text, params, param_cnt, &ret[cnt++]);

		if (err)
			return err;
	} while (take(&text, ","));
	return *text ? -EINVAL : 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In: texts of tracepoints.def and the types of a tracepoint's arguments in the
 * running kernel. Out: steps on a stack of numbers, or a shorter form for the
 * simplest operands.
 *
 *	arg1->pid		KMEM [8] + offset of pid, 4 bytes
 *	arg0->sk->sk_mark	CTX 0, KMEM offset of sk, KMEM offset of mark
 *	(arg0->head + 12)<iphdr>->ihl
 *				CTX 0, KMEM, CONST 12, ADD, KMEM 0 bits 0-3
 */
#include "runtime/provider/tracepoint/tp_operand.h"

#include <ctype.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "runtime/codegen/ir/code.h"
#include "runtime/provider/machine.h"
#include "runtime/provider/tracepoint/tp_operand_lex.h"

static const char *const functions[LIB_FUNC_CNT] = {
#define LIB_FUNC(name, arg_cnt) [LIB_##name] = #name,
#include "runtime/bpf/lib.def"
#undef LIB_FUNC
};

/* An operand being read. */
struct reader {
	const struct tp_scope *scope;
	const char *text;
	VEC(struct abi_step) steps;
	/* type of the top of the stack, or NULL: a number */
	const struct type *type;
	unsigned int depth;
};

static int push(struct reader *r, struct abi_step step)
{
	if (step.kind <= ABI_STEP_CONST && ++r->depth > ABI_STACK_MAX)
		return -EINVAL;
	if (step.kind == ABI_STEP_ADD)
		r->depth--;
	vec_push(&r->steps, step);
	return 0;
}

/* Sets size and sign for loading a number of this type. */
static int set_size(struct abi_step *step, const struct type *type)
{
	type = type_resolve(type);
	if (!type_is_scalar(type) || !type->size_bytes || type->size_bytes > 8)
		return -ENOENT;
	step->size_bytes = (uint8_t)type->size_bytes;
	step->is_signed = type_is_signed(type);
	return 0;
}

/* The word that contains the bits, if a single one does. */
static int set_bits(struct abi_step *step, uint32_t offset_bits,
		    uint32_t width_bits)
{
	uint32_t word_bits = 8u * step->size_bytes;

	if (offset_bits % word_bits + width_bits > word_bits)
		return -ENOENT;
	step->value = offset_bits / word_bits * step->size_bytes;
	step->shift_bits = (uint8_t)(offset_bits % word_bits);
	step->width_bits = (uint8_t)width_bits;
	return 0;
}

/*
 * Whether an operator follows. If the operand is a struct there, the member is
 * of another type in this kernel, as page->flags is in some, and can't be
 * computed with.
 */
static bool is_computed_with(const char *text)
{
	text += strspn(text, " ");
	if ((*text == '<' && isalpha((unsigned char)text[1])) ||
	    (*text == '-' && text[1] == '>'))
		return false;
	return *text && *text != ',' && *text != ')';
}

/* A member that is not a number, at @off_bytes of the object at the top. */
static int push_address(struct reader *r, const struct type *type,
			int64_t off_bytes)
{
	const struct type *whole = type_resolve(type);
	bool is_array = whole->kind == TYPE_ARRAY;
	int err = push(r, (struct abi_step){ .kind = ABI_STEP_CONST,
					     .value = off_bytes });

	r->type = type_pointer(r->scope->types, is_array ? whole->target : type);
	return err ? err : push(r, (struct abi_step){ .kind = ABI_STEP_ADD });
}

/* "pid" or "sa.sa_handler": members of the object at the top of the stack. */
static int take_members(struct reader *r)
{
	struct abi_step step = { .kind = ABI_STEP_KMEM };
	const struct type *type = r->type ? type_resolve(r->type) : NULL;
	const struct type_member *member;
	uint32_t at_bits = 0, off_bits;
	char name[64];
	int err;

	if (!type || type->kind != TYPE_POINTER)
		return -ENOENT;
	type = type->target;
	do {
		if (tp_take_word(&r->text, name, sizeof(name)))
			return -EINVAL;
		member = type_find_member(type_resolve(type), name, &off_bits);
		if (!member)
			return -ENOENT;
		at_bits += off_bits;
		type = member->type;
	} while (tp_take(&r->text, "."));
	if (!type_is_scalar(type_resolve(type)))
		return is_computed_with(r->text) ?
			-ENOENT : push_address(r, type, at_bits / 8);
	step.value = at_bits / 8;
	err = set_size(&step, type);
	if (!err && member->bitfield_bits)
		err = set_bits(&step, at_bits, member->bitfield_bits);
	if (err)
		return err;
	r->type = type;
	return push(r, step);
}

/* "<iphdr>": the top is a struct iphdr *. */
static int take_cast(struct reader *r)
{
	struct type_table *types = r->scope->types;
	char tag[64];

	r->text++;
	if (tp_take_word(&r->text, tag, sizeof(tag)) || *r->text != '>')
		return -EINVAL;
	r->text++;
	r->type = type_pointer(types, type_tagged(types, TYPE_STRUCT, tag));
	return 0;
}

static int take_postfix(struct reader *r)
{
	int err = 0;

	while (!err) {
		if (tp_take(&r->text, "->"))
			err = take_members(r);
		else if (*r->text == '<' && isalpha((unsigned char)r->text[1]))
			err = take_cast(r);
		else
			break;
	}
	return err;
}

static int take_sum(struct reader *r);

/* "arg1", after "arg" */
static int take_arg(struct reader *r)
{
	struct abi_step step = { .kind = ABI_STEP_CTX };
	char *end;
	unsigned long idx = strtoul(r->text, &end, 10);
	int err;

	if (end == r->text)
		return -EINVAL;
	r->text = end;
	if (idx >= r->scope->param_cnt)
		return -ENOENT;
	step.value = r->scope->param_offs ? r->scope->param_offs[idx] :
					    (int64_t)idx * 8;
	r->type = r->scope->params[idx];
	err = set_size(&step, r->type);
	return err ? err : push(r, step);
}

/* The address of the kernel's function @name. */
static int take_function_addr(struct reader *r, const char *name)
{
	struct type_source *source = r->scope->types->source;
	struct abi_step step = { .kind = ABI_STEP_CONST };
	uint64_t kaddr = 0;

	if (!source || !source->function_addr ||
	    source->function_addr(source, name, &kaddr) || !kaddr)
		return -ENOENT;
	step.value = (int64_t)kaddr;
	r->type = NULL;
	return push(r, step);
}

static int take_function(struct reader *r, const char *name)
{
	struct abi_step step = { .kind = ABI_STEP_CALL, .value = -1 };
	int err;

	for (int func = 0; func < LIB_FUNC_CNT; func++)
		if (!strcmp(functions[func], name))
			step.value = func;
	if (!strcmp(name, "first"))
		step = (struct abi_step){ .kind = ABI_STEP_FIRST };
	if (step.value < 0)
		return -EINVAL;
	err = take_sum(r);
	r->type = NULL;
	if (!err && !tp_take(&r->text, ")"))
		err = -EINVAL;
	return err ? err : push(r, step);
}

static const struct {
	const char *name;
	enum abi_wait_field field;
} wait_fields[] = {
	{ "kind", ABI_WAIT_KIND },
	{ "slept_ns", ABI_WAIT_SLEPT_NS },
	{ "spun_ns", ABI_WAIT_SPUN_NS },
	{ "has_slept", ABI_WAIT_HAS_SLEPT },
};

/* ".kind", after "wait" */
static int take_wait(struct reader *r)
{
	struct abi_step step = { .kind = ABI_STEP_WAIT };
	char name[64];

	if (!tp_take(&r->text, ".") || tp_take_word(&r->text, name, sizeof(name)))
		return -EINVAL;
	for (size_t i = 0; i < sizeof(wait_fields) / sizeof(wait_fields[0]);
	     i++) {
		if (strcmp(wait_fields[i].name, name))
			continue;
		step.value = wait_fields[i].field;
		return push(r, step);
	}
	return -EINVAL;
}

/* ".number", ".arg0", after "syscall" */
static int take_syscall(struct reader *r)
{
	struct abi_step step = { .kind = ABI_STEP_KMEM, .size_bytes = 8 };
	char name[64];
	int err;

	if (!tp_take(&r->text, ".") || tp_take_word(&r->text, name, sizeof(name)))
		return -EINVAL;
	if (!strcmp(name, "of_child") && !prov_machine.is_child_returning)
		return -ENOENT;
	if (!strcmp(name, "number") || !strcmp(name, "of_child")) {
		step.value = prov_machine.syscall_number;
		step.size_bytes = prov_machine.syscall_number_bytes;
		step.is_signed = true;
	} else if (!strncmp(name, "arg", 3) && name[3] >= '0' &&
		   name[3] < '0' + MACHINE_SYSCALL_ARGS && !name[4]) {
		step.value = prov_machine.syscall_args[name[3] - '0'];
	} else {
		return -EINVAL;
	}
	err = push(r, (struct abi_step){ .kind = ABI_STEP_CTX,
					 .size_bytes = 8 });
	return err ? err : push(r, step);
}

static int take_task(struct reader *r)
{
	struct type_table *types = r->scope->types;

	r->type = type_pointer(types, type_tagged(types, TYPE_STRUCT,
						  "task_struct"));
	return push(r, (struct abi_step){ .kind = ABI_STEP_TASK });
}

/*
 * The struct kthread of the running thread, in one of two members, depending on
 * the kernel.
 */
static int take_kthread(struct reader *r)
{
	struct type_table *types = r->scope->types;
	const struct type *task = type_tagged(types, TYPE_STRUCT,
					      "task_struct");
	const char *rest = r->text;
	uint32_t off_bits;
	int err = take_task(r);

	r->text = type_find_member(task, "worker_private", &off_bits) ?
			  "worker_private" : "set_child_tid";
	if (!err)
		err = take_members(r);
	r->text = rest;
	r->type = type_pointer(types, type_tagged(types, TYPE_STRUCT,
						  "kthread"));
	return err;
}

/* The result of the function. */
static int take_result(struct reader *r)
{
	struct abi_step step = { .kind = ABI_STEP_CTX,
				 .value = r->scope->result_off };
	int err;

	if (!r->scope->result)
		return -ENOENT;
	r->type = r->scope->result;
	err = set_size(&step, r->type);
	return err ? err : push(r, step);
}

/* Of the row's list. */
static int take_element(struct reader *r)
{
	struct abi_step step = { .kind = ABI_STEP_CTX,
				 .value = r->scope->element_off,
				 .size_bytes = 8 };

	r->type = r->scope->element;
	return r->type ? push(r, step) : -EINVAL;
}

/*
 * "task", "kthread", "cpu", "result", "element", "wait.FIELD", "syscall.FIELD" or
 * "function(...)"
 */
static int take_name(struct reader *r)
{
	char name[64];

	if (tp_take_word(&r->text, name, sizeof(name)))
		return -EINVAL;
	if (*r->text == '(') {
		r->text++;
		return take_function(r, name);
	}
	r->type = NULL;
	if (!strcmp(name, "cpu"))
		return push(r, (struct abi_step){ .kind = ABI_STEP_CPU });
	if (!strcmp(name, "wait"))
		return take_wait(r);
	if (!strcmp(name, "syscall"))
		return take_syscall(r);
	if (!strcmp(name, "kthread"))
		return take_kthread(r);
	if (!strcmp(name, "result"))
		return take_result(r);
	if (!strcmp(name, "element"))
		return take_element(r);
	return strcmp(name, "task") ? -EINVAL : take_task(r);
}

static int take_primary(struct reader *r)
{
	struct abi_step step = { .kind = ABI_STEP_CONST };
	char name[64];
	int err;

	tp_skip_blanks(&r->text);
	if (tp_take(&r->text, "-")) {
		err = take_primary(r);
		return err ? err :
			     push(r, (struct abi_step){ .kind = ABI_STEP_NEG });
	}
	if (tp_take(&r->text, "(")) {
		err = take_sum(r);
		if (!err && !tp_take(&r->text, ")"))
			err = -EINVAL;
		return err ? err : take_postfix(r);
	}
	if (*r->text == '&') {
		r->text++;
		return tp_take_word(&r->text, name, sizeof(name)) ?
			       -EINVAL : take_function_addr(r, name);
	}
	if (tp_is_constant(r->text)) {
		r->type = NULL;
		err = tp_take_constant(&r->text, r->scope, &step.value);
		if (!err)
			err = push(r, step);
	} else if (!strncmp(r->text, "arg", 3) &&
		   isdigit((unsigned char)r->text[3])) {
		r->text += 3;
		err = take_arg(r);
	} else {
		err = take_name(r);
	}
	return err ? err : take_postfix(r);
}

/* "OPERAND * 4", "OPERAND & 0x1f" */
static int take_product(struct reader *r)
{
	struct abi_step step = { 0 };
	int err = take_primary(r);

	if (err)
		return err;
	if (tp_take(&r->text, "*")) {
		step.kind = ABI_STEP_MUL;
	} else {
		tp_skip_blanks(&r->text);
		if (r->text[0] != '&' || r->text[1] == '&')
			return 0;
		r->text++;
		step.kind = ABI_STEP_AND;
	}
	err = tp_take_constant(&r->text, r->scope, &step.value);
	return err ? err : push(r, step);
}

static int take_sum(struct reader *r)
{
	int err = take_product(r);
	const struct type *type = r->type;

	while (!err && tp_take(&r->text, "+")) {
		err = take_product(r);
		if (!err)
			err = push(r, (struct abi_step){
					      .kind = ABI_STEP_ADD });
	}
	r->type = type; /* a sum has the form of its first operand */
	return err;
}

/* The operands that need only one load, and perhaps a call of a function. */
static bool is_short(const struct reader *r, struct abi_arg *ret)
{
	const struct abi_step *steps = r->steps.v;
	size_t cnt = r->steps.cnt;

	if (cnt > 1 && steps[cnt - 1].kind == ABI_STEP_CALL) {
		cnt--;
		ret->func = (uint8_t)(steps[cnt].value + 1);
	}
	ret->value = steps[cnt - 1].value;
	ret->size_bytes = steps[cnt - 1].size_bytes;
	ret->is_signed = steps[cnt - 1].is_signed;
	if (cnt == 1 && steps[0].kind == ABI_STEP_CONST) {
		ret->kind = ABI_ARG_CONST;
		ret->size_bytes = 8;
	} else if (cnt == 1 && steps[0].kind == ABI_STEP_CTX) {
		ret->kind = ABI_ARG_CTX;
		ret->ctx_off = (int16_t)steps[0].value;
		ret->value = 0;
	} else if (cnt == 2 && steps[0].kind == ABI_STEP_CTX &&
		   steps[1].kind == ABI_STEP_KMEM && !steps[1].width_bits) {
		ret->kind = ABI_ARG_KMEM;
		ret->ctx_off = (int16_t)steps[0].value;
	} else {
		return false;
	}
	return true;
}

static void finish(struct reader *r, struct abi_arg *ret)
{
	struct abi_step *steps;

	if (!is_short(r, ret)) {
		steps = arena_new_array(r->scope->arena, struct abi_step,
					r->steps.cnt);
		memcpy(steps, r->steps.v, r->steps.cnt * sizeof(*steps));
		*ret = (struct abi_arg){ .kind = ABI_ARG_STEPS,
					 .size_bytes = 8,
					 .steps = steps,
					 .step_cnt = r->steps.cnt };
	}
	/* `const int` is passed as an int */
	ret->type = r->type && r->type->bare ? r->type->bare : r->type;
}

int tp_operand(const char **text, const struct tp_scope *scope,
	       struct abi_arg *ret)
{
	struct reader r = { .scope = scope, .text = *text };
	int err = take_sum(&r);

	*ret = (struct abi_arg){ 0 };
	if (!err)
		finish(&r, ret);
	vec_deinit(&r.steps);
	*text = r.text;
	return err;
}

static const struct {
	const char *text;
	uint8_t code;
} comparisons[] = {
	{ "==", BPF_JEQ }, { "!=", BPF_JNE },
	{ ">", BPF_JSGT }, { "<", BPF_JSLT },
};

/* "OPERAND == VALUE | VALUE ..."; alone: it is not 0 */
static int take_term(const char **text, const struct tp_scope *scope,
		     struct abi_when *ret)
{
	size_t i, cnt = sizeof(comparisons) / sizeof(comparisons[0]);
	int err = tp_operand(text, scope, &ret->left);
	bool is_name;

	if (err)
		return err;
	for (i = 0; i < cnt && !tp_take(text, comparisons[i].text); i++)
		;
	ret->code = i < cnt ? comparisons[i].code : BPF_JNE;
	ret->right.kind = ABI_ARG_CONST;
	if (i < cnt)
		err = tp_operand(text, scope, &ret->right);
	while (!err && ret->code == BPF_JEQ && tp_take(text, "|")) {
		if (ret->value_cnt == ABI_WHEN_VALUE_MAX)
			return -EINVAL;
		is_name = tp_take(text, "") && !strncmp(*text, "enum.", 5);
		err = tp_take_constant(text, scope, &ret->values[ret->value_cnt]);
		ret->value_cnt += !err;
		/* a kernel that lacks the name never has the value */
		if (is_name && err == -ENOENT)
			err = 0;
	}
	return err;
}

int tp_condition(const char *text, const struct tp_scope *scope,
		 struct abi_when ret[ABI_WHEN_MAX])
{
	size_t cnt = 0;
	int err;

	memset(ret, 0, ABI_WHEN_MAX * sizeof(*ret));
	if (!*text)
		return 0;
	do {
		err = cnt == ABI_WHEN_MAX ?
			      -EINVAL : take_term(&text, scope, &ret[cnt++]);
		if (err)
			return err;
	} while (tp_take(&text, "&&"));
	return *text ? -EINVAL : 0;
}

int tp_arguments(const char *text, const struct tp_scope *scope,
		 struct abi_arg ret[ABI_ARG_MAX])
{
	size_t cnt = 0;

	if (!*text)
		return 0;
	do {
		int err = cnt == ABI_ARG_MAX ? -EINVAL :
				tp_operand(&text, scope, &ret[cnt++]);

		if (err)
			return err;
	} while (tp_take(&text, ","));
	return *text ? -EINVAL : 0;
}

enum abi_irq tp_irq(const char *tracepoint)
{
	static const struct {
		const char *name;
		enum abi_irq irq;
	} known[] = {
#define TP_CONTEXT(name, served) { #name, ABI_IRQ_##served },
#include "runtime/provider/tracepoint/tp_contexts.def"
#undef TP_CONTEXT
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (strcmp(tracepoint, known[i].name) == 0)
			return known[i].irq;
	return ABI_IRQ_UNKNOWN;
}

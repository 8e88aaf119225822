// SPDX-License-Identifier: BSD-2-Clause
/*
 * runtime/provider/tracepoint/tp_operand: operands, conditions and argument
 * lists of tracepoint rows against types that are declared here; system calls
 * by number and name.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "runtime/codegen/ir/code.h"
#include "runtime/provider/syscall/syscall_table.h"
#include "runtime/provider/tracepoint/tp_operand.h"

enum { PARAM_CNT = 4 };

/*
 * struct inner { char pad[4]; short small; };
 * struct task { long first; int pid; unsigned int tgid; struct inner in;
 *		 char comm[16]; unsigned int bits:3; };
 * params: struct task *, int, unsigned char, struct inner
 */
struct fixture {
	struct arena arena;
	struct type_table types;
	const struct type *params[PARAM_CNT];
	struct tp_scope scope;
};

static struct type *make_struct(struct fixture *f, const char *tag,
				const struct type_member *members, size_t cnt)
{
	struct type_member *copy = arena_new_array(&f->arena,
						   struct type_member, cnt);
	struct type *type = type_new_tagged(&f->types, TYPE_STRUCT, tag);

	memcpy(copy, members, cnt * sizeof(*members));
	assert_int_equal(type_set_members(&f->types, type, copy, cnt, NULL), 0);
	return type;
}

static int find_enumerator(struct type_source *source, struct type_table *table,
			   const char *name, const struct type **type_ret,
			   int64_t *value_ret)
{
	(void)source;
	(void)table;
	(void)type_ret;
	*value_ret = 5;
	return strcmp(name, "FIVE") ? -ENOENT : 0;
}

static int find_nothing(struct type_source *source, struct type_table *table,
			const char *module, enum type_kind kind,
			const char *name, const struct type **ret)
{
	(void)source;
	(void)table;
	(void)module;
	(void)kind;
	(void)name;
	(void)ret;
	return -ENOENT;
}

static int find_function_addr(struct type_source *source, const char *name,
			      uint64_t *kaddr_ret)
{
	(void)source;
	*kaddr_ret = 0x1234;
	return strcmp(name, "handler") ? -ENOENT : 0;
}

static int setup(void **state)
{
	static struct fixture fixture;
	static struct type_source source = {
		.find = find_nothing,
		.enumerator = find_enumerator,
		.function_addr = find_function_addr,
	};
	struct fixture *f = &fixture;
	const struct type *type_char, *type_int;
	struct type *inner, *task;

	arena_init(&f->arena);
	type_table_init(&f->types, &f->arena, &source);
	type_char = type_base(&f->types, BASE_CHAR);
	type_int = type_base(&f->types, BASE_INT);
	inner = make_struct(f, "inner", (struct type_member[]){
		{ .name = "pad", .type = type_array(&f->types, type_char, 4) },
		{ .name = "small", .type = type_base(&f->types, BASE_SHORT) },
	}, 2);
	task = make_struct(f, "task", (struct type_member[]){
		{ .name = "first", .type = type_base(&f->types, BASE_LONG) },
		{ .name = "pid", .type = type_int },
		{ .name = "tgid", .type = type_base(&f->types, BASE_UINT) },
		{ .name = "in", .type = inner },
		{ .name = "comm", .type = type_array(&f->types, type_char, 16) },
		{ .name = "bits", .type = type_base(&f->types, BASE_UINT),
		  .bitfield_bits = 3 },
	}, 6);
	f->params[0] = type_pointer(&f->types, task);
	f->params[1] = type_int;
	f->params[2] = type_base(&f->types, BASE_UCHAR);
	f->params[3] = inner;
	f->scope = (struct tp_scope){ .arena = &f->arena, .types = &f->types,
				      .params = f->params,
				      .param_cnt = PARAM_CNT };
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	type_table_deinit(&f->types);
	arena_deinit(&f->arena);
	return 0;
}

static const struct {
	const char *text;
	int err;
	struct abi_arg arg;
	const char *rest;
} rows[] = {
	{ "arg0", 0, { .kind = ABI_ARG_CTX, .size_bytes = 8 }, "" },
	{ " arg1 == 2", 0, { .kind = ABI_ARG_CTX, .size_bytes = 4,
			     .is_signed = true, .ctx_off = 8 }, "== 2" },
	{ "arg2", 0, { .kind = ABI_ARG_CTX, .size_bytes = 1, .ctx_off = 16 },
	  "" },
	{ "17,", 0, { .kind = ABI_ARG_CONST, .size_bytes = 8, .value = 17 },
	  "," },
	{ "enum.FIVE", 0, { .kind = ABI_ARG_CONST, .size_bytes = 8, .value = 5 },
	  "" },
	{ "bit.FIVE", 0, { .kind = ABI_ARG_CONST, .size_bytes = 8,
			   .value = 32 }, "" },
	{ "enum.SIX", -ENOENT, { 0 }, NULL },
	{ "bit.", -EINVAL, { 0 }, NULL },
	{ "arg0->pid", 0, { .kind = ABI_ARG_KMEM, .size_bytes = 4,
			    .is_signed = true, .value = 8 }, "" },
	{ "arg0->tgid", 0, { .kind = ABI_ARG_KMEM, .size_bytes = 4,
			     .value = 12 }, "" },
	{ "arg0->in.small", 0, { .kind = ABI_ARG_KMEM, .size_bytes = 2,
				 .is_signed = true, .value = 20 }, "" },
	{ "exit_reason(arg0->pid)", 0,
	  { .kind = ABI_ARG_KMEM, .size_bytes = 4, .is_signed = true,
	    .value = 8, .func = LIB_exit_reason + 1 }, "" },
	{ "arg4", -ENOENT, { 0 }, NULL },
	{ "arg3", -ENOENT, { 0 }, NULL },
	{ "arg0->gone", -ENOENT, { 0 }, NULL },
	{ "arg0->comm.pid", -ENOENT, { 0 }, NULL },
	{ "arg0->comm->pid", -ENOENT, { 0 }, NULL },
	{ "arg0->in & 1", -ENOENT, { 0 }, NULL },
	{ "arg0->in == 0", -ENOENT, { 0 }, NULL },
	{ "arg0->comm + 4", -ENOENT, { 0 }, NULL },
	{ "arg1->pid", -ENOENT, { 0 }, NULL },
	{ "arg0->", -EINVAL, { 0 }, NULL },
	{ "arg", -EINVAL, { 0 }, NULL },
	{ "nonsense(arg0)", -EINVAL, { 0 }, NULL },
	{ "exit_reason(arg0", -EINVAL, { 0 }, NULL },
	{ "first(arg0", -EINVAL, { 0 }, NULL },
	{ "", -EINVAL, { 0 }, NULL },
	{ "-", -EINVAL, { 0 }, NULL },
	{ "nobody", -EINVAL, { 0 }, NULL },
	{ "$nosuchcall", -ENOENT, { 0 }, NULL },
	{ "&handler", 0, { .kind = ABI_ARG_CONST, .size_bytes = 8,
			   .value = 0x1234 }, "" },
	{ "&nosuchfunction", -ENOENT, { 0 }, NULL },
	{ "arg0<task", -EINVAL, { 0 }, NULL },
	{ "(arg0", -EINVAL, { 0 }, NULL },
	{ "arg0 &", -EINVAL, { 0 }, NULL },
	{ "1 + (1 + (1 + (1 + 1)))", -EINVAL, { 0 }, NULL },
	{ "arg0 && arg1", 0, { .kind = ABI_ARG_CTX, .size_bytes = 8 },
	  "&& arg1" },
	{ "arg0 < 3", 0, { .kind = ABI_ARG_CTX, .size_bytes = 8 }, "< 3" },
	{ "arg1<inner>->small", 0,
	  { .kind = ABI_ARG_KMEM, .size_bytes = 2, .is_signed = true,
	    .ctx_off = 8, .value = 4 }, "" },
	{ "syscall.arg6", -EINVAL, { 0 }, NULL },
	{ "syscall.name", -EINVAL, { 0 }, NULL },
	{ "syscall", -EINVAL, { 0 }, NULL },
#if defined(__x86_64__)
	{ "$execve", 0, { .kind = ABI_ARG_CONST, .size_bytes = 8,
			  .value = 59 }, "" },
	{ "syscall.number", 0, { .kind = ABI_ARG_KMEM, .size_bytes = 8,
				 .is_signed = true, .value = 120 }, "" },
	{ "syscall.arg1", 0, { .kind = ABI_ARG_KMEM, .size_bytes = 8,
			       .value = 104 }, "" },
#elif defined(__aarch64__)
	{ "$execve", 0, { .kind = ABI_ARG_CONST, .size_bytes = 8,
			  .value = 221 }, "" },
	/* a call of others only */
	{ "$vfork", 0, { .kind = ABI_ARG_CONST, .size_bytes = 8,
			 .value = INT32_MIN }, "" },
	{ "syscall.number", 0, { .kind = ABI_ARG_KMEM, .size_bytes = 4,
				 .is_signed = true, .value = 280 }, "" },
	{ "syscall.arg1", 0, { .kind = ABI_ARG_KMEM, .size_bytes = 8,
			       .value = 8 }, "" },
#endif
};

static bool is_same(const struct abi_arg *a, const struct abi_arg *b)
{
	return a->kind == b->kind && a->size_bytes == b->size_bytes &&
	       a->is_signed == b->is_signed && a->ctx_off == b->ctx_off &&
	       a->value == b->value && a->func == b->func;
}

static void operands(void **state)
{
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *text = rows[i].text;
		struct abi_arg arg;
		int err = tp_operand(&text, &f->scope, &arg);

		if (err != rows[i].err)
			fail_msg("%s: %d", rows[i].text, err);
		if (!err && !is_same(&arg, &rows[i].arg))
			fail_msg("%s: kind %d, %d bytes at %d + %lld",
				 rows[i].text, arg.kind, arg.size_bytes,
				 arg.ctx_off, (long long)arg.value);
		if (!err)
			assert_string_equal(text, rows[i].rest);
	}
}

/* Steps as a text: kind, value, bytes and bits of memory. */
static void print_steps(const struct abi_arg *arg, char *buf, size_t bytes)
{
	static const char *const names[] = { "ctx", "task", "cpu", "wait",
					     "const", "mem", "add", "mul",
					     "and", "neg", "call", "first" };
	size_t len = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < arg->step_cnt; i++) {
		const struct abi_step *step = &arg->steps[i];

		len += (size_t)snprintf(buf + len, bytes - len, "%s%s %lld",
					i ? ", " : "", names[step->kind],
					(long long)step->value);
		if (step->kind == ABI_STEP_KMEM)
			len += (size_t)snprintf(buf + len, bytes - len,
						"/%u", step->size_bytes);
		if (step->width_bits)
			len += (size_t)snprintf(buf + len, bytes - len,
						":%u:%u", step->shift_bits,
						step->width_bits);
	}
}

static void step_lists(void **state)
{
	static const char *const lists[][2] = {
		{ "arg0->bits", "ctx 0, mem 36/4:16:3" },
		{ "-arg1", "ctx 8, neg 0" },
		{ "cpu", "cpu 0" },
		{ "first(arg1 + arg2)", "ctx 8, ctx 16, add 0, first 0" },
		{ "task", "task 0" },
		{ "arg1 + arg2 * 4", "ctx 8, ctx 16, mul 4, add 0" },
		{ "arg0->pid & 0xff", "ctx 0, mem 8/4, and 255" },
		{ "(arg0 + 16)<inner>->small",
		  "ctx 0, const 16, add 0, mem 4/2" },
		{ "wait.has_slept", "wait 3" },
		{ "wait.kind & 32", "wait 0, and 32" },
		{ "arg0->first<task>->pid", "ctx 0, mem 0/8, mem 8/4" },
		{ "arg0->comm", "ctx 0, const 22, add 0" },
		{ "arg0->in->small", "ctx 0, const 16, add 0, mem 4/2" },
		{ "arg0->comm<inner>->small",
		  "ctx 0, const 22, add 0, mem 4/2" },
	};
	struct fixture *f = *state;
	char got[256];

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		const char *text = lists[i][0];
		struct abi_arg arg;

		assert_int_equal(tp_operand(&text, &f->scope, &arg), 0);
		assert_string_equal(text, "");
		assert_int_equal(arg.kind, ABI_ARG_STEPS);
		print_steps(&arg, got, sizeof(got));
		assert_string_equal(got, lists[i][1]);
	}
}

static void conditions(void **state)
{
	struct fixture *f = *state;
	struct abi_when when[ABI_WHEN_MAX];

	assert_int_equal(tp_condition("", &f->scope, when), 0);
	assert_int_equal(when[0].left.kind, ABI_ARG_NONE);
	assert_int_equal(tp_condition("arg1", &f->scope, when), 0);
	assert_int_equal(when[0].code, BPF_JNE);
	assert_int_equal(when[0].right.kind, ABI_ARG_CONST);
	assert_int_equal(when[0].right.value, 0);
	assert_int_equal(tp_condition("arg0->pid == arg0->tgid && arg1 < 3",
				      &f->scope, when), 0);
	assert_int_equal(when[0].code, BPF_JEQ);
	assert_int_equal(when[0].right.value, 12);
	assert_int_equal(when[1].code, BPF_JSLT);
	assert_int_equal(when[1].right.value, 3);
	assert_int_equal(when[2].left.kind, ABI_ARG_NONE);
	assert_int_equal(tp_condition("arg1 == 4 | 7 | 9", &f->scope, when),
			 0);
	assert_int_equal(when[0].value_cnt, 2);
	assert_int_equal(when[0].values[1], 9);
	assert_int_equal(tp_condition("arg1 == enum.FIVE | enum.SIX | 7",
				      &f->scope, when), 0);
	assert_int_equal(when[0].right.value, 5);
	assert_int_equal(when[0].value_cnt, 1);
	assert_int_equal(when[0].values[0], 7);
	assert_int_equal(tp_condition("arg1 == 1 | $nothing", &f->scope, when),
			 -ENOENT);
	assert_int_equal(tp_condition("arg1 ==", &f->scope, when), -EINVAL);
	assert_int_equal(tp_condition("wait == 0", &f->scope, when), -EINVAL);
	assert_int_equal(tp_condition("wait.nothing", &f->scope, when),
			 -EINVAL);
	assert_int_equal(tp_condition("arg1 &&", &f->scope, when), -EINVAL);
	assert_int_equal(tp_condition("arg1 = 2", &f->scope, when), -EINVAL);
	assert_int_equal(tp_condition("arg1 == 1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18",
				      &f->scope, when), -EINVAL);
	assert_int_equal(tp_condition("1 && 1 && 1 && 1 && 1 && 1 && 1",
				      &f->scope, when), -EINVAL);
	assert_int_equal(tp_condition("arg1 == arg9", &f->scope, when),
			 -ENOENT);
}

/* of a function they are in registers, which are in an order of their own */
static void arguments_are_where_the_context_has_them(void **state)
{
	static const uint8_t offs[PARAM_CNT] = { 112, 104, 96, 88 };
	struct fixture *f = *state;
	const char *text = "arg1, arg0->pid";
	struct abi_arg args[ABI_ARG_MAX] = { 0 };

	f->scope.param_offs = offs;
	assert_int_equal(tp_arguments(text, &f->scope, args), 0);
	f->scope.param_offs = NULL;
	assert_int_equal(args[0].ctx_off, 104);
	assert_int_equal(args[0].size_bytes, 4);
	assert_int_equal(args[1].kind, ABI_ARG_KMEM);
	assert_int_equal(args[1].ctx_off, 112);
}

static void argument_lists(void **state)
{
	struct fixture *f = *state;
	struct abi_arg args[ABI_ARG_MAX] = { { 0 } };

	assert_int_equal(tp_arguments("", &f->scope, args), 0);
	assert_int_equal(args[0].kind, ABI_ARG_NONE);
	assert_int_equal(tp_arguments("arg1, arg0->pid,arg1", &f->scope, args), 0);
	assert_int_equal(args[1].kind, ABI_ARG_KMEM);
	assert_int_equal(args[2].ctx_off, 8);
	assert_int_equal(args[3].kind, ABI_ARG_NONE);
	assert_int_equal(tp_arguments("arg1,", &f->scope, args),
			 -EINVAL);
	assert_int_equal(tp_arguments("arg1 arg1", &f->scope, args), -EINVAL);
	assert_int_equal(tp_arguments("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,"
				      "18,19,20,21",
				      &f->scope, args), -EINVAL);
}

static void system_calls(void **state)
{
	char buf[SYSCALL_NAME_BYTES];

	(void)state;
#if defined(__x86_64__)
	assert_string_equal(syscall_name(0, buf), "read");
	assert_string_equal(syscall_name(39, buf), "getpid");
	assert_string_equal(syscall_name(4, buf), "newstat");
	assert_string_equal(syscall_arg_types(0),
			    "unsigned int, char *, size_t");
#endif
	assert_int_equal(syscall_number("nobody"), -1);
	assert_string_equal(syscall_name(1000, buf), "syscall_1000");
	assert_string_equal(syscall_name(UINT32_MAX, buf), "syscall_-1");
	assert_string_equal(syscall_arg_types(1000), "");
	assert_null(syscall_known_name(1000));
	assert_true(syscall_has_alias("newstat", "stat"));
	assert_true(syscall_has_alias("newstat", "s*at"));
	assert_true(syscall_has_alias("pwrite64", "pwrite"));
	assert_true(syscall_has_alias("execve", "exece"));
	assert_false(syscall_has_alias("execve", "ex*"));
	assert_false(syscall_has_alias("read", "read"));
}

/* an error is a negative number, of four bytes here */
static void results_are_those_of_a_return(void **state)
{
	struct fixture *f = *state;
	struct abi_when when[ABI_WHEN_MAX] = { 0 };

	assert_int_equal(tp_condition("result > -1", &f->scope, when), -ENOENT);
	f->scope.result = f->params[1];
	f->scope.result_off = 120;
	assert_int_equal(tp_condition("result > -1", &f->scope, when), 0);
	assert_int_equal(when[0].left.kind, ABI_ARG_CTX);
	assert_int_equal(when[0].left.ctx_off, 120);
	assert_int_equal(when[0].left.size_bytes, 4);
	assert_true(when[0].left.is_signed);
	assert_int_equal(when[0].code, BPF_JSGT);
	f->scope.result = NULL;
}

/* A row with more of them would be taken for one that the kernel can't serve. */
static void rows_have_few_terms(void **state)
{
	static const struct {
		const char *probe, *when;
	} table[] = {
#define TP(provider, name, raw, when, args, types) \
	{ #provider ":::" name, when },
#define TP_EACH(provider, name, raw, when, args, types, first, next) \
	{ #provider ":::" name, when },
#define TP_ELSE(provider, name, raw, when, args, types) \
	{ #provider ":::" name, when },
#define TP_FUNC(provider, name, function, when, args, types) \
	{ #provider ":::" name, when },
#define TP_RETURN(provider, name, function, when, args, types) \
	{ #provider ":::" name, when },
#define TP_PERF(provider, name, event, when, args, types) \
	{ #provider ":::" name, when },
#define TP_PROVIDER(provider, name_class, arg_level)
#define TP_NEVER(provider, name, why)
#define TP_WAIT(provider, begin, end)
#include "runtime/provider/tracepoint/tracepoints.def"
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const char *rest = table[i].when;
		int terms = 1;

		while ((rest = strstr(rest, "&&"))) {
			rest += 2;
			terms++;
		}
		if (terms > ABI_WHEN_MAX)
			fail_msg("%s has %d terms", table[i].probe, terms);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(operands, setup, teardown),
		cmocka_unit_test_setup_teardown(step_lists, setup, teardown),
		cmocka_unit_test_setup_teardown(conditions, setup, teardown),
		cmocka_unit_test_setup_teardown(
			arguments_are_where_the_context_has_them, setup,
			teardown),
		cmocka_unit_test_setup_teardown(argument_lists, setup,
						teardown),
		cmocka_unit_test_setup_teardown(
			results_are_those_of_a_return, setup, teardown),
		cmocka_unit_test(rows_have_few_terms),
		cmocka_unit_test(system_calls),
	};

	return cmocka_run_group_tests_name("tp_operand", tests, NULL, NULL);
}

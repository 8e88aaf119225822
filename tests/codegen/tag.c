// SPDX-License-Identifier: BSD-2-Clause
/*
 * Programs whose firings say which probe they are of: guards of the program
 * and of clauses, conditions, arguments of tracepoints. The program runs with
 * a context of ours, once for each tag; every count is compared with what
 * the ranges say.
 */
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>

#include "runtime/kernel/sys.h"
#include "tests/codegen/gen_sample.h"

enum { TAG_MAX = 80, RANGE_MAX = 24, CONTEXT_WORDS = 12 };

static uint64_t context[CONTEXT_WORDS];

static const struct {
	const char *name;
	struct abi_range ranges[RANGE_MAX];
	size_t cnt;
} sets[] = {
	{ "all", { { 0, 0 } }, 0 },
	{ "one", { { 39, 39 } }, 1 },
	{ "first", { { 0, 0 } }, 1 },
	{ "range", { { 10, 20 } }, 1 },
	{ "two", { { 3, 3 }, { 70, 70 } }, 2 },
	{ "two-ranges", { { 0, 9 }, { 11, TAG_MAX } }, 2 },
	{ "three", { { 1, 1 }, { 3, 3 }, { 5, 6 } }, 3 },
	{ "many",
	  { { 0, 0 }, { 2, 3 }, { 5, 5 }, { 7, 9 }, { 11, 11 }, { 13, 20 },
	    { 22, 22 }, { 24, 24 }, { 30, 31 }, { 33, 33 }, { 35, 35 },
	    { 37, 40 }, { 45, 45 }, { 50, 60 }, { 62, 62 }, { 64, 64 },
	    { 66, 79 } }, 17 },
};

enum { SET_CNT = sizeof(sets) / sizeof(sets[0]) };

static bool is_in(size_t set, uint32_t tag)
{
	for (size_t i = 0; i < sets[set].cnt; i++)
		if (tag >= sets[set].ranges[i].first &&
		    tag <= sets[set].ranges[i].last)
			return true;
	return !sets[set].cnt;
}

static struct abi_guard guard(size_t set)
{
	return (struct abi_guard){ sets[set].ranges, sets[set].cnt };
}

/* The tag is word 1, as the number is of sys_enter. */
static struct probe_abi make_abi(void)
{
	return (struct probe_abi){
		.context = ABI_RAW_TP,
		.identity = {
			.kind = ABI_ID_NUMBER,
			.number.arg = { .kind = ABI_ARG_CTX, .size_bytes = 8,
					.ctx_off = 8 },
		},
		.filter.active_state = RT_STARTING, /* as in fresh maps */
	};
}

static void run(const struct gen_loaded *loaded)
{
	int err = sys_prog_test_run(loaded->prog_fd, context, sizeof(context),
				    NULL);

	if (err)
		check("run", false, "%d", err);
}

static void run_tags(const struct gen_loaded *loaded)
{
	for (uint64_t tag = 0; tag < TAG_MAX; tag++) {
		context[1] = tag;
		run(loaded);
	}
	context[1] = (uint64_t)-1; /* in none of the ranges */
	run(loaded);
}

/* Sum of @a and @b, each the sum of tags + 1 where its clause ran. */
static void test_clauses(size_t first, size_t second)
{
	static const char text[] = "BEGIN { @a = sum(arg0 + 1); }"
				   "BEGIN { @b = sum(arg0 + 1); }";
	struct abi_guard guards[2] = { guard(first), guard(second) };
	struct probe_abi abi = make_abi();
	struct gen_env env = gen_sample_env();
	uint64_t wanted[2] = { 0 }, got[2];
	struct gen_sample sample;
	struct gen_loaded loaded;
	char name[64];

	abi.filter.guards = guards;
	abi.args[0] = abi.identity.number.arg;
	gen_sample_start(&sample, &loaded, text, &env, &abi);
	run_tags(&loaded);
	for (uint32_t tag = 0; tag < TAG_MAX; tag++) {
		wanted[0] += is_in(first, tag) ? tag + 1 : 0;
		wanted[1] += is_in(second, tag) ? tag + 1 : 0;
	}
	for (uint32_t i = 0; i < 2; i++)
		got[i] = gen_loaded_unkeyed(
			&sample, &loaded,
			sample.result->aggs.v[i].unkeyed_off / 8);
	snprintf(name, sizeof(name), "clauses:%s:%s", sets[first].name,
		 sets[second].name);
	check(name, got[0] == wanted[0] && got[1] == wanted[1],
	      "%llu and %llu, expected %llu and %llu",
	      (unsigned long long)got[0], (unsigned long long)got[1],
	      (unsigned long long)wanted[0], (unsigned long long)wanted[1]);
	gen_sample_end(&sample, &loaded);
}

/*
 * The total that a program with @abi counts, and how many times it entered its
 * clause.
 */
static void check_count(const char *name, const struct probe_abi *abi,
			const char *text, uint64_t wanted, uint64_t entered)
{
	struct gen_env env = gen_sample_env();
	struct gen_sample sample;
	struct gen_loaded loaded;
	uint64_t got, got_entered;

	gen_sample_start(&sample, &loaded, text, &env, abi);
	run_tags(&loaded);
	got = gen_loaded_unkeyed(&sample, &loaded, 0);
	got_entered = gen_loaded_counter(&sample, &loaded,
					 rt_counter_off(0, CNT_ENTERED));
	check(name, got == wanted && got_entered == entered,
	      "%llu of %llu, expected %llu of %llu", (unsigned long long)got,
	      (unsigned long long)got_entered, (unsigned long long)wanted,
	      (unsigned long long)entered);
	gen_sample_end(&sample, &loaded);
}

static void test_program(size_t set)
{
	struct probe_abi abi = make_abi();
	uint64_t wanted = set ? 0 : 1; /* all: the tag -1 too */
	char name[64];

	for (uint32_t tag = 0; tag < TAG_MAX; tag++)
		wanted += is_in(set, tag);
	abi.filter.guard = guard(set);
	snprintf(name, sizeof(name), "program:%s", sets[set].name);
	check_count(name, &abi, "BEGIN { @ = count(); }", wanted, wanted);
}

static void test_conditions(void)
{
	static const char text[] = "BEGIN { @ = count(); }";
	struct probe_abi abi = make_abi();

	abi.filter.when[0].left = abi.identity.number.arg;
	abi.filter.when[0].right = (struct abi_arg){ .kind = ABI_ARG_CONST,
					      .value = 7 };
	abi.filter.when[0].code = BPF_JEQ;
	check_count("when-equal", &abi, text, 1, 1);
	abi.filter.when[0].code = BPF_JNE;
	check_count("when-different", &abi, text, TAG_MAX, TAG_MAX);
	abi.filter.when[0].code = BPF_JSLT;
	check_count("when-less", &abi, text, 8, 8); /* and -1 */
	abi.filter.when[1] = abi.filter.when[0];
	abi.filter.when[1].right.value = 3;
	abi.filter.when[1].code = BPF_JSGT;
	check_count("when-between", &abi, text, 3, 3);
	abi.filter.when[1].code = BPF_JEQ;
	abi.filter.when[1].value_cnt = 2;
	abi.filter.when[1].values[0] = 5;
	abi.filter.when[1].values[1] = 9;
	check_count("when-one-of", &abi, text, 2, 2);
}

static void test_arguments(void)
{
	struct probe_abi abi = make_abi();

	context[2] = 0xdead;
	/* word 2 where the tag has the bit 4, which half of them have */
	abi.args[0] = (struct abi_arg){ .kind = ABI_ARG_IF_SET, .ctx_off = 16,
					.index_off = 8, .value = 4 };
	abi.args[1] = abi.args[0];
	abi.args[1].kind = ABI_ARG_IF_CLEAR;
	check_count("if-set", &abi, "BEGIN /arg0 == 0xdead/ { @ = count(); }",
		    TAG_MAX / 2 + 1, TAG_MAX + 1);
	check_count("if-clear", &abi,
		    "BEGIN /arg1 == 0xdead && arg0 == 0/ { @ = count(); }",
		    TAG_MAX / 2, TAG_MAX + 1);
	abi.args[0] = (struct abi_arg){ .kind = ABI_ARG_CTX, .size_bytes = 8,
					.ctx_off = 8,
					.func = LIB_exit_reason + 1 };
	/* 0 exited; 1 .. 79 and -1 killed, -1 with memory dumped */
	check_count("function", &abi, "BEGIN { @ = sum(arg0); }",
		    1 + 2 * (TAG_MAX - 1) + 3, TAG_MAX + 1);
}

int main(void)
{
	for (size_t i = 0; i < SET_CNT; i++)
		test_program(i);
	for (size_t i = 0; i < SET_CNT; i++)
		test_clauses(i, (i * 5 + 3) % SET_CNT);
	test_conditions();
	test_arguments();
	return check_status();
}

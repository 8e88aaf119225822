// SPDX-License-Identifier: BSD-2-Clause
/*
 * How a traced program calls the text of a translated one: when it runs, what
 * it gets, and what it leaves alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

#include "tests/unit/direct_sample.h"

static struct direct_sample sample;
static uint64_t words[4]; /* the value of MAP_GLOBALS */

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

/* words[0] += 1, with the address of the words in r1. */
static const struct bpf_insn count_insns[] = {
	INSN_LD_IMM64(1, 0, 0, 0),
	INSN_MOV_IMM(2, 1),
	INSN_ATOMIC(1, 0, 2, BPF_ADD),
	INSN_MOV_IMM(0, 0),
	INSN_EXIT(),
};

static void a_foreign_semaphore_stops_it(void **state)
{
	const long args[1] = { 0 };
	direct_hook_fn *hook = direct_sample_run(&sample, count_insns, CNT(count_insns));

	(void)state;
	words[0] = 0;
	assert_int_equal(hook(args), 1);
	sample.semaphore = SAMPLE_SEMAPHORE + 1;
	assert_int_equal(hook(args), 0);
	sample.semaphore = SAMPLE_SEMAPHORE;
	assert_int_equal(hook(args), 1);
	assert_int_equal(words[0], 2);
	sample.target.semaphore_addr = 0;
	sample.semaphore = 0;
	assert_int_equal(direct_sample_run(&sample, count_insns,
					   CNT(count_insns))(args), 1);
	assert_int_equal(words[0], 3);
	sample.semaphore = SAMPLE_SEMAPHORE;
	sample.target.semaphore_addr = (uintptr_t)&sample.semaphore;
}

static const long *stub_args;

static void stub(const long args[])
{
	stub_args = args;
}

static void a_stub_gets_what_it_leaves(void **state)
{
	const long args[1] = { 0 };
	direct_hook_fn *hook;

	(void)state;
	sample.target.stub_addr = (uintptr_t)stub;
	hook = direct_sample_run(&sample, count_insns, CNT(count_insns));
	sample.target.stub_addr = 0;
	words[0] = 0;
	stub_args = NULL;
	hook(args);
	assert_null(stub_args);
	sample.semaphore = 0;
	hook(args);
	sample.semaphore = SAMPLE_SEMAPHORE;
	assert_ptr_equal(stub_args, args);
	assert_int_equal(words[0], 1);
}

static void the_context_is_the_arguments(void **state)
{
	static const struct bpf_insn insns[] = {
		INSN_LOAD(3, 1, 8 * 11),
		KEEP(0, 3),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};
	const long args[12] = { [11] = -5 };

	(void)state;
	assert_int_equal(direct_sample_run(&sample, insns, CNT(insns))(args), 1);
	assert_int_equal((int64_t)words[0], -5);
}

/* Calls @hook with patterns in what it must keep; returns whether it did. */
#if defined(__x86_64__)
static bool keeps_registers(direct_hook_fn *hook, const long args[])
{
	long kept, result;

	/* nothing of the compiler's is below the stack pointer */
	__asm__ volatile("sub $128, %%rsp; push %%rbx; push %%rbp\n\t"
			 "mov $0x1111, %%rbx; mov $0x2222, %%rbp\n\t"
			 "mov $0x3333, %%r12; mov $0x4444, %%r13\n\t"
			 "mov $0x5555, %%r14; mov %%rsp, %%r15\n\t"
			 "and $-16, %%rsp; push %%r15; push %%r15\n\t"
			 "mov %%rsp, %%r15\n\t"
			 "call *%%rax\n\t"
			 "xor %%ecx, %%ecx\n\t"
			 "cmp %%rsp, %%r15; jne 1f\n\t"
			 "cmp $0x1111, %%rbx; jne 1f\n\t"
			 "cmp $0x2222, %%rbp; jne 1f\n\t"
			 "cmp $0x3333, %%r12; jne 1f\n\t"
			 "cmp $0x4444, %%r13; jne 1f\n\t"
			 "cmp $0x5555, %%r14; jne 1f\n\t"
			 "mov $1, %%ecx\n\t"
			 "1: pop %%rsp\n\t"
			 "pop %%rbp; pop %%rbx; add $128, %%rsp\n\t"
			 : "=a"(result), "=c"(kept), "+D"(args)
			 : "a"(hook)
			 : "rsi", "rdx", "r8", "r9", "r10", "r11", "r12",
			   "r13", "r14", "r15", "memory", "cc");
	return kept && result == 1;
}
#else
static bool keeps_registers(direct_hook_fn *hook, const long args[])
{
	return hook(args) == 1;
}
#endif

static void it_keeps_registers(void **state)
{
	const long args[12] = { 0 };

	(void)state;
	/* each number of those that it saves */
	for (int cnt = 0; cnt <= 4; cnt++) {
		struct bpf_insn insns[8];
		int n = 0;

		for (int i = 0; i < cnt; i++)
			insns[n++] = INSN_MOV_IMM(9 - i, 77);
		insns[n++] = INSN_MOV_IMM(0, 0);
		insns[n++] = INSN_EXIT();
		assert_true(keeps_registers(direct_sample_run(&sample, insns, (size_t)n), args));
	}
}

static direct_hook_fn *counting_hook;
static uint64_t handled_cnt;

static void handle(int number)
{
	const long args[1] = { 0 };

	(void)number;
	handled_cnt += (uint64_t)counting_hook(args);
}

/* A handler that interrupts it at any instruction calls it as well. */
static void it_is_reentrant(void **state)
{
	const struct itimerval often = { { 0, 50 }, { 0, 50 } }, off = { 0 };
	const long args[1] = { 0 };
	uint64_t called_cnt = 0;

	(void)state;
	counting_hook = direct_sample_run(&sample, count_insns, CNT(count_insns));
	words[0] = handled_cnt = 0;
	signal(SIGALRM, handle);
	setitimer(ITIMER_REAL, &often, NULL);
	while (__atomic_load_n(&handled_cnt, __ATOMIC_RELAXED) < 300)
		called_cnt += (uint64_t)counting_hook(args);
	setitimer(ITIMER_REAL, &off, NULL);
	signal(SIGALRM, SIG_DFL);
	assert_int_equal(words[0], called_cnt + handled_cnt);
}

/* ------------------------------------------------------------------ stack */

enum { STACK_BYTES = 1 << 16, PAINT = 0xa5 };

static unsigned char stack[STACK_BYTES];
static ucontext_t here, there;
static direct_hook_fn *stack_hook;

static void call_hook(void)
{
	const long args[1] = { 0 };

	stack_hook(args);
}

/* Returns how far down it writes on a stack of its own. */
static size_t depth(const struct bpf_insn *insns, size_t cnt)
{
	size_t untouched = 0;

	stack_hook = direct_sample_run(&sample, insns, cnt);
	memset(stack, PAINT, sizeof(stack));
	getcontext(&there);
	there.uc_stack.ss_sp = stack;
	there.uc_stack.ss_size = sizeof(stack);
	there.uc_link = &here;
	makecontext(&there, call_hook, 0);
	swapcontext(&here, &there);
	while (stack[untouched] == PAINT)
		untouched++;
	return sizeof(stack) - untouched;
}

#define DEPTH(...) \
	depth((const struct bpf_insn[]){ __VA_ARGS__, INSN_EXIT() }, \
	      CNT(((const struct bpf_insn[]){ __VA_ARGS__, INSN_EXIT() })))

/* A function has as much of the stack as it uses. */
static void it_takes_little_stack(void **state)
{
	size_t all = DEPTH(INSN_MOV_IMM(2, 1), INSN_STORE(10, -512, 2));

	(void)state;
	assert_int_equal(DEPTH(INSN_MOV_IMM(2, 1), INSN_STORE(10, -16, 2)),
			 all - 496);
	/* by an address */
	assert_int_equal(DEPTH(INSN_MOV_IMM(2, 1), INSN_MOV(3, 10),
			       INSN_ADD_IMM(3, -32), INSN_STORE(3, 0, 2)),
			 all - 480);
	assert_int_equal(DEPTH(INSN_MOV_IMM(2, 1), INSN_MOV(3, 10),
			       INSN_ADD_IMM(3, -32), INSN_STORE(3, -16, 2)),
			 all - 464);
	/* by one that could be any: what is there, is not beyond the frame */
	assert_int_equal(DEPTH(INSN_MOV_IMM(2, 1), INSN_MOV(3, 10),
			       INSN_MOV_IMM(4, 512),
			       INSN(BPF_ALU64 | BPF_SUB | BPF_X, 3, 4, 0, 0),
			       INSN_STORE(3, 0, 2)), all);
	assert_int_equal(DEPTH(INSN_STORE(10, -8, 10), INSN_LOAD(3, 10, -8),
			       INSN_ADD_IMM(3, -512), INSN_STORE(3, 0, 10)),
			 all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_foreign_semaphore_stops_it),
		cmocka_unit_test(a_stub_gets_what_it_leaves),
		cmocka_unit_test(the_context_is_the_arguments),
		cmocka_unit_test(it_keeps_registers),
		cmocka_unit_test(it_is_reentrant),
		cmocka_unit_test(it_takes_little_stack),
	};
	int status;

	if (!direct_sample_init(&sample)) {
		puts("ok 1 # SKIP all: no direct probes on this machine");
		return 0;
	}
	direct_sample_place(&sample, MAP_GLOBALS, NULL, words);
	status = cmocka_run_group_tests(tests, NULL, NULL);
	direct_sample_deinit(&sample);
	return status;
}

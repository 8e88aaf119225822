// SPDX-License-Identifier: BSD-2-Clause
/*
 * self-> variables of direct probes: which way a firing goes, who has which slot
 * of the table, and what the translated program finds there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/codegen/ir/code.h"
#include "runtime/direct/native/native.h"
#include "runtime/session/direct/self_threads.h"
#include "tests/unit/direct_sample.h"

#if defined(__x86_64__)

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

enum {
	SELF_BYTES = 16,
	STRIDE = 64,
	NEEDS = 1,
	BRINGS = 0,
	FIRST = 1, /* numbers of groups */
	SECOND = 2,
};

static struct direct_sample sample;
static uint64_t words[8]; /* the value of MAP_GLOBALS */
static struct shared_memory_plan plan;
static struct gen_result gen = { .self_bytes = SELF_BYTES };
static struct shared_memory shared;
static struct self_table *table;

static int clear(void **state)
{
	(void)state;
	memset(table, 0, self_table_bytes(STRIDE));
	table->is_ready = 1;
	memset(words, 0, sizeof(words));
	return 0;
}

static uint64_t enter(uint32_t tid, uint32_t group, uint32_t needs)
{
	return direct_native_enter(table, SELF_WHAT(STRIDE, group, needs), tid);
}

static struct self_slot *slot_of(uint64_t entered)
{
	return (struct self_slot *)(entered & ~UINT64_C(3));
}

static struct self_slot *slot_at(uint32_t i)
{
	return (struct self_slot *)((char *)(table + 1) + (size_t)i * STRIDE);
}

static uint32_t used_cnt(void)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < SELF_SLOT_CNT; i++)
		cnt += slot_at(i)->tid != 0;
	return cnt;
}

/* ---------------------------------------------------------------- the table */

static void a_firing_goes_where_the_group_is(void **state)
{
	uint64_t entered = enter(7, FIRST, NEEDS);
	struct self_slot *slot = slot_of(entered);

	(void)state;
	/* the kernel has the group, and the thread is known from now on */
	assert_int_equal(entered & 3, SELF_CALL_STUB);
	assert_int_equal(slot->tid, 7);
	assert_int_equal(slot->is_busy, 1);
	slot->is_busy = 0;
	/* one that brings it */
	assert_ptr_equal(enter(7, FIRST, BRINGS), slot);
	slot->groups |= 1;
	slot->is_busy = 0;
	assert_ptr_equal(enter(7, FIRST, NEEDS), slot);
	slot->is_busy = 0;
	/* another group, and another thread, are not there */
	assert_int_equal(enter(7, SECOND, NEEDS),
			 (uintptr_t)slot | SELF_CALL_STUB);
	assert_int_equal(enter(8, FIRST, NEEDS) & 3, SELF_CALL_STUB);
	assert_int_equal(used_cnt(), 2);
}

static void nothing_comes_before_all_hooks_are_set(void **state)
{
	uint64_t entered;

	(void)state;
	table->is_ready = 0;
	entered = enter(7, FIRST, BRINGS);
	assert_int_equal(entered & 3, SELF_CALL_STUB);
	slot_of(entered)->is_busy = 0;
	table->is_ready = 1;
	assert_int_equal(enter(7, FIRST, BRINGS) & 3, 0);
}

static void a_signal_handler_finds_the_slot_busy(void **state)
{
	struct self_slot *slot = slot_of(enter(7, FIRST, BRINGS));

	(void)state;
	/* the group is in the kernel, where signals wait */
	assert_int_equal(enter(7, FIRST, BRINGS), SELF_KERNEL);
	assert_int_equal(enter(7, FIRST, NEEDS), SELF_KERNEL);
	assert_int_equal(table->dropped_cnt, 0);
	slot->groups = 1;
	assert_int_equal(enter(7, FIRST, BRINGS), SELF_DROPPED);
	assert_int_equal(enter(7, FIRST, NEEDS), SELF_DROPPED);
	assert_int_equal(enter(7, SECOND, BRINGS), SELF_KERNEL);
	assert_int_equal(table->dropped_cnt, 2);
}

static void each_thread_has_one_slot_or_none(void **state)
{
	uint32_t none_cnt = 0;

	(void)state;
	for (uint32_t tid = 1; tid <= 4 * SELF_SLOT_CNT; tid++) {
		uint64_t entered = enter(tid, FIRST, BRINGS);

		if (!entered) {
			none_cnt++;
			continue;
		}
		assert_int_equal(slot_of(entered)->tid, tid);
		slot_of(entered)->is_busy = 0;
		assert_ptr_equal(enter(tid, FIRST, BRINGS), entered);
		slot_of(entered)->is_busy = 0;
	}
	assert_int_equal(none_cnt, 3 * SELF_SLOT_CNT);
	assert_int_equal(used_cnt(), SELF_SLOT_CNT);
	assert_int_equal(enter(0, FIRST, BRINGS), SELF_KERNEL);
}

static void *enter_often(void *arg)
{
	uint32_t first = *(uint32_t *)arg;

	for (uint32_t i = 0; i < 400000; i++) {
		uint32_t tid = first + i % 100;
		uint64_t entered = enter(tid, FIRST, BRINGS);
		struct self_slot *slot = slot_of(entered);
		uint64_t *value = (uint64_t *)(slot + 1);

		if (!entered)
			continue;
		/* nobody else has it */
		if (slot->tid != tid || (*value && *value != tid))
			return arg;
		*value = tid;
		slot->groups = 1;
		__atomic_store_n(&slot->is_busy, 0, __ATOMIC_RELEASE);
		if (i % 7)
			continue;
		*value = 0;
		slot->groups = 0;
		__atomic_store_n(&slot->tid, 0, __ATOMIC_RELEASE);
	}
	return NULL;
}

static void threads_do_not_share_slots(void **state)
{
	uint32_t firsts[] = { 1000, 2000, 3000, 4000, 5000, 6000 };
	pthread_t threads[CNT(firsts)];

	(void)state;
	for (size_t i = 0; i < CNT(firsts); i++)
		assert_int_equal(pthread_create(&threads[i], NULL, enter_often,
						&firsts[i]), 0);
	for (size_t i = 0; i < CNT(firsts); i++) {
		void *failed;

		pthread_join(threads[i], &failed);
		assert_null(failed);
	}
}

/* ------------------------------------------------------------------ threads */

static void *has_own_tid(void *arg)
{
	uint32_t off = *(uint32_t *)arg;
	pid_t tid;

	memcpy(&tid, (const char *)pthread_self() + off, sizeof(tid));
	return tid == (pid_t)syscall(SYS_gettid) ? NULL : arg;
}

static void the_c_library_says_where_ids_are(void **state)
{
	const char *why = NULL;
	uint32_t off;
	pthread_t thread;
	void *failed;

	(void)state;
	if (self_threads_tid_off(getpid(), &off, &why))
		fail_msg("%s", why);
	assert_null(has_own_tid(&off));
	assert_int_equal(pthread_create(&thread, NULL, has_own_tid, &off), 0);
	pthread_join(thread, &failed);
	assert_null(failed);
}

static void a_process_that_ends_says_nothing(void **state)
{
	const char *why = NULL;
	uint32_t off;
	pid_t pid = fork();

	(void)state;
	if (!pid)
		_exit(0);
	/* it has ended, and is kept */
	assert_int_equal(waitid(P_PID, (id_t)pid, NULL, WEXITED | WNOWAIT), 0);
	assert_int_equal(self_threads_tid_off(pid, &off, &why), -ESRCH);
	assert_null(why);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(self_threads_tid_off(pid, &off, &why), -ESRCH);
}

static pthread_barrier_t barrier;

static void *wait_twice(void *arg)
{
	*(uint32_t *)arg = (uint32_t)syscall(SYS_gettid);
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	return NULL;
}

static void slots_of_ended_threads_are_emptied(void **state)
{
	struct self_threads threads = { 0 };
	struct self_slot *mine, *other;
	pthread_t thread;
	uint32_t tid;

	(void)state;
	pthread_barrier_init(&barrier, NULL, 2);
	assert_int_equal(pthread_create(&thread, NULL, wait_twice, &tid), 0);
	pthread_barrier_wait(&barrier);
	mine = slot_of(enter((uint32_t)getpid(), FIRST, BRINGS));
	other = slot_of(enter(tid, FIRST, BRINGS));
	memset(other + 1, 0x5a, SELF_BYTES);
	memset(mine + 1, 0x5a, SELF_BYTES);
	mine->groups = other->groups = 3;
	assert_true(self_threads_sweep(&threads, &shared, getpid(), 1));
	assert_int_equal(used_cnt(), 2);
	assert_int_equal(other->groups, 3);
	pthread_barrier_wait(&barrier);
	pthread_join(thread, NULL);
	/* not yet time */
	threads.next_ns = UINT64_MAX;
	assert_true(self_threads_sweep(&threads, &shared, getpid(), 1));
	assert_int_equal(other->tid, tid);
	/* the kernel tells of the end before the thread is gone */
	for (int i = 0; i < 10000 && other->tid; i++) {
		threads.next_ns = 0;
		assert_true(self_threads_sweep(&threads, &shared, getpid(), 1));
		usleep(100);
	}
	assert_int_equal(used_cnt(), 1);
	assert_int_equal(mine->tid, getpid());
	assert_int_equal(mine->groups, 3);
	assert_int_equal(other->groups | other->is_busy, 0);
	for (size_t i = 0; i < SELF_BYTES; i++)
		assert_int_equal(((char *)(other + 1))[i], 0);
	pthread_barrier_destroy(&barrier);
}

static void a_late_sweep_is_told(void **state)
{
	struct self_threads threads = { 0 };

	(void)state;
	assert_true(self_threads_sweep(&threads, &shared, getpid(), 1));
	/* only a few have begun since */
	threads.next_ns = 0;
	assert_true(self_threads_sweep(&threads, &shared, getpid(), 1));
	assert_true(threads.id_cnt > 300 && threads.begun_cnt > 0);
	/* as if there were few ids, and many had begun */
	threads.next_ns = 0;
	threads.id_cnt = 100;
	threads.begun_cnt -= 51;
	assert_false(self_threads_sweep(&threads, &shared, getpid(), 1));
}

/* ----------------------------------------------------------------- the hook */

static const long *stub_args;
static long stub_params[5];
static uint32_t stub_busy;

static void stub(const long args[], long a, long b, long c, long d, long e)
{
	const long params[] = { a, b, c, d, e };

	stub_args = args;
	memcpy(stub_params, params, sizeof(params));
	for (uint32_t i = 0; i < SELF_SLOT_CNT; i++)
		stub_busy += slot_at(i)->is_busy;
}

/* word[0] += 1; word[1] = the variable */
static const struct bpf_insn read_insns[] = {
	INSN_LD_IMM64(1, 0, 0, 0),
	INSN_MOV_IMM(2, 1),
	INSN_ATOMIC(1, 0, 2, BPF_ADD),
	INSN_CALL(CODE_DIRECT_SELF),
	INSN_LOAD(2, 0, 8),
	KEEP(1, 2),
	INSN_MOV_IMM(0, 0),
	INSN_EXIT(),
};

/* the variable = arg0, which r6 keeps */
static const struct bpf_insn set_insns[] = {
	INSN_LOAD(6, 1, 0),
	INSN_CALL(CODE_DIRECT_SELF_SET),
	INSN_STORE(0, 8, 6),
	INSN_MOV_IMM(0, 0),
	INSN_EXIT(),
};

static void fire(const struct bpf_insn *insns, size_t insn_cnt, bool needs,
		 const long args[])
{
	direct_hook_fn *hook;

	sample.target.selfs.needs_values = needs;
	hook = direct_sample_run(&sample, insns, insn_cnt);
	stub_args = NULL;
	stub_busy = 0;
	hook(args);
}

static void a_program_finds_what_the_thread_has_set(void **state)
{
	const long args[5] = { 11, 12, 13, 14, 15 };
	struct self_slot *slot;

	(void)state;
	fire(read_insns, CNT(read_insns), NEEDS, args);
	assert_ptr_equal(stub_args, args);
	assert_memory_equal(stub_params, args, sizeof(args));
	assert_int_equal(stub_busy, 1);
	assert_int_equal(words[0], 0);
	fire(set_insns, CNT(set_insns), BRINGS, args);
	assert_null(stub_args);
	fire(read_insns, CNT(read_insns), NEEDS, args);
	assert_null(stub_args);
	assert_int_equal(words[0], 1);
	assert_int_equal(words[1], 11);
	assert_int_equal(used_cnt(), 1);
	slot = slot_of(enter((uint32_t)syscall(SYS_gettid), SECOND, NEEDS));
	assert_int_equal(slot->groups, 1u << (FIRST - 1));
	/* it is left as it was entered; now it is busy */
	fire(read_insns, CNT(read_insns), NEEDS, args);
	assert_null(stub_args);
	assert_int_equal(words[0], 1);
	assert_int_equal(table->dropped_cnt, 1);
}

/* The variables are those of its thread, in place of each that reads them. */
static void *set_and_read(void *arg)
{
	const long args[5] = { 21 };

	fire(set_insns, CNT(set_insns), BRINGS, args);
	fire(read_insns, CNT(read_insns), NEEDS, args);
	return arg;
}

static void threads_have_variables_of_their_own(void **state)
{
	const long args[5] = { 11 };
	pthread_t thread;

	(void)state;
	fire(set_insns, CNT(set_insns), BRINGS, args);
	assert_int_equal(pthread_create(&thread, NULL, set_and_read, NULL), 0);
	pthread_join(thread, NULL);
	assert_int_equal(words[1], 21);
	fire(read_insns, CNT(read_insns), NEEDS, args);
	assert_int_equal(words[1], 11);
}

/* word[1] = tid */
static const struct bpf_insn tid_insns[] = {
	INSN_CALL(CODE_DIRECT_TID),
	INSN_MOV(2, 0),
	KEEP(1, 2),
	INSN_MOV_IMM(0, 0),
	INSN_EXIT(),
};

static void *read_tid(void *arg)
{
	const long args[5] = { 0 };

	direct_sample_run(&sample, tid_insns, CNT(tid_insns))(args);
	*(uint64_t *)arg = (uint64_t)syscall(SYS_gettid);
	return NULL;
}

static void a_program_reads_the_id_of_its_thread(void **state)
{
	struct direct_selfs selfs = sample.target.selfs;
	uint32_t off = sample.target.tid_off;
	struct direct_text text;
	pthread_t thread;
	struct code code;
	uint64_t tid = 0;

	(void)state;
	for (int with_selfs = 0; with_selfs < 2; with_selfs++) {
		sample.target.selfs.group = with_selfs ? FIRST : 0;
		sample.target.selfs.needs_values = BRINGS;
		read_tid(&tid);
		assert_int_equal(words[1], tid);
		assert_int_equal(pthread_create(&thread, NULL, read_tid, &tid),
				 0);
		pthread_join(thread, NULL);
		assert_int_equal(words[1], tid);
		assert_int_not_equal(tid, getpid());
	}
	sample.target.selfs = selfs;
	sample.target.tid_off = 0;
	direct_sample_code(&code, tid_insns, CNT(tid_insns));
	assert_int_equal(direct_translate(&code, &sample.target, &text),
			 -EOPNOTSUPP);
	assert_string_equal(text.why, "it reads tid");
	direct_text_deinit(&text);
	code_deinit(&code);
	sample.target.tid_off = off;
}

/* None without a table, a group, or a stub to leave it to. */
static void it_needs_a_table(void **state)
{
	struct direct_selfs selfs = sample.target.selfs;
	struct direct_text text;
	struct code code;

	(void)state;
	direct_sample_code(&code, set_insns, CNT(set_insns));
	for (int i = 0; i < 3; i++) {
		if (i == 0)
			sample.target.selfs.table_addr = 0;
		if (i == 1)
			sample.target.selfs.group = 0;
		if (i == 2)
			sample.target.stub_addr = 0;
		assert_int_equal(direct_translate(&code, &sample.target, &text),
				 -EOPNOTSUPP);
		assert_string_equal(text.why, "it uses self-> variables");
		direct_text_deinit(&text);
		sample.target.selfs = selfs;
		sample.target.stub_addr = (uintptr_t)stub;
	}
	code_deinit(&code);
}

static bool begin(void)
{
	const char *why = NULL;

	if (!direct_sample_init(&sample))
		return false;
	table = aligned_alloc(64, self_table_bytes(STRIDE));
	assert_non_null(table);
	assert_int_equal(self_stride_bytes(SELF_BYTES), STRIDE);
	plan = (struct shared_memory_plan){ .gen = &gen, .selfs = 64 };
	shared = (struct shared_memory){ .plan = &plan,
					 .mem = (uint8_t *)table - 64 };
	direct_sample_place(&sample, MAP_GLOBALS, NULL, words);
	sample.target.semaphore_addr = 0;
	sample.target.stub_addr = (uintptr_t)stub;
	sample.target.selfs = (struct direct_selfs){
		.table_addr = (uintptr_t)table,
		.stride_bytes = STRIDE,
		.group = FIRST,
	};
	assert_int_equal(self_threads_tid_off(getpid(), &sample.target.tid_off,
					      &why), 0);
	return true;
}

#define TEST(name) cmocka_unit_test_setup(name, clear)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_firing_goes_where_the_group_is),
		TEST(nothing_comes_before_all_hooks_are_set),
		TEST(a_signal_handler_finds_the_slot_busy),
		TEST(each_thread_has_one_slot_or_none),
		TEST(threads_do_not_share_slots),
		TEST(the_c_library_says_where_ids_are),
		TEST(a_process_that_ends_says_nothing),
		TEST(a_late_sweep_is_told),
		TEST(slots_of_ended_threads_are_emptied),
		TEST(a_program_finds_what_the_thread_has_set),
		TEST(threads_have_variables_of_their_own),
		TEST(a_program_reads_the_id_of_its_thread),
		TEST(it_needs_a_table),
	};
	int status;

	if (!begin()) {
		puts("ok 1 # SKIP all: no direct probes on this machine");
		return 0;
	}
	status = cmocka_run_group_tests(tests, NULL, NULL);
	direct_sample_deinit(&sample);
	free(table);
	return status;
}

#else

int main(void)
{
	puts("ok 1 # SKIP all: no direct probes on this machine");
	return 0;
}

#endif

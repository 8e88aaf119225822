// SPDX-License-Identifier: BSD-2-Clause
/*
 * runtime/session/unwind/alternating_threads: one thread at a time works; one that has
 * something to run is moved to the CPUs of the one that waits for it, and goes
 * back at the end of its turn.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/system/clock.h"
#include "runtime/session/unwind/alternating_threads.h"

enum { ROUNDS = 20000 };

struct thread {
	struct alternating_threads *turns;
	struct cpu_turn turn;
	pthread_t thread;
	int *work, *at_work;
};

static void *work(void *arg)
{
	struct thread *me = arg;

	alternating_threads_join(me->turns, &me->turn);
	for (int i = 0; i < ROUNDS; i++) {
		alternating_threads_take(me->turns, &me->turn);
		*me->work += ++*me->at_work == 1;
		--*me->at_work;
		alternating_threads_end(me->turns, &me->turn);
	}
	return NULL;
}

static void one_works_at_a_time(void **state)
{
	struct thread threads[CPU_TURNS];
	struct alternating_threads turns;
	int cnt = 0, at_work = 0;

	(void)state;
	alternating_threads_init(&turns);
	for (int i = 0; i < CPU_TURNS; i++) {
		threads[i] = (struct thread){ .turns = &turns,
					      .work = &cnt,
					      .at_work = &at_work };
		assert_int_equal(pthread_create(&threads[i].thread, NULL, work,
						&threads[i]),
				 0);
	}
	for (int i = 0; i < CPU_TURNS; i++)
		pthread_join(threads[i].thread, NULL);
	alternating_threads_deinit(&turns);
	assert_int_equal(cnt, CPU_TURNS * ROUNDS);
}

static void *wait_for_turn(void *arg)
{
	struct thread *me = arg;

	alternating_threads_join(me->turns, &me->turn);
	__atomic_store_n(me->at_work, 1, __ATOMIC_SEQ_CST);
	alternating_threads_take(me->turns, &me->turn);
	alternating_threads_end(me->turns, &me->turn);
	return NULL;
}

/* Works until it is on other CPUs, for 20 s at most. */
static cpu_set_t work_until_moved(const struct cpu_turn *turn)
{
	uint64_t end_ns = clock_ns(CLOCK_MONOTONIC) + 20000000000;
	cpu_set_t cpus;

	do
		sched_getaffinity(0, sizeof(cpus), &cpus);
	while (CPU_EQUAL(&cpus, &turn->cpus) &&
	       clock_ns(CLOCK_MONOTONIC) < end_ns);
	return cpus;
}

static void who_waits_lends_its_cpus(void **state)
{
	struct thread other = { 0 };
	struct alternating_threads turns;
	struct cpu_turn mine = { 0 };
	cpu_set_t before, cpus;
	int is_there = 0;

	(void)state;
	sched_getaffinity(0, sizeof(before), &before);
	if (CPU_COUNT(&before) < 2)
		skip();
	alternating_threads_init(&turns);
	alternating_threads_join(&turns, &mine);
	sched_getaffinity(0, sizeof(cpus), &cpus);
	assert_true(CPU_EQUAL(&cpus, &mine.cpus));
	assert_true(CPU_COUNT(&cpus) < CPU_COUNT(&before));
	alternating_threads_take(&turns, &mine);

	other.turns = &turns;
	other.at_work = &is_there;
	sched_setaffinity(0, sizeof(before), &before); /* which it inherits */
	assert_int_equal(
		pthread_create(&other.thread, NULL, wait_for_turn, &other), 0);
	while (!__atomic_load_n(&is_there, __ATOMIC_SEQ_CST))
		sched_yield();
	sched_setaffinity(0, sizeof(mine.cpus), &mine.cpus);
	cpus = work_until_moved(&mine);
	assert_true(CPU_EQUAL(&cpus, &other.turn.cpus));

	alternating_threads_end(&turns, &mine);
	sched_getaffinity(0, sizeof(cpus), &cpus);
	assert_true(CPU_EQUAL(&cpus, &mine.cpus));
	pthread_join(other.thread, NULL);
	alternating_threads_deinit(&turns);
	sched_setaffinity(0, sizeof(before), &before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_works_at_a_time),
		cmocka_unit_test(who_waits_lends_its_cpus),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

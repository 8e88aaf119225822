// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/unwind/alternating_threads.h"

#include <stddef.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "sdt/process.h"

enum { LOOK_NS = 300000 }; /* how often to check whether CPUs must be lent */

void alternating_threads_init(struct alternating_threads *turns)
{
	pthread_condattr_t attr;

	*turns = (struct alternating_threads){ 0 };
	pthread_mutex_init(&turns->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&turns->turn_ends, &attr);
	pthread_condattr_destroy(&attr);
}

void alternating_threads_deinit(struct alternating_threads *turns)
{
	pthread_cond_destroy(&turns->turn_ends);
	pthread_mutex_destroy(&turns->lock);
}

/*
 * Every CPU_TURNS-th CPU of @all, beginning with number @from; all if there are
 * none.
 */
static void choose_cpus(cpu_set_t *ret, const cpu_set_t *all, unsigned int from)
{
	unsigned int nth = 0;

	CPU_ZERO(ret);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, all) && nth++ % CPU_TURNS == from)
			CPU_SET(cpu, ret);
	if (!CPU_COUNT(ret))
		*ret = *all;
}

void alternating_threads_join(struct alternating_threads *turns,
			      struct cpu_turn *turn)
{
	unsigned int index;
	cpu_set_t all;

	turn->tid = gettid();
	pthread_mutex_lock(&turns->lock);
	index = turns->joined_cnt++;
	pthread_mutex_unlock(&turns->lock);
	CPU_ZERO(&turn->cpus);
	if (sched_getaffinity(0, sizeof(all), &all))
		return;
	choose_cpus(&turn->cpus, &all, index);
	sched_setaffinity(0, sizeof(turn->cpus), &turn->cpus);
}

/*
 * If the other thread is ready to run, moves it to the CPUs of this one, which
 * runs, because its own may be occupied. If it sleeps, gives it back its own
 * CPUs: by the time that it wakes up, these may be the occupied ones.
 */
static void lend_cpus(struct cpu_turn *to, const struct cpu_turn *from)
{
	int cpu = sdt_process_cpu(to->tid);
	const cpu_set_t *cpus = cpu < 0 ? &to->cpus : &from->cpus;

	if (!CPU_COUNT(cpus) || (cpu >= 0 && CPU_ISSET(cpu, cpus)))
		return;
	sched_setaffinity(to->tid, sizeof(*cpus), cpus);
	to->has_lent_cpus = true;
}

void alternating_threads_take(struct alternating_threads *turns,
			      struct cpu_turn *turn)
{
	pthread_mutex_lock(&turns->lock);
	while (turns->worker) {
		struct timespec until = clock_after(LOOK_NS);

		if (pthread_cond_timedwait(&turns->turn_ends, &turns->lock,
					   &until) &&
		    turns->worker)
			lend_cpus(turns->worker, turn);
	}
	turns->worker = turn;
	pthread_mutex_unlock(&turns->lock);
}

void alternating_threads_end(struct alternating_threads *turns,
			     struct cpu_turn *turn)
{
	bool has_lent_cpus;

	pthread_mutex_lock(&turns->lock);
	turns->worker = NULL;
	has_lent_cpus = turn->has_lent_cpus;
	turn->has_lent_cpus = false;
	pthread_cond_signal(&turns->turn_ends);
	pthread_mutex_unlock(&turns->lock);
	if (has_lent_cpus)
		sched_setaffinity(0, sizeof(turn->cpus), &turn->cpus);
}

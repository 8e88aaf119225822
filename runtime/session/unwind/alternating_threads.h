/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two threads that take turns, on a machine on which a BPF program may occupy a
 * CPU while it waits for their work. If there is more than one CPU, each thread
 * has CPUs of its own, so that one of the two can run.
 *
 * If the thread whose turn it is sleeps (for a file that is not in memory yet),
 * the program may occupy its CPU meanwhile. The other one, which waits for its
 * turn, then moves it to its own CPUs. It can do so only if it is also woken: a
 * waiting program therefore wakes both again.
 */
#ifndef DTRACE_RUNTIME_SESSION_UNWIND_ALTERNATING_THREADS_H
#define DTRACE_RUNTIME_SESSION_UNWIND_ALTERNATING_THREADS_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <sys/types.h>

enum { CPU_TURNS = 2 };

/* One of the threads. */
struct cpu_turn {
	pid_t tid;
	cpu_set_t cpus;
	bool has_lent_cpus; /* the CPUs of the other thread */
};

struct alternating_threads {
	pthread_mutex_t lock;
	pthread_cond_t turn_ends;
	unsigned int joined_cnt;
	struct cpu_turn *worker; /* whose turn it is; NULL: nobody's */
};

void alternating_threads_init(struct alternating_threads *turns);
void alternating_threads_deinit(struct alternating_threads *turns);

/* The calling thread becomes @turn, on some of the CPUs that it may use. */
void alternating_threads_join(struct alternating_threads *turns,
			      struct cpu_turn *turn);
/* Waits until it is the turn of the calling thread, which is @turn. */
void alternating_threads_take(struct alternating_threads *turns,
			      struct cpu_turn *turn);
void alternating_threads_end(struct alternating_threads *turns,
			     struct cpu_turn *turn);

#endif

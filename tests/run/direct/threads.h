/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads that fire, while a signal handler fires, too. */
#ifndef DTRACE_TESTS_RUN_DIRECT_THREADS_H
#define DTRACE_TESTS_RUN_DIRECT_THREADS_H

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

enum { THREAD_MAX = 64 };

/* Runs @fn in so many threads, and @handler every @us; until all have ended. */
static void run_threads(int threads, int us, void (*handler)(int),
			void *(*fn)(void *))
{
	struct itimerval often = { { 0, us }, { 0, us } }, never = { 0 };
	struct sigaction act = { .sa_handler = handler,
				 .sa_flags = SA_RESTART };
	pthread_t ids[THREAD_MAX];

	sigaction(SIGALRM, &act, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int i = 0; i < threads; i++)
		if (pthread_create(&ids[i], NULL, fn, NULL))
			_exit(8);
	for (int i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	setitimer(ITIMER_REAL, &never, NULL);
}

#endif

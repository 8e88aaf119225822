// SPDX-License-Identifier: BSD-2-Clause
/*
 * rounds THREADS ROUNDS STEPS: threads that all run at the same time. Each
 * fires, ROUNDS times, rounds:::start, STEPS times rounds:::step and
 * rounds:::finish, whose last argument says whether to keep the round: every
 * second one of a thread is kept.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "rounds.h"

enum { THREAD_MAX = 64 };

static int round_cnt = 1, step_cnt = 1;
static pthread_barrier_t all_there;

static void *run(void *arg)
{
	int thread = (int)(intptr_t)arg;

	pthread_barrier_wait(&all_there);
	for (int round = 0; round < round_cnt; round++) {
		ROUNDS_START(thread, round);
		for (int i = 0; i < step_cnt; i++)
			ROUNDS_STEP(thread, round, i);
		ROUNDS_FINISH(thread, round, (thread + round) % 2);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int thread_cnt = argc > 1 ? atoi(argv[1]) : 1;
	pthread_t threads[THREAD_MAX];

	if (argc > 3) {
		round_cnt = atoi(argv[2]);
		step_cnt = atoi(argv[3]);
	}
	if (thread_cnt > THREAD_MAX ||
	    pthread_barrier_init(&all_there, NULL, (unsigned int)thread_cnt))
		return 1;
	for (int i = 0; i < thread_cnt; i++)
		if (pthread_create(&threads[i], NULL, run, (void *)(intptr_t)i))
			return 1;
	for (int i = 0; i < thread_cnt; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

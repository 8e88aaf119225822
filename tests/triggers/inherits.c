// SPDX-License-Identifier: BSD-2-Clause
/*
 * inherits: a real-time thread of priority 10 waits three times for a lock of
 * the main thread, which has its priority meanwhile and then its own again.
 * Exit status 77: no real-time thread can be made.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 3, REAL_TIME = 10 };

static pthread_mutex_t lock;
static pthread_barrier_t round_begins, round_ends;
static int is_refused;

static void *wait_for_lock(void *arg)
{
	const struct sched_param param = { .sched_priority = REAL_TIME };

	is_refused = pthread_setschedparam(pthread_self(), SCHED_FIFO, &param);
	for (int i = 0; i < ROUNDS; i++) {
		pthread_barrier_wait(&round_begins);
		if (is_refused)
			break;
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
		pthread_barrier_wait(&round_ends);
	}
	return arg;
}

/* As the kernel shows it: 20 for a nice value of 0, -11 for real time 10 */
static int priority(void)
{
	char text[1024] = "";
	FILE *file = fopen("/proc/thread-self/stat", "re");
	int value = 0;
	char *at;

	if (file && fread(text, 1, sizeof(text) - 1, file)) {
		at = strrchr(text, ')');
		for (int field = 2; at && field < 18; field++)
			at = strchr(at + 1, ' ');
		if (at)
			sscanf(at, "%d", &value);
	}
	if (file)
		fclose(file);
	return value;
}

int main(void)
{
	pthread_mutexattr_t attr;
	pthread_t thread;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT);
	pthread_mutex_init(&lock, &attr);
	pthread_barrier_init(&round_begins, NULL, 2);
	pthread_barrier_init(&round_ends, NULL, 2);
	pthread_create(&thread, NULL, wait_for_lock, NULL);
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		pthread_barrier_wait(&round_begins);
		if (is_refused)
			return 77;
		while (priority() != -1 - REAL_TIME)
			;
		pthread_mutex_unlock(&lock);
		pthread_barrier_wait(&round_ends);
	}
	pthread_join(thread, NULL);
	return 0;
}

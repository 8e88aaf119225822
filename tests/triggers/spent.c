// SPDX-License-Identifier: BSD-2-Clause
/*
 * spent: uses 60 ms of CPU time in a thread that ends, as much in one that then
 * waits, and 30 ms in the first thread, which calls getppid(process, thread)
 * with the times in us that getrusage(2) tells.
 */
#define _GNU_SOURCE 1
#include <pthread.h>
#include <semaphore.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static sem_t waits;

static void use_ms(long ms)
{
	struct timespec begin, now;
	long ns;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
	do {
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
		ns = (now.tv_sec - begin.tv_sec) * 1000000000 + now.tv_nsec -
		     begin.tv_nsec;
	} while (ns < ms * 1000000);
}

static void *end_after(void *arg)
{
	use_ms(60);
	return arg;
}

static void *wait_after(void *arg)
{
	use_ms(60);
	sem_post(&waits);
	pause();
	return arg;
}

static long used_us(int who)
{
	struct rusage usage;

	getrusage(who, &usage);
	return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
	       usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

int main(void)
{
	pthread_t ends, waiting;

	sem_init(&waits, 0, 0);
	pthread_create(&waiting, NULL, wait_after, NULL);
	pthread_create(&ends, NULL, end_after, NULL);
	pthread_join(ends, NULL);
	sem_wait(&waits);
	use_ms(30);
	syscall(SYS_getppid, used_us(RUSAGE_SELF), used_us(RUSAGE_THREAD));
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * takes: locks are taken, waited for, refused and released a known number of
 * times. Lock number N is at cells[N], 64 bytes each. A thread is known to wait
 * for a lock when it sleeps in futex() on an address in that cell.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef PTHREAD_MUTEX_ADAPTIVE_NP
#define PTHREAD_MUTEX_ADAPTIVE_NP PTHREAD_MUTEX_NORMAL /* musl has none */
#endif

union cell {
	pthread_mutex_t mutex;
	pthread_rwlock_t rw;
	char bytes[64];
};

union cell cells[64] __attribute__((aligned(64)));
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static const struct timespec past = { 1, 0 }, invalid = { 1, 1000000000 };
static volatile pid_t waiter;
static int flag;

#define M(n) (&cells[n].mutex)
#define R(n) (&cells[n].rw)

static void must(int got, int wanted, int line)
{
	if (got == wanted)
		return;
	fprintf(stderr, "line %d: %d, not %d\n", line, got, wanted);
	exit(1);
}
#define MUST(call, wanted) must(call, wanted, __LINE__)

static void make(int n, int type, int robust, int protocol)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, type);
	if (robust)
		pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutexattr_setprotocol(&attr, protocol);
	MUST(pthread_mutex_init(M(n), &attr), 0);
}

/* Until @tid sleeps in futex() on lock number @n (-1: on any address). */
static void await_sleep(pid_t tid, int n)
{
	char path[64], text[128];
	unsigned long uaddr;
	long nr;

	snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", tid);
	for (;;) {
		int fd = open(path, O_RDONLY);
		ssize_t len = read(fd, text, sizeof(text) - 1);

		close(fd);
		text[len < 0 ? 0 : len] = '\0';
		if (sscanf(text, "%ld 0x%lx", &nr, &uaddr) == 2 &&
		    nr == SYS_futex &&
		    (n < 0 || uaddr - (unsigned long)&cells[n] < sizeof(cells[n])))
			return;
		sched_yield();
	}
}

static pid_t await_waiter(int n)
{
	while (!waiter)
		sched_yield();
	await_sleep(waiter, n);
	return waiter;
}

static pthread_t start(void *(*run)(void *), int n)
{
	pthread_t thread;

	waiter = 0;
	MUST(pthread_create(&thread, NULL, run, (void *)(long)n), 0);
	return thread;
}

static void *lock_unlock(void *arg)
{
	int n = (int)(long)arg;

	waiter = gettid();
	MUST(pthread_mutex_lock(M(n)), 0);
	MUST(pthread_mutex_unlock(M(n)), 0);
	return NULL;
}

static void *lock_and_die(void *arg)
{
	MUST(pthread_mutex_lock(M((int)(long)arg)), 0);
	return NULL;
}

static void *read_lock(void *arg)
{
	waiter = gettid();
	MUST(pthread_rwlock_rdlock(R((int)(long)arg)), 0);
	MUST(pthread_rwlock_unlock(R((int)(long)arg)), 0);
	return NULL;
}

static void *write_lock(void *arg)
{
	waiter = gettid();
	MUST(pthread_rwlock_wrlock(R((int)(long)arg)), 0);
	MUST(pthread_rwlock_unlock(R((int)(long)arg)), 0);
	return NULL;
}

static void *timed(void *arg)
{
	int n = (int)(long)arg;

	for (int i = 0; i < 2; i++)
		MUST(pthread_mutex_timedlock(M(n), &past), ETIMEDOUT);
#ifdef __GLIBC__
	MUST(pthread_mutex_clocklock(M(n), CLOCK_MONOTONIC, &past), ETIMEDOUT);
#endif
	MUST(pthread_mutex_trylock(M(n)), EBUSY);
	return NULL;
}

static void *timed_rw(void *arg)
{
	int n = (int)(long)arg;

	MUST(pthread_rwlock_timedrdlock(R(n), &past), ETIMEDOUT);
	MUST(pthread_rwlock_timedwrlock(R(n), &past), ETIMEDOUT);
#ifdef __GLIBC__
	MUST(pthread_rwlock_clockrdlock(R(n), CLOCK_MONOTONIC, &past), ETIMEDOUT);
	MUST(pthread_rwlock_clockwrlock(R(n), CLOCK_MONOTONIC, &past), ETIMEDOUT);
#endif
	MUST(pthread_rwlock_tryrdlock(R(n)), EBUSY);
	MUST(pthread_rwlock_trywrlock(R(n)), EBUSY);
	return NULL;
}

static void *wait_cond(void *arg)
{
	int n = (int)(long)arg;

	MUST(pthread_mutex_lock(M(n)), 0);
	waiter = gettid();
	MUST(pthread_cond_wait(&cond, M(n)), 0);
	MUST(flag, 1);
	MUST(pthread_mutex_unlock(M(n)), 0);
	return NULL;
}

/* 0 to 5: nobody waits */
static void kinds(void)
{
	pthread_t thread;

	for (int i = 0; i < 100; i++) {
		MUST(pthread_mutex_lock(M(0)), 0);
		MUST(pthread_mutex_trylock(M(0)), EBUSY);
		MUST(pthread_mutex_unlock(M(0)), 0);
	}
	for (int i = 0; i < 3; i++) {
		MUST(pthread_mutex_trylock(M(0)), 0);
		MUST(pthread_mutex_unlock(M(0)), 0);
	}
	make(1, PTHREAD_MUTEX_RECURSIVE, 0, 0);
	for (int i = 0; i < 3; i++)
		MUST(pthread_mutex_lock(M(1)), 0);
	MUST(pthread_mutex_trylock(M(1)), 0);
	for (int i = 0; i < 4; i++)
		MUST(pthread_mutex_unlock(M(1)), 0);
	MUST(pthread_mutex_unlock(M(1)), EPERM);
	make(2, PTHREAD_MUTEX_ERRORCHECK, 0, 0);
	MUST(pthread_mutex_lock(M(2)), 0);
	for (int i = 0; i < 2; i++)
		MUST(pthread_mutex_lock(M(2)), EDEADLK);
	MUST(pthread_mutex_unlock(M(2)), 0);
	for (int i = 0; i < 3; i++)
		MUST(pthread_mutex_unlock(M(2)), EPERM);
	make(3, PTHREAD_MUTEX_ADAPTIVE_NP, 0, 0);
	for (int i = 0; i < 5; i++) {
		MUST(pthread_mutex_lock(M(3)), 0);
		MUST(pthread_mutex_unlock(M(3)), 0);
	}
	make(4, PTHREAD_MUTEX_NORMAL, 1, 0);
	thread = start(lock_and_die, 4);
	pthread_join(thread, NULL);
	MUST(pthread_mutex_lock(M(4)), EOWNERDEAD);
	MUST(pthread_mutex_consistent(M(4)), 0);
	MUST(pthread_mutex_unlock(M(4)), 0);
	MUST(pthread_mutex_unlock(M(4)), EPERM);
	make(5, PTHREAD_MUTEX_NORMAL, 0, PTHREAD_PRIO_INHERIT);
	for (int i = 0; i < 4; i++) {
		MUST(pthread_mutex_lock(M(5)), 0);
		MUST(pthread_mutex_unlock(M(5)), 0);
	}
	MUST(pthread_mutex_unlock(M(5)), EPERM);
}

/* 6 to 9: another thread waits; 8: until a time that has passed */
static void waits(void)
{
	pthread_t thread;

	make(7, PTHREAD_MUTEX_NORMAL, 0, PTHREAD_PRIO_INHERIT);
	make(9, PTHREAD_MUTEX_RECURSIVE, 0, 0);
	for (int i = 0; i < 15; i++) {
		int n = i < 5 ? 6 : i < 10 ? 7 : 9;

		MUST(pthread_mutex_lock(M(n)), 0);
		thread = start(lock_unlock, n);
		await_waiter(n);
		MUST(pthread_mutex_unlock(M(n)), 0);
		pthread_join(thread, NULL);
	}
	MUST(pthread_mutex_lock(M(8)), 0);
	pthread_join(start(timed, 8), NULL);
	MUST(pthread_mutex_unlock(M(8)), 0);
}

/* 10 to 13: conditions */
static void conditions(void)
{
	pthread_t thread = start(wait_cond, 10);

	await_waiter(-1);
	MUST(pthread_mutex_lock(M(10)), 0);
	flag = 1;
	MUST(pthread_mutex_unlock(M(10)), 0);
	pthread_cond_signal(&cond);
	pthread_join(thread, NULL);
	/* it wakes up while the mutex is held */
	thread = start(wait_cond, 11);
	await_waiter(-1);
	MUST(pthread_mutex_lock(M(11)), 0);
	pthread_cond_signal(&cond);
	await_sleep(waiter, 11);
	MUST(pthread_mutex_unlock(M(11)), 0);
	pthread_join(thread, NULL);
	MUST(pthread_mutex_lock(M(12)), 0);
	MUST(pthread_cond_timedwait(&cond, M(12), &past), ETIMEDOUT);
	MUST(pthread_cond_timedwait(&cond, M(12), &invalid), EINVAL);
#ifdef __GLIBC__
	MUST(pthread_cond_clockwait(&cond, M(12), CLOCK_MONOTONIC, &past), ETIMEDOUT);
	MUST(pthread_cond_clockwait(&cond, M(12), CLOCK_MONOTONIC, &invalid), EINVAL);
	MUST(pthread_cond_clockwait(&cond, M(12), CLOCK_BOOTTIME, &past), EINVAL);
#endif
	MUST(pthread_mutex_unlock(M(12)), 0);
	make(13, PTHREAD_MUTEX_ERRORCHECK, 0, 0);
	MUST(pthread_cond_wait(&cond, M(13)), EPERM);
}

/* 20 to 23: locks of readers and writers */
static void readers_writers(void)
{
	pthread_t thread;

	for (int i = 0; i < 3; i++)
		MUST(pthread_rwlock_rdlock(R(20)), 0);
	MUST(pthread_rwlock_tryrdlock(R(20)), 0);
	for (int i = 0; i < 4; i++)
		MUST(pthread_rwlock_unlock(R(20)), 0);
	MUST(pthread_rwlock_trywrlock(R(20)), 0);
	MUST(pthread_rwlock_unlock(R(20)), 0);
	MUST(pthread_rwlock_wrlock(R(20)), 0);
#ifdef __GLIBC__
	MUST(pthread_rwlock_wrlock(R(20)), EDEADLK);
	MUST(pthread_rwlock_rdlock(R(20)), EDEADLK);
#endif
	MUST(pthread_rwlock_trywrlock(R(20)), EBUSY);
	MUST(pthread_rwlock_unlock(R(20)), 0);
	for (int i = 0; i < 2; i++) {
		MUST(pthread_rwlock_wrlock(R(21)), 0);
		thread = start(read_lock, 21);
		await_waiter(21);
		MUST(pthread_rwlock_unlock(R(21)), 0);
		pthread_join(thread, NULL);
	}
	for (int i = 0; i < 3; i++) {
		MUST(pthread_rwlock_rdlock(R(22)), 0);
		thread = start(write_lock, 22);
		await_waiter(22);
		MUST(pthread_rwlock_unlock(R(22)), 0);
		pthread_join(thread, NULL);
	}
	MUST(pthread_rwlock_wrlock(R(23)), 0);
	pthread_join(start(timed_rw, 23), NULL);
	MUST(pthread_rwlock_unlock(R(23)), 0);
}

/* ----------------------------------------------------------------- signals */

static volatile int handled;
static int handler_lock;
static sigjmp_buf back;

static void take(int sig)
{
	(void)sig;
	MUST(pthread_mutex_lock(M(handler_lock)), 0);
	MUST(pthread_mutex_unlock(M(handler_lock)), 0);
	handled = 1;
}

static void leave(int sig)
{
	(void)sig;
	siglongjmp(back, 1);
}

static void *jump_out(void *arg)
{
	waiter = gettid();
	if (!sigsetjmp(back, 1))
		pthread_mutex_lock(M((int)(long)arg));
	for (int i = 0; i < 7; i++) {
		MUST(pthread_mutex_lock(M(33)), 0);
		MUST(pthread_mutex_unlock(M(33)), 0);
	}
	handled = 1;
	return NULL;
}

/* 30 to 33: handlers in a thread that waits; one does not return to it */
static void signals(void)
{
	struct sigaction action = { .sa_handler = take };
	pthread_t thread;

	sigaction(SIGUSR1, &action, NULL);
	action.sa_handler = leave;
	sigaction(SIGUSR2, &action, NULL);
	handler_lock = 31;
	MUST(pthread_mutex_lock(M(30)), 0);
	thread = start(lock_unlock, 30);
	await_waiter(30);
	pthread_kill(thread, SIGUSR1);
	while (!handled)
		sched_yield();
	await_sleep(waiter, 30);
	MUST(pthread_mutex_unlock(M(30)), 0);
	pthread_join(thread, NULL);
	handled = 0;
	MUST(pthread_mutex_lock(M(32)), 0);
	thread = start(jump_out, 32);
	await_waiter(32);
	pthread_kill(thread, SIGUSR2);
	while (!handled)
		sched_yield();
	MUST(pthread_mutex_unlock(M(32)), 0);
	pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
	kinds();
	waits();
	conditions();
	readers_writers();
	signals();
	if (argc > 1) /* threads of this number, one after another */
		for (int i = atoi(argv[1]); i > 0; i--)
			pthread_join(start(lock_unlock, 40), NULL);
	return 0;
}

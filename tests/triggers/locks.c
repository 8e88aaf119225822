// SPDX-License-Identifier: BSD-2-Clause
/*
 * Waits for locks of the kernel.
 *
 * locks tty N		N times a thread waits for the mutex of a terminal's
 *			readers, which another one holds that waits for input;
 *			then a signal takes it out of such a wait. The waiting
 *			thread has the name "waiter".
 * locks all		threads wait for locks of all kinds until dtrace ends:
 *			descriptors (spin), addresses (reader, writer), the
 *			position in a file (mutex)
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <pty.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static int terminal, master;
static atomic_int reader_tid, waiter_tid;

static void on_signal(int sig)
{
	(void)sig;
}

/* Until the thread sleeps in read(2). */
static void wait_asleep(atomic_int *tid)
{
	char path[64], text[64];

	while (!atomic_load(tid))
		sched_yield();
	snprintf(path, sizeof(path), "/proc/self/task/%d/syscall",
		 atomic_load(tid));
	for (;;) {
		FILE *file = fopen(path, "r");

		if (!file)
			err(1, "%s", path);
		if (fgets(text, sizeof(text), file) && text[0] == '0' &&
		    text[1] == ' ') {
			fclose(file);
			return;
		}
		fclose(file);
		sched_yield();
	}
}

static void read_one(void)
{
	char byte;

	if (read(terminal, &byte, 1) != 1)
		err(1, "terminal");
}

static void *reader(void *arg)
{
	(void)arg;
	atomic_store(&reader_tid, (int)gettid());
	read_one();
	return NULL;
}

static void *waiter(void *arg)
{
	char byte;

	pthread_setname_np(pthread_self(), "waiter");
	atomic_store(&waiter_tid, (int)gettid());
	if (!arg)
		read_one();
	else if (read(terminal, &byte, 1) != -1 || errno != EINTR)
		errx(1, "no signal");
	return NULL;
}

/* @sig 0: the waiter gets the mutex, then what it reads. */
static void wait_once(int sig)
{
	pthread_t threads[2];

	reader_tid = waiter_tid = 0;
	pthread_create(&threads[0], NULL, reader, NULL);
	wait_asleep(&reader_tid);
	pthread_create(&threads[1], NULL, waiter, sig ? &terminal : NULL);
	wait_asleep(&waiter_tid);
	if (sig) {
		pthread_kill(threads[1], sig);
		pthread_join(threads[1], NULL);
	}
	if (write(master, "a", 1) != 1)
		err(1, "terminal");
	pthread_join(threads[0], NULL);
	if (sig)
		return;
	if (write(master, "b", 1) != 1)
		err(1, "terminal");
	pthread_join(threads[1], NULL);
}

static void wait_tty(int cnt)
{
	struct sigaction action = { .sa_handler = on_signal };
	struct termios raw;

	if (openpty(&master, &terminal, NULL, NULL, NULL))
		err(1, "openpty");
	tcgetattr(terminal, &raw);
	cfmakeraw(&raw);
	tcsetattr(terminal, TCSANOW, &raw);
	sigaction(SIGUSR1, &action, NULL);
	for (int i = 0; i < cnt; i++)
		wait_once(0);
	wait_once(SIGUSR1);
}

/* -------------------------------------------------------------------- all */

enum { PAGE_BYTES = 4096, FILE_BYTES = 1 << 18 };

static void *descriptors(void *arg)
{
	for (;;)
		close(dup(*(int *)arg));
	return NULL;
}

static void *writers(void *arg)
{
	(void)arg;
	for (;;)
		munmap(mmap(NULL, PAGE_BYTES, PROT_READ,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), PAGE_BYTES);
	return NULL;
}

static void *readers(void *arg)
{
	static char area[64 * PAGE_BYTES]
		__attribute__((aligned(PAGE_BYTES)));
	unsigned char vec[64];

	(void)arg;
	for (;;)
		mincore(area, sizeof(area), vec);
	return NULL;
}

static void *positions(void *arg)
{
	static char bytes[FILE_BYTES];

	for (;;) {
		if (read(*(int *)arg, bytes, sizeof(bytes)) < 0)
			err(1, "read");
		lseek(*(int *)arg, 0, SEEK_SET);
	}
	return NULL;
}

static void wait_all(void)
{
	/* nobody else ends it */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL))
		err(1, "prctl");
	alarm(60);
	static int fd;
	void *(*const kinds[])(void *) = { descriptors, writers, readers,
					   positions };
	pthread_t thread;

	fd = fileno(tmpfile()); /* a memfd has no such mutex */
	if (fd < 0 || ftruncate(fd, FILE_BYTES))
		err(1, "tmpfile");
	for (int i = 0; i < 8; i++)
		pthread_create(&thread, NULL, kinds[i % 4], &fd);
	pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "tty"))
		wait_tty(atoi(argv[2]));
	else if (argc == 2 && !strcmp(argv[1], "all"))
		wait_all();
	else
		errx(2, "usage: locks tty N | locks all");
	return 0;
}

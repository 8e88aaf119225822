// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program with direct probes that does what it reads, a letter at a time, and
 * answers each with a line: the number of times that it fired in all.
 *
 *	1	fire once
 *	t	THREADS threads fire TIMES each, while a signal handler fires too
 *	c	CHILDREN children fire TIMES each
 *	r	a child goes on reading, until its q
 *	n a f m s	a limit: of descriptors, of memory (a high one), of files;
 *		lock all memory; no memfd_create(2)
 *	q	end
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fires.h"
#include "threads.h"

enum { THREADS = 8, TIMES = 200000, CHILDREN = 20 };

static unsigned long fired;

/* one site for all, whose semaphore tells that it is traced */
static __attribute__((noinline)) void fire(long value)
{
	int before = errno;

	FIRES_FIRE(value, (unsigned char)value);
	if (errno != before)
		_exit(9);
	__atomic_add_fetch(&fired, 1, __ATOMIC_RELAXED);
}

static void *thread(void *arg)
{
	for (long i = 0; i < TIMES; i++)
		fire(i);
	return arg;
}

static void on_signal(int nr)
{
	(void)nr;
	fire(0);
}

static void reap(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			_exit(7);
	if (status)
		_exit(6);
}

static void run_children(void)
{
	for (int i = 0; i < CHILDREN; i++) {
		pid_t pid = fork();

		if (!pid) {
			thread(NULL);
			_exit(0);
		}
		reap(pid);
	}
}

static void limit(int what, rlim_t value)
{
	struct rlimit limit = { value, value };

	if (setrlimit(what, &limit))
		_exit(5);
}

static void no_memfd(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { 4, filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		_exit(4);
}

static void answer(void)
{
	char text[64];
	int len = snprintf(text, sizeof(text), "%d %lu\n", (int)getpid(), fired);

	if (write(1, text, (size_t)len) != len)
		_exit(3);
}

static void obey(char letter)
{
	pid_t pid;

	switch (letter) {
	case '1':
		fire(7);
		break;
	case 't':
		run_threads(THREADS, 1000, on_signal, thread);
		break;
	case 'c':
		run_children();
		break;
	case 'r':
		pid = fork();
		if (pid)
			reap(pid);
		break;
	case 'n':
		limit(RLIMIT_NOFILE, 0);
		break;
	case 'a':
		limit(RLIMIT_AS, (rlim_t)1 << 40);
		break;
	case 'f':
		limit(RLIMIT_FSIZE, 1 << 20);
		break;
	case 'm':
		if (mlockall(MCL_CURRENT | MCL_FUTURE))
			_exit(2);
		break;
	case 's':
		no_memfd();
		break;
	default:
		_exit(letter != 'q');
	}
}

int main(void)
{
	char letter;

	answer();
	while (read(0, &letter, 1) == 1) {
		obey(letter);
		answer();
	}
	return 1;
}

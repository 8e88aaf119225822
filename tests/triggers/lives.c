// SPDX-License-Identifier: BSD-2-Clause
/*
 * lives: children that end in different ways, one after the other:
 *
 *	two execs that fail (ENOENT, EBADF); a signal that is waited for; a
 *	write to address 0; a division by 0; an illegal instruction; a SIGSEGV
 *	that is only sent; a child by vfork(2)
 *
 * then two threads, 10 reads and 20 writes of 1000 bytes, and 5 sched_yield(2).
 */
#define _GNU_SOURCE 1
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int zero;
static char *const no_args[] = { NULL };

static void fail_to_exec(void)
{
	/* on the stack, so that it is in memory when the call is entered */
	char path[] = "/no/such/file";

	execve(path, no_args, no_args);
	syscall(SYS_execveat, -1, path + 1, no_args, no_args, 0);
}

static void wait_for_signal(void)
{
	const struct timespec limit = { 10, 0 };
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	raise(SIGUSR1);
	sigtimedwait(&set, NULL, &limit);
}

static void write_nowhere(void)
{
	*(volatile char *)(uintptr_t)zero = 1;
}

static void divide(void)
{
	zero = 7 / zero;
}

static void run_nothing(void)
{
	__builtin_trap();
}

static void pretend(void)
{
	raise(SIGSEGV);
}

static void (*const lives[])(void) = {
	fail_to_exec, wait_for_signal, write_nowhere, divide, run_nothing,
	pretend,
};

static void *thread(void *arg)
{
	return arg;
}

static void copy(void)
{
	static char block[1000];
	const struct iovec half = { block, sizeof(block) / 2 };
	const struct iovec halves[] = { half, half };
	int from = open("/dev/zero", O_RDONLY), to = open("/dev/null", O_WRONLY);

	for (int i = 0; i < 10; i++) {
		if (read(from, block, sizeof(block)) < 0)
			exit(1);
		if (write(to, block, sizeof(block)) < 0)
			exit(1);
		if (writev(to, halves, 2) < 0)
			exit(1);
	}
	(void)!read(-1, block, sizeof(block));
}

int main(void)
{
	const struct rlimit no_core = { 0, 0 };
	pthread_t id;
	pid_t pid;

	setrlimit(RLIMIT_CORE, &no_core);
	for (size_t i = 0; i < sizeof(lives) / sizeof(lives[0]); i++) {
		pid = fork();
		if (!pid) {
			lives[i]();
			_exit(0);
		}
		waitpid(pid, NULL, 0);
	}
	pid = vfork();
	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	for (int i = 0; i < 2; i++) {
		pthread_create(&id, NULL, thread, NULL);
		pthread_join(id, NULL);
	}
	copy();
	for (int i = 0; i < 5; i++)
		sched_yield();
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * repeats: sends SIGUSR1 to itself, 3 times while it is blocked, then 4 times
 * with pthread_kill(3) under RLIMIT_SIGPENDING 0, where the kernel delivers
 * signals without their siginfo. A signal of real time that does not fit fails.
 */
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void handle(int sig)
{
	(void)sig;
	handled++;
}

int main(void)
{
	const struct rlimit none = { 0, 0 };
	const union sigval value = { 0 };
	sigset_t set;

	signal(SIGUSR1, handle);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	for (int i = 0; i < 3; i++)
		if (kill(getpid(), SIGUSR1))
			return 1;
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	setrlimit(RLIMIT_SIGPENDING, &none);
	for (int i = 0; i < 4; i++)
		if (pthread_kill(pthread_self(), SIGUSR1))
			return 1;
	if (!sigqueue(getpid(), SIGRTMIN, value))
		return 1;
	return handled == 5 ? 0 : 1;
}

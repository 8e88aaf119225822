// SPDX-License-Identifier: BSD-2-Clause
/*
 * family: a handled, an ignored and a blocked signal; three children, of which
 * one exits, one is killed, one execs this program again ("family last"); two
 * threads, one after the other.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void on_signal(int sig)
{
	(void)sig;
}

static void child(int number)
{
	if (number == 1)
		raise(SIGKILL);
	if (number == 2)
		execl("/proc/self/exe", "family", "last", (char *)NULL);
	_exit(3);
}

static void *thread(void *arg)
{
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	if (argc > 1)
		return 5;
	signal(SIGUSR1, on_signal);
	signal(SIGUSR2, SIG_IGN);
	raise(SIGUSR1);
	raise(SIGUSR2);
	raise(SIGUSR2);
	for (int i = 0; i < 3; i++) {
		pid_t pid = fork();

		if (!pid)
			child(i);
		waitpid(pid, NULL, 0);
	}
	for (int i = 0; i < 2; i++) {
		pthread_create(&id, NULL, thread, NULL);
		pthread_join(id, NULL);
	}
	return 0;
}

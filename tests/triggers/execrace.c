// SPDX-License-Identifier: BSD-2-Clause
/*
 * execrace: a hundred processes, in each of which four threads call execve() at
 * the same time. One succeeds and ends the others, whose calls fail if they have
 * begun.
 */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES = 100, THREADS = 4 };

static pthread_barrier_t all;

static void *replace(void *unused)
{
	static char *const args[] = { "true", NULL };
	static char *const env[] = { NULL };

	pthread_barrier_wait(&all);
	execve("/bin/true", args, env);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_barrier_init(&all, NULL, THREADS);
	for (int i = 0; i < PROCESSES; i++) {
		pid_t pid = fork();

		if (!pid) {
			for (int k = 1; k < THREADS; k++)
				if (pthread_create(&thread, NULL, replace, NULL))
					_exit(1);
			replace(NULL);
			_exit(1);
		}
		waitpid(pid, NULL, 0);
	}
	return 0;
}

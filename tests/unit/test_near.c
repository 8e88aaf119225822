/* SPDX-License-Identifier: BSD-2-Clause */
/* A thread that follows a process from CPU to CPU, and gets its own ones back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/kernel/link/cpu_affinity.h"

enum { TRY_SECONDS = 20 };

static cpu_set_t own;
static int first_cpu = -1, last_cpu;

static int read_own_cpus(void **state)
{
	(void)state;
	if (sched_getaffinity(0, sizeof(own), &own))
		return -1;
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &own)) {
			first_cpu = first_cpu < 0 ? cpu : first_cpu;
			last_cpu = cpu;
		}
	return 0;
}

static void go_to(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static void spin(int cpu, int ready_fd)
{
	go_to(cpu);
	if (write(ready_fd, "r", 1) == 1)
		for (;;)
			__asm__ volatile("");
}

static int thread_fd;

static void *spin_last(void *arg)
{
	spin(last_cpu, thread_fd);
	return arg;
}

enum kind { SPINS, SPINS_TWICE, SLEEPS };

/* A child of that kind; on @cpu if it spins. Returns when it does. */
static pid_t start(enum kind kind, int cpu)
{
	int ends[2], ready_cnt = 1 + (kind == SPINS_TWICE);
	pthread_t thread;
	pid_t pid;
	char byte;

	assert_false(pipe(ends));
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		thread_fd = ends[1];
		if (kind == SPINS_TWICE)
			pthread_create(&thread, NULL, spin_last, NULL);
		if (kind == SLEEPS && write(ends[1], "r", 1) == 1)
			for (;;)
				pause();
		spin(cpu, ends[1]);
		_exit(1);
	}
	assert_true(pid > 0);
	for (int i = 0; i < ready_cnt; i++)
		assert_int_equal(read(ends[0], &byte, 1), 1);
	close(ends[0]);
	close(ends[1]);
	return pid;
}

static void end(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void one_cpu(void **state)
{
	pid_t pid = start(SPINS, last_cpu);

	(void)state;
	assert_int_equal(cpu_affinity_cpu(pid), last_cpu);
	end(pid);
	assert_int_equal(cpu_affinity_cpu(pid), CPU_AFFINITY_NONE);
}

static void several_cpus(void **state)
{
	pid_t pid = start(SPINS_TWICE, first_cpu);

	(void)state;
	assert_int_equal(cpu_affinity_cpu(pid), first_cpu == last_cpu ?
			 first_cpu : CPU_AFFINITY_SEVERAL);
	end(pid);
}

static void asleep(void **state)
{
	pid_t pid = start(SLEEPS, 0);
	time_t until = time(NULL) + TRY_SECONDS;

	(void)state;
	/* between its byte and its sleep it is running */
	while (cpu_affinity_cpu(pid) != CPU_AFFINITY_NONE)
		assert_true(time(NULL) < until);
	end(pid);
}

static int is_only_on(int cpu)
{
	cpu_set_t now;

	sched_getaffinity(0, sizeof(now), &now);
	return CPU_COUNT(&now) == 1 && CPU_ISSET(cpu, &now) &&
	       sched_getcpu() == cpu;
}

static void follow_to(int cpu)
{
	pid_t pid = start(SPINS, cpu);
	time_t until = time(NULL) + TRY_SECONDS;
	int own_nice = getpriority(PRIO_PROCESS, 0);
	struct cpu_affinity *near = cpu_affinity_start(pid);
	cpu_set_t now;

	if (first_cpu == last_cpu)
		assert_null(near);
	else
		while (!is_only_on(cpu))
			assert_true(time(NULL) < until);
	cpu_affinity_end(near);
	sched_getaffinity(0, sizeof(now), &now);
	assert_true(CPU_EQUAL(&now, &own));
	assert_int_equal(getpriority(PRIO_PROCESS, 0), own_nice);
	end(pid);
}

static void followed(void **state)
{
	(void)state;
	follow_to(first_cpu);
	follow_to(last_cpu);
	follow_to(first_cpu);
}

/* CPUs that it could not use before it does not use now. */
static void own_cpus_only(void **state)
{
	pid_t pid = start(SPINS, last_cpu);
	struct cpu_affinity *near;
	cpu_set_t now;

	(void)state;
	go_to(first_cpu);
	near = cpu_affinity_start(pid);
	assert_null(near);
	sched_getaffinity(0, sizeof(now), &now);
	assert_int_equal(CPU_COUNT(&now), 1);
	sched_setaffinity(0, sizeof(own), &own);
	end(pid);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_cpu),
		cmocka_unit_test(several_cpus),
		cmocka_unit_test(asleep),
		cmocka_unit_test(followed),
		cmocka_unit_test(own_cpus_only),
	};

	return cmocka_run_group_tests(tests, read_own_cpus, NULL);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * enabling DTRACE CPU: how long it takes until a program's probes are traced.
 *
 * A child fires a site all the time. dtrace is started on one after the other, by
 * turns with direct=off, until firings are breakpoints, and with direct=auto,
 * until they are fast although the site is enabled, so that the program runs them
 * by itself. Prints both medians, and that of the differences of two turns; exit
 * status 1 if that is more than 5 ms.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/direct/sites.h"
#include "bench/timing.h"

enum {
	TRIES = 41,
	LIMIT_MS = 5,
	FAST_NS = 200,
	TRAP_NS = 250,
	IN_A_ROW = 1000
};

/* Written by the child: when the last change was, in ns. */
struct seen {
	_Atomic long off_ns, trap_ns, fast_ns;
};

static struct seen *seen;

static long now_ns(void)
{
	return (long)timing_now_ns(CLOCK_MONOTONIC);
}

/* One of many alike is the first of them. */
static void count(_Atomic long *first_ns, int *cnt, int is_one, long start_ns,
		  int need)
{
	*cnt = is_one ? *cnt + 1 : 0;
	if (*cnt == 1)
		atomic_store(first_ns, 0);
	if (*cnt == need)
		atomic_store(first_ns, start_ns);
}

static __attribute__((noreturn)) void fire_for_ever(void)
{
	int off_cnt = 0, trap_cnt = 0, fast_cnt = 0;

	for (int i = 0;; i++) {
		long start_ns = now_ns(), took_ns;
		int is_on = FAST_COUNT_ENABLED() != 0;

		FAST_COUNT(i, 1, "");
		took_ns = now_ns() - start_ns;
		count(&seen->off_ns, &off_cnt, !is_on, start_ns, IN_A_ROW);
		count(&seen->trap_ns, &trap_cnt, is_on && took_ns > TRAP_NS,
		      start_ns, 10);
		count(&seen->fast_ns, &fast_cnt, is_on && took_ns < FAST_NS,
		      start_ns, IN_A_ROW);
	}
}

/* Waits until @when is after @start_ns, and returns it. */
static long wait_until(_Atomic long *when, long start_ns)
{
	for (int i = 0; i < 100000; i++) {
		long ns = atomic_load(when);

		if (ns > start_ns)
			return ns;
		nanosleep(&(struct timespec){ 0, 100000 }, NULL);
	}
	timing_die("the program is not traced", -ETIME);
}

static pid_t start_dtrace(const char *dtrace, const char *direct,
			  const char *target)
{
	pid_t pid = fork();
	int null_fd;

	if (pid)
		return pid;
	null_fd = open("/dev/null", O_RDWR);
	for (int fd = 0; fd < 3; fd++)
		dup2(null_fd, fd);
	execl(dtrace, "dtrace", "-x", direct, "-qn",
	      "fast$target:::count { @ = count(); }", "-p", target,
	      (char *)NULL);
	_exit(127);
}

static pid_t start_program(const char *cpu)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	timing_pin(cpu);
	fire_for_ever();
}

/* Of a program that was not traced before: it has to make its memory. */
static double try(char **argv, const char *direct, _Atomic long *when)
{
	long start_ns = now_ns(), end_ns;
	pid_t program = start_program(argv[2]), tracer;
	char target[16];

	snprintf(target, sizeof(target), "%d", program);
	wait_until(&seen->off_ns, start_ns);
	start_ns = now_ns();
	tracer = start_dtrace(argv[1], direct, target);
	end_ns = wait_until(when, start_ns);
	kill(tracer, SIGTERM);
	waitpid(tracer, NULL, 0);
	kill(program, SIGKILL);
	waitpid(program, NULL, 0);
	return (double)(end_ns - start_ns) / 1e6;
}

int main(int argc, char **argv)
{
	double kernel_ms[TRIES], direct_ms[TRIES], more_ms[TRIES], more;

	if (argc < 3)
		return 2;
	seen = mmap(NULL, sizeof(*seen), PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (seen == MAP_FAILED)
		timing_die("memory", -errno);
	for (int i = 0; i < TRIES; i++) {
		kernel_ms[i] = try(argv, "direct=off", &seen->trap_ns);
		direct_ms[i] = try(argv, "direct=auto", &seen->fast_ns);
		more_ms[i] = direct_ms[i] - kernel_ms[i];
	}
	printf("%-48s %10s %10.1f ms\n",
	       "kernel: from start of dtrace to traced", "-",
	       timing_median(kernel_ms, TRIES));
	printf("%-48s %10s %10.1f ms\n",
	       "direct: to firings that the program runs", "-",
	       timing_median(direct_ms, TRIES));
	more = timing_median(more_ms, TRIES);
	printf("%-48s %10.1f %10.1f ms  %s\n", "... how much longer",
	       (double)LIMIT_MS, more, more > LIMIT_MS ? "MISSED" : "ok");
	/* timing_median() has sorted them */
	printf("%-48s %10s %10.1f ms\n", "the least of these, kernel", "-",
	       kernel_ms[0]);
	printf("%-48s %10s %10.1f ms\n", "the least of these, direct", "-",
	       direct_ms[0]);
	return more > LIMIT_MS;
}

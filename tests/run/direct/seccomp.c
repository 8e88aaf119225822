// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program with direct probes that filters system calls, or gets signals.
 *
 *	seccomp strict	fires when it reads a line, N times, after
 *			SECCOMP_MODE_STRICT
 *	seccomp filter	the same after a filter that ends the process at
 *			memfd_create(2) and mmap(2)
 *	seccomp both SEED
 *			threads and children install the filter at random
 *			moments, each fires before and after it
 *	seccomp late N	N children, made while a tracer wants memory, that run
 *			when its helper has ended and install the filter before
 *			they fire; it says how many did run so late
 *	seccomp alone N	kills the helper that asks it for memory, installs the
 *			filter when the request is taken back, and fires N times
 *	seccomp signals N
 *			answers "ready"; N signals of several kinds are sent to
 *			it, and more until its standard input ends, and it says
 *			whether it got all of each kind
 *
 * At the end it prints how often it has fired.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fire.h"
#include "sdt/direct_abi.h"

enum { THREADS = 4, ROUNDS = 6, TIMES = 500 };

static void filter(void)
{
	struct sock_filter insns[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { 5, insns };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		_exit(4);
}

static int obey(const char *how)
{
	char line[32];
	unsigned long n;

	if (!strcmp(how, "filter"))
		filter();
	else if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
		return 5;
	say(0);
	for (;;) {
		ssize_t len = read(0, line, sizeof(line) - 1);

		if (len <= 0)
			syscall(SYS_exit, 0);
		line[len] = 0;
		for (n = 0, len = 0; line[len] >= '0'; len++)
			n = n * 10 + (unsigned long)(line[len] - '0');
		fire(n);
		say(fired->over);
	}
}

/* ---- both ------------------------------------------------------------------ */

static void rest(unsigned int *seed)
{
	usleep((unsigned int)rand_r(seed) % 20000);
}

static void *filtered(void *arg)
{
	unsigned int seed = (unsigned int)(size_t)arg;

	rest(&seed);
	fire((unsigned int)rand_r(&seed) % 3);
	filter();
	rest(&seed);
	fire(TIMES);
	return NULL;
}

static void reap(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid || status)
		_exit(6);
}

static void filter_both(unsigned int seed)
{
	for (int i = 0; i < ROUNDS; i++) {
		pthread_t threads[THREADS];
		pid_t pids[THREADS];

		for (int t = 0; t < THREADS; t++) {
			if (pthread_create(&threads[t], NULL, filtered,
					   (void *)(size_t)rand_r(&seed)))
				_exit(7);
			rest(&seed);
			pids[t] = fork();
			if (!pids[t]) {
				filtered((void *)(size_t)rand_r(&seed));
				_exit(0);
			}
		}
		for (int t = 0; t < THREADS; t++) {
			pthread_join(threads[t], NULL);
			reap(pids[t]);
		}
	}
	say(fired->over);
}

/* ---- late ------------------------------------------------------------------ */

/* The control block of the provider; its name ends with a hash: -DCONTROL. */
extern const struct direct_control direct_control __asm__(CONTROL)
	__attribute__((visibility("hidden")));

static bool is_asked(void)
{
	return __atomic_load_n(&direct_control.request, __ATOMIC_SEQ_CST);
}

/* The helper's, or 0. */
static pid_t tracer(void)
{
	static const char field[] = "\nTracerPid:";
	char text[1024] = "";
	int fd = open("/proc/self/status", O_RDONLY);
	const char *at = read(fd, text, sizeof(text) - 1) < 0 ? NULL :
		memmem(text, sizeof(text), field, sizeof(field) - 1);

	close(fd);
	if (!at)
		_exit(13);
	return atoi(at + sizeof(field) - 1);
}

static void be_alone(unsigned long n)
{
	pid_t helper;

	do {
		while (!is_asked())
			usleep(100);
		helper = tracer();
	} while (!helper || kill(helper, SIGKILL));
	while (is_asked())
		usleep(100);
	filter();
	fire(n);
	say(fired->over);
}

static struct { volatile bool is_wanted, is_blocked, has_run, is_over; } *late;

/* On one CPU, where children run only while nobody of these wants to. */
static void be_before_children(void)
{
	struct sched_param param = { .sched_priority = 1 };
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	if (sched_setaffinity(0, sizeof(one), &one) ||
	    sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &param))
		_exit(12);
}

/* Takes the CPU also while the parent is stopped, but for the helper. */
static void block(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	be_before_children();
	while (!late->is_over) {
		late->is_blocked = late->is_wanted;
		if (late->is_wanted)
			sched_yield();
		else
			usleep(100);
	}
	_exit(0);
}

static void run_late(unsigned long n)
{
	int late_cnt = 0;
	pid_t pid, blocker;

	late = mmap(NULL, sizeof(*late), PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	be_before_children();
	blocker = fork();
	if (!blocker)
		block();
	for (unsigned long i = 0; i < n; i++) {
		late->has_run = false;
		while (!is_asked())
			usleep(100);
		late->is_wanted = true;
		while (!late->is_blocked)
			usleep(100);
		pid = fork();
		if (!pid) {
			late->has_run = true;
			filter();
			fire(1);
			_exit(0);
		}
		while (tracer() && !late->has_run)
			sched_yield();
		late_cnt += !late->has_run;
		late->is_wanted = false;
		reap(pid);
	}
	late->is_over = true;
	reap(blocker);
	printf("%d\n", late_cnt);
	fflush(stdout);
	say(fired->over);
}

/* ---- signals ---------------------------------------------------------------- */

static volatile unsigned long queued, queued_sum, lone;

static void on_queued(int nr, siginfo_t *info, void *context)
{
	(void)nr, (void)context;
	queued++;
	queued_sum += (unsigned long)info->si_value.sival_int;
}

static void on_lone(int nr)
{
	(void)nr;
	lone++;
}

static bool has_input_ended(void)
{
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };

	return poll(&input, 1, 0) == 1;
}

/* Returns how many it has queued. */
static unsigned long send_signals(pid_t to, unsigned long least)
{
	unsigned long i;

	for (i = 0; i < least || !has_input_ended(); i++) {
		union sigval value = { .sival_int = (int)i };

		while (sigqueue(to, SIGRTMIN + (int)(i % 3), value) &&
		       errno == EAGAIN)
			usleep(100);
		/* the kinds that do not queue, one after the other */
		if (i % 10 == 1 && kill(to, SIGSTOP))
			_exit(8);
		if (i % 10 < 2)
			kill(to, SIGCONT);
		if (i % 10 == 2)
			usleep(500);
	}
	return i;
}

static void get_signals(unsigned long least)
{
	struct sigaction real = { .sa_sigaction = on_queued,
				  .sa_flags = SA_SIGINFO | SA_RESTART };
	struct sigaction user = { .sa_handler = on_lone,
				  .sa_flags = SA_RESTART };
	pid_t sender, ended, self = getpid();
	unsigned long *sent = mmap(NULL, sizeof(*sent), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;

	/* one at a time: a handler within another could lose its increment */
	sigfillset(&real.sa_mask);
	for (int nr = SIGRTMIN; nr < SIGRTMIN + 3; nr++)
		sigaction(nr, &real, NULL);
	sigaction(SIGUSR1, &user, NULL);
	say(0);
	sender = fork();
	if (!sender) {
		*sent = send_signals(self, least);
		_exit(0);
	}
	/* once more after its end: all that it sent have come by then */
	do {
		ended = waitpid(sender, &status, WNOHANG);
		fire(1);
		raise(SIGUSR1);
	} while (!ended);
	if (ended != sender || status)
		_exit(6);
	printf("%d %d %d\n", queued == *sent,
	       queued_sum == *sent * (*sent - 1) / 2, lone == fired->over);
	fflush(stdout);
	say(fired->over);
}

int main(int argc, char **argv)
{
	fire_begin(argc);
	if (argc == 2)
		return obey(argv[1]);
	if (argc != 3)
		return 2;
	if (!strcmp(argv[1], "both"))
		filter_both((unsigned int)strtoul(argv[2], NULL, 10));
	else if (!strcmp(argv[1], "alone"))
		be_alone(strtoul(argv[2], NULL, 10));
	else if (!strcmp(argv[1], "late"))
		run_late(strtoul(argv[2], NULL, 10));
	else
		get_signals(strtoul(argv[2], NULL, 10));
	return 0;
}

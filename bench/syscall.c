// SPDX-License-Identifier: BSD-2-Clause
/*
 * syscall DTRACE CPU: what a traced system call costs.
 *
 * Rounds on one CPU: a batch of getpid() under an empty program at the raw
 * tracepoint sys_enter, the same again, then one under each script of the
 * table, run by DTRACE. Ratios and the verdict are as in firing.c: medians
 * over the rounds, the second empty program tells the spread. Exit 1 when a
 * limit is missed.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/kernel/sys.h"

enum { ROUNDS = 101, BATCH = 20000 };

struct item {
	const char *text;
	const char *script; /* NULL: the empty program */
	double limit;	    /* 0: for comparison only */
};

#define GO "BEGIN { printf(\"go\\n\"); } "

static const struct item items[] = {
	{ "the empty program against itself", NULL, 0 },
	{ "syscall::getpid:entry, count()", GO "syscall::getpid:entry { @ = count(); }", 1.10 },
	{ "syscall:::entry, count()", GO "syscall:::entry { @ = count(); }", 1.10 },
	{ "syscall::getppid:entry: another call", GO "syscall::getppid:entry { @ = count(); }", 1.05 },
};

enum { ITEM_CNT = sizeof(items) / sizeof(items[0]) };

static double own_ns[ITEM_CNT][ROUNDS], ratios[ITEM_CNT][ROUNDS];

static void die(const char *what, int err)
{
	fprintf(stderr, "syscall: %s: %s\n", what, strerror(-err));
	exit(2);
}

static double batch_ns(void)
{
	struct timespec start, end;

	clock_gettime(CLOCK_MONOTONIC, &start);
	for (int i = 0; i < BATCH; i++)
		syscall(SYS_getpid);
	clock_gettime(CLOCK_MONOTONIC, &end);
	return ((double)(end.tv_sec - start.tv_sec) * 1e9 +
		(double)(end.tv_nsec - start.tv_nsec)) / BATCH;
}

static double under_empty(void)
{
	static const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	struct bpf_load_attr attr = {
		.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT,
		.insn_cnt = 2,
		.insns = (uintptr_t)insns,
		.license = (uintptr_t)"Dual BSD/GPL",
		.prog_name = "empty",
	};
	int prog_fd = sys_prog_load(&attr), link_fd;
	double ns;

	if (prog_fd < 0)
		die("the empty program could not be loaded", prog_fd);
	link_fd = sys_raw_tracepoint_open("sys_enter", prog_fd, 0);
	if (link_fd < 0)
		die("the empty program could not be attached", link_fd);
	ns = batch_ns();
	close(link_fd);
	close(prog_fd);
	return ns;
}

static void run_dtrace(const char *dtrace, const char *script, int out_fd)
{
	int null_fd = open("/dev/null", O_RDWR);
	cpu_set_t all;

	memset(&all, 0xff, sizeof(all));
	sched_setaffinity(0, sizeof(all), &all);
	dup2(null_fd, STDIN_FILENO);
	dup2(out_fd, STDOUT_FILENO);
	execl(dtrace, "dtrace", "-qn", script, (char *)NULL);
	die(dtrace, -errno);
}

/* dtrace says that it is there when BEGIN is printed. */
static double under_script(const char *dtrace, const char *script)
{
	int pipe_fds[2];
	char byte;
	double ns;
	pid_t pid;

	if (pipe2(pipe_fds, O_CLOEXEC))
		die("pipe", -errno);
	pid = fork();
	if (!pid)
		run_dtrace(dtrace, script, pipe_fds[1]);
	close(pipe_fds[1]);
	if (read(pipe_fds[0], &byte, 1) != 1)
		die("dtrace did not start", -ECHILD);
	ns = batch_ns();
	kill(pid, SIGINT);
	while (read(pipe_fds[0], &byte, 1) == 1)
		;
	close(pipe_fds[0]);
	waitpid(pid, NULL, 0);
	return ns;
}

static void run_round(const char *dtrace, int round)
{
	double empty_ns = under_empty();

	for (int i = 0; i < ITEM_CNT; i++) {
		own_ns[i][round] = items[i].script ? under_script(dtrace, items[i].script) :
						     under_empty();
		ratios[i][round] = own_ns[i][round] / empty_ns;
	}
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values)
{
	qsort(values, ROUNDS, sizeof(values[0]), compare);
	return values[ROUNDS / 2];
}

/* Returns whether the limit is missed. */
static int print_item(int idx, double ratio, double spread)
{
	double limit = items[idx].limit;
	int is_missed = limit > 0 && ratio > limit + spread;

	printf("%-40s ", items[idx].text);
	if (limit > 0)
		printf("%7.2f ", limit);
	else
		printf("%7s ", "-");
	printf("%7.3f %8.1f ns  %s\n", ratio, median(own_ns[idx]),
	       limit > 0 ? (is_missed ? "MISSED" : "ok") : "");
	return is_missed;
}

int main(int argc, char **argv)
{
	int missed_cnt = 0;
	double spread;
	cpu_set_t set;

	if (argc < 3)
		return 2;
	CPU_ZERO(&set);
	CPU_SET(atoi(argv[2]), &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("sched_setaffinity", -errno);
	for (int round = 0; round < ROUNDS; round++)
		run_round(argv[1], round);
	spread = median(ratios[0]) - 1;
	if (spread < 0)
		spread = -spread;
	printf("%-40s %7s %7s %11s  spread %.3f\n", "system call", "limit", "ratio", "a call",
	       spread);
	for (int i = 0; i < ITEM_CNT; i++)
		missed_cnt += print_item(i, median(ratios[i]), spread);
	return missed_cnt != 0;
}

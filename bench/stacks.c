// SPDX-License-Identifier: BSD-2-Clause
/*
 * stacks DTRACE CPU: what a recorded stack costs.
 *
 * Rounds on one CPU: a batch of an action that runs one tracepoint under an
 * empty program, the same again, then under each script of the table, run by
 * DTRACE. Net is the median of the differences of the thread's time; the
 * second empty program says how far that can be trusted. Exit 1 when a limit
 * is missed by more than that.
 *
 *	datagram	sendto(2) to a socket that sends SIGIO: signal_generate
 *			is some thirty functions of the kernel deep
 *	nested		getpid(2) under ten functions with frame pointers
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/kernel/sys.h"

/* what a batch records stays below a quarter of a buffer: nobody reads */
enum { ROUNDS = 31, BATCH = 3000 };

struct item {
	const char *text;
	int is_datagram;
	const char *script; /* NULL: the empty program */
	double limit_ns; /* 0: for comparison only */
};

#define GO "BEGIN { printf(\"go\\n\"); } "
#define SENT GO "proc:::signal-send /execname == \"stacks\"/ "
#define CALLED GO "syscall::getpid:entry /execname == \"stacks\"/ "

static const struct item items[] = {
	{ "datagram: the empty program again", 1, NULL, 0 },
	{ "stack() of 20 frames", 1, SENT "{ stack(20); }", 2200 },
	{ "nested: the empty program again", 0, NULL, 0 },
	{ "ustack() of 10 frames", 0, CALLED "{ ustack(10); }", 1000 },
};

enum { ITEM_CNT = sizeof(items) / sizeof(items[0]) };

static double nets[ITEM_CNT][ROUNDS];
static int socket_fd;
static struct sockaddr_in address;

static void die(const char *what, int err)
{
	fprintf(stderr, "stacks: %s: %s\n", what, strerror(-err));
	exit(2);
}

/* ----------------------------------------------------------------- actions */

static void open_socket(void)
{
	socklen_t len = sizeof(address);
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGIO);
	sigprocmask(SIG_BLOCK, &set, NULL);
	socket_fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	address.sin_family = AF_INET;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (socket_fd < 0 || bind(socket_fd, (struct sockaddr *)&address, sizeof(address)) ||
	    getsockname(socket_fd, (struct sockaddr *)&address, &len) ||
	    fcntl(socket_fd, F_SETOWN, getpid()) || fcntl(socket_fd, F_SETFL, O_ASYNC))
		die("socket", -errno);
}

static void send_datagram(void)
{
	char byte = 0;

	sendto(socket_fd, &byte, 1, 0, (struct sockaddr *)&address, sizeof(address));
	recv(socket_fd, &byte, 1, MSG_DONTWAIT);
}

static __attribute__((noinline, noclone)) int nested(int depth)
{
	int ret = depth ? nested(depth - 1) : (int)syscall(SYS_getpid);

	/* no tail call */
	__asm__ volatile("" : "+r"(ret));
	return ret;
}

static double batch_ns(int is_datagram)
{
	struct timespec start, end;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
	for (int i = 0; i < BATCH; i++)
		if (is_datagram)
			send_datagram();
		else
			nested(12);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
	return ((double)(end.tv_sec - start.tv_sec) * 1e9 +
		(double)(end.tv_nsec - start.tv_nsec)) / BATCH;
}

/* ----------------------------------------------------------------- programs */

static double under_empty(int is_datagram)
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
	link_fd = sys_raw_tracepoint_open(is_datagram ? "signal_generate" : "sys_enter",
					  prog_fd, 0);
	if (link_fd < 0)
		die("the empty program could not be attached", link_fd);
	ns = batch_ns(is_datagram);
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
static double under_script(const char *dtrace, const struct item *item)
{
	int pipe_fds[2];
	char text[65536];
	double ns;
	pid_t pid;

	if (pipe2(pipe_fds, O_CLOEXEC))
		die("pipe", -errno);
	pid = fork();
	if (!pid)
		run_dtrace(dtrace, item->script, pipe_fds[1]);
	close(pipe_fds[1]);
	if (read(pipe_fds[0], text, 1) != 1)
		die("dtrace did not start", -ECHILD);
	ns = batch_ns(item->is_datagram);
	kill(pid, SIGINT);
	while (read(pipe_fds[0], text, sizeof(text)) > 0)
		;
	close(pipe_fds[0]);
	waitpid(pid, NULL, 0);
	return ns;
}

static void run_round(const char *dtrace, int round)
{
	for (int i = 0; i < ITEM_CNT; i++) {
		const struct item *item = &items[i];
		double empty_ns = under_empty(item->is_datagram);

		nets[i][round] = (item->script ? under_script(dtrace, item) :
						 under_empty(item->is_datagram)) -
			empty_ns;
	}
}

/* ---------------------------------------------------------------- the table */

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

int main(int argc, char **argv)
{
	double spread_ns = 0;
	int missed_cnt = 0;
	cpu_set_t set;

	if (argc < 3)
		return 2;
	CPU_ZERO(&set);
	CPU_SET(atoi(argv[2]), &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("sched_setaffinity", -errno);
	open_socket();
	for (int round = 0; round < ROUNDS; round++)
		run_round(argv[1], round);
	printf("%-40s %7s %11s\n", "stacks, net of the empty program", "limit", "net");
	for (int i = 0; i < ITEM_CNT; i++) {
		double net = median(nets[i]);
		int is_missed = items[i].limit_ns > 0 && net > items[i].limit_ns + spread_ns;

		if (!items[i].script)
			spread_ns = net < 0 ? -net : net;
		if (items[i].limit_ns > 0)
			printf("%-40s %7.0f %8.0f ns  %s\n", items[i].text, items[i].limit_ns, net,
			       is_missed ? "MISSED" : "ok");
		else
			printf("%-40s %7s %8.0f ns\n", items[i].text, "-", net);
		missed_cnt += is_missed;
	}
	return missed_cnt != 0;
}

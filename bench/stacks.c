// SPDX-License-Identifier: BSD-2-Clause
/*
 * stacks DTRACE CPU: what a recorded stack costs.
 *
 * Rounds on one CPU: a batch of an action that runs one tracepoint under an
 * empty program, the same again, then under a program that only reads the
 * kernel's stack, then under each script of the table, run by DTRACE. The net
 * cost is the median of the differences of the thread's time; that of the
 * second empty program is the spread. The limit is the cost of the kernel's
 * walk plus that of a record, or a multiple of it. Exit status 1 if it is missed
 * by more than the spread, 2 if not all stacks were recorded, or some were cut.
 *
 *	datagram	sendto(2) to a socket that sends SIGIO: signal_generate
 *			is some thirty functions of the kernel deep
 *	nested		getpid(2) under twenty functions with frame pointers
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench/timing.h"

/* a batch fills less than a quarter of a buffer, since there is no reader */
enum { ROUNDS = 31, BATCH = 3000 };

struct item {
	const char *text;
	enum { EMPTY, WALK, SCRIPT } kind;
	int is_datagram, frame_cnt, limit_ns;
	double limit_walks; /* a multiple of the kernel's walk; 0: limit_ns */
	const char *script;
};

enum {
	/* what dtrace may add to the walk */
	RECORD_LIMIT_NS = 500,
	/* program, bpf_trace_run, __bpf_trace: the stack begins after them */
	TRACING_FRAMES = 3,
};

#define GO "BEGIN { printf(\"go\\n\"); } "
/* the signal of all but the first is pending already: no proc:::signal-send */
#define SENT GO "rawtp:::signal_generate /execname == \"stacks\" && arg0 == SIGIO/ "
#define CALLED GO "syscall::getpid:entry /pid == $target/ "

static const struct item items[] = {
	{ "datagram: the empty program again", EMPTY, 1, 0, 0, 0, NULL },
	{ "bpf_get_stack() of 20 frames", WALK, 1, 20, 0, 0, NULL },
	{ "stack() of 20 frames", SCRIPT, 1, 20, 2200, 0, SENT "{ stack(20); }" },
	{ "nested: the empty program again", EMPTY, 0, 0, 0, 0, NULL },
	{ "bpf_get_stack() of 20 frames, user", WALK, 0, 20, 0, 0, NULL },
	/* by unwind tables, in code that the kernel walks by frame pointers */
	{ "ustack() of 20 frames", SCRIPT, 0, 20, 0, 2.6, CALLED "{ ustack(20); }" },
};

enum { ITEM_CNT = sizeof(items) / sizeof(items[0]) };

static double nets[ITEM_CNT][ROUNDS];
static int socket_fd;
static struct sockaddr_in address;

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
		timing_die("socket", -errno);
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
	double start = timing_now_ns(CLOCK_THREAD_CPUTIME_ID);

	for (int i = 0; i < BATCH; i++)
		if (is_datagram)
			send_datagram();
		else
			nested(22);
	return (timing_now_ns(CLOCK_THREAD_CPUTIME_ID) - start) / BATCH;
}

/* ----------------------------------------------------------------- programs */

static const char *tracepoint_of(const struct item *item)
{
	return item->is_datagram ? "signal_generate" : "sys_enter";
}

static double under_script(const char *dtrace, const struct item *item)
{
	char counts[100];

	/* and BEGIN */
	snprintf(counts, sizeof(counts), "records: attempted %d = delivered %d + dropped 0\n",
		 BATCH + 1, BATCH + 1);
	return timing_under_script(dtrace, item->script, counts, batch_ns, item->is_datagram);
}

static double under_item(const char *dtrace, const struct item *item)
{
	if (item->kind == SCRIPT)
		return under_script(dtrace, item);
	if (item->kind == WALK)
		return timing_under_walk(tracepoint_of(item), item->frame_cnt,
					 item->is_datagram ? TRACING_FRAMES :
							     BPF_F_USER_STACK, batch_ns,
					 item->is_datagram);
	return timing_under_empty(tracepoint_of(item), batch_ns, item->is_datagram);
}

static void run_round(const char *dtrace, int round)
{
	for (int i = 0; i < ITEM_CNT; i++) {
		double empty_ns = timing_under_empty(tracepoint_of(&items[i]), batch_ns,
						     items[i].is_datagram);

		nets[i][round] = under_item(dtrace, &items[i]) - empty_ns;
	}
}

/* ---------------------------------------------------------------- the table */

static double limit_of(const struct item *item, double walk_ns)
{
	if (item->kind != SCRIPT)
		return 0;
	if (item->limit_walks > 0)
		return item->limit_walks * walk_ns;
	if (walk_ns + RECORD_LIMIT_NS < item->limit_ns)
		return item->limit_ns;
	return walk_ns + RECORD_LIMIT_NS;
}

int main(int argc, char **argv)
{
	double spread_ns = 0, walk_ns = 0;
	int missed_cnt = 0;

	if (argc < 3)
		return 2;
	timing_pin(argv[2]);
	open_socket();
	for (int round = 0; round < ROUNDS; round++)
		run_round(argv[1], round);
	printf("%-40s %7s %11s\n", "stacks, net of the empty program", "limit", "net");
	for (int i = 0; i < ITEM_CNT; i++) {
		double net_ns = timing_median(nets[i], ROUNDS);

		if (items[i].kind == EMPTY)
			spread_ns = net_ns < 0 ? -net_ns : net_ns;
		missed_cnt += timing_print_net(items[i].text,
					       limit_of(&items[i], walk_ns), net_ns, spread_ns);
		if (items[i].kind == WALK)
			walk_ns = net_ns;
	}
	return missed_cnt != 0;
}

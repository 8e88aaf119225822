// SPDX-License-Identifier: BSD-2-Clause
#include "bench/timing.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/kernel/sys.h"

enum { TAIL_BYTES = 65536 };

void timing_die(const char *what, int err)
{
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, strerror(-err));
	exit(2);
}

void timing_pin(const char *cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(atoi(cpu), &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		timing_die("sched_setaffinity", -errno);
}

double timing_now_ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double timing_median(double *values, int cnt)
{
	qsort(values, (size_t)cnt, sizeof(values[0]), compare);
	return values[cnt / 2];
}

/* ------------------------------------------------ programs to compare with */

int timing_load(enum bpf_prog_type type, unsigned int attach_type, const struct bpf_insn *insns,
		uint32_t insn_cnt)
{
	struct bpf_load_attr attr = {
		.prog_type = type,
		.insn_cnt = insn_cnt,
		.insns = (uintptr_t)insns,
		.license = (uintptr_t)"Dual BSD/GPL",
		.prog_name = "compare",
		.expected_attach_type = attach_type,
	};
	int fd = sys_prog_load(&attr);

	if (fd < 0)
		timing_die("a program to compare with could not be loaded", fd);
	return fd;
}

int timing_load_empty(enum bpf_prog_type type, unsigned int attach_type)
{
	static const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};

	return timing_load(type, attach_type, insns, 2);
}

/* Closes the program. */
static double under(int prog_fd, const char *tracepoint, double (*batch)(int arg), int arg)
{
	int link_fd = sys_raw_tracepoint_open(tracepoint, prog_fd, 0);
	double ns;

	if (link_fd < 0)
		timing_die("the empty program could not be attached", link_fd);
	ns = batch(arg);
	close(link_fd);
	close(prog_fd);
	return ns;
}

double timing_under_empty(const char *tracepoint, double (*batch)(int arg), int arg)
{
	return under(timing_load_empty(BPF_PROG_TYPE_RAW_TRACEPOINT, 0), tracepoint, batch, arg);
}

double timing_under_walk(const char *tracepoint, int frame_cnt, int flags,
			 double (*batch)(int arg), int arg)
{
	int bytes = frame_cnt * 8;
	struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 2, .src_reg = 10 },
		{ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = 2, .imm = -bytes },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 3, .imm = bytes },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 4, .imm = flags },
		{ .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_get_stack },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	int prog_fd = timing_load(BPF_PROG_TYPE_RAW_TRACEPOINT, 0, insns,
			   sizeof(insns) / sizeof(insns[0]));

	return under(prog_fd, tracepoint, batch, arg);
}

/* ------------------------------------------------------------------ dtrace */

static void run_dtrace(const char *dtrace, const char *script, int out_fd)
{
	char target[16];
	cpu_set_t all;

	snprintf(target, sizeof(target), "%d", getppid());
	memset(&all, 0xff, sizeof(all));
	sched_setaffinity(0, sizeof(all), &all);
	dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
	dup2(out_fd, STDOUT_FILENO);
	dup2(out_fd, STDERR_FILENO);
	execl(dtrace, "dtrace", "-x", "counts", "-qn", script,
	      strstr(script, "$target") ? "-p" : (char *)NULL, target, (char *)NULL);
	timing_die(dtrace, -errno);
}

/* Reads to the end and keeps the last part in @tail. */
static void read_tail(int fd, char tail[TAIL_BYTES + 1])
{
	static char text[TAIL_BYTES];
	size_t len = 0, keep;
	ssize_t got;

	while ((got = read(fd, text, sizeof(text))) > 0) {
		keep = len + (size_t)got > TAIL_BYTES ? TAIL_BYTES - (size_t)got : len;
		memmove(tail, tail + len - keep, keep);
		memcpy(tail + keep, text, (size_t)got);
		len = keep + (size_t)got;
	}
	tail[len] = '\0';
}

double timing_under_script(const char *dtrace, const char *script, const char *must_say,
			   double (*batch)(int arg), int arg)
{
	static char tail[TAIL_BYTES + 1];
	int pipe_fds[2];
	double ns;
	pid_t pid;

	if (pipe2(pipe_fds, O_CLOEXEC))
		timing_die("pipe", -errno);
	pid = fork();
	if (!pid)
		run_dtrace(dtrace, script, pipe_fds[1]);
	close(pipe_fds[1]);
	if (read(pipe_fds[0], tail, 1) != 1)
		timing_die("dtrace did not start", -ECHILD);
	ns = batch(arg);
	kill(pid, SIGINT);
	read_tail(pipe_fds[0], tail);
	close(pipe_fds[0]);
	waitpid(pid, NULL, 0);
	if (strstr(tail, "[ cut: ")) {
		fprintf(stderr, "%s: stacks are cut\n", script);
		exit(2);
	}
	if (must_say && !strstr(tail, must_say)) {
		size_t len = strlen(tail), from = len > 1000 ? len - 1000 : 0;

		fprintf(stderr, "%s: ...%s\ndoes not say: %s\n", script, tail + from, must_say);
		exit(2);
	}
	return ns;
}

/* --------------------------------------------------------------- the table */

int timing_print_ratio(const char *text, double limit, double ratio, double spread, double own_ns)
{
	int is_missed = limit > 0 && ratio > limit + spread;

	if (limit > 0)
		printf("%-40s %7.2f %7.3f %8.1f ns  %s\n", text, limit, ratio, own_ns,
		       is_missed ? "MISSED" : "ok");
	else
		printf("%-40s %7s %7.3f %8.1f ns\n", text, "-", ratio, own_ns);
	return is_missed;
}

int timing_print_net(const char *text, double limit_ns, double net_ns, double spread_ns)
{
	int is_missed = limit_ns > 0 && net_ns > limit_ns + spread_ns;

	if (limit_ns > 0)
		printf("%-40s %7.0f %8.0f ns  %s\n", text, limit_ns, net_ns,
		       is_missed ? "MISSED" : "ok");
	else
		printf("%-40s %7s %8.0f ns\n", text, "-", net_ns);
	return is_missed;
}

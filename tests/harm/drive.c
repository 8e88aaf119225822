// SPDX-License-Identifier: BSD-2-Clause
// Runs a program under tracing and says how it ended. A shell could not: what it starts in the background ignores SIGINT,
// and a program that outlives `dtrace -c` would be nobody's.
//
//	drive run LIMIT OUT ERR COMMAND...
//		Runs the command, waits for it and for what it left running, and prints `ended STATUS left STATUS ms N`:
//		the wait status of the command, that of the last process left by it (-1: none), and the time.
//	drive restart LIMIT OUT ERR SEED MESSAGES DTRACE SCRIPT... -- COMMAND...
//		Runs the command; until it ends, one dtrace after the other is attached to it with one of the scripts, and
//		ended by SIGINT or SIGKILL, all at moments of the seed. Prints
//		`ended STATUS attached N killed N ms N slowest N`: the longest time from SIGINT to the end of a dtrace.
//
// A process that is still there after LIMIT seconds is killed and its status is 9.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_SCRIPTS 32

static long now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000L + ts.tv_nsec / 1000000;
}

static void sleep_ms(long ms)
{
	nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
}

static void to_file(int fd, const char *path)
{
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);

	if (file < 0 || dup2(file, fd) < 0)
		_exit(126);
	close(file);
}

static pid_t start(char **argv, const char *out, const char *err)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	// what a shell starts in the background ignores it
	signal(SIGINT, SIG_DFL);
	to_file(1, out);
	to_file(2, err);
	execvp(argv[0], argv);
	_exit(127);
}

/* where in the kernel the process is that attaches and detaches */
static void show_stack(pid_t pid)
{
	char command[128];

	snprintf(command, sizeof(command),
		 "cat /proc/%d/task/%d/children | xargs -r -n 1 "
		 "sh -c 'cat /proc/$0/stack' >&2",
		 pid, pid);
	if (system(command))
		return;
}

/* the status of pid once it has ended, at most at end_ms; then it is killed */
static int wait_until(pid_t pid, long end_ms)
{
	int status;

	for (;;) {
		pid_t got = waitpid(pid, &status, WNOHANG);

		if (got == pid)
			return status;
		if (got < 0)
			return -1;
		if (now_ms() > end_ms) {
			kill(pid, SIGKILL);
			waitpid(pid, &status, 0);
			return SIGKILL;
		}
		sleep_ms(1);
	}
}

static bool has_ended(pid_t pid)
{
	siginfo_t info = { .si_pid = 0 };

	return waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT) ||
		info.si_pid;
}

/* whether a process is dtrace itself, as the one that holds its probes is */
static bool is_dtrace(pid_t pid)
{
	char path[64], name[32] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	file = fopen(path, "r");
	if (!file)
		return true;
	if (!fgets(name, sizeof(name), file))
		name[0] = '\0';
	fclose(file);
	return !strcmp(name, "dtrace\n");
}

/* the first child of @parent, or the first that is a program which dtrace has started */
static pid_t first_child(pid_t parent, bool is_program)
{
	char text[4096] = "", path[64], *at, *next;
	ssize_t len;
	pid_t pid;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", parent,
		 parent);
	fd = open(path, O_RDONLY);
	len = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);
	if (fd >= 0)
		close(fd);
	for (at = text; len > 0 && (pid = strtol(at, &next, 10)); at = next)
		if (!is_program || !is_dtrace(pid))
			return pid;
	return 0;
}

static int run(char **argv)
{
	long begin = now_ms(), end = begin + atol(argv[0]) * 1000;
	int status, got, left = -1;
	pid_t pid, dtrace, program = 0;

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	dtrace = start(argv + 3, argv[1], argv[2]);
	while (!program && !has_ended(dtrace) && now_ms() < end) {
		program = first_child(dtrace, true);
		sleep_ms(1);
	}
	status = wait_until(dtrace, end);
	while ((pid = first_child(getpid(), false)) > 0) {
		got = wait_until(pid, end);
		if (pid == program)
			left = got;
	}
	printf("ended %d left %d ms %ld\n", status, left, now_ms() - begin);
	return 0;
}

static bool ended_in(pid_t pid, long ms)
{
	long end = now_ms() + ms;

	while (!has_ended(pid)) {
		if (now_ms() > end)
			return false;
		sleep_ms(1);
	}
	return true;
}

struct restarts {
	char *dtrace, *messages, *scripts[MOST_SCRIPTS];
	int nscripts, attached, killed;
	long slowest_ms;
};

/* one dtrace of the process, from its start to its end */
static void trace_once(struct restarts *r, pid_t victim, long end)
{
	char pid_text[16];
	char *argv[] = { r->dtrace, "-q", "-o", "/dev/null", "-p",
			 pid_text,  "-s", NULL, NULL };
	bool kill9 = random() % 2;
	long asked, took;
	pid_t pid;

	snprintf(pid_text, sizeof(pid_text), "%d", victim);
	argv[7] = r->scripts[random() % r->nscripts];
	pid = start(argv, "/dev/null", r->messages);
	// most while it attaches or detaches
	sleep_ms(random() % 4 ? random() % 120 : random() % 500);
	asked = now_ms();
	kill(pid, kill9 ? SIGKILL : SIGINT);
	if (!ended_in(pid, 5000))
		show_stack(pid);
	wait_until(pid, end);
	took = now_ms() - asked;
	r->attached++;
	r->killed += kill9;
	if (!kill9 && took > r->slowest_ms)
		r->slowest_ms = took;
}

static int restart(char **argv)
{
	long begin = now_ms(), end = begin + atol(argv[0]) * 1000;
	struct restarts r = { .messages = argv[4], .dtrace = argv[5] };
	char **words = argv + 6;
	pid_t pid;
	int status;

	srandom(strtoul(argv[3], NULL, 10));
	while (*words && strcmp(*words, "--") && r.nscripts < MOST_SCRIPTS)
		r.scripts[r.nscripts++] = *words++;
	if (!*words || !r.nscripts)
		return 2;
	pid = start(words + 1, argv[1], argv[2]);
	while (!has_ended(pid) && now_ms() < end) {
		sleep_ms(random() % 100);
		trace_once(&r, pid, end);
	}
	status = wait_until(pid, end);
	printf("ended %d attached %d killed %d ms %ld slowest %ld\n", status,
	       r.attached, r.killed, now_ms() - begin, r.slowest_ms);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 5 && !strcmp(argv[1], "run"))
		return run(argv + 2);
	if (argc > 9 && !strcmp(argv[1], "restart"))
		return restart(argv + 2);
	return 2;
}

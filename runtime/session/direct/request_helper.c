// SPDX-License-Identifier: BSD-2-Clause
/*
 * The helper is a copy of a process with threads, so it calls nothing that could
 * wait for a lock of theirs: no memory is allocated, directories are read by the
 * system call.
 *
 * A fork that was on its way when its thread was attached to is not reported,
 * and its child may get a copy of any later state of the memory; a thread that
 * was being created is not attached to. So the request waits until each thread
 * was seen outside of such a call, and until there is no thread that is not
 * attached to then; the helper's end waits likewise. It looks after a short time
 * first, later every QUIET_US; where the kernel has no files of stacks, that time
 * is all there is. The kernel does not show the stack of a thread that is on a
 * CPU; the helper then takes that CPU, where the thread waits meanwhile.
 */
#include "runtime/session/direct/request_helper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "runtime/kernel/helper_thread.h"
#include "runtime/session/direct/control_block.h"

#define US_NS UINT64_C(1000)

#ifndef PTRACE_O_SUSPEND_SECCOMP
#define PTRACE_O_SUSPEND_SECCOMP (1 << 21)
#endif

enum {
	QUIET_US = 2000,
	QUIET_FIRST_US = 100,
	QUIET_TRIES = 500,
	SEIZE_ROUNDS = 100
};

/* As the kernel gives it; linux/dirent.h is not for programs. */
struct dirent_of_kernel {
	uint64_t ino, off;
	unsigned short bytes;
	unsigned char type;
	char name[];
};

/* ------------------------------------------------------------------- tasks */

typedef bool task_fn(const struct request_helper *request, pid_t tid,
		     void *arg);

/*
 * Calls @fn for each thread until it returns false. Returns whether it never
 * did. The kernel ends the list early if a thread ends meanwhile.
 */
static bool each_task(const struct request_helper *request, task_fn *fn,
		      void *arg)
{
	_Alignas(8) char buf[4096];
	char path[32];
	bool goes_on = true;
	long got;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)request->pid);
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	while (fd >= 0 && goes_on &&
	       (got = syscall(SYS_getdents64, fd, buf, sizeof(buf))) > 0)
		for (long pos = 0; pos < got && goes_on;) {
			const struct dirent_of_kernel *entry =
				(const void *)(buf + pos);

			pos += entry->bytes;
			if (entry->name[0] != '.')
				goes_on = fn(request, (pid_t)atoi(entry->name),
					     arg);
		}
	if (fd >= 0)
		close(fd);
	return goes_on;
}

/* Reads a file of thread @tid as text; returns false if there is none. */
static bool read_of_task(const struct request_helper *request, pid_t tid,
			 const char *name, char *text, size_t bytes)
{
	char path[48];
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/%s", (int)request->pid,
		 (int)tid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	got = read(fd, text, bytes - 1);
	close(fd);
	text[got < 0 ? 0 : got] = '\0';
	return true;
}

/* The CPU that a thread was on last, or is on; -1: it has ended. */
static int cpu_of_task(const struct request_helper *request, pid_t tid)
{
	enum { STATE_TO_CPU = 36 }; /* fields of /proc/PID/stat: 3, 39 */
	char stat[1024], *at;

	if (!read_of_task(request, tid, "stat", stat, sizeof(stat)))
		return -1;
	at = strrchr(stat, ')');
	if (!at || at[1] != ' ' || at[2] == 'Z' || at[2] == 'X')
		return -1;
	at += 2;
	for (int i = 0; at && i < STATE_TO_CPU; i++)
		at = strchr(at + 1, ' ');
	return at ? atoi(at + 1) : -1;
}

/* Moves the helper there, so that no other thread is. */
static void take_cpu(int cpu)
{
	cpu_set_t one;

	if (cpu < 0 || cpu >= CPU_SETSIZE)
		return;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
}

/*
 * A thread that begins to run ends the walk of its stack, so it counts if it goes
 * down to where the kernel was entered.
 */
static bool is_whole(const char *stack)
{
	const char *last = strrchr(stack, ']');

	return last && (strstr(last, "entry_") || strstr(last, "asm_") ||
			strstr(last, "ret_from_fork"));
}

/* false: it is in a fork, or nobody knows. */
static bool is_not_forking(const struct request_helper *request, pid_t tid,
			   void *arg)
{
	enum { CPU_TRIES = 3 }; /* it may move as well */
	char stack[8192];	/* 64 functions */

	(void)arg;
	for (int i = 0; i < CPU_TRIES; i++) {
		int cpu;

		if (!read_of_task(request, tid, "stack", stack, sizeof(stack)))
			return true;
		if (is_whole(stack))
			return !strstr(stack, "_clone");
		cpu = cpu_of_task(request, tid);
		if (cpu < 0)
			return true;
		take_cpu(cpu);
	}
	return false;
}

/* Has each thread been outside of a fork since the helper is attached to it? */
static bool is_no_fork(const struct request_helper *request)
{
	cpu_set_t cpus;
	bool has_cpus = !sched_getaffinity(0, sizeof(cpus), &cpus);
	int cpu = sched_getcpu();
	bool ret;

	ret = each_task(request, is_not_forking, NULL);
	/* back first: the thread may be one that takes its CPU for good */
	take_cpu(cpu);
	if (has_cpus)
		sched_setaffinity(0, sizeof(cpus), &cpus);
	return ret;
}

struct attaching {
	int listed_cnt;	 /* in this list */
	int new_cnt;	 /* attached to since attach_all() began */
	bool has_others; /* from before: EPERM can mean that it is ours */
	int err;
};

static bool attach(const struct request_helper *request, pid_t tid, void *arg)
{
	const long options = PTRACE_O_SUSPEND_SECCOMP | PTRACE_O_TRACECLONE |
		PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC;
	struct attaching *attaching = arg;

	(void)request;
	attaching->listed_cnt++;
	if (!ptrace(PTRACE_SEIZE, tid, 0, options))
		attaching->new_cnt++;
	else if (errno != ESRCH &&
		 (errno != EPERM ||
		  !(attaching->has_others || attaching->new_cnt)))
		attaching->err = errno;
	return !attaching->err;
}

/* How many threads the process has; those that have just ended count. */
static int thread_cnt(const struct request_helper *request)
{
	char status[4096], *at;

	if (!read_of_task(request, request->pid, "status", status,
			  sizeof(status)))
		return 0;
	at = strstr(status, "\nThreads:");
	return at ? atoi(at + strlen("\nThreads:")) : 0;
}

/*
 * Attaches to all threads; *@new_cnt_ret is of how many, added to what it was.
 * Returns 0 or an errno.
 */
static int attach_all(const struct request_helper *request, int *new_cnt_ret)
{
	struct attaching attaching = { .has_others = *new_cnt_ret > 0 };
	int was, rounds = 0;

	do {
		was = attaching.new_cnt;
		attaching.listed_cnt = 0;
		each_task(request, attach, &attaching);
	} while (!attaching.err &&
		 (attaching.new_cnt != was ||
		  attaching.listed_cnt < thread_cnt(request)) &&
		 ++rounds < SEIZE_ROUNDS);
	*new_cnt_ret += attaching.new_cnt;
	return rounds == SEIZE_ROUNDS ? EAGAIN : attaching.err;
}

/* ------------------------------------------------------------------- stops */

static void write_request(const struct request_helper *request, pid_t pid,
			  bool on)
{
	control_block_request(pid, request->control_uaddr, request->hook_cnt,
			      on);
}

/* Whether a thread is about to make the memory. */
static bool is_busy(const struct request_helper *request)
{
	struct direct_control control;

	return !request->has_execed &&
		!control_block_read(request->pid, request->control_uaddr,
				    &control) &&
		control_block_fits(&control, request->hook_cnt) &&
		control.state == DIRECT_BUSY;
}

/* Is it a thread of the program? No signal is sent. */
static bool is_thread(const struct request_helper *request, pid_t tid)
{
	return !syscall(SYS_tgkill, request->pid, tid, 0);
}

/*
 * Lets go on a thread that stopped because it is new or was continued, and lets
 * go of a child, which is new and gets no request. A child of vfork(2) withdraws
 * that of its parent, which is made again later.
 */
static void go_on(const struct request_helper *request, pid_t tid)
{
	if (is_thread(request, tid)) {
		ptrace(PTRACE_CONT, tid, 0, 0);
		return;
	}
	write_request(request, tid, false);
	ptrace(PTRACE_DETACH, tid, 0, 0);
}

/* Not so for a child that was let go before its parent stopped. */
static bool is_attached(unsigned long tid)
{
	siginfo_t info;

	return !waitid(P_PID, (id_t)tid, &info,
		       WSTOPPED | WEXITED | WNOWAIT | WNOHANG | __WALL);
}

/*
 * A thread has made a child, and stands still. The child has a copy of the
 * request, which is taken back here already: the helper could end before the
 * child runs for the first time and stops.
 */
static void tell_child(const struct request_helper *request, pid_t tid)
{
	unsigned long child = 0;

	if (!ptrace(PTRACE_GETEVENTMSG, tid, 0, &child) && child &&
	    !is_thread(request, (pid_t)child) && is_attached(child))
		write_request(request, (pid_t)child, false);
}

/*
 * The process runs another program, which stands still at its start. If that has
 * a control block in the same place, the request may have come into it before
 * the helper knew; nothing is written later. If another thread than the first one
 * did it, the kernel lets nobody continue the process until this was waited for.
 */
static void note_exec(struct request_helper *request, pid_t tid)
{
	siginfo_t info;

	if (!request->has_execed)
		write_request(request, request->pid, false);
	request->has_execed = true;
	(void)waitid(P_PID, (id_t)tid, &info, WSTOPPED | WNOHANG | __WALL);
}

/*
 * A thread has stopped: for a signal, which it gets then; because it is new, or
 * has made a new one; or by SIGSTOP or its like, and it stays so.
 */
static void pass_on(struct request_helper *request, pid_t tid, int status)
{
	int event = status >> 8, sig = status & 0x7f;

	if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK ||
	    event == PTRACE_EVENT_CLONE)
		tell_child(request, tid);
	if (event == PTRACE_EVENT_EXEC)
		note_exec(request, tid);
	if (event != PTRACE_EVENT_STOP)
		ptrace(PTRACE_CONT, tid, 0, event ? 0 : sig);
	else if (sig == SIGTRAP)
		go_on(request, tid);
	else if (ptrace(PTRACE_LISTEN, tid, 0, 0))
		ptrace(PTRACE_CONT, tid, 0, 0);
}

/*
 * Everything that threads are stopped for now. WNOWAIT leaves it with the
 * thread, so whenever the helper ends, the kernel passes it on.
 */
static void pass_on_all(struct request_helper *request)
{
	for (;;) {
		siginfo_t info = { 0 };

		if (waitid(P_ALL, 0, &info,
			   WSTOPPED | WEXITED | WNOWAIT | WNOHANG | __WALL) ||
		    !info.si_pid)
			return;
		if (info.si_code == CLD_TRAPPED || info.si_code == CLD_STOPPED)
			pass_on(request, info.si_pid, info.si_status);
		else
			(void)waitid(P_PID, (id_t)info.si_pid, &info,
				     WEXITED | WNOHANG | __WALL);
	}
}

/* Passes on stops for @us, or (-1) until @fd has an end. */
static void serve(struct request_helper *request, int signal_fd, int fd, int us)
{
	struct pollfd fds[] = { { .fd = signal_fd, .events = POLLIN },
				{ .fd = fd, .events = POLLIN } };
	uint64_t now_ns = clock_ns(CLOCK_MONOTONIC);
	uint64_t end_ns = us < 0 ? UINT64_MAX : now_ns + (uint64_t)us * US_NS;
	struct signalfd_siginfo info;

	while (now_ns < end_ns && !fds[1].revents) {
		/* signals can come all the time; us are less than a second */
		struct timespec left = { .tv_nsec = (long)(end_ns - now_ns) };

		pass_on_all(request);
		if (ppoll(fds, 2, us < 0 ? NULL : &left, NULL) > 0 &&
		    fds[0].revents)
			(void)!read(signal_fd, &info, sizeof(info));
		now_ns = clock_ns(CLOCK_MONOTONIC);
	}
}

static bool has_stacks(const struct request_helper *request)
{
	char stack[2];

	return read_of_task(request, request->pid, "stack", stack,
			    sizeof(stack));
}

/*
 * Until every fork that was on its way is over, and a thread that had found the
 * request has done what it wanted. false: that takes too long.
 */
static bool serve_until_quiet(struct request_helper *request, int signal_fd)
{
	int tries = 0, us = has_stacks(request) ? QUIET_FIRST_US : QUIET_US;

	do {
		serve(request, signal_fd, -1, us);
		us = us * 2 < QUIET_US ? us * 2 : QUIET_US;
	} while ((is_busy(request) || !is_no_fork(request)) &&
		 ++tries < QUIET_TRIES);
	pass_on_all(request);
	return tries < QUIET_TRIES;
}

/*
 * Attaches to all threads, and again when no thread or child can be on its way
 * that began before, until there is no new one. Returns 0 or an errno.
 */
static int attach_until_quiet(struct request_helper *request, int signal_fd)
{
	int cnt = 0, before, err;

	do {
		before = cnt;
		err = attach_all(request, &cnt);
		if (!err && cnt != before &&
		    !serve_until_quiet(request, signal_fd))
			err = ETIME;
	} while (!err && cnt != before);
	return err;
}

static void help(struct request_helper *request, int fd)
{
	sigset_t child;
	int signal_fd, err;

	/* nothing of dtrace's lives longer because of the helper */
	fd = dup2(fd, STDIN_FILENO);
	syscall(SYS_close_range, STDIN_FILENO + 1, ~0U, 0);
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	signal_fd = signalfd(-1, &child, SFD_CLOEXEC);
	err = attach_until_quiet(request, signal_fd);
	if (err)
		_exit(err);
	if (!request->has_execed)
		write_request(request, request->pid, true);
	serve(request, signal_fd, fd, -1);
	if (!request->has_execed)
		write_request(request, request->pid, false);
	_exit(serve_until_quiet(request, signal_fd) ? 0 : ETIME);
}

/* ----------------------------------------------------------------- dtrace's */

/*
 * The child waits for no thread to use up its time: not to begin, not when
 * threads are stopped until it lets them go on, not on a CPU that it takes.
 */
static pid_t fork_urgent(void)
{
	bool is_usual = sched_getscheduler(0) == SCHED_OTHER;
	pid_t pid;

	if (is_usual)
		kern_thread_set_urgent(true);
	pid = fork();
	if (is_usual && pid)
		kern_thread_set_urgent(false);
	return pid;
}

int request_helper_begin(struct request_helper *request, pid_t pid,
			 uint64_t control_uaddr, uint32_t hook_cnt)
{
	sigset_t all, was;
	int fds[2], err = 0;

	*request = (struct request_helper){ .pid = pid,
					    .control_uaddr = control_uaddr,
					    .hook_cnt = hook_cnt };
	if (pipe2(fds, O_CLOEXEC))
		return -errno;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &was);
	request->helper = fork_urgent();
	if (!request->helper)
		help(request, fds[0]);
	if (request->helper < 0)
		err = -errno;
	sigprocmask(SIG_SETMASK, &was, NULL);
	close(fds[0]);
	request->fd = fds[1];
	if (!err)
		return 0;
	close(request->fd);
	request->helper = 0;
	return err;
}

void request_helper_end(struct request_helper *request)
{
	if (request->helper && request->fd >= 0)
		close(request->fd);
	request->fd = -1;
}

static void note_end(struct request_helper *request, int status, int *err_ret)
{
	*err_ret = WIFEXITED(status) ? -WEXITSTATUS(status) : -EINTR;
	request_helper_end(request);
	request->helper = 0;
}

bool request_helper_is_running(struct request_helper *request, int *err_ret)
{
	int status;

	*err_ret = 0;
	if (!request->helper)
		return false;
	if (waitpid(request->helper, &status, WNOHANG) == 0)
		return true;
	note_end(request, status, err_ret);
	return false;
}

void request_helper_withdraw(const struct request_helper *request)
{
	write_request(request, request->pid, false);
}

void request_helper_stop(struct request_helper *request)
{
	int status = 0, err;

	if (!request->helper)
		return;
	request_helper_end(request);
	while (waitpid(request->helper, &status, 0) < 0 && errno == EINTR)
		;
	note_end(request, status, &err);
}

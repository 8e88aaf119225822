// SPDX-License-Identifier: BSD-2-Clause
/*
 * The helper's end detaches from all threads, without a stop. What was reported
 * to it and not passed on by then, the kernel passes on.
 */
#include "runtime/session/direct/seize.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/vec.h"

#ifndef PTRACE_O_SUSPEND_SECCOMP
#define PTRACE_O_SUSPEND_SECCOMP (1 << 21)
#endif

enum { TRIES = 4 };

struct tasks {
	VEC(pid_t) tids;
};

static int read_tasks(pid_t pid, struct tasks *ret)
{
	char path[64];
	struct dirent *entry;
	DIR *dir;

	ret->tids.cnt = 0;
	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	if (!dir)
		return -errno;
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			vec_push(&ret->tids, (pid_t)atoi(entry->d_name));
	closedir(dir);
	return 0;
}

static bool has_task(const struct tasks *tasks, pid_t tid)
{
	for (size_t i = 0; i < tasks->tids.cnt; i++)
		if (tasks->tids.v[i] == tid)
			return true;
	return false;
}

/* Whether all tasks of @now are among those of @then. */
static bool has_all(const struct tasks *then, const struct tasks *now)
{
	for (size_t i = 0; i < now->tids.cnt; i++)
		if (!has_task(then, now->tids.v[i]))
			return false;
	return true;
}

/* Passes on what the threads are stopped for, until it is killed. */
static void serve(void)
{
	for (;;) {
		int status;
		pid_t tid = waitpid(-1, &status, __WALL);

		if (tid < 0 && errno != EINTR)
			_exit(0);
		if (tid < 0 || !WIFSTOPPED(status))
			continue;
		if (status >> 16 == PTRACE_EVENT_STOP)
			/* stopped by SIGSTOP or its like: it stays so */
			ptrace(PTRACE_LISTEN, tid, 0, 0);
		else
			ptrace(PTRACE_CONT, tid, 0, WSTOPSIG(status));
	}
}

/* The helper: writes a byte, an errno or 0, when it is attached. */
static void help(const struct tasks *tasks, int fd)
{
	unsigned char result = 0;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = 0; i < tasks->tids.cnt && !result; i++)
		if (ptrace(PTRACE_SEIZE, tasks->tids.v[i], 0,
			   PTRACE_O_SUSPEND_SECCOMP) &&
		    errno != ESRCH)
			result = (unsigned char)errno;
	if (write(fd, &result, 1) != 1 || result)
		_exit(1);
	serve();
}

/* Starts a helper for these threads. */
static pid_t start(const struct tasks *tasks)
{
	unsigned char result = EIO;
	sigset_t all, was;
	int fds[2], err = 0;
	pid_t helper;

	if (pipe(fds))
		return -errno;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &was);
	helper = fork();
	if (!helper)
		help(tasks, fds[1]);
	if (helper < 0)
		err = -errno;
	sigprocmask(SIG_SETMASK, &was, NULL);
	close(fds[1]);
	if (!err && read(fds[0], &result, 1) != 1)
		result = EIO;
	close(fds[0]);
	if (err)
		return err;
	if (!result)
		return helper;
	seize_end(helper);
	return -(int)result;
}

pid_t seize_begin(pid_t pid)
{
	struct tasks tasks = { 0 }, now = { 0 };
	pid_t helper = -EAGAIN;
	int err = read_tasks(pid, &tasks);

	for (int i = 0; i < TRIES && !err; i++) {
		helper = start(&tasks);
		if (helper < 0)
			break;
		err = read_tasks(pid, &now);
		if (!err && has_all(&tasks, &now))
			break;
		seize_end(helper);
		helper = -EAGAIN;
		if (!err)
			err = read_tasks(pid, &tasks);
	}
	vec_deinit(&tasks.tids);
	vec_deinit(&now.tids);
	if (err)
		return err;
	/* PTRACE_SEIZE of what has a tracer */
	return helper == -EPERM ? -EBUSY : helper;
}

void seize_end(pid_t helper)
{
	kill(helper, SIGKILL);
	while (waitpid(helper, NULL, 0) < 0 && errno == EINTR)
		;
}

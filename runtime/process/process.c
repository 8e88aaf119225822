// SPDX-License-Identifier: BSD-2-Clause
/*
 * Grabbing and starting processes.
 */
#include "runtime/process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/system/child_signals.h"
#include "base/system/fd_limit.h"
#include "base/system/file.h"
#include "base/text/words.h"
#include "runtime/process/exit_status.h"
#include "runtime/process/needed_files.h"
#include "runtime/process/sudo_user.h"
#include "runtime/process/to_main.h"

void process_list_init(struct process_list *list)
{
	*list = (struct process_list){ 0 };
	sigprocmask(SIG_SETMASK, NULL, &list->child_mask);
}

void process_list_deinit(struct process_list *list)
{
	for (size_t i = 0; i < list->procs.cnt; i++) {
		struct process *proc = &list->procs.v[i];

		if (proc->go_fd >= 0) {
			close(proc->go_fd); /* held: it has read end of file */
			waitpid(proc->pid, NULL, 0);
		}
		if (proc->is_stopped)
			process_end_at_main(proc);
		if (proc->pidfd >= 0)
			close(proc->pidfd);
		if (proc->fail_fd >= 0)
			close(proc->fail_fd);
		free(proc->exe_path);
	}
	vec_deinit(&list->procs);
	process_user_destroy(list->user);
}

int process_use_caller(struct process_list *list)
{
	return list->user ? 0 : process_user_caller(&list->user);
}

const struct process *process_list_find(const struct process_list *list,
					pid_t pid)
{
	for (size_t i = 0; i < list->procs.cnt; i++)
		if (list->procs.v[i].pid == pid)
			return &list->procs.v[i];
	return NULL;
}

const struct process *process_list_find_held(const struct process_list *list,
					     pid_t pid)
{
	const struct process *process = process_list_find(list, pid);

	return process && process->go_fd >= 0 ? process : NULL;
}

int process_grab(struct process_list *list, pid_t pid)
{
	int pidfd;

	if (process_list_find(list, pid))
		return 0;
	pidfd = pid > 0 ? pidfd_open(pid, 0) : -1;
	/*
	 * a thread, but not a process, has this number: EINVAL; from 6.15 on,
	 * ENOENT
	 */
	if (pidfd < 0)
		return pid > 0 && errno != EINVAL && errno != ENOENT ?
			       -errno : -ESRCH;
	fcntl(pidfd, F_SETFD, FD_CLOEXEC);
	vec_push(&list->procs, ((struct process){
			.pid = pid, .pidfd = pidfd, .go_fd = -1,
			.fail_fd = -1 }));
	return 0;
}

bool process_is_open(pid_t pid)
{
	_cleanup_free_ char *path = xasprintf("/proc/%d/maps", pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool ret = fd >= 0 || (errno != EACCES && errno != EPERM);

	if (fd >= 0)
		close(fd);
	return ret;
}

static int check_executable(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EACCES;
	return file_check_access(path, X_OK);
}

/* Finds the file that execvp() would run; the caller frees *@ret. */
static int find_program(const char *name, char **ret)
{
	const char *dirs = getenv("PATH");
	int err = -ENOENT;

	if (strchr(name, '/')) {
		err = check_executable(name);
		if (!err)
			*ret = xstrdup(name);
		return err;
	}
	if (!dirs)
		dirs = "/usr/local/bin:/usr/bin:/bin";
	/* an empty one, also at the end, is the current directory */
	for (;; dirs++) {
		size_t len = strcspn(dirs, ":");
		char *path = xasprintf("%.*s%s%s", (int)len, dirs,
				       len ? "/" : "./", name);
		int res = check_executable(path);

		if (!res) {
			*ret = path;
			return 0;
		}
		free(path);
		if (res == -EACCES)
			err = res;
		dirs += len;
		if (!*dirs)
			return err;
	}
}

/*
 * A file that the kernel does not execute is run by the shell, as by execvp().
 */
static void exec_program(const char *path, char **words)
{
	size_t cnt = 0;
	char **more;

	child_signals_restore();
	fd_limit_restore();
	execv(path, words);
	if (errno != ENOEXEC || !closure_is_shell_script(path))
		return;
	while (words[cnt])
		cnt++;
	more = xcalloc(cnt + 2, sizeof(*more));
	more[0] = (char *)CLOSURE_SHELL;
	more[1] = (char *)path;
	memcpy(&more[2], &words[1], cnt * sizeof(*more));
	execv(more[0], more);
	free(more);
}

static const char *exec_error(const char *path, int error)
{
	return error == ENOENT && !file_check_access(path, F_OK) ?
		       "its interpreter does not exist" : strerror(error);
}

/*
 * The child: waits for the byte, then executes the program. If that fails,
 * there is a byte in @fail_fd.
 */
static void __attribute__((noreturn))
child_main(const struct process_list *list, int go_fd, int fail_fd,
	   const char *path, char **words)
{
	ssize_t got;
	char byte;

	do
		got = read(go_fd, &byte, 1);
	while (got < 0 && errno == EINTR);
	if (got != 1)
		_exit(127);
	sigprocmask(SIG_SETMASK, &list->child_mask, NULL);
	if (!list->user || !process_user_become(list->user))
		exec_program(path, words);
	dprintf(STDERR_FILENO, "dtrace: failed to execute %s: %s\n", path,
		exec_error(path, errno));
	if (write(fail_fd, "f", 1) != 1)
		_exit(126);
	_exit(127);
}

/*
 * In a child: otherwise it would keep the others waiting if dtrace ends without
 * releasing them.
 */
static void close_held(const struct process_list *list)
{
	for (size_t i = 0; i < list->procs.cnt; i++)
		if (list->procs.v[i].go_fd >= 0)
			close(list->procs.v[i].go_fd);
}

static int close_pipe(const int *ends, int err)
{
	close(ends[0]);
	close(ends[1]);
	return err;
}

static int spawn_held(struct process_list *list, const char *path,
		      char **words)
{
	int ends[2], fails[2], pidfd;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return -errno;
	if (pipe2(fails, O_CLOEXEC | O_NONBLOCK))
		return close_pipe(ends, -errno);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		close(ends[1]);
		close_held(list);
		child_main(list, ends[0], fails[1], path, words);
	}
	if (pid < 0)
		return close_pipe(fails, close_pipe(ends, -errno));
	close(ends[0]);
	close(fails[1]);
	pidfd = pidfd_open(pid, 0);
	if (pidfd >= 0)
		fcntl(pidfd, F_SETFD, FD_CLOEXEC);
	vec_push(&list->procs, ((struct process){
			.pid = pid,
			.pidfd = pidfd,
			.is_child = true,
			.go_fd = ends[1],
			.fail_fd = fails[0],
			.exe_path = xstrdup(path),
		}));
	return pidfd < 0 ? -EMFILE : 0;
}

int process_spawn(struct process_list *list, const char *command)
{
	_cleanup_free_ char *path = NULL;
	struct words words = { 0 };
	struct arena arena = { 0 };
	int err = 0;

	if (!words_split(&words, &arena, command))
		err = -EBADMSG;
	else if (!words.v.cnt || !*words.v.v[0])
		err = -EINVAL;
	vec_push(&words.v, NULL);
	if (!err)
		err = find_program(words.v.v[0], &path);
	if (!err)
		err = spawn_held(list, path, (char **)words.v.v);
	words_deinit(&words);
	arena_deinit(&arena);
	return err;
}

int process_release(struct process_list *list)
{
	int err = 0;

	for (size_t i = 0; i < list->procs.cnt; i++) {
		struct process *proc = &list->procs.v[i];

		if (proc->is_stopped && process_leave_main(proc) &&
		    errno != ESRCH)
			err = -errno;
		if (proc->go_fd < 0)
			continue;
		if (write(proc->go_fd, "g", 1) != 1 && errno != EPIPE)
			err = -errno;
		close(proc->go_fd);
		proc->go_fd = -1;
	}
	return err;
}

bool process_list_is_gone(const struct process_list *list)
{
	for (size_t i = 0; i < list->procs.cnt; i++)
		if (!list->procs.v[i].has_ended &&
		    !process_has_ended(list->procs.v[i].pidfd))
			return false;
	return list->procs.cnt;
}

/* The child has ended, so the pipe contains all that it will ever contain. */
static bool exec_failed(struct process *proc)
{
	char byte;

	return proc->fail_fd >= 0 && read(proc->fail_fd, &byte, 1) == 1;
}

size_t process_list_check(struct process_list *list, enum process_detail detail,
			  struct strbuf *notices)
{
	size_t alive_cnt = 0;

	for (size_t i = 0; i < list->procs.cnt; i++) {
		struct process *proc = &list->procs.v[i];
		bool is_known;

		if (proc->has_ended)
			continue;
		if (!process_has_ended(proc->pidfd)) {
			alive_cnt++;
			continue;
		}
		proc->has_ended = true;
		if (proc->is_child)
			is_known = waitpid(proc->pid, &proc->wait_status, 0) ==
				proc->pid;
		else
			is_known = process_end_status(proc->pid, proc->pidfd,
						      &proc->wait_status);
		proc->has_failed = exec_failed(proc);
		if (notices && !proc->has_failed)
			process_end_print(proc->pid, is_known,
					  proc->wait_status, detail, notices);
	}
	return alive_cnt;
}

bool process_list_has_failed(const struct process_list *list)
{
	for (size_t i = 0; i < list->procs.cnt; i++)
		if (list->procs.v[i].has_failed)
			return true;
	return false;
}

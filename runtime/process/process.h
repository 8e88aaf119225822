/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The processes of -c and -p. A process of -p is never stopped, slowed or
 * signalled. One of -c is a child that waits, before its exec, for a byte
 * from a pipe that only dtrace can write: if dtrace dies, the child reads
 * end of file and leaves without having run anything. (to_main.h: it can be
 * made to wait at its main() instead.)
 */
#ifndef DTRACE_RUNTIME_PROCESS_PROCESS_H
#define DTRACE_RUNTIME_PROCESS_PROCESS_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/text/strbuf.h"
#include "base/vec.h"
#include "runtime/process/exit_status.h"

struct process {
	pid_t pid;
	int pidfd;	/* readable once the process has ended; owned */
	bool is_child;	/* of -c */
	bool has_ended;
	int wait_status; /* once it has ended, if that is known */
	int go_fd;	/* child: write end of its pipe, or -1; owned */
	int fail_fd;	/* child: readable if exec failed, or -1; owned */
	bool has_failed; /* exec has failed: the child has reported it */
	bool is_stopped; /* child: stopped at its main() by ptrace(2) */
	char *exe_path;	/* child: the program that it will run; owned */
};

struct process_list {
	VEC(struct process) procs; /* in order of the command line */
	sigset_t child_mask;	   /* signal mask that children start with */
	struct process_user *user; /* whom children run as; NULL: dtrace's */
};

void process_list_init(struct process_list *list);
/* A child that was not released ends by itself. No process is killed. */
void process_list_deinit(struct process_list *list);

/*
 * Commands run as the user who called sudo(8): user and group id, further
 * groups, HOME, USER and LOGNAME. Returns 0, or -EINVAL if SUDO_UID and
 * SUDO_GID do not identify the user.
 */
int process_use_caller(struct process_list *list);

/* Returns the process @pid of -c or -p, or NULL. */
const struct process *process_list_find(const struct process_list *list,
					pid_t pid);
/* Returns the command of -c with this pid if it has not started, or NULL. */
const struct process *process_list_find_held(const struct process_list *list,
					     pid_t pid);
/* Adds the running process @pid, once. Returns 0 or -errno (-ESRCH). */
int process_grab(struct process_list *list, pid_t pid);
/* Are we allowed to see its mappings? */
bool process_is_open(pid_t pid);
/*
 * Starts @command, split at blanks without quoting, searched on PATH. It is
 * held before exec. Returns 0 or -errno (-ENOENT: no such program; -EINVAL:
 * nothing but blanks).
 */
int process_spawn(struct process_list *list, const char *command);
/* Lets the children run. Returns 0 or -errno of one that still waits. */
int process_release(struct process_list *list);
/* Returns whether all processes have ended; false: there were none. */
bool process_list_is_gone(const struct process_list *list);
/*
 * Finds the processes that have ended, reaps children, and appends a line for
 * each to @notices ("pid 12 has exited\n"), unless it is NULL. Returns the
 * number of processes that still run.
 */
size_t process_list_check(struct process_list *list, enum process_detail detail,
			  struct strbuf *notices);
/* Whether a command could not be executed. */
bool process_list_has_failed(const struct process_list *list);

#endif

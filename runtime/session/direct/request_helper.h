/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks a program to make the memory of its direct probes, which takes system
 * calls that no filter may answer by ending the program: also none that the
 * program installs at that moment, in a thread or a child that begins then.
 *
 * A helper process does it. It attaches to all threads by PTRACE_SEIZE with
 * PTRACE_O_SUSPEND_SECCOMP, which stops none of them, and only then writes the
 * request. Signals pass through it. New threads and children are attached to as
 * they begin; the request is cleared in the memory of a child. When it is told
 * to, or dtrace has ended, it takes the request back, waits until no child can
 * be on its way that has a copy of it, and lets all go by its end, again without
 * a stop.
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_REQUEST_HELPER_H
#define DTRACE_RUNTIME_SESSION_DIRECT_REQUEST_HELPER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct request_helper {
	pid_t pid;	/* the program */
	uint64_t control_uaddr; /* of its struct direct_control */
	uint32_t hook_cnt; /* that the control block must have */
	bool has_execed; /* the helper's: the process runs another program */
	pid_t helper;	/* 0: there is none */
	int fd;		/* a pipe; it ends when this is closed */
};

/* Starts the helper. Returns 0 or -errno. */
int request_helper_begin(struct request_helper *request, pid_t pid,
			 uint64_t control_uaddr, uint32_t hook_cnt);
/* Tells it to end. */
void request_helper_end(struct request_helper *request);
/*
 * Whether it still runs. When not, *@err_ret is 0 or why it could not attach:
 * -EPERM, -EINVAL: the kernel does not allow it; -ETIME: a thread that began to
 * make the memory does not finish, or a fork does not.
 */
bool request_helper_is_running(struct request_helper *request, int *err_ret);
/* Takes the request back when a helper has ended that could not. */
void request_helper_withdraw(const struct request_helper *request);
/* request_helper_end(), and waits for that. */
void request_helper_stop(struct request_helper *request);

#endif

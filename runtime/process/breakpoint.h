/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A breakpoint in a stopped process that dtrace traces with ptrace(2), at most
 * one at a time. The processor's own breakpoints (debug registers) leave the
 * program's text unchanged, but some hypervisors accept the register and never
 * stop: there an instruction is replaced until the process has reached it.
 */
#ifndef DTRACE_RUNTIME_PROCESS_BREAKPOINT_H
#define DTRACE_RUNTIME_PROCESS_BREAKPOINT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct breakpoint {
	bool is_software; /* the processor's own was tried, in vain */
	uint64_t uaddr; /* 0: none is set */
	long text; /* the word that was there */
};

/*
 * Makes the process @pid stop before it executes the instruction at @uaddr; 0:
 * removes the breakpoint. Returns 0 or -errno: -EEXIST if the instruction can't
 * be replaced, because a probe of another tracer is there; -ENOTSUP on machines
 * other than x86-64.
 */
int breakpoint_set(struct breakpoint *bp, pid_t pid, uint64_t uaddr);
/*
 * Whether @pid has stopped at the breakpoint. If so, removes it, restores the
 * process as if it had not been there, and sets *@arg to the first argument of
 * the function. Returns 1, 0 or -errno.
 */
int breakpoint_is_hit(struct breakpoint *bp, pid_t pid, uint64_t *arg);
/*
 * Removes it from @pid, a fork of @process, and writes it to @process again, in
 * case both share their memory.
 */
int breakpoint_remove_from(struct breakpoint *bp, pid_t process, pid_t pid);
/* Where @pid stands: 0 or -errno. */
int breakpoint_read_pc(pid_t pid, uint64_t *pc);

#endif

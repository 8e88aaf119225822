/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A breakpoint in a stopped process that we trace with ptrace(2), at most one
 * at a time. The processor's own (a debug register) leaves the program's text
 * alone, but some hypervisors take the register and never stop: there an
 * instruction is replaced until the process has come to it.
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
 * The process @pid stops before it executes what is at @uaddr; 0: no more.
 * Returns 0 or -errno: -EEXIST when the instruction can't be replaced, since
 * a probe of another tracer is there; -ENOTSUP on other machines.
 */
int breakpoint_set(struct breakpoint *bp, pid_t pid, uint64_t uaddr);
/*
 * Is it the breakpoint that @pid stopped at? If so, it is removed, the process
 * is as if it had not been there, and *@arg is the first argument of the
 * function. Returns 1, 0 or -errno.
 */
int breakpoint_is_hit(struct breakpoint *bp, pid_t pid, uint64_t *arg);
/* Takes it out of @pid, a fork of the process that may share its memory. */
int breakpoint_remove_from(struct breakpoint *bp, pid_t process, pid_t pid);
/* Where @pid stands: 0 or -errno. */
int breakpoint_read_pc(pid_t pid, uint64_t *pc);

#endif

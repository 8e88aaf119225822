/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Commands of -c that are to be traced from their main() on (-x evaltime): a
 * child runs under ptrace(2) up to a breakpoint at main(), and waits there,
 * after all its libraries are mapped and their constructors have run. If
 * dtrace ends before it continues, it is killed, like a command that waits
 * before its exec.
 */
#ifndef DTRACE_RUNTIME_PROCESS_TO_MAIN_H
#define DTRACE_RUNTIME_PROCESS_TO_MAIN_H

#include "runtime/process/process.h"

/*
 * Lets the held child @proc run up to main(). From then on it is a process
 * like those of -p, stopped until process_release(). Returns 0, or -errno
 * with what went wrong in *@why_ret (static text).
 */
int process_run_to_main(struct process *proc, const char **why_ret);
/* Lets it run on. Returns 0 or -errno. */
int process_leave_main(struct process *proc);
/* Kills a process that was not released, and reaps it. */
void process_end_at_main(struct process *proc);

#endif

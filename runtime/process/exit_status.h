/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a process ended, and the line that reports it.
 */
#ifndef DTRACE_RUNTIME_PROCESS_EXIT_STATUS_H
#define DTRACE_RUNTIME_PROCESS_EXIT_STATUS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/text/strbuf.h"

/* Which ends are reported. */
enum process_detail {
	PROCESS_TELL_KILLED, /* by a signal other than SIGINT */
	PROCESS_TELL_ENDS,   /* all; a status that is not 0 */
	PROCESS_TELL_STATUS, /* all, with their status */
};

bool process_has_ended(int pidfd);
/*
 * The status, as from wait(2), of a process that has ended and is not our
 * child. Returns false if it is not known.
 */
bool process_end_status(pid_t pid, int pidfd, int *status_ret);
/* Appends "pid 12 was killed by signal SIGSEGV\n" or a similar line. */
void process_end_print(pid_t pid, bool is_known, int status,
		       enum process_detail detail, struct strbuf *ret);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtrace -a: claims what a `dtrace --anonymous` has traced.
 */
#ifndef DTRACE_RUNTIME_SESSION_ANONYMOUS_CLAIM_H
#define DTRACE_RUNTIME_SESSION_ANONYMOUS_CLAIM_H

#include <stdbool.h>

enum anon_flag {
	ANON_ENDS = 1,	/* -e: print what there is and end */
	ANON_QUIET = 2, /* -q */
};

/* Whether there is something to claim. */
bool anonymous_exists(void);
/*
 * Claims it and waits until its tracing has ended. Its output goes to @out_fd,
 * its messages to the standard error output. @flags: of enum anon_flag. Returns
 * the exit status, after a message when it is not that of the tracing.
 */
int anonymous_claim(int out_fd, unsigned int flags);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Anonymous tracing: probes are enabled early during boot, without a user; the
 * data is claimed later.
 *
 *	dtrace -A -n PROGRAM	writes what the next boot runs:
 *	/etc/dtrace/anonymous	`dtrace --anonymous -n PROGRAM`, a shell script
 *	/etc/dtrace/anonymous-1.d ...	copies of the files of -s
 *	/etc/systemd/system/dtrace-anonymous.service	runs it, before any
 *				other service
 *	dtrace -A		removes these
 *	dtrace -a		claims what was traced
 */
#ifndef DTRACE_CMD_ANONYMOUS_H
#define DTRACE_CMD_ANONYMOUS_H

#include "cmd/args.h"

bool anonymous_has_program(const struct cmd_args *args);
/*
 * Saves the command line, whose programs have been checked. Returns the exit
 * status, after a message; on failure nothing is written.
 */
int anonymous_make(const struct cmd_args *args);
/* Removes what was saved. Returns the exit status. */
int anonymous_remove(void);
/* -a. Returns the exit status. */
int anonymous_take(const struct cmd_args *args);

#endif

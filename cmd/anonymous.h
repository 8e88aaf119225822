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
/* Whether all options can be saved. If not, a message has said which can't. */
bool anonymous_can_save(const struct cmd_args *args);
/*
 * Saves the command line, whose programs have been checked; with @wants_cpp,
 * what the preprocessor makes of the files of -s. Returns the exit status, after
 * a message; on failure what was saved before is not changed.
 */
int anonymous_make(const struct cmd_args *args, bool wants_cpp);
/* Removes what was saved. Returns the exit status. */
int anonymous_remove(void);
/* -a. Returns the exit status. */
int anonymous_take(const struct cmd_args *args);

#endif

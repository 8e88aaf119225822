/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages of the command.
 */
#ifndef DTRACE_CMD_SAY_H
#define DTRACE_CMD_SAY_H

#include "base/text/diag.h"

/* Prints "dtrace: MESSAGE" and a newline on stderr. */
void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/*
 * Prints all diagnostics on stderr: with a place as "FILE:LINE:COLUMN: error:
 * ..." and the source line, without one as "dtrace: ...". @look: flags of
 * enum diag_look.
 */
void say_diags(const struct diag_list *diags, unsigned int look);

#endif

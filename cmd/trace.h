/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tracing (no mode option), dtrace -l and dtrace -e.
 */
#ifndef DTRACE_CMD_TRACE_H
#define DTRACE_CMD_TRACE_H

#include "cmd/args.h"

/* Traces, compiles (-e) or lists (-l). Returns the exit status. */
int trace_main(const struct cmd_args *args);

#endif

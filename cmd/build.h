/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtrace -h and dtrace -G.
 */
#ifndef DTRACE_CMD_BUILD_H
#define DTRACE_CMD_BUILD_H

#include "cmd/args.h"

/* Runs -h or -G. Returns the exit status. */
int build_main(const struct cmd_args *args);

#endif

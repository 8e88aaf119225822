/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtrace --check FILE...
 */
#ifndef DTRACE_CMD_CHECK_SITES_H
#define DTRACE_CMD_CHECK_SITES_H

#include "cmd/args.h"

/*
 * Lists the arguments of sites that typical tracers can't read. Returns the
 * exit status: 1 when there are any.
 */
int check_main(const struct cmd_args *args);

#endif

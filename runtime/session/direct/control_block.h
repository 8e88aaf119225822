/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The control block in a program (sdt/direct_abi.h). Its memory can become
 * something else at any time: by dlclose(3), or by exec(3). These functions
 * allocate nothing and take no lock.
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_CONTROL_BLOCK_H
#define DTRACE_RUNTIME_SESSION_DIRECT_CONTROL_BLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "sdt/direct_abi.h"

/* Returns 0 or -errno. */
int control_block_read(pid_t pid, uint64_t control_uaddr,
		       struct direct_control *ret);
/* Whether it is of an agent with that many probes. */
bool control_block_fits(const struct direct_control *control,
			uint32_t hook_cnt);
/*
 * Makes the request, or takes it back, if the block is there and has the other
 * value.
 */
void control_block_request(pid_t pid, uint64_t control_uaddr, uint32_t hook_cnt,
			   bool on);

#endif

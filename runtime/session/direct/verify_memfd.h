/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Opens a memory file that the agent of a process has made.
 *
 * What the process says of it is not to be trusted: dtrace may open, and write
 * to, what the process can't. So it must be as the agent makes it: a file
 * without name, in memory, of the user of the process, which the process has
 * mapped shared and may write to. Its size is sealed.
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_VERIFY_MEMFD_H
#define DTRACE_RUNTIME_SESSION_DIRECT_VERIFY_MEMFD_H

#include <stdint.h>
#include <sys/types.h>

/*
 * What the process has mapped at @uaddr, @bytes long. Returns a descriptor for
 * reading and writing, or -errno: -EBADF: it is not the agent's.
 */
int memfd_open(pid_t pid, uint64_t uaddr, uint64_t bytes);

#endif

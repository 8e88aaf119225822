/* SPDX-License-Identifier: BSD-2-Clause */
/* The system calls that the C library of this system makes. */
#ifndef DTRACE_RUNTIME_PROVIDER_SYSCALL_LIBC_SYSCALLS_H
#define DTRACE_RUNTIME_PROVIDER_SYSCALL_LIBC_SYSCALLS_H

#include <stdbool.h>

/*
 * The system call that newer C libraries make where users would expect @name, a
 * name of syscall:::; NULL: none is known.
 */
const char *syscall_instead_of(const char *name);
/* Does this system's do so? Reads all of its code: some milliseconds. */
bool syscall_is_made_instead(const char *name);

#endif

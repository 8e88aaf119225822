/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the C library of this system calls.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_SYSCALL_SYSCALL_LIBC_H
#define DTRACE_RUNTIME_PROVIDER_SYSCALL_SYSCALL_LIBC_H

/*
 * The system call that the C library makes where one would expect @name, a
 * name of syscall:::; NULL: it does make @name, or nothing is known of it.
 */
const char *syscall_made_instead(const char *name);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* The system calls that the C library of this system makes. */
#ifndef DTRACE_RUNTIME_PROVIDER_SYSCALL_SYSCALL_LIBC_H
#define DTRACE_RUNTIME_PROVIDER_SYSCALL_SYSCALL_LIBC_H

/*
 * The system call that the C library makes where users would expect @name, a
 * name of syscall:::. NULL: it does make @name, or it is not known.
 */
const char *syscall_made_instead(const char *name);

#endif

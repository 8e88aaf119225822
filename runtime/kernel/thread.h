/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Helper threads of runtime/kernel: small stack, all signals blocked (they
 * belong to the main thread, whose waits they must interrupt).
 */
#ifndef DTRACE_RUNTIME_KERNEL_THREAD_H
#define DTRACE_RUNTIME_KERNEL_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a joinable thread. Returns 0 or -errno. */
int kern_thread_start(pthread_t *thread_ret, void *(*fn)(void *), void *arg);
/*
 * Lets the calling thread run as soon as it is woken: processes wait for what
 * it answers. With CAP_SYS_NICE before others, else by a short slice (Linux
 * 6.12; older ones take no notice).
 */
void kern_thread_set_urgent(bool is_urgent);

#endif

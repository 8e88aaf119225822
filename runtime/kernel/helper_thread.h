/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Helper threads of runtime/kernel: small stack, all signals blocked (the main
 * thread must receive them, because they interrupt its waits).
 */
#ifndef DTRACE_RUNTIME_KERNEL_HELPER_THREAD_H
#define DTRACE_RUNTIME_KERNEL_HELPER_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a joinable thread. Returns 0 or -errno. */
int kern_thread_start(pthread_t *thread_ret, void *(*fn)(void *), void *arg);
/*
 * Schedules the calling thread soon after it is woken, because processes wait
 * for its answers: with CAP_SYS_NICE by priority, else by a short slice (Linux
 * 6.12; older kernels ignore it).
 */
void kern_thread_set_urgent(bool is_urgent);

#endif

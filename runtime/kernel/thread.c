/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads that wait for the kernel on behalf of the main thread: rings.c and
 * hold.c. A signal that such a thread took would not end the main thread's
 * epoll_wait, so they take none: the mask is inherited at creation.
 */
#include "runtime/kernel/thread.h"

#include <signal.h>

/* Only touched pages count; sanitizers need more than the minimum. */
enum { STACK_BYTES = 128 << 10 };

int kern_thread_start(pthread_t *thread_ret, void *(*fn)(void *), void *arg)
{
	pthread_attr_t attr;
	sigset_t all, old;
	int err;

	sigfillset(&all);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	err = pthread_create(thread_ret, &attr, fn, arg);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	pthread_attr_destroy(&attr);
	return -err;
}

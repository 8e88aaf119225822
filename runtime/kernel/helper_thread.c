/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads that wait for the kernel on behalf of the main thread: rings.c and
 * link_holder.c. A signal delivered to such a thread would not interrupt the
 * main thread's epoll_wait, so they block all: the mask is inherited at
 * creation.
 */
#include "runtime/kernel/helper_thread.h"

#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Only touched pages use memory; sanitizers need more than the minimum. */
enum { STACK_BYTES = 128 << 10, SHORT_SLICE_NS = 1000000 };

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

/*
 * The first version of struct sched_attr; the header that declares it conflicts
 * with those of some C libraries.
 */
struct attr {
	uint32_t bytes, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime_ns, deadline_ns, period_ns;
};

void kern_thread_set_urgent(bool is_urgent)
{
	struct sched_param param = { .sched_priority = is_urgent };
	struct attr attr = {
		.bytes = sizeof(attr),
		.policy = SCHED_OTHER,
		.runtime_ns = SHORT_SLICE_NS,
	};

	if (!sched_setscheduler(0, is_urgent ? SCHED_FIFO : SCHED_OTHER,
				&param))
		return;
	syscall(SYS_sched_setattr, 0, &attr, 0);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Perf events that count: clocks, and counters of the processor and the kernel.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_PERF_COUNTER_H
#define DTRACE_RUNTIME_KERNEL_LINK_PERF_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/link/links.h"

/*
 * What is counted, in the terms of perf_event_open(2). PERF_TYPE_BREAKPOINT:
 * writes to the config2 bytes at address config1.
 */
struct kern_counter {
	const char *what; /* in messages: "a clock"; NULL: "a counter" */
	uint32_t type;
	uint64_t config, config1, config2;
	uint64_t period;      /* fires at each period-th event */
	bool without_user;    /* does not count events in programs */
	bool without_kernel;  /* does not count events in the kernel */
};

/* Can it be counted on this machine? Returns 0 or -errno; counts nothing. */
int kern_counter_try(const struct kern_counter *counter);
/*
 * Attaches @prog_fd (type PERF_EVENT) to a counter of @cpu; a clock counts
 * nanoseconds of real time. Counting begins when it is started. @links holds
 * the link; the caller owns *event_fd_ret and needs it only to start and stop
 * the counter. Returns 0, or -errno with @log filled (-ENODEV: this CPU is
 * offline).
 */
int kern_counter_attach(struct kern_links *links, int prog_fd, uint32_t cpu,
			const struct kern_counter *counter, int *event_fd_ret,
			struct kern_log *log);
/*
 * Starts it, from 0. Returns 0 or -errno; -EBUSY: the processor's counters are
 * all in use.
 */
int kern_counter_start(int event_fd);
/*
 * Stops it. *cnt_ret: the events since its start, whether or not a program ran
 * for them. Returns 0 or -errno.
 */
int kern_counter_stop(int event_fd, uint64_t *cnt_ret);

#endif

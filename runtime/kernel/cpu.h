/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The CPUs of this machine. Their numbers may have gaps ("0-3,8-11"), and some
 * possible CPUs may be offline now.
 */
#ifndef DTRACE_RUNTIME_KERNEL_CPU_H
#define DTRACE_RUNTIME_KERNEL_CPU_H

#include <stdbool.h>
#include <stdint.h>

struct kern_cpus {
	/* possible CPU numbers are less than this; at least 1 */
	uint32_t cpu_max;
	bool *possible;	  /* [cpu_max], owned */
	bool *online;	  /* [cpu_max], owned */
};

/* The message for the errors of kern_cpus_init(). */
#define KERN_CPUS_UNREADABLE \
	"the list of CPUs in /sys/devices/system/cpu is unreadable"

/* Reads /sys/devices/system/cpu. Returns 0 or -errno. */
int kern_cpus_init(struct kern_cpus *cpus);
void kern_cpus_deinit(struct kern_cpus *cpus);
/* Do other CPUs of this machine see plain stores in program order? */
bool kern_has_ordered_stores(void);
/*
 * Parses a list such as "0-3,8\n"; sets set[cpu] for each number below
 * @set_cnt. *max_ret: the highest number + 1. Returns 0 or -EINVAL.
 */
int kern_cpus_parse(const char *text, bool *set, uint32_t set_cnt,
		    uint32_t *max_ret);

#endif

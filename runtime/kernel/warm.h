/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The first user probe in a while waits for a grace period (10 to 15 ms: the
 * kernel's dup_mmap_sem tells all CPUs that forks must look now); those that
 * follow within about 30 ms don't. So one is placed while descriptions are
 * still being matched, and nobody waits.
 */
#ifndef DTRACE_RUNTIME_KERNEL_WARM_H
#define DTRACE_RUNTIME_KERNEL_WARM_H

struct kern_warm;

/* Call it when user probes are about to be attached. NULL: it isn't done. */
struct kern_warm *kern_warm_start(void);
/* Waits for its end. NULL is fine. */
void kern_warm_destroy(struct kern_warm *warm);

#endif

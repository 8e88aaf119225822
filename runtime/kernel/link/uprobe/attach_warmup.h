/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The first user probe after a pause waits for a grace period (10 to 15 ms: the
 * kernel's dup_mmap_sem makes all CPUs notice that forks must take it); those
 * that follow within about 30 ms do not. So one is placed while descriptions
 * are still being matched, and the real ones need not wait.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_UPROBE_ATTACH_WARMUP_H
#define DTRACE_RUNTIME_KERNEL_LINK_UPROBE_ATTACH_WARMUP_H

struct attach_warmup;

/*
 * Call it when user probes are about to be attached. Returns NULL if it could
 * not start.
 */
struct attach_warmup *attach_warmup_start(void);
/* Waits for the thread to end. NULL is allowed. */
void attach_warmup_destroy(struct attach_warmup *warm);

#endif

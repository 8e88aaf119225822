/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How many sites to attach by one call of the kernel. No signal ends such a call,
 * not even SIGKILL. A site takes 10 us as a rule, but each has to wait until no
 * process is forking: on a machine where many processes start all the time, that
 * is 10 to 100 ms. On the other hand, each call makes a link, and a second link costs
 * 30 ms at its start and end.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_LINK_BATCH_H
#define DTRACE_RUNTIME_KERNEL_LINK_LINK_BATCH_H

#include <stddef.h>
#include <stdint.h>

enum { LINK_BATCH_MIN = 64, LINK_BATCH_BUSY = 256, LINK_BATCH_MAX = 16384 };

/* As many as possible, but LINK_BATCH_BUSY if the machine's load is high. */
size_t link_batch_first(void);
/* So that the next takes a quarter of a second, if the last @cnt sites took @ns. */
size_t link_batch_next(size_t cnt, uint64_t ns);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sizes, lowered to what the machine has room for, and rates, moved into their
 * bounds.
 */
#ifndef DTRACE_RUNTIME_SESSION_GENERATE_BUFFER_LIMITS_H
#define DTRACE_RUNTIME_SESSION_GENERATE_BUFFER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/option.h"
#include "runtime/kernel/cpu.h"

struct session;

struct session_limits {
	struct kern_cpus cpus;
	uint32_t ring_bytes; /* of each CPU's ring */
	uint32_t room_bytes; /* how much of it records may use; 0: all of it */
	int8_t resized[OPT_CNT]; /* options that were lowered: -1, raised: 1 */
};

/* Bytes of MemAvailable; INT64_MAX, which refuses nothing, where it is unknown. */
int64_t session_free_memory(void);
/* Returns 0, or -EINVAL after a message if a size is too large for programs. */
int session_check_sizes(struct session *session);
/*
 * Finds the CPUs, lowers sizes to what the machine has room for, moves rates into
 * their bounds, and sets the size of the rings. Returns 0, or -errno after a
 * message.
 */
int session_size_rings(struct session *session);
/* Sets the size of the rings for a bufsize of @bytes. */
void session_set_ring(struct session *session, uint64_t bytes);
/*
 * Changes session->limits.ring_bytes, within bufsize, to what the records need.
 * Returns whether it increased: the programs must then be generated again.
 */
bool session_fit_ring(struct session *session);
/* Returns 0, or -ENOSPC after a message if bufsize is too small for any record. */
int session_check_ring(const struct session *session);
/* Reports the sizes and rates that were changed, unless quietresize is set. */
void session_say_fit(const struct session *session);

#endif

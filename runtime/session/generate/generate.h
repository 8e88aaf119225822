/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The programs of all clauses.
 */
#ifndef DTRACE_RUNTIME_SESSION_GENERATE_GENERATE_H
#define DTRACE_RUNTIME_SESSION_GENERATE_GENERATE_H

#include <stdbool.h>
#include <stdint.h>

struct gen;
struct gen_result;
struct session;

/* Results of trials on this kernel. */
struct session_tried {
	/* at tracepoints of system calls [1], at others [0]; 0: not tried */
	uint32_t raw_tp_frames[2];
	uint32_t comm_off;
	bool has_comm_off; /* the trial was made */
};

struct session_generated {
	struct gen *gen; /* owned; it owns the result */
	const struct gen_result *result;
	uint8_t *prog_provider; /* prog_id -> enum provider_row; owned */
};

/* Generates all programs. Returns 0, or -EINVAL after a message. */
int session_generate(struct session *session);
void session_drop_generated(struct session *session);

#endif

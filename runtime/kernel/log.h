/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Why the kernel refused something, in words for the user: one line with the
 * cause and the remedy, for a refused program also the D text it came from
 * and the verifier's last lines. The session turns it into a diagnostic.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LOG_H
#define DTRACE_RUNTIME_KERNEL_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/src.h"
#include "base/strbuf.h"

struct kern_log {
	struct loc loc;		/* loc.src NULL: no D text is to blame */
	struct strbuf message;	/* one line, no final dot */
	struct strbuf detail;	/* more lines; often empty */
	uint32_t all_bytes;	/* in: not 0: what the verifier says in any case */
};

/* A zeroed struct kern_log is ready; this frees its text. */
void kern_log_deinit(struct kern_log *log);
/* Replaces the message. @log may be NULL. Returns @err. */
int kern_log_set(struct kern_log *log, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/*
 * The same with ": REASON" after it: the text of @err, and for -EPERM and
 * -EACCES the capabilities that the caller lacks. Returns @err.
 */
int kern_log_errno(struct kern_log *log, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Appends to @sb why bpf(2) said @err: the missing capabilities by name
 * ("CAP_BPF and CAP_PERFMON are missing"), or the text of the error.
 */
void kern_explain(int err, struct strbuf *sb);
/* Is capability number @cap (CAP_BPF ...) effective? */
bool kern_has_cap(int cap);

#endif

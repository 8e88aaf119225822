/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Why the kernel refused something, in words for the user: one line with the
 * cause and the remedy; for a refused program also the D text that it came from
 * and the verifier's last lines. The session turns it into a diagnostic.
 */
#ifndef DTRACE_RUNTIME_KERNEL_BPF_ERROR_H
#define DTRACE_RUNTIME_KERNEL_BPF_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/src.h"
#include "base/text/strbuf.h"

struct kern_log {
	struct loc loc;		/* loc.src NULL: no D text is the cause */
	struct strbuf message;	/* one line, no final dot */
	struct strbuf detail;	/* more lines; often empty */
	/* input: if not 0, keep the verifier's log in any case */
	uint32_t all_bytes;
};

/* A zeroed struct kern_log is ready; this frees its text. */
void kern_log_deinit(struct kern_log *log);
/* Replaces the message; @log may be NULL. Returns @err. */
int kern_log_set(struct kern_log *log, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/*
 * Like kern_log_set(), with ": REASON" appended: the text of @err, and for
 * -EPERM and -EACCES the capabilities that the caller lacks. Returns @err.
 */
int kern_log_errno(struct kern_log *log, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Appends to @sb why bpf(2) returned @err: the missing capabilities by name
 * ("CAP_BPF and CAP_PERFMON are missing"), or the text of the error.
 */
void kern_explain(int err, struct strbuf *sb);
/* Is capability number @cap (CAP_BPF ...) effective? */
bool kern_has_cap(int cap);
/* Are this process's capabilities not those of the machine? */
bool kern_in_user_namespace(void);

#endif

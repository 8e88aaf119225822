/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tracepoints of the kernel, with their raw arguments, or as trace events, whose
 * records tracefs describes.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_TRACEPOINT_LINK_H
#define DTRACE_RUNTIME_KERNEL_LINK_TRACEPOINT_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/link/links.h"

/*
 * Runs @prog_fd at the tracepoint @name. If the program was loaded for its
 * tracepoint (by btf_id), @is_bound is true and @name is only for messages.
 * Returns 0, or -errno with @log filled (-ENOENT: no such tracepoint).
 */
int kern_tracepoint_attach(struct kern_links *links, int prog_fd,
			   const char *name, bool is_bound,
			   struct kern_log *log);
/* The same by name, with a @cookie; needs feature raw_tp_cookie. */
int kern_tracepoint_attach_cookie(struct kern_links *links, int prog_fd,
				  const char *name, uint64_t cookie,
				  struct kern_log *log);
/*
 * Runs @prog_fd (type TRACEPOINT) with the records of trace event @group:@name.
 * Closing it takes two grace periods, for one event after the other. Returns 0,
 * or -errno with @log filled.
 */
int kern_trace_event_attach(struct kern_links *links, int prog_fd,
			    const char *group, const char *name,
			    struct kern_log *log);

#endif

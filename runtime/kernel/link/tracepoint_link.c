/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attaches a program to a tracepoint of the kernel; link_holder.c holds the
 * link.
 *
 *	tracepoint	BPF_RAW_TRACEPOINT_OPEN, by name or by the type that the
 *			program was loaded with; needs no tracefs
 *	trace event	perf event, by its number in tracefs. It is opened for
 *			one CPU, and the program runs on all
 */
#include "runtime/kernel/link/tracepoint_link.h"

#include <errno.h>
#include <linux/perf_event.h>

#include "base/cleanup.h"
#include "runtime/kernel/sys.h"
#include "runtime/kernel/tracefs.h"

static int attach_raw(struct kern_links *links, int prog_fd, const char *name,
		      bool is_bound, uint64_t cookie, struct kern_log *log)
{
	int fd = sys_raw_tracepoint_open(is_bound ? NULL : name, prog_fd,
					 cookie);

	/* a program that was split needs the name after all */
	if (fd == -EFAULT && is_bound)
		fd = sys_raw_tracepoint_open(name, prog_fd, cookie);
	if (fd < 0)
		return kern_log_errno(log, fd, "can't attach to tracepoint %s",
				      name);
	kern_links_add(links, fd);
	return 0;
}

int kern_tracepoint_attach(struct kern_links *links, int prog_fd,
			   const char *name, bool is_bound,
			   struct kern_log *log)
{
	return attach_raw(links, prog_fd, name, is_bound, 0, log);
}

int kern_tracepoint_attach_cookie(struct kern_links *links, int prog_fd,
				  const char *name, uint64_t cookie,
				  struct kern_log *log)
{
	return attach_raw(links, prog_fd, name, false, cookie, log);
}

int kern_trace_event_attach(struct kern_links *links, int prog_fd,
			    const char *group, const char *name,
			    struct kern_log *log)
{
	struct perf_event_attr event = {
		.size = sizeof(event),
		.type = PERF_TYPE_TRACEPOINT,
	};
	struct bpf_link_attr link = {
		.prog_fd = (uint32_t)prog_fd,
		.attach_type = ABI_ATTACH_PERF_EVENT,
	};
	_cleanup_close_ int event_fd = -1;
	int fd = kern_event_id(group, name);

	if (fd >= 0) {
		event.config = (uint32_t)fd;
		event_fd = fd = sys_perf_event_open_any(&event);
	}
	if (fd >= 0) {
		link.target_fd = (uint32_t)event_fd;
		fd = sys_link_create(&link);
	}
	if (fd < 0)
		return kern_log_errno(log, fd,
				      "can't attach to trace event %s:%s",
				      group, name);
	kern_links_add(links, fd);
	return 0;
}

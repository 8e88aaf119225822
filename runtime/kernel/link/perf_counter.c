/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attaches a program to a counter: a perf event of one CPU. "cpu-clock" is a
 * clock. The event has a period, not a frequency, so that the rate is exact; it
 * is opened disabled, so that the first period begins at the start.
 * link_holder.c holds the link.
 */
#include "runtime/kernel/link/perf_counter.h"

#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "runtime/kernel/sys.h"

/* @what: "a clock" or the like, for messages */
static int attach_event(struct kern_links *links, int prog_fd, uint32_t cpu,
			struct perf_event_attr *event, const char *what,
			int *event_fd_ret, struct kern_log *log)
{
	struct bpf_link_attr link = {
		.prog_fd = (uint32_t)prog_fd,
		.attach_type = ABI_ATTACH_PERF_EVENT,
	};
	_cleanup_close_ int event_fd = sys_perf_event_open(event, -1, (int)cpu);
	int fd;

	if (event_fd < 0)
		return kern_log_errno(log, event_fd, "can't open %s on CPU %u",
				      what, cpu);
	link.target_fd = (uint32_t)event_fd;
	fd = sys_link_create(&link);
	if (fd < 0)
		return kern_log_errno(log, fd, "can't attach to %s on CPU %u",
				      what, cpu);
	kern_links_add(links, fd);
	*event_fd_ret = take_fd(event_fd);
	return 0;
}

/*
 * A counter of the processor is pinned: it counts all the time or fails to
 * start. Otherwise, with more events than counters, the kernel would let events
 * take turns, and each would miss a part of what happens. Events in virtual
 * machines of this host are excluded, because they have no address here.
 */
static struct perf_event_attr counter_attr(const struct kern_counter *counter)
{
	bool is_hardware = counter->type != PERF_TYPE_SOFTWARE &&
			   counter->type != PERF_TYPE_BREAKPOINT;

	return (struct perf_event_attr){
		.size = sizeof(struct perf_event_attr),
		.type = counter->type,
		.config = counter->config,
		.config1 = counter->config1,
		.config2 = counter->config2,
		.sample_period = counter->period,
		.bp_type = counter->type == PERF_TYPE_BREAKPOINT ?
				   HW_BREAKPOINT_W : 0,
		.disabled = 1,
		.pinned = is_hardware,
		.exclude_guest = is_hardware,
		.exclude_user = counter->without_user,
		.exclude_kernel = counter->without_kernel,
		.exclude_hv = counter->without_kernel,
	};
}

int kern_counter_try(const struct kern_counter *counter)
{
	struct perf_event_attr event = counter_attr(counter);
	_cleanup_close_ int fd = sys_perf_event_open_any(&event);

	return fd < 0 ? fd : 0;
}

int kern_counter_attach(struct kern_links *links, int prog_fd, uint32_t cpu,
			const struct kern_counter *counter, int *event_fd_ret,
			struct kern_log *log)
{
	struct perf_event_attr event = counter_attr(counter);

	return attach_event(links, prog_fd, cpu, &event,
			    counter->what ? counter->what : "a counter",
			    event_fd_ret, log);
}

int kern_counter_start(int event_fd)
{
	uint64_t cnt;

	if (ioctl(event_fd, PERF_EVENT_IOC_ENABLE, 0))
		return -errno;
	/* reading a pinned event that got no counter returns end of file */
	return read(event_fd, &cnt, sizeof(cnt)) == 0 ? -EBUSY : 0;
}

int kern_counter_stop(int event_fd, uint64_t *cnt_ret)
{
	ssize_t got;

	if (ioctl(event_fd, PERF_EVENT_IOC_DISABLE, 0))
		return -errno;
	got = read(event_fd, cnt_ret, sizeof(*cnt_ret));
	if (got < 0)
		return -errno;
	return got == sizeof(*cnt_ret) ? 0 : -EIO;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attaches sites with one cookie by a BPF link on one event for all of them.
 *
 *	p:dtrace_123/u0 /proc/123/fd/7:0x1040	written to uprobe_events
 *	p:dtrace_123/u0 /proc/123/fd/7:0x1150	appended to it
 *	perf_event_open(pid, any CPU)		breakpoints, in that process only
 *
 * Placing and removing takes as long for all as for one; with an event for each
 * of 1,000 sites the kernel takes two minutes to remove them.
 *
 * The end of an event's last user waits for several grace periods under a lock
 * of all events; ten events took a second, and each kept its breakpoints until
 * its turn came. So each has a second user, the keeper, which never fires:
 * closing the links removes the breakpoints without waiting; closing the
 * keepers waits, but there are no breakpoints any more.
 */
#include "runtime/kernel/link/uprobe/uprobe_tracefs.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/text/strbuf.h"
#include "runtime/kernel/sys.h"
#include "runtime/kernel/tracefs.h"

static const char events_file[] = "uprobe_events";

/* Writes a line for each site, all in one write. */
static int define(const struct kern_uprobe *req, const char *event,
		  const struct kern_site *const *sites, size_t cnt)
{
	struct strbuf text = { 0 };
	int err;

	for (size_t i = 0; i < cnt; i++) {
		strbuf_printf(&text, "%c:%s %s:0x%llx",
			      req->is_return ? 'r' : 'p', event, req->path,
			      (unsigned long long)sites[i]->fileoff);
		if (sites[i]->sema_fileoff)
			strbuf_printf(&text, "(0x%llx)", (unsigned long long)
				      sites[i]->sema_fileoff);
		strbuf_putc(&text, '\n');
	}
	err = kern_event_write(events_file, strbuf_text(&text));
	strbuf_deinit(&text);
	return err;
}

/* For one process on any CPU, for all processes on one CPU: see perf_site.c. */
static int open_event(const struct kern_uprobe *req, int id)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_TRACEPOINT,
		.config = (uint64_t)id,
		.sample_period = 1,
	};
	int fd, cpu = 0;

	if (req->pid)
		return sys_perf_event_open(&attr, req->pid, -1);
	do
		fd = sys_perf_event_open(&attr, -1, cpu);
	while (fd == -ENODEV && ++cpu < sysconf(_SC_NPROCESSORS_CONF));
	return fd;
}

/*
 * Opens the event for this process from its next exec on (enable_on_exec),
 * which never happens, so the kernel sets no breakpoints.
 */
static int open_keeper(int id)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_TRACEPOINT,
		.config = (uint64_t)id,
		.sample_period = 1,
		.disabled = 1,
		.enable_on_exec = 1,
	};

	return sys_perf_event_open(&attr, getpid(), -1);
}

int uprobe_event_link(struct kern_event_names *names,
		      const struct kern_uprobe *req,
		      const struct kern_site *const *sites, size_t cnt,
		      int *keeper_fd_ret)
{
	static unsigned int event_cnt;
	struct bpf_link_attr attr = {
		.prog_fd = (uint32_t)req->prog_fd,
		.attach_type = ABI_ATTACH_PERF_EVENT,
		.perf_event.cookie = sites[0]->cookie,
	};
	_cleanup_close_ int event_fd = -1;
	char group[32], name[32], event[72];
	int id, err, fd;

	*keeper_fd_ret = -1;
	snprintf(group, sizeof(group), "dtrace_%d", (int)getpid());
	snprintf(name, sizeof(name), "u%u", event_cnt++);
	snprintf(event, sizeof(event), "%s/%s", group, name);
	err = define(req, event, sites, cnt);
	kern_event_names_add(names, events_file, event);
	if (err)
		return err;
	id = kern_event_id(group, name);
	if (id < 0)
		return id;
	event_fd = open_event(req, id);
	if (event_fd < 0)
		return event_fd;
	attr.target_fd = (uint32_t)event_fd;
	fd = sys_link_create(&attr);
	if (fd >= 0)
		*keeper_fd_ret = open_keeper(id);
	return fd;
}

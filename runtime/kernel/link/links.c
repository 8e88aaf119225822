/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The links of a session. A separate process attaches and holds uprobes
 * (uprobe_helper_process.h); it is started with the first of them. Threads hold
 * all other links (link_holder.h).
 */
#include "runtime/kernel/link/links.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/vec.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/kept_requests.h"
#include "runtime/kernel/link/link_holder.h"
#include "runtime/kernel/link/missed.h"
#include "runtime/kernel/link/uprobe/uprobe_helper_process.h"
#include "runtime/kernel/sys.h"
#include "runtime/kernel/tracefs.h"

struct kern_links {
	enum kern_backend backend;
	struct link_holder *hold;
	struct uprobe_helper *helper; /* NULL: no uprobe was attached yet */
	struct kept_requests kept;
	struct kern_event_names events; /* to remove after the links */
	uint64_t added_cnt; /* not by the helper */
	VEC(int) kprobe_fds; /* links that count what they missed */
};

struct kern_links *kern_links_create(enum kern_backend backend)
{
	struct kern_links *links = xcalloc(1, sizeof(*links));

	links->backend = backend;
	links->hold = link_holder_create();
	links->kept.backend = backend;
	links->kept.nothing_fd = -1;
	return links;
}

void kern_links_close(struct kern_links *links)
{
	if (!links)
		return;
	/*
	 * these are not the last descriptors of their links, so closing is
	 * quick
	 */
	for (size_t i = 0; i < links->kprobe_fds.cnt; i++)
		close(links->kprobe_fds.v[i]);
	vec_deinit(&links->kprobe_fds);
	kept_requests_deinit(&links->kept);
	/* both close their links at the same time */
	uprobe_helper_finish(links->helper);
	link_holder_destroy(links->hold);
	uprobe_helper_destroy(links->helper);
	kern_event_names_remove(&links->events);
	free(links);
}

void kern_links_add(struct kern_links *links, int fd)
{
	link_holder_add(links->hold, fd, 0);
	__atomic_add_fetch(&links->added_cnt, 1, __ATOMIC_RELAXED);
}

uint64_t kern_links_attached(const struct kern_links *links)
{
	const struct uprobe_helper *helper =
		__atomic_load_n(&links->helper, __ATOMIC_ACQUIRE);

	return __atomic_load_n(&links->added_cnt, __ATOMIC_RELAXED) +
	       (helper ? uprobe_helper_attached(helper) : 0);
}

void kern_links_add_event(struct kern_links *links, const char *file,
			  const char *event)
{
	kern_event_names_add(&links->events, file, event);
}

void kern_links_add_kprobe(struct kern_links *links, int fd)
{
	int own_fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);

	if (own_fd >= 0)
		vec_push(&links->kprobe_fds, own_fd);
	kern_links_add(links, fd);
}

uint64_t kern_links_missed(const struct kern_links *links)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < links->kprobe_fds.cnt; i++)
		sum += kern_missed_link(links->kprobe_fds.v[i]);
	for (size_t i = 0; i < links->events.list.cnt; i++) {
		const struct kern_event_name *event = &links->events.list.v[i];

		if (!strcmp(event->file, "kprobe_events"))
			sum += kern_missed_event(
				strchr(event->removal, '/') + 1);
	}
	return sum;
}

struct kept_requests *kern_links_kept(struct kern_links *links)
{
	return &links->kept;
}

void kern_links_set_helper(struct kern_links *links,
			   struct uprobe_helper *helper)
{
	links->helper = helper;
}

int kern_links_fd(const struct kern_links *links)
{
	return links->helper ? uprobe_helper_fd(links->helper) : -1;
}

bool kern_links_are_lost(const struct kern_links *links)
{
	struct pollfd pfd = { .fd = kern_links_fd(links), .events = POLLIN };

	return pfd.fd >= 0 && poll(&pfd, 1, 0) == 1;
}

const char *kern_links_written(const struct kern_links *links)
{
	return uprobe_helper_written(links->helper);
}

int kern_uprobe_attach(struct kern_links *links, const struct kern_uprobe *req,
		       void (*bad)(void *arg, size_t site_idx, int err),
		       void *arg, struct kern_log *log)
{
	int err = 0;

	if (!links->helper)
		err = uprobe_helper_start(false, &links->helper);
	if (err)
		return kern_log_errno(log, err, "can't start the process that "
				      "attaches user probes");
	err = uprobe_helper_attach(links->helper, links->backend, req, bad,
				   arg);
	if (!err && req->pid && !req->is_aside)
		kept_requests_keep(&links->kept, req);
	if (err == -ESRCH)
		return kern_log_set(log, err, "process %d has ended",
				    (int)req->pid);
	if (err == -EPIPE && uprobe_helper_written(links->helper))
		return kern_log_set(log, err, "%s has been written to",
				    uprobe_helper_written(links->helper));
	if (err == -EPIPE)
		return kern_log_set(log, err, "the process that attaches user "
				    "probes was killed");
	if (err)
		return kern_log_errno(log, err, "can't attach %zu probes to %s",
				      req->site_cnt, req->path);
	return 0;
}

const char *kern_site_error(int err)
{
	switch (err) {
	case -EINVAL:
		return "the kernel refuses it: another tracer holds this "
		       "address with a different semaphore or with none, or "
		       "the file has changed";
	case -ABI_ENOTSUPP:
	case -EOPNOTSUPP:
	case -ENOEXEC:
		return "the kernel can't probe this instruction";
	case -EIO:
	case -EFAULT:
		return "the page of the file can't be read";
	}
	return strerror(-err);
}

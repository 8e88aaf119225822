/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In: a program, a file, and the sites in it. Out: links, held by hold.c.
 * Two ways behind one interface:
 *
 *	multi	one link for all sites (6.6)
 *	perf	sites with one cookie are an event of tracefs with a BPF link
 *		on it (uprobe_event.c); one alone, those of an event that is
 *		refused, or without tracefs each: a perf event of the PMU
 *		"uprobe" (perf_site.c). For 5.15
 *
 * A multi link is refused as a whole for one bad site: see halve.h. Tens of
 * thousands of sites are cut into links of LINK_SITE_MAX first: a bad one
 * makes the kernel register and unregister its whole list.
 *
 * One address has one reference counter in the whole system: a site that
 * someone else probes with another counter, or with none, is EINVAL.
 */
#include "runtime/kernel/link.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/vec.h"
#include "runtime/kernel/feature.h"
#include "runtime/kernel/follow.h"
#include "runtime/kernel/halve.h"
#include "runtime/kernel/hold.h"
#include "runtime/kernel/missed.h"
#include "runtime/kernel/near.h"
#include "runtime/kernel/perf_site.h"
#include "runtime/kernel/sys.h"
#include "runtime/kernel/tracefs.h"
#include "runtime/kernel/uprobe_event.h"

/* A probe event of tracefs. */
struct named_event {
	const char *file; /* static */
	char *removal;	  /* owned: what is written there, "-:GROUP/NAME" */
};

enum { LINK_SITE_MAX = 16384 };

struct kern_links {
	enum kern_backend backend;
	struct hold *hold;
	struct kern_follow *follow;
	VEC(struct named_event) events; /* to be removed behind the links */
	VEC(int) kprobe_fds; /* those that can be asked what they missed */
};

/* One call of kern_uprobe_attach() under way. */
struct attach {
	struct kern_links *links;
	const struct kern_uprobe *req;
	uint64_t *offs, *sema_offs, *cookies; /* [site_cnt] for the kernel */
	void (*bad)(void *arg, size_t site_idx, int err);
	void *arg;
};

enum kern_backend kern_backend(void)
{
	return feature_has(FEAT_uprobe_multi) ? KERN_UPROBE_MULTI :
						KERN_UPROBE_PERF;
}

struct kern_links *kern_links_create(enum kern_backend backend)
{
	struct kern_links *links = xcalloc(1, sizeof(*links));

	links->backend = backend;
	links->hold = hold_create();
	links->follow = kern_follow_create(links, backend);
	return links;
}

void kern_links_close(struct kern_links *links)
{
	if (!links)
		return;
	/* not the last ones of their links, so it takes no time */
	for (size_t i = 0; i < links->kprobe_fds.cnt; i++)
		close(links->kprobe_fds.v[i]);
	vec_deinit(&links->kprobe_fds);
	kern_follow_destroy(links->follow);
	hold_destroy(links->hold);
	for (size_t i = 0; i < links->events.cnt; i++) {
		kern_event_write(links->events.v[i].file,
				 links->events.v[i].removal);
		free(links->events.v[i].removal);
	}
	vec_deinit(&links->events);
	free(links);
}

void kern_links_add(struct kern_links *links, int fd)
{
	hold_add(links->hold, fd, 0);
}

void kern_links_add_event(struct kern_links *links, const char *file,
			  const char *event)
{
	*vec_add(&links->events) = (struct named_event){
		.file = file,
		.removal = xasprintf("-:%s", event),
	};
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
	for (size_t i = 0; i < links->events.cnt; i++) {
		const struct named_event *event = &links->events.v[i];

		if (!strcmp(event->file, "kprobe_events"))
			sum += kern_missed_event(
				strchr(event->removal, '/') + 1);
	}
	return sum;
}

struct kern_follow *kern_links_follow(const struct kern_links *links)
{
	return links->follow;
}

size_t kern_links_cnt(const struct kern_links *links)
{
	return hold_cnt(links->hold);
}

static void attach_init(struct attach *attach, struct kern_links *links,
			const struct kern_uprobe *req)
{
	size_t cnt = req->site_cnt;

	memset(attach, 0, sizeof(*attach));
	attach->links = links;
	attach->req = req;
	attach->offs = xcalloc(cnt, sizeof(uint64_t));
	attach->sema_offs = xcalloc(cnt, sizeof(uint64_t));
	attach->cookies = xcalloc(cnt, sizeof(uint64_t));
	for (size_t i = 0; i < cnt; i++) {
		attach->offs[i] = req->sites[i].fileoff;
		attach->sema_offs[i] = req->sites[i].sema_fileoff;
		attach->cookies[i] = req->sites[i].cookie;
	}
}

static void attach_deinit(struct attach *attach)
{
	free(attach->offs);
	free(attach->sema_offs);
	free(attach->cookies);
}

/* The process near which @cnt sites are placed and removed, or 0. */
static pid_t near_pid(const struct kern_uprobe *req, size_t cnt)
{
	return cnt >= KERN_NEAR_MIN ? req->pid : 0;
}

static int multi_link(void *ctx, size_t first, size_t cnt)
{
	const struct attach *attach = ctx;
	const struct kern_uprobe *req = attach->req;
	struct bpf_link_attr attr = {
		.prog_fd = (uint32_t)req->prog_fd,
		.attach_type = ABI_ATTACH_UPROBE_MULTI,
		.uprobe_multi = {
			.path = (uint64_t)(uintptr_t)req->path,
			.offsets = (uint64_t)(uintptr_t)(attach->offs + first),
			.ref_ctr_offsets =
				(uint64_t)(uintptr_t)(attach->sema_offs + first),
			.cookies = (uint64_t)(uintptr_t)(attach->cookies + first),
			.cnt = (uint32_t)cnt,
			.flags = req->is_return ? ABI_UPROBE_MULTI_RETURN : 0,
			.pid = (uint32_t)req->pid,
		},
	};
	pid_t pid = near_pid(req, cnt);
	struct kern_near *near = kern_near_start(pid);
	int fd = sys_link_create(&attr);

	kern_near_end(near);
	if (fd < 0)
		return fd;
	hold_add(attach->links->hold, fd, pid);
	return 0;
}

/* Can this error be the fault of a single site? */
static bool is_site_error(int err)
{
	switch (err) {
	case -EINVAL: /* outside the file, another reference counter */
	case -EIO: /* the page can't be read */
	case -ABI_ENOTSUPP: /* an instruction that can't be probed */
	case -EOPNOTSUPP:
	case -ENOEXEC: /* undecodable */
	case -EFAULT:
	case -EEXIST:
		return true;
	}
	return false;
}

static int multi_attach(struct attach *attach)
{
	size_t cnt = attach->req->site_cnt, some;
	struct halving halving = { multi_link, is_site_error, attach,
				   attach->bad, attach->arg };
	int err = 0;

	for (size_t first = 0; first < cnt && !err; first += some) {
		some = cnt - first < LINK_SITE_MAX ? cnt - first :
						     LINK_SITE_MAX;
		err = kern_halve(&halving, first, some);
	}
	return err;
}

static int perf_attach_each(struct attach *attach,
			    const struct kern_site *const *sites, size_t cnt)
{
	const struct kern_uprobe *req = attach->req;

	for (size_t i = 0; i < cnt; i++) {
		int fd = perf_site_link(req, sites[i]);

		if (fd >= 0)
			hold_add(attach->links->hold, fd, 0);
		else if (!is_site_error(fd))
			return fd;
		else if (attach->bad)
			attach->bad(attach->arg,
				    (size_t)(sites[i] - req->sites), fd);
	}
	return 0;
}

static int compare_cookies(const void *a_, const void *b_)
{
	const struct kern_site *const *a = a_, *const *b = b_;

	if ((*a)->cookie != (*b)->cookie)
		return (*a)->cookie < (*b)->cookie ? -1 : 1;
	return *a < *b ? -1 : *a > *b;
}

static int perf_attach(struct attach *attach)
{
	const struct kern_uprobe *req = attach->req;
	size_t cnt = req->site_cnt, end;
	_cleanup_free_ const struct kern_site **sites =
		xcalloc(cnt + 1, sizeof(const struct kern_site *));
	int err = 0;

	for (size_t i = 0; i < cnt; i++)
		sites[i] = &req->sites[i];
	qsort(sites, cnt, sizeof(*sites), compare_cookies);
	for (size_t i = 0; i < cnt && !err; i = end) {
		int fd = -ENOENT;

		for (end = i + 1; end < cnt; end++)
			if (sites[end]->cookie != sites[i]->cookie)
				break;
		if (end - i > 1) {
			struct kern_near *near =
				kern_near_start(near_pid(req, end - i));

			fd = uprobe_event_link(attach->links, req, sites + i,
					       end - i);
			kern_near_end(near);
		}
		if (fd >= 0)
			hold_add(attach->links->hold, fd,
				 near_pid(req, end - i));
		else
			err = perf_attach_each(attach, sites + i, end - i);
	}
	return err;
}

int kern_uprobe_attach(struct kern_links *links, const struct kern_uprobe *req,
		       void (*bad)(void *arg, size_t site_idx, int err),
		       void *arg, struct kern_log *log)
{
	struct attach attach;
	int err = 0;

	attach_init(&attach, links, req);
	attach.bad = bad;
	attach.arg = arg;
	if (links->backend == KERN_UPROBE_PERF)
		err = perf_attach(&attach);
	else
		err = multi_attach(&attach);
	attach_deinit(&attach);
	if (!err && req->pid && !req->is_aside)
		kern_follow_keep(links->follow, req);
	if (err == -ESRCH)
		return kern_log_set(log, err, "process %d is gone",
				    (int)req->pid);
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
		       "address with another semaphore or without one, or "
		       "the file changed";
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

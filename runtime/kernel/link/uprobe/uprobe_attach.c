/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attaches a program to sites of one file; link_holder.c holds the links. There
 * are two methods with one interface:
 *
 *	multi	one link for all sites (6.6)
 *	perf	for 5.15: sites with one cookie are an event of tracefs with a
 *		BPF link on it (uprobe_tracefs.c). A single site, the sites of
 *		an event that is refused, and all sites without tracefs: one
 *		perf event each of the PMU "uprobe" (perf_site.c)
 *
 * One bad site makes the kernel refuse a whole multi link: see link_bisect.h.
 * Thousands of sites are first divided into several links (link_batch.h): a bad
 * site makes the kernel register and unregister its whole list, and nothing ends
 * a call before its last site is registered.
 *
 * One address has one reference counter in the whole system: a site that
 * someone else probes with another counter, or with none, is EINVAL.
 */
#include "runtime/kernel/link/uprobe/uprobe_attach.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/system/clock.h"
#include "runtime/kernel/link/cpu_affinity.h"
#include "runtime/kernel/link/link_batch.h"
#include "runtime/kernel/link/link_bisect.h"
#include "runtime/kernel/link/uprobe/perf_site.h"
#include "runtime/kernel/link/uprobe/uprobe_tracefs.h"
#include "runtime/kernel/sys.h"

/* One call of uprobe_set_attach() in progress. */
struct attach {
	struct uprobe_set *set;
	const struct kern_uprobe *req;
	uint64_t *offs, *sema_offs, *cookies; /* [site_cnt], for the kernel */
	void (*bad)(void *arg, size_t site_idx, int err);
	void *arg;
};

void uprobe_set_init(struct uprobe_set *set)
{
	*set = (struct uprobe_set){ .hold = link_holder_create() };
}

void uprobe_set_deinit(struct uprobe_set *set)
{
	link_holder_destroy(set->hold);
	for (size_t i = 0; i < set->keepers.cnt; i++)
		if (set->keepers.v[i] >= 0)
			close(set->keepers.v[i]);
	vec_deinit(&set->keepers);
	kern_event_names_remove(&set->names);
}

/* @cnt sites are attached, or refused. */
static void count_done(const struct uprobe_set *set, size_t cnt)
{
	if (set->attached)
		__atomic_add_fetch(set->attached, cnt, __ATOMIC_RELAXED);
}

static bool is_cancelled(const struct uprobe_set *set)
{
	return set->is_cancelled && set->is_cancelled(set->arg);
}

static void attach_init(struct attach *attach, struct uprobe_set *set,
			const struct kern_uprobe *req)
{
	size_t cnt = req->site_cnt;

	memset(attach, 0, sizeof(*attach));
	attach->set = set;
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

/* The process near which to place and remove @cnt sites, or 0. */
static pid_t near_pid(const struct kern_uprobe *req, size_t cnt)
{
	return cnt >= CPU_AFFINITY_MIN ? req->pid : 0;
}

static void keep(const struct attach *attach, int fd, size_t cnt)
{
	const struct kern_uprobe *req = attach->req;

	if (req->ends_with_process)
		link_holder_add_until_end(attach->set->hold, fd, req->pid);
	else
		link_holder_add(attach->set->hold, fd, near_pid(req, cnt));
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
	struct cpu_affinity *near;
	int fd;

	if (is_cancelled(attach->set))
		return -ECANCELED;
	near = cpu_affinity_start(pid);
	fd = sys_link_create(&attr);

	cpu_affinity_end(near);
	if (fd < 0)
		return fd;
	keep(attach, fd, cnt);
	count_done(attach->set, cnt);
	return 0;
}

/* Can this error be the fault of a single site? */
static bool is_site_error(int err)
{
	switch (err) {
	case -EINVAL: /* outside the file, or another reference counter */
	case -EIO: /* the page cannot be read */
	case -ABI_ENOTSUPP: /* an instruction that cannot be probed */
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
	size_t cnt = attach->req->site_cnt, first = 0,
	       batch = link_batch_first();
	struct bisection bisection = { multi_link, is_site_error, attach,
				   attach->bad, attach->arg };
	int err = 0;

	while (first < cnt && !err) {
		size_t some = cnt - first < batch ? cnt - first : batch;
		uint64_t start_ns = clock_ns(CLOCK_MONOTONIC);

		err = link_bisect(&bisection, first, some);
		batch = link_batch_next(some,
					clock_ns(CLOCK_MONOTONIC) - start_ns);
		first += some;
	}
	return err;
}

static int perf_attach_each(struct attach *attach,
			    const struct kern_site *const *sites, size_t cnt)
{
	const struct kern_uprobe *req = attach->req;

	for (size_t i = 0; i < cnt; i++) {
		int fd = is_cancelled(attach->set) ? -ECANCELED :
						     perf_site_link(req, sites[i]);

		if (fd >= 0)
			keep(attach, fd, 1);
		else if (!is_site_error(fd))
			return fd;
		else if (attach->bad)
			attach->bad(attach->arg,
				    (size_t)(sites[i] - req->sites), fd);
		count_done(attach->set, 1);
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
			struct cpu_affinity *near =
				cpu_affinity_start(near_pid(req, end - i));

			fd = uprobe_event_link(&attach->set->names, req,
					       sites + i, end - i,
					       vec_add(&attach->set->keepers));
			cpu_affinity_end(near);
		}
		if (fd >= 0) {
			keep(attach, fd, end - i);
			count_done(attach->set, end - i);
		} else {
			err = perf_attach_each(attach, sites + i, end - i);
		}
	}
	return err;
}

int uprobe_set_attach(struct uprobe_set *set, enum kern_backend backend,
		      const struct kern_uprobe *req,
		      void (*bad)(void *arg, size_t site_idx, int err),
		      void *arg)
{
	struct attach attach;
	int err;

	attach_init(&attach, set, req);
	attach.bad = bad;
	attach.arg = arg;
	err = backend == KERN_UPROBE_PERF ? perf_attach(&attach) :
					    multi_attach(&attach);
	attach_deinit(&attach);
	return err;
}

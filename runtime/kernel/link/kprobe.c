/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attaches a program to functions, given by address; link_holder.c holds the
 * links.
 *
 *	multi	one link for all (5.18 with CONFIG_FPROBE), without the bad
 *		addresses: link_bisect.h
 *	event	a probe event of tracefs to which each site is appended,
 *		opened once as a perf event, with a link on it. The kernel
 *		needs milliseconds for each, and gives no cookies. A site is
 *		a symbol and an offset, because the kernel cannot tell plain
 *		addresses apart
 */
#include "runtime/kernel/link/kprobe.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/link_bisect.h"
#include "runtime/kernel/sys.h"
#include "runtime/kernel/tracefs.h"

enum {
	/* calls that wait for their return, such as those of blocked threads */
	RETURNS_MAX = 4096,	    /* of all functions, if they are few */
	RETURNS_PER_FUNC_MIN = 128,
};

struct attach {
	struct kern_links *links;
	const struct kern_kprobe *req;
	uint64_t *cookies;
	void (*bad)(void *arg, size_t site_idx, int err);
	void *arg;
};

/* Can this error be the fault of a single site? */
static bool is_site_error(int err)
{
	switch (err) {
	case -EINVAL: /* not the place where the function is traced */
	case -ENOENT:
	case -ESRCH:
	case -EILSEQ: /* not the beginning of an instruction */
	case -EEXIST:
	case -EFAULT:
	case -EADDRNOTAVAIL:
		return true;
	}
	return false;
}

/* ------------------------------------------------------------------- multi */

static int link_sites(const struct attach *attach, const uint64_t *kaddrs,
		      const uint64_t *cookies, size_t cnt)
{
	const struct kern_kprobe *req = attach->req;
	struct bpf_link_attr attr = {
		.prog_fd = (uint32_t)req->prog_fd,
		.attach_type = ABI_ATTACH_KPROBE_MULTI,
		.kprobe_multi = {
			.flags = req->is_return ? ABI_KPROBE_MULTI_RETURN : 0,
			.cnt = (uint32_t)cnt,
			.addrs = (uint64_t)(uintptr_t)kaddrs,
			.cookies = (uint64_t)(uintptr_t)cookies,
		},
	};
	int fd = sys_link_create(&attr);

	if (fd < 0)
		return fd;
	kern_links_add_kprobe(attach->links, fd);
	return 0;
}

/*
 * The kernel allocates two pending returns for each address and CPU, and misses
 * a return if none is left: with two CPUs, that of the fifth thread that waits
 * in a function. A repeated address adds to the pool, but is probed once.
 */
static size_t padded_cnt(const struct kern_kprobe *req, size_t cnt)
{
	long cpu_cnt = sysconf(_SC_NPROCESSORS_CONF);
	size_t wanted = RETURNS_MAX / 2 / (size_t)(cpu_cnt > 0 ? cpu_cnt : 1);

	return req->is_return && req->is_pool_by_cnt && cnt < wanted ? wanted :
								       cnt;
}

static int multi_link(void *ctx, size_t first, size_t cnt)
{
	const struct attach *attach = ctx;
	size_t padded = padded_cnt(attach->req, cnt);
	_cleanup_free_ uint64_t *kaddrs = xcalloc(padded, sizeof(uint64_t));
	_cleanup_free_ uint64_t *cookies = xcalloc(padded, sizeof(uint64_t));

	for (size_t i = 0; i < padded; i++) {
		size_t site = first + (i < cnt ? i : cnt - 1);

		kaddrs[i] = attach->req->kaddrs[site];
		cookies[i] = attach->cookies[site];
	}
	return link_sites(attach, kaddrs, cookies, padded);
}

static int attach_multi(struct attach *attach)
{
	size_t cnt = attach->req->site_cnt;
	struct bisection bisection = { multi_link, is_site_error, attach,
				   attach->bad, attach->arg };
	int err;

	attach->cookies = xcalloc(cnt, sizeof(uint64_t));
	for (size_t i = 0; i < cnt; i++)
		attach->cookies[i] = attach->req->first_cookie + i;
	err = link_bisect(&bisection, 0, cnt);
	free(attach->cookies);
	return err;
}

/* ------------------------------------------------------------------- event */

static const char events_file[] = "kprobe_events";

/*
 * Creates a BPF link on the event, which runs on every CPU although it is
 * opened for one.
 */
static int event_link(const struct kern_kprobe *req, int id)
{
	struct perf_event_attr event = {
		.size = sizeof(event),
		.type = PERF_TYPE_TRACEPOINT,
		.config = (uint64_t)id,
		.sample_period = 1,
	};
	struct bpf_link_attr attr = {
		.prog_fd = (uint32_t)req->prog_fd,
		.attach_type = ABI_ATTACH_PERF_EVENT,
	};
	_cleanup_close_ int event_fd = -1;
	int cpu = 0;

	do /* tries until the first online CPU */
		event_fd = sys_perf_event_open(&event, -1, cpu);
	while (event_fd == -ENODEV && ++cpu < sysconf(_SC_NPROCESSORS_CONF));
	if (event_fd < 0)
		return event_fd;
	attr.target_fd = (uint32_t)event_fd;
	return sys_link_create(&attr);
}

/*
 * Appends every site that the kernel accepts. Returns their number, or -errno.
 */
static int define_event(struct attach *attach, const char *event)
{
	const struct kern_kprobe *req = attach->req;
	int returns = RETURNS_MAX / (int)req->site_cnt;
	int cnt = 0;

	if (returns < RETURNS_PER_FUNC_MIN)
		returns = RETURNS_PER_FUNC_MIN;

	for (size_t i = 0; i < req->site_cnt; i++) {
		char text[256], kind[16] = "p";
		int err;

		if (req->is_return)
			snprintf(kind, sizeof(kind), "r%d", returns);
		snprintf(text, sizeof(text), "%s:%s %s", kind, event,
			 req->places[i]);
		err = kern_event_write(events_file, text);
		if (!err)
			cnt++;
		else if (!is_site_error(err))
			return err;
		else if (attach->bad)
			attach->bad(attach->arg, i, err);
	}
	return cnt;
}

static int attach_event(struct attach *attach)
{
	static unsigned int event_cnt;
	char group[32], name[32], event[72];
	int err, fd;

	if (!event_cnt)
		kern_event_sweep(events_file);
	snprintf(group, sizeof(group), "dtrace_%d", (int)getpid());
	/* kprobe_profile shows names without groups */
	snprintf(name, sizeof(name), "k%u_%d", event_cnt++, (int)getpid());
	snprintf(event, sizeof(event), "%s/%s", group, name);
	kern_links_add_event(attach->links, events_file, event);
	err = define_event(attach, event);
	if (err <= 0)
		return err;
	err = kern_event_id(group, name);
	if (err < 0)
		return err;
	fd = event_link(attach->req, err);
	if (fd < 0)
		return fd;
	kern_links_add(attach->links, fd);
	return 0;
}

int kern_kprobe_attach(struct kern_links *links, const struct kern_kprobe *req,
		       void (*bad)(void *arg, size_t site_idx, int err),
		       void *arg, struct kern_log *log)
{
	struct attach attach = {
		.links = links, .req = req, .bad = bad, .arg = arg,
	};
	int err;

	if (!req->site_cnt)
		return 0;
	err = req->places ? attach_event(&attach) : attach_multi(&attach);
	if (err)
		return kern_log_errno(log, err,
				      "can't attach to %zu functions of the "
				      "kernel", req->site_cnt);
	return 0;
}

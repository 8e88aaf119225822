// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/kernel/link/leader_exit.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/vec.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/sys.h"
#include "sdt/process.h"

/* The result of one call of kern_uprobe_attach(). */
struct filtered {
	struct kern_uprobe req; /* owned: prog_fd, path, sites */
	/* start of the process, because pids are reused */
	uint64_t start_ticks;
	uint64_t attached_ns; /* CLOCK_MONOTONIC: when attaching was complete */
	bool has_ended; /* its first thread has ended, others continue */
	bool is_open; /* it was attached again without a filter */
};

struct leader_exit {
	struct kern_links *links;
	enum kern_backend backend;
	VEC(struct filtered) filtered;
	int nothing_fd; /* a program that does nothing; -1: not loaded yet */
};

struct leader_exit *leader_exit_create(struct kern_links *links,
				       enum kern_backend backend)
{
	struct leader_exit *follow = xcalloc(1, sizeof(*follow));

	follow->links = links;
	follow->backend = backend;
	follow->nothing_fd = -1;
	return follow;
}

static void filtered_deinit(struct filtered *filtered)
{
	if (filtered->req.prog_fd >= 0)
		close(filtered->req.prog_fd);
	free((void *)filtered->req.path);
	free((void *)filtered->req.sites);
}

void leader_exit_destroy(struct leader_exit *follow)
{
	for (size_t i = 0; i < follow->filtered.cnt; i++)
		filtered_deinit(&follow->filtered.v[i]);
	vec_deinit(&follow->filtered);
	if (follow->nothing_fd >= 0)
		close(follow->nothing_fd);
	free(follow);
}

void leader_exit_keep(struct leader_exit *follow, const struct kern_uprobe *req)
{
	struct kern_site *sites = xcalloc(req->site_cnt, sizeof(*sites));
	struct filtered *filtered = vec_add(&follow->filtered);

	memcpy(sites, req->sites, req->site_cnt * sizeof(*sites));
	filtered->req = *req;
	filtered->req.prog_fd = fcntl(req->prog_fd, F_DUPFD_CLOEXEC, 0);
	filtered->req.path = xstrdup(req->path);
	filtered->req.sites = sites;
	filtered->attached_ns = clock_ns(CLOCK_MONOTONIC);
	filtered->start_ticks = sdt_process_stat(req->pid, SDT_STAT_START);
}

bool leader_exit_has(const struct leader_exit *follow, pid_t pid)
{
	for (size_t i = 0; i < follow->filtered.cnt; i++)
		if (follow->filtered.v[i].req.pid == pid)
			return true;
	return false;
}

bool leader_exit_had_ended(const struct leader_exit *follow, pid_t pid)
{
	for (size_t i = 0; i < follow->filtered.cnt; i++)
		if (follow->filtered.v[i].req.pid == pid &&
		    follow->filtered.v[i].has_ended)
			return true;
	return false;
}

static int load_nothing(void)
{
	static const struct bpf_insn insns[] = {
		INSN_MOV_IMM(BPF_REG_0, 0),
		INSN_EXIT(),
	};
	struct bpf_load_attr attr = {
		.prog_type = BPF_PROG_TYPE_KPROBE,
		.insn_cnt = sizeof(insns) / sizeof(insns[0]),
		.insns = (uint64_t)(uintptr_t)insns,
		.license = (uint64_t)(uintptr_t)"Dual BSD/GPL",
		.prog_name = "nothing",
		.expected_attach_type = ABI_ATTACH_UPROBE_MULTI,
	};

	return sys_prog_load(&attr);
}

/*
 * Attaches the sites of @filtered again, for @pid only (0: without a filter).
 */
static int attach_again(struct leader_exit *follow,
			const struct filtered *filtered, pid_t pid,
			struct kern_log *log)
{
	struct kern_uprobe req = filtered->req;

	req.pid = pid;
	req.is_aside = true;
	if (follow->backend == KERN_UPROBE_PERF)
		return kern_uprobe_attach(follow->links, &req, NULL, NULL, log);
	if (follow->nothing_fd < 0)
		follow->nothing_fd = load_nothing();
	if (follow->nothing_fd < 0)
		return kern_log_errno(log, follow->nothing_fd, "can't follow "
				      "process %d", (int)filtered->req.pid);
	req.prog_fd = follow->nothing_fd;
	req.is_return = false;
	return kern_uprobe_attach(follow->links, &req, NULL, NULL, log);
}

/* Are breakpoints missing, or will they be? */
static bool lacks_places(const struct leader_exit *follow,
			 const struct filtered *filtered,
			 bool (*has_file)(void *arg, const struct stat *st),
			 void *arg)
{
	struct stat st;

	return follow->backend == KERN_UPROBE_PERF ||
	       (!stat(filtered->req.path, &st) && !has_file(arg, &st));
}

int leader_exit_ended(struct leader_exit *follow, pid_t pid,
		      bool (*has_file)(void *arg, const struct stat *st),
		      void *arg, struct kern_log *log)
{
	int cnt = 0, err = 0;

	for (size_t i = 0; i < follow->filtered.cnt && !err; i++) {
		struct filtered *filtered = &follow->filtered.v[i];

		if (filtered->req.pid != pid || filtered->has_ended)
			continue;
		filtered->has_ended = true;
		if (!lacks_places(follow, filtered, has_file, arg))
			continue;
		filtered->is_open = true;
		err = attach_again(follow, filtered, 0, log);
		cnt++;
	}
	return err ? err : cnt;
}

int leader_exit_replaced(struct leader_exit *follow, pid_t pid,
			 uint64_t ended_ns, struct kern_log *log)
{
	/* an exec by another thread does not change it */
	uint64_t ticks = sdt_process_stat(pid, SDT_STAT_START);
	int cnt = 0, err = 0;

	for (size_t i = 0; i < follow->filtered.cnt && !err; i++) {
		struct filtered *filtered = &follow->filtered.v[i];

		if (filtered->req.pid != pid ||
		    filtered->start_ticks != ticks)
			continue;
		if (!filtered->has_ended && ended_ns <= filtered->attached_ns)
			continue;
		filtered->has_ended = false;
		if (filtered->is_open)
			continue;
		err = attach_again(follow, filtered, pid, log);
		filtered->attached_ns = clock_ns(CLOCK_MONOTONIC);
		cnt++;
	}
	return err ? err : cnt;
}

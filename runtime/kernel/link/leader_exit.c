// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/kernel/link/leader_exit.h"

#include <errno.h>

#include "base/system/clock.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/link/kept_requests.h"
#include "runtime/kernel/sys.h"
#include "sdt/process.h"

bool leader_exit_has(struct kern_links *links, pid_t pid)
{
	const struct kept_requests *list = kern_links_kept(links);

	for (size_t i = 0; i < list->all.cnt; i++)
		if (list->all.v[i].req.pid == pid)
			return true;
	return false;
}

bool leader_exit_had_ended(struct kern_links *links, pid_t pid)
{
	const struct kept_requests *list = kern_links_kept(links);

	for (size_t i = 0; i < list->all.cnt; i++)
		if (list->all.v[i].req.pid == pid &&
		    list->all.v[i].has_ended)
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
static int attach_again(struct kern_links *links,
			const struct filtered *filtered, pid_t pid,
			struct kern_log *log)
{
	struct kept_requests *list = kern_links_kept(links);
	struct kern_uprobe req = filtered->req;

	req.pid = pid;
	req.is_aside = true;
	if (list->backend == KERN_UPROBE_PERF)
		return kern_uprobe_attach(links, &req, NULL, NULL, log);
	if (list->nothing_fd < 0)
		list->nothing_fd = load_nothing();
	if (list->nothing_fd < 0)
		return kern_log_errno(log, list->nothing_fd, "can't follow "
				      "process %d", (int)filtered->req.pid);
	req.prog_fd = list->nothing_fd;
	req.is_return = false;
	return kern_uprobe_attach(links, &req, NULL, NULL, log);
}

/* Are breakpoints missing, or will they be? */
static bool lacks_places(const struct kept_requests *list,
			 const struct filtered *filtered,
			 bool (*has_file)(void *arg, const struct stat *st),
			 void *arg)
{
	struct stat st;

	return list->backend == KERN_UPROBE_PERF ||
	       (!stat(filtered->req.path, &st) && !has_file(arg, &st));
}

int leader_exit_ended(struct kern_links *links, pid_t pid,
		      bool (*has_file)(void *arg, const struct stat *st),
		      void *arg, struct kern_log *log)
{
	struct kept_requests *list = kern_links_kept(links);
	int cnt = 0, err = 0;

	for (size_t i = 0; i < list->all.cnt && !err; i++) {
		struct filtered *filtered = &list->all.v[i];

		if (filtered->req.pid != pid || filtered->has_ended)
			continue;
		filtered->has_ended = true;
		/* open links stay so, and two would count twice */
		if (filtered->is_open ||
		    !lacks_places(list, filtered, has_file, arg))
			continue;
		filtered->is_open = true;
		err = attach_again(links, filtered, 0, log);
		cnt++;
	}
	return err ? err : cnt;
}

int leader_exit_replaced(struct kern_links *links, pid_t pid,
			 uint64_t ended_ns, struct kern_log *log)
{
	/* an exec by another thread does not change it */
	uint64_t ticks = sdt_process_stat(pid, SDT_STAT_START);
	struct kept_requests *list = kern_links_kept(links);
	int cnt = 0, err = 0;

	for (size_t i = 0; i < list->all.cnt && !err; i++) {
		struct filtered *filtered = &list->all.v[i];

		if (filtered->req.pid != pid ||
		    filtered->start_ticks != ticks)
			continue;
		if (!filtered->has_ended && ended_ns <= filtered->attached_ns)
			continue;
		filtered->has_ended = false;
		if (filtered->is_open)
			continue;
		err = attach_again(links, filtered, pid, log);
		filtered->attached_ns = clock_ns(CLOCK_MONOTONIC);
		cnt++;
	}
	return err ? err : cnt;
}

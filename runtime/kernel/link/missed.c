/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the kernel counts missed firings:
 *
 *	bpf_prog_info.recursion_misses		5.12; of functions since 6.7
 *	bpf_link_info.kprobe_multi.missed	6.7
 *	tracefs kprobe_profile			"EVENT HITS MISSED", a line
 *						for each place of an event
 */
#include "runtime/kernel/link/missed.h"

#include <stdio.h>
#include <string.h>

#include "base/cleanup.h"
#include "runtime/kernel/sys.h"
#include "runtime/kernel/tracefs.h"

uint64_t kern_missed_prog(int prog_fd)
{
	struct bpf_prog_info info = { 0 };

	return sys_obj_info(prog_fd, &info, sizeof(info)) ?
		       0 : info.recursion_misses;
}

uint64_t kern_missed_link(int link_fd)
{
	struct bpf_kprobe_multi_info info = { 0 };

	return sys_obj_info(link_fd, &info, sizeof(info)) ? 0 : info.missed_cnt;
}

uint64_t kern_missed_event(const char *name)
{
	_cleanup_free_ char *text = NULL;
	unsigned long long missed_cnt;
	uint64_t sum = 0;
	char event[64];
	size_t len;

	if (kern_fs_read(KERN_TRACEFS, "kprobe_profile", &text, &len))
		return 0;
	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (sscanf(line, "%63s %*u %llu", event, &missed_cnt) == 2 &&
		    !strcmp(event, name))
			sum += missed_cnt;
	}
	return sum;
}

// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/kernel/link/kept_requests.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/clock.h"
#include "sdt/process.h"

void kept_requests_keep(struct kept_requests *list,
			const struct kern_uprobe *req)
{
	struct kern_site *sites = xcalloc(req->site_cnt, sizeof(*sites));
	struct filtered *filtered = vec_add(&list->all);

	memcpy(sites, req->sites, req->site_cnt * sizeof(*sites));
	filtered->req = *req;
	filtered->req.prog_fd = fcntl(req->prog_fd, F_DUPFD_CLOEXEC, 0);
	filtered->req.path = xstrdup(req->path);
	filtered->req.sites = sites;
	filtered->attached_ns = clock_ns(CLOCK_MONOTONIC);
	filtered->start_ticks = sdt_process_stat(req->pid, SDT_STAT_START);
}

void kept_requests_deinit(struct kept_requests *list)
{
	for (size_t i = 0; i < list->all.cnt; i++) {
		struct filtered *filtered = &list->all.v[i];

		if (filtered->req.prog_fd >= 0)
			close(filtered->req.prog_fd);
		free((void *)filtered->req.path);
		free((void *)filtered->req.sites);
	}
	vec_deinit(&list->all);
	if (list->nothing_fd >= 0)
		close(list->nothing_fd);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Uprobes: sites of one file, one program and one process filter are
 * attached together, and the links are held so that they go away fast.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_H
#define DTRACE_RUNTIME_KERNEL_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "runtime/kernel/link/backend.h"
#include "runtime/kernel/log.h"

/* All links of a session. Owned by the session; one thread uses it. */
struct kern_links;
struct uprobe_helper;

struct kern_links *kern_links_create(enum kern_backend backend);
/*
 * Closes all links at the same time and returns when the kernel has removed
 * the last breakpoint and semaphore. NULL is fine.
 */
void kern_links_close(struct kern_links *links);
/* Takes over a link that was made elsewhere in runtime/kernel. */
void kern_links_add(struct kern_links *links, int fd);
/*
 * Event "GROUP/NAME" of tracefs' @file ("kprobe_events") goes away when the
 * links are closed. Its name should be this process' alone.
 */
void kern_links_add_event(struct kern_links *links, const char *file,
			  const char *event);
/* The same for a kprobe_multi link, which counts what it misses. */
void kern_links_add_kprobe(struct kern_links *links, int fd);
/* Firings of kernel functions that were missed so far: see missed.h. */
uint64_t kern_links_missed(const struct kern_links *links);
/* Follows the processes that links are filtered by: link_rebind.h. */
struct link_rebind *kern_links_rebind(const struct kern_links *links);
/*
 * The process that attaches and holds uprobes, started earlier: it is owned
 * from here on. Without one it is started with the first uprobe.
 */
void kern_links_set_helper(struct kern_links *links,
			   struct uprobe_helper *helper);
/* Becomes readable when that process was killed; -1: there is none. */
int kern_links_fd(const struct kern_links *links);
/* Whether it was killed: all uprobes are gone. */
bool kern_links_are_lost(const struct kern_links *links);

struct kern_site {
	uint64_t fileoff;      /* of the instruction */
	uint64_t sema_fileoff; /* of its semaphore; 0 = none */
	uint64_t cookie;
};

struct kern_uprobe {
	int prog_fd;	  /* loaded for the same backend */
	const char *path; /* "/proc/self/fd/N" for an open file */
	pid_t pid;	  /* only this process (group leader); 0 = all */
	bool is_return;
	const struct kern_site *sites; /* offsets may not repeat */
	size_t site_cnt;
	bool is_aside; /* not to be followed: link_rebind.h */
};

/*
 * Attaches all sites that the kernel accepts. For each other one @bad is
 * called with its index and -errno, unless @bad is NULL. An error that is no
 * single site's fault (no such file, no permission, the process is gone)
 * ends it: @log is filled and the error returned; what was attached before
 * stays until kern_links_close(). Else 0, also when every site was bad.
 */
int kern_uprobe_attach(struct kern_links *links, const struct kern_uprobe *req,
		       void (*bad)(void *arg, size_t site_idx, int err),
		       void *arg, struct kern_log *log);
/* What -errno of a single site means, in words for a message. */
const char *kern_site_error(int err);

#endif

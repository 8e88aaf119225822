/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Uprobes: sites of one file, one program and one process filter are attached
 * together, and the links are held so that they are closed quickly.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_LINKS_H
#define DTRACE_RUNTIME_KERNEL_LINK_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/feature/uprobe_backend.h"

/* All links of a session. Owned by the session; one thread uses it. */
struct kern_links;
struct kept_requests;
struct uprobe_helper;

struct kern_links *kern_links_create(enum kern_backend backend);
/*
 * Closes all links at the same time and returns when the kernel has removed the
 * last breakpoint and semaphore. NULL is allowed.
 */
void kern_links_close(struct kern_links *links);
/* Takes ownership of a link that another part of runtime/kernel made. */
void kern_links_add(struct kern_links *links, int fd);
/*
 * Removes event "GROUP/NAME" of tracefs' @file ("kprobe_events") when the links
 * are closed. The name should be unique to this process.
 */
void kern_links_add_event(struct kern_links *links, const char *file,
			  const char *event);
/* kern_links_add() for a kprobe_multi link, which counts what it misses. */
void kern_links_add_kprobe(struct kern_links *links, int fd);
/*
 * Returns the number of sites that are attached or refused so far. Any thread
 * may call it, also while another one attaches.
 */
uint64_t kern_links_attached(const struct kern_links *links);
/* Returns the number of missed firings of kernel functions: see missed.h. */
uint64_t kern_links_missed(const struct kern_links *links);
/* Returns what was attached with a process as the filter. Owned by @links. */
struct kept_requests *kern_links_kept(struct kern_links *links);
/*
 * Sets the process that attaches and holds uprobes, if it was started earlier,
 * and takes ownership. Otherwise it is started with the first uprobe.
 */
void kern_links_set_helper(struct kern_links *links,
			   struct uprobe_helper *helper);
/*
 * Returns a descriptor that becomes readable if that process is killed, or has
 * detached because a file was written to; or -1.
 */
int kern_links_fd(const struct kern_links *links);
/* Has it become readable? Then all uprobes are gone. */
bool kern_links_are_lost(const struct kern_links *links);
/*
 * After kern_links_are_lost(): returns the path of the file that was written to,
 * or NULL if the process was killed. Owned by @links.
 */
const char *kern_links_written(const struct kern_links *links);

struct kern_site {
	uint64_t fileoff;      /* file offset of the instruction */
	uint64_t sema_fileoff; /* file offset of its semaphore; 0 = none */
	uint64_t cookie;
};

struct kern_uprobe {
	int prog_fd;	  /* loaded for the same backend */
	const char *path; /* "/proc/PID/fd/N" for an open file */
	pid_t pid;	  /* only this process (group leader); 0 = all */
	bool is_return;
	const struct kern_site *sites; /* offsets must be unique */
	size_t site_cnt;
	bool is_aside; /* not to be followed: leader_exit.h */
	/* detached when the process @pid has ended; for a single site */
	bool ends_with_process;
};

/*
 * Attaches all sites that the kernel accepts. Calls @bad, unless it is NULL,
 * for each other site with its index and -errno. An error that no single site
 * causes (no such file, no permission, the process has ended) stops the
 * function: it fills @log and returns the error; what was attached before stays
 * until kern_links_close(). Otherwise returns 0, even if every site was bad.
 */
int kern_uprobe_attach(struct kern_links *links, const struct kern_uprobe *req,
		       void (*bad)(void *arg, size_t site_idx, int err),
		       void *arg, struct kern_log *log);
/* Describes the -errno of a single site for a message. */
const char *kern_site_error(int err);

#endif

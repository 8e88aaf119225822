/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files of tracefs and debugfs, even if these are not mounted: through a
 * detached mount of dtrace's own. Events left by a killed run are removed by
 * the next run.
 */
#ifndef DTRACE_RUNTIME_KERNEL_TRACEFS_H
#define DTRACE_RUNTIME_KERNEL_TRACEFS_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

enum kern_fs {
	KERN_TRACEFS,
	KERN_DEBUGFS,
	KERN_FS_CNT,
};

/* Opens @path ("events/x/y/id") there: a descriptor or -errno. */
int kern_fs_open(enum kern_fs fs, const char *path, int flags);
/*
 * Reads the whole file, NUL-terminated; the caller frees it. Returns 0 or
 * -errno.
 */
int kern_fs_read(enum kern_fs fs, const char *path, char **text_ret,
		 size_t *len_ret);

/*
 * Writes one probe event definition to @file, "kprobe_events" or
 * "uprobe_events"; `-:GROUP/NAME` removes an event. Returns 0 or -errno.
 */
int kern_event_write(const char *file, const char *definition);
/* Returns the number of an event for perf_event_open(), or -errno. */
int kern_event_id(const char *group, const char *name);

/* Names of events to remove when nothing uses them any more. */
struct kern_event_name {
	const char *file; /* static */
	char *removal;	  /* owned: the line that removes it, "-:GROUP/NAME" */
};

struct kern_event_names {
	VEC(struct kern_event_name) list;
};

/* @event is "GROUP/NAME"; the name should be unique to this process. */
void kern_event_names_add(struct kern_event_names *names, const char *file,
			  const char *event);
/* Removes the events from the kernel, and empties the list. */
void kern_event_names_remove(struct kern_event_names *names);

/* Removes the events of groups dtrace_PID whose process no longer exists. */
void kern_event_sweep(const char *file);

/* Call after a fork that closed every descriptor: reopens them when needed. */
void kern_fs_forget(void);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files of tracefs and debugfs, even if these are not mounted: through a
 * detached mount of dtrace's own. Events left behind by a run that was killed
 * are removed by the next one.
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
/* All of it, with NUL after; the caller frees. Returns 0 or -errno. */
int kern_fs_read(enum kern_fs fs, const char *path, char **text_ret,
		 size_t *len_ret);

/*
 * Probe events: @file is "kprobe_events" or "uprobe_events". Writes one
 * definition; `-:GROUP/NAME` removes. Returns 0 or -errno.
 */
int kern_event_write(const char *file, const char *definition);
/* The number of an event for perf_event_open(), or -errno. */
int kern_event_id(const char *group, const char *name);

/* Names of events that are to be removed once nothing uses them any more. */
struct kern_event_name {
	const char *file; /* static */
	char *removal;	  /* owned: what is written there, "-:GROUP/NAME" */
};

struct kern_event_names {
	VEC(struct kern_event_name) list;
};

/* @event: "GROUP/NAME"; its name should be this process' alone. */
void kern_event_names_add(struct kern_event_names *names, const char *file,
			  const char *event);
/* Removes them from the kernel, and the list with them. */
void kern_event_names_remove(struct kern_event_names *names);

/* Removes the events of groups dtrace_PID whose process is gone. */
void kern_event_sweep(const char *file);

/* After a fork that closed every descriptor: they are opened again. */
void kern_fs_forget(void);

#endif

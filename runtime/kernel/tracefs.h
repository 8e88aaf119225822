/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files of tracefs and debugfs, also where nobody mounted them: a mount of
 * our own that has no place in the tree. Events that a run left behind when
 * it was killed are swept away by the next one.
 */
#ifndef DTRACE_RUNTIME_KERNEL_TRACEFS_H
#define DTRACE_RUNTIME_KERNEL_TRACEFS_H

#include <stddef.h>
#include <stdint.h>

enum kern_fs {
	KERN_TRACEFS,
	KERN_DEBUGFS,
	KERN_FS_CNT,
};

/* Opens @path ("events/x/y/id") there: a descriptor or -errno. */
int kern_fs_open(enum kern_fs fs, const char *path, int flags);
/* All of it, with NUL behind; the caller frees. Returns 0 or -errno. */
int kern_fs_read(enum kern_fs fs, const char *path, char **text_ret,
		 size_t *len_ret);

/*
 * Probe events: @file is "kprobe_events" or "uprobe_events". Writes one
 * definition; `-:GROUP/NAME` removes. Returns 0 or -errno.
 */
int kern_event_write(const char *file, const char *definition);
/* The number of an event for perf_event_open(), or -errno. */
int kern_event_id(const char *group, const char *name);
/* Removes the events of groups dtrace_PID whose process is gone. */
void kern_event_sweep(const char *file);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Notices that a probed file is written to in place (inotify(7)). */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_UPROBE_FILE_WRITES_H
#define DTRACE_RUNTIME_KERNEL_LINK_UPROBE_FILE_WRITES_H

#include "base/vec.h"

struct watched_file {
	int watch; /* its number in inotify(7) */
	char *path;
};

struct file_writes {
	int fd; /* readable if there is a notice; -1: nothing is noticed */
	VEC(struct watched_file) files;
};

void file_writes_init(struct file_writes *writes);
/*
 * Watches the file at @path, /proc/PID/fd/N of a descriptor. On file systems
 * and at limits where that fails, its writes go unnoticed.
 */
void file_writes_watch(struct file_writes *writes, const char *path);
/*
 * Takes a notice, and returns the name of the file that was written to, or
 * NULL: it was another notice, or there was none. The name is valid until
 * file_writes_deinit().
 */
const char *file_writes_next(struct file_writes *writes);
/* Stops watching; the names stay. Waits for a grace period (some 15 ms). */
void file_writes_close(struct file_writes *writes);
void file_writes_deinit(struct file_writes *writes);

#endif

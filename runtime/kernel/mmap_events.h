/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Executable mappings of processes, as the kernel reports them, including
 * processes that ended before their /proc could be read.
 */
#ifndef DTRACE_RUNTIME_KERNEL_MMAP_EVENTS_H
#define DTRACE_RUNTIME_KERNEL_MMAP_EVENTS_H

#include <stdint.h>
#include <sys/types.h>

#include "runtime/kernel/cpu.h"

struct kern_mmaps;

/* Executable memory that a process has mapped. */
struct kern_mmap {
	uint64_t start_uaddr, end_uaddr;
	uint64_t fileoff;
	uint64_t ino; /* 0: not a file */
	uint32_t dev_major, dev_minor;
	const char *path;
	uint64_t time_ns; /* CLOCK_MONOTONIC */
};

struct kern_mmaps_ops {
	void (*mapped)(void *ctx, pid_t pid, const struct kern_mmap *mmap);
	void (*forked)(void *ctx, pid_t parent, pid_t child, uint64_t time_ns);
	/* The first thread of a process ended; usually it was the last. */
	void (*ended)(void *ctx, pid_t pid, uint64_t time_ns);
	/* Records were lost: anything may have happened. May be NULL. */
	void (*lost)(void *ctx);
};

/*
 * NULL: out of files. @is_lazy: the reader, which reads from time to time, is
 * woken only if much is to be read, otherwise by each record. All functions
 * accept that NULL, and watch nothing.
 */
struct kern_mmaps *kern_mmaps_create(const struct kern_cpus *cpus,
				     bool is_lazy);
void kern_mmaps_destroy(struct kern_mmaps *mmaps);
/*
 * Watches @pid and all its future children. Returns 0 or -errno, for NULL
 * -EMFILE.
 */
int kern_mmaps_watch(struct kern_mmaps *mmaps, pid_t pid);
/* The same for all processes; call it before any of the above. */
int kern_mmaps_watch_all(struct kern_mmaps *mmaps);
/* Readable when there are records; -1 for NULL. */
int kern_mmaps_fd(const struct kern_mmaps *mmaps);
/* Reports what happened since the last call, CPU by CPU. */
void kern_mmaps_read(struct kern_mmaps *mmaps,
		     const struct kern_mmaps_ops *ops, void *ctx);

#endif

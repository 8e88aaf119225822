/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probe sites of running processes: which files a process maps executable,
 * and what is in them. Many processes map the same few files, so a scanner
 * reads each file once.
 */
#ifndef DTRACE_SDT_PROCESS_H
#define DTRACE_SDT_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "sdt/file.h"

struct sdt_scanner;

/* One file that a process maps executable. */
struct sdt_mapping {
	const char *path; /* as the kernel shows it, "(deleted)" included */
	uint32_t dev_major;
	uint32_t dev_minor;
	uint64_t ino;
	uint64_t start_uaddr;
	uint64_t end_uaddr; /* first address after it */
	uint64_t map_fileoff;
	uint64_t load_bias; /* valid when file is set */
	bool is_exe; /* the main program (known when file is set) */
	bool is_repeated; /* the same part is mapped elsewhere too (dlmopen) */
	/* With sites; NULL: no notes, or unreadable. Owned by the scanner. */
	const struct sdt_file *file;
};

struct sdt_process {
	pid_t pid;
	pid_t task; /* whose files under /proc can be read */
	struct sdt_mapping *mappings; /* by start_uaddr */
	size_t mapping_cnt;
	size_t site_cnt; /* over all mappings */
};

/* A scanner that reads @want (enum sdt_want) of each file. */
struct sdt_scanner *sdt_scanner_create(unsigned want);
/* Frees all files too. NULL is legal. */
void sdt_scanner_destroy(struct sdt_scanner *scanner);

/*
 * Reads the mappings and sites of @pid. The result is destroyed by
 * sdt_process_destroy() and must not outlive the scanner. Returns 0, -ESRCH
 * (no such process, or it ended), -EACCES/-EPERM, or another -errno.
 */
int sdt_scan_process(struct sdt_scanner *scanner, pid_t pid,
		     struct sdt_process **ret);
/*
 * @pid, or one of its other threads when the main thread has ended: /proc shows
 * the memory of a process only under the id of a living thread.
 */
pid_t sdt_process_task(pid_t pid);
struct sdt_maps;
struct sdt_maps_line;
/*
 * Reads the mappings of @pid through such a thread, *@task_ret, under whose id
 * /proc also shows the mapped files. Returns 0 or -errno as sdt_maps_read().
 */
int sdt_process_read_maps(struct sdt_maps *maps, pid_t pid, pid_t *task_ret);
/* The process of which @tid is a non-leader thread, or 0. */
pid_t sdt_process_of_thread(pid_t tid);
/* Fields of /proc/PID/stat, by their numbers in proc(5). */
enum sdt_stat {
	SDT_STAT_STATE = 3, /* a letter */
	SDT_STAT_FLAGS = 9, /* PF_... */
	SDT_STAT_START = 22, /* when the process was started, in clock ticks */
	SDT_STAT_CPU = 39,
};

/* A number of a task's state; 0 too when there is no such task. */
uint64_t sdt_process_stat(pid_t task, enum sdt_stat field);
/* The CPU that a task runs on or waits for, or -1: it sleeps, or is gone. */
int sdt_process_cpu(pid_t task);
/*
 * Whether a task has no memory, or is about to lose it: it has ended or is
 * exiting, or is a kernel thread.
 */
bool sdt_process_has_ended(pid_t task);
/*
 * Opens the file that a process maps there or, if that is not allowed, the file
 * that has its name now, below the process's root or below ours, if it is the
 * same. Returns a descriptor, owned by the caller, or -1.
 */
int sdt_open_mapped(pid_t task, const struct sdt_maps_line *line);
/*
 * The path of a file that @pid maps executable and that can't be opened, owned
 * by the caller, or NULL.
 */
char *sdt_process_unopened(pid_t pid);
/* NULL is legal. */
void sdt_process_destroy(struct sdt_process *process);

/*
 * Calls @fn for each process with at least one site, in order of pid, then for
 * those that were started meanwhile: the only process of a program that runs
 * again and again could otherwise have ended before its turn came. Kernel
 * threads and unreadable processes are skipped. Stops when @fn returns
 * non-zero and returns that. @process is destroyed after the call.
 */
int sdt_scan_all(struct sdt_scanner *scanner,
		 int (*fn)(const struct sdt_process *process, void *ctx),
		 void *ctx);

/* Whether the kernel can keep a semaphore in a process. */
enum sdt_sema_state {
	SDT_SEMA_OK, /* its page is private and writable */
	SDT_SEMA_READONLY, /* would keep its last value for ever */
	SDT_SEMA_SHARED, /* a shared mapping: the file itself would change */
	SDT_SEMA_UNMAPPED, /* nothing of the file is mapped there */
};

/*
 * State of the semaphore at @sema_fileoff of the mapping's file in process
 * @pid. Returns 0, -ESRCH, -EACCES/-EPERM, or another -errno.
 */
int sdt_sema_state(pid_t pid, const struct sdt_mapping *mapping,
		   uint64_t sema_fileoff, enum sdt_sema_state *ret);

#endif

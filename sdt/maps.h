/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /proc/PID/maps, line by line.
 */
#ifndef DTRACE_SDT_MAPS_H
#define DTRACE_SDT_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The text of a process's mappings; the memory is used again. */
struct sdt_maps {
	char *text;
	size_t len;
	size_t cap;
};

struct sdt_maps_line {
	uint64_t start_uaddr;
	uint64_t end_uaddr;
	uint64_t fileoff;
	uint64_t ino; /* 0: no file */
	uint32_t dev_major;
	uint32_t dev_minor;
	bool is_write;
	bool is_exec;
	bool is_shared;
	const char *path; /* in the text, not terminated */
	size_t path_len;
};

/* Returns 0 or -errno: -ESRCH when there is no such process. */
int sdt_maps_read(struct sdt_maps *maps, pid_t pid);
void sdt_maps_deinit(struct sdt_maps *maps);
/*
 * Reads the line at *@pos and moves *@pos past it; begin with 0. Returns false
 * at the end. Malformed lines are skipped.
 */
bool sdt_maps_next(const struct sdt_maps *maps, size_t *pos,
		   struct sdt_maps_line *ret);

enum { SDT_MAPPED_PATH_BYTES = 80 };

/*
 * The path under /proc of the file that a process maps there, even if it was
 * replaced, deleted or is in another mount namespace. Opening it needs
 * CAP_CHECKPOINT_RESTORE and the exact ends of a mapping.
 */
void sdt_mapped_path(char path[SDT_MAPPED_PATH_BYTES], pid_t pid,
		     uint64_t start_uaddr, uint64_t end_uaddr);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The contents that a file had. An inode may be written again, or be that of a
 * new file after the old one was deleted.
 */
#ifndef DTRACE_BASE_SYSTEM_FILE_STAMP_H
#define DTRACE_BASE_SYSTEM_FILE_STAMP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

struct file_stamp {
	int64_t bytes, ctime_sec;
	long ctime_nsec;
};

static inline struct file_stamp file_stamp_of(const struct stat *st)
{
	return (struct file_stamp){ st->st_size, st->st_ctim.tv_sec,
				    st->st_ctim.tv_nsec };
}

static inline bool file_stamp_is_of(const struct file_stamp *stamp,
				    const struct stat *st)
{
	return stamp->bytes == st->st_size &&
		stamp->ctime_sec == st->st_ctim.tv_sec &&
		stamp->ctime_nsec == st->st_ctim.tv_nsec;
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whole files: read at once, written atomically.
 */
#ifndef DTRACE_BASE_FILE_H
#define DTRACE_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads all of @path ("-" is a file called "-"). On success *@text_ret is
 * NUL-terminated behind *@len_ret bytes and belongs to the caller (free()).
 * Returns 0 or -errno; -EFBIG from 1 GiB on, -EISDIR for a directory.
 */
int file_read(const char *path, char **text_ret, size_t *len_ret);
/* The same from where an open file stands. */
int file_read_fd(int fd, char **text_ret, size_t *len_ret);

/* Whether both names are of one regular file; files that are not there, too. */
bool file_is_same(const char *a, const char *b);

/*
 * Makes @path hold exactly @data: written beside it under a temporary name
 * and renamed, so that nobody ever sees a part of it and an error leaves an
 * old file untouched. An old file keeps its mode, a new one gets 0666 less
 * the umask; a symbolic link keeps pointing where it does. A path that is no
 * regular file (/dev/stdout) is written directly. Returns 0 or -errno.
 */
int file_write_atomic(const char *path, const void *data, size_t len);

/* A file to be written. All is borrowed. */
struct file_output {
	const char *path;
	const void *data;
	size_t len; /* bytes */
};

/*
 * The same for several files: none is touched before all of them could be
 * written beside their places. They are put in place in their order. Returns
 * 0 or -errno with *@bad_ret the index of the file that failed.
 */
int file_write_all_atomic(const struct file_output *outputs, size_t cnt,
			  size_t *bad_ret);

/*
 * Opens @path to append to it; makes it if need be. In sticky folders that all
 * may write, links and files of others are refused (-EACCES). A descriptor,
 * close-on-exec, or -errno.
 */
int file_open_append(const char *path);

#endif

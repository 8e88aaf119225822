/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whole files: read at once, written atomically; text for open ones.
 */
#ifndef DTRACE_BASE_SYSTEM_FILE_H
#define DTRACE_BASE_SYSTEM_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Reads all of @path ("-" is a file called "-"). On success *@text_ret has a
 * NUL after its *@len_ret bytes and belongs to the caller (free()). Returns 0
 * or -errno; -EFBIG from 1 GiB on, -EISDIR for a directory.
 */
int file_read(const char *path, char **text_ret, size_t *len_ret);
/* The same from the current offset of an open file. */
int file_read_fd(int fd, char **text_ret, size_t *len_ret);

/*
 * Whether this process may read, execute or find @path (R_OK, X_OK, F_OK): like
 * access(2), which is about the real user, without the capabilities of one who
 * is not root. Returns 0 or -errno.
 */
int file_check_access(const char *path, int mode);

/* Whether both names refer to the same regular file, which may not exist
 * yet. */
bool file_is_same(const char *a, const char *b);

/*
 * Makes @path hold exactly @data: written beside it under a temporary name
 * and renamed, so that no reader sees a part of it and an error leaves an old
 * file untouched. An old file keeps its mode, a new one gets 0666 less the
 * umask; a symbolic link keeps pointing where it does, and one of another user
 * than root is refused (-ELOOP), see output_symlinks.h. A path that is not a
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
 * The same for several files: none is replaced before all have been written
 * under temporary names. They are renamed in order. Returns 0 or -errno with
 * *@bad_ret the index of the file that failed.
 */
int file_write_all_atomic(const struct file_output *outputs, size_t cnt,
			  size_t *bad_ret);

/*
 * Prints the text at once, without the buffer of @out, and waits for room also
 * if the file is non-blocking, where stdio would lose a part. Returns 0 or
 * -errno.
 */
int file_print(FILE *out, const char *text, size_t len);
/*
 * Opens @path to append to it; makes it if need be. Links of other users than
 * root are refused (-ELOOP), and in sticky world-writable folders also their
 * files (-EACCES). A descriptor, close-on-exec, or -errno.
 */
int file_open_append(const char *path);
/* The message text for an error of the functions that write; @err is positive. */
const char *file_output_error(int err);

#endif

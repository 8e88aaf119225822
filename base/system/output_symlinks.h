/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Symbolic links as names of output files.
 */
#ifndef DTRACE_BASE_SYSTEM_OUTPUT_SYMLINKS_H
#define DTRACE_BASE_SYSTEM_OUTPUT_SYMLINKS_H

#include <stdbool.h>

/*
 * Follows the symbolic links at the end of @path. A link that belongs to neither
 * the user (with sudo: also the one who called it) nor root is refused (-ELOOP):
 * another user could have a file of root overwritten by a link in his folder. So
 * is a loop (-EMLINK).
 * The caller opens *@path_ret (and frees it) with O_NOFOLLOW, unless
 * *@is_magic_ret is set: then it is a link of /proc, such as /dev/stdout, which
 * can only be opened as it is. A path that does not exist is returned unchanged.
 * Returns 0 or -errno.
 */
int follow_links(const char *path, char **path_ret, bool *is_magic_ret);

/* The folder of @path, with a final slash, or "."; to be freed. */
char *follow_folder(const char *path);

#endif

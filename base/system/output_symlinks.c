// SPDX-License-Identifier: BSD-2-Clause
/*
 * Follows the symbolic links of an output file, one by one:
 *
 *	log -> /var/tmp/x -> y		"/var/tmp/y", if all belong to us or root
 *	/dev/stdout -> /proc/self/fd/1	unchanged
 *
 * The kernel applies this rule only in sticky folders (protected_symlinks), but
 * not in a user's own folder: `dtrace -o ~user/out` as root is common.
 */
#include "base/system/output_symlinks.h"

#include <errno.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"

enum { LINK_CNT_MAX = 40 }; /* as the kernel's MAXSYMLINKS */

char *follow_folder(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? xstrndup(path, (size_t)(slash - path) + 1) :
		       xstrdup(".");
}

/* sudo(8) says who the user is. */
static bool is_sudo_user(uid_t owner)
{
	const char *text = getenv("SUDO_UID");
	char *end;
	unsigned long uid;

	if (!text || !*text)
		return false;
	uid = strtoul(text, &end, 10);
	return !*end && uid == owner;
}

static bool is_ours(uid_t owner)
{
	return !owner || owner == geteuid() || owner == getuid() ||
		is_sudo_user(owner);
}

static bool is_of_proc(const char *path)
{
	_cleanup_free_ char *folder = follow_folder(path);
	struct statfs fs;

	return !statfs(folder, &fs) && fs.f_type == PROC_SUPER_MAGIC;
}

/* The target of the link @path, prefixed with its folder unless absolute. */
static char *target_of(const char *path)
{
	_cleanup_free_ char *folder = NULL;
	char target[PATH_MAX];
	ssize_t len = readlink(path, target, sizeof(target) - 1);

	if (len < 0)
		return NULL;
	target[len] = '\0';
	if (*target == '/' || !strchr(path, '/'))
		return xstrdup(target);
	folder = follow_folder(path);
	return xasprintf("%s%s", folder, target);
}

int follow_links(const char *path, char **path_ret, bool *is_magic_ret)
{
	_cleanup_free_ char *now = xstrdup(path);

	for (int i = 0; i < LINK_CNT_MAX; i++) {
		struct stat st;
		char *next;

		*is_magic_ret = false;
		if (!lstat(now, &st) && S_ISLNK(st.st_mode)) {
			if (!is_ours(st.st_uid))
				return -ELOOP;
			*is_magic_ret = is_of_proc(now);
			next = *is_magic_ret ? NULL : target_of(now);
		} else {
			next = NULL;
		}
		if (!next) {
			*path_ret = take_ptr(now);
			return 0;
		}
		free(now);
		now = next;
	}
	return -EMLINK; /* a loop, most likely */
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The list of trace events, "group:event" a line, from tracefs: where it is
 * mounted, or from a mount of our own that has no place in the tree.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "runtime/kernel/event.h"

static const char file_name[] = "available_events";

static int open_mounted(void)
{
	static const char *const dirs[] = { "/sys/kernel/tracing",
					    "/sys/kernel/debug/tracing" };

	for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
		_cleanup_free_ char *path = xasprintf("%s/%s", dirs[i],
						      file_name);
		int fd = open(path, O_RDONLY | O_CLOEXEC);

		if (fd >= 0)
			return fd;
	}
	return -ENOENT;
}

static int open_detached(void)
{
	_cleanup_close_ int fs = fsopen("tracefs", FSOPEN_CLOEXEC);
	_cleanup_close_ int dir = -1;
	int fd;

	if (fs < 0 || fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		return -errno;
	dir = fsmount(fs, FSMOUNT_CLOEXEC, 0);
	fd = dir < 0 ? -1 : openat(dir, file_name, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int kern_event_list(char **ret)
{
	enum { STEP_BYTES = 64 << 10 };
	_cleanup_close_ int fd = open_mounted();
	size_t len = 0, max = 0;
	char *text = NULL;
	ssize_t got;

	if (fd < 0)
		fd = open_detached();
	if (fd < 0)
		return fd;
	do {
		if (max - len < STEP_BYTES)
			text = xrealloc_array(text, max += 2 * STEP_BYTES, 1);
		got = read(fd, text + len, max - len - 1);
		len += got > 0 ? (size_t)got : 0;
	} while (got > 0);
	text[len] = '\0';
	*ret = text;
	return 0;
}

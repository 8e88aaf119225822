// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/kernel/link/uprobe/file_writes.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/alloc.h"

void file_writes_init(struct file_writes *writes)
{
	*writes = (struct file_writes){
		.fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK),
	};
}

void file_writes_watch(struct file_writes *writes, const char *path)
{
	int watch = inotify_add_watch(writes->fd, path, IN_MODIFY);
	char name[PATH_MAX];
	ssize_t len;

	for (size_t i = 0; i < writes->files.cnt; i++)
		if (writes->files.v[i].watch == watch)
			return;
	len = watch < 0 ? -1 : readlink(path, name, sizeof(name) - 1);
	if (len < 0)
		return;
	name[len] = '\0';
	vec_push(&writes->files,
		 ((struct watched_file){ watch, xstrdup(name) }));
}

const char *file_writes_next(struct file_writes *writes)
{
	struct inotify_event event; /* one: names are only for folders */

	if (read(writes->fd, &event, sizeof(event)) <= 0 ||
	    !(event.mask & (IN_MODIFY | IN_Q_OVERFLOW)))
		return NULL; /* the file system has gone, for example */
	for (size_t i = 0; i < writes->files.cnt; i++)
		if (writes->files.v[i].watch == event.wd)
			return writes->files.v[i].path;
	return "a file";
}

void file_writes_close(struct file_writes *writes)
{
	if (writes->fd >= 0)
		close(writes->fd);
	writes->fd = -1;
}

void file_writes_deinit(struct file_writes *writes)
{
	for (size_t i = 0; i < writes->files.cnt; i++)
		free(writes->files.v[i].path);
	vec_deinit(&writes->files);
	file_writes_close(writes);
}

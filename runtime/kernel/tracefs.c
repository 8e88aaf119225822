/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds tracefs:
 *
 *	/sys/kernel/tracing, .../debug/tracing	if it is mounted there
 *	fsopen(), fsmount()			else, needs CAP_SYS_ADMIN
 */
#include "runtime/kernel/tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/vfs.h>
#include <linux/magic.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/text/strbuf.h"

struct place {
	const char *type;
	long magic;
	const char *const mounts[2];
	int fd; /* of the root directory, or -errno */
};

static struct place places[KERN_FS_CNT] = {
	[KERN_TRACEFS] = { "tracefs", TRACEFS_MAGIC,
			   { "/sys/kernel/tracing",
			     "/sys/kernel/debug/tracing" }, 0 },
	[KERN_DEBUGFS] = { "debugfs", DEBUGFS_MAGIC,
			   { "/sys/kernel/debug", NULL }, 0 },
};

static pthread_once_t places_once = PTHREAD_ONCE_INIT;

static int mount_detached(const char *type)
{
	_cleanup_close_ int fs = fsopen(type, FSOPEN_CLOEXEC);
	int fd;

	if (fs < 0 || fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		return -errno;
	fd = fsmount(fs, FSMOUNT_CLOEXEC, 0);
	return fd < 0 ? -errno : fd;
}

static int open_place(const struct place *place)
{
	struct statfs st;

	for (int i = 0; i < 2 && place->mounts[i]; i++)
		if (!statfs(place->mounts[i], &st) &&
		    (long)st.f_type == place->magic)
			return open(place->mounts[i],
				    O_PATH | O_DIRECTORY | O_CLOEXEC);
	return mount_detached(place->type);
}

static void open_places(void)
{
	for (int i = 0; i < KERN_FS_CNT; i++)
		places[i].fd = open_place(&places[i]);
}

void kern_fs_forget(void)
{
	places_once = (pthread_once_t)PTHREAD_ONCE_INIT;
}

int kern_fs_open(enum kern_fs fs, const char *path, int flags)
{
	int fd;

	pthread_once(&places_once, open_places);
	if (places[fs].fd < 0)
		return places[fs].fd;
	fd = openat(places[fs].fd, path, flags | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int kern_fs_read(enum kern_fs fs, const char *path, char **text_ret,
		 size_t *len_ret)
{
	enum { STEP_BYTES = 256 << 10 };
	_cleanup_close_ int fd = kern_fs_open(fs, path, O_RDONLY);
	size_t len = 0, cap = 0;
	char *text = NULL;
	ssize_t n;

	if (fd < 0)
		return fd;
	do {
		if (cap - len < STEP_BYTES) {
			cap = cap * 2 + STEP_BYTES + 1;
			text = xrealloc_array(text, cap, 1);
		}
		n = read(fd, text + len, cap - len - 1);
		if (n > 0)
			len += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR));
	if (n < 0) {
		int err = -errno;

		free(text);
		return err;
	}
	text[len] = '\0';
	*text_ret = text;
	*len_ret = len;
	return 0;
}

/* ------------------------------------------------------------------ events */

int kern_event_write(const char *file, const char *definition)
{
	_cleanup_close_ int fd =
		kern_fs_open(KERN_TRACEFS, file, O_WRONLY | O_APPEND);
	size_t len = strlen(definition);

	if (fd < 0)
		return fd;
	return write(fd, definition, len) == (ssize_t)len ? 0 : -errno;
}

int kern_event_id(const char *group, const char *name)
{
	_cleanup_free_ char *path =
		xasprintf("events/%s/%s/id", group, name);
	_cleanup_free_ char *text = NULL;
	size_t len;
	int err = kern_fs_read(KERN_TRACEFS, path, &text, &len);

	return err ? err : atoi(text);
}

void kern_event_names_add(struct kern_event_names *names, const char *file,
			  const char *event)
{
	*vec_add(&names->list) = (struct kern_event_name){
		.file = file,
		.removal = xasprintf("-:%s", event),
	};
}

void kern_event_names_remove(struct kern_event_names *names)
{
	for (size_t i = 0; i < names->list.cnt; i++) {
		kern_event_write(names->list.v[i].file,
				 names->list.v[i].removal);
		free(names->list.v[i].removal);
	}
	vec_deinit(&names->list);
}

/*
 * If a line "p:dtrace_123/entry ..." is of a process that no longer exists,
 * returns true and its event.
 */
static bool is_left_behind(const char *line, char *event, size_t event_bytes)
{
	const char *name = strchr(line, ':'), *slash;
	size_t len;
	char *end;
	long pid;

	if (!name || strncmp(++name, "dtrace_", 7) != 0)
		return false;
	pid = strtol(name + 7, &end, 10);
	slash = end;
	len = strcspn(name, " \n");
	if (*slash != '/' || pid <= 0 || len >= event_bytes)
		return false;
	memcpy(event, name, len);
	event[len] = '\0';
	return kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

void kern_event_sweep(const char *file)
{
	_cleanup_free_ char *text = NULL;
	const char *line;
	size_t len;

	if (kern_fs_read(KERN_TRACEFS, file, &text, &len))
		return;
	for (line = text; line && *line; line = strchr(line, '\n')) {
		char event[128], definition[136];

		line += *line == '\n';
		if (!is_left_behind(line, event, sizeof(event)))
			continue;
		/* removes all sites of the event at once */
		snprintf(definition, sizeof(definition), "-:%s", event);
		kern_event_write(file, definition);
	}
}

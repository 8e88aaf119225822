// SPDX-License-Identifier: BSD-2-Clause
/*
 * Reading and writing whole files.
 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"

enum { FILE_BYTES_MAX = 1 << 30 };

int file_read(const char *path, char **text_ret, size_t *len_ret)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	_cleanup_free_ char *text = NULL;
	size_t len = 0, cap = 0;
	ssize_t got;

	if (fd < 0)
		return -errno;
	do {
		if (cap - len < 4096) {
			cap = cap ? cap * 2 : 16384;
			text = xrealloc(text, cap + 1);
		}
		got = read(fd, text + len, cap - len);
		if (got < 0 && errno != EINTR)
			return -errno;
		if (got > 0)
			len += (size_t)got;
		if (len >= FILE_BYTES_MAX)
			return -EFBIG;
	} while (got != 0);
	text[len] = '\0';
	*text_ret = take_ptr(text);
	*len_ret = len;
	return 0;
}

static int write_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t put = write(fd, data, len);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -errno;
		data += put;
		len -= (size_t)put;
	}
	return 0;
}

static int write_direct(const char *path, const void *data, size_t len)
{
	_cleanup_close_ int fd = open(path, O_WRONLY | O_CLOEXEC);

	return fd < 0 ? -errno : write_all(fd, data, len);
}

/* A file that was written beside its place. */
struct staged {
	char *path; /* behind symbolic links; NULL: is written directly */
	char *temp;
};

/* mkstemp() gives 0600; an output file has the mode that open() would give. */
static int give_mode(int fd, const struct stat *old)
{
	mode_t mask = umask(0);

	umask(mask);
	return fchmod(fd, old ? old->st_mode & 07777 : 0666 & ~mask) ? -errno : 0;
}

static int stage_at(struct staged *staged, const struct stat *old,
		    const struct file_output *output)
{
	int err, fd;

	staged->temp = xasprintf("%s.XXXXXX", staged->path);
	fd = mkostemp(staged->temp, O_CLOEXEC);
	if (fd < 0) {
		free(take_ptr(staged->temp));
		return -errno;
	}
	err = write_all(fd, output->data, output->len);
	if (!err)
		err = give_mode(fd, old);
	if (close(fd) && !err)
		err = -errno;
	return err;
}

static int stage(struct staged *staged, const struct file_output *output)
{
	struct stat st;
	bool exists = !stat(output->path, &st);

	if (exists && S_ISDIR(st.st_mode))
		return -EISDIR;
	if (exists && !S_ISREG(st.st_mode))
		return 0;
	if (exists && access(output->path, W_OK))
		return -errno;
	if (exists)
		staged->path = realpath(output->path, NULL);
	if (!staged->path)
		staged->path = xstrdup(output->path);
	return stage_at(staged, exists ? &st : NULL, output);
}

static int put_in_place(struct staged *staged, const struct file_output *output)
{
	if (!staged->path)
		return write_direct(output->path, output->data, output->len);
	if (rename(staged->temp, staged->path))
		return -errno;
	free(take_ptr(staged->temp));
	return 0;
}

int file_write_all_atomic(const struct file_output *outputs, size_t cnt,
			  size_t *bad_ret)
{
	struct staged *staged = xcalloc(cnt + 1, sizeof(*staged));
	size_t bad = 0;
	int err = 0;

	for (size_t i = 0; !err && i < cnt; i++)
		err = stage(&staged[bad = i], &outputs[i]);
	for (size_t i = 0; !err && i < cnt; i++)
		err = put_in_place(&staged[bad = i], &outputs[i]);
	for (size_t i = 0; i < cnt; i++) {
		if (staged[i].temp)
			unlink(staged[i].temp);
		free(staged[i].temp);
		free(staged[i].path);
	}
	free(staged);
	if (err)
		*bad_ret = bad;
	return err;
}

int file_write_atomic(const char *path, const void *data, size_t len)
{
	struct file_output output = { path, data, len };
	size_t bad;

	return file_write_all_atomic(&output, 1, &bad);
}

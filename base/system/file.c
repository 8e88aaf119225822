// SPDX-License-Identifier: BSD-2-Clause
/*
 * Reading and writing whole files.
 */
#include "base/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/system/output_symlinks.h"

enum { FILE_BYTES_MAX = 1 << 30 };

int file_check_access(const char *path, int mode)
{
	return faccessat(AT_FDCWD, path, mode, AT_EACCESS) ? -errno : 0;
}

int file_read_fd(int fd, char **text_ret, size_t *len_ret)
{
	_cleanup_free_ char *text = NULL;
	size_t len = 0, cap = 0;
	ssize_t got;

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

int file_read(const char *path, char **text_ret, size_t *len_ret)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);

	return fd < 0 ? -errno : file_read_fd(fd, text_ret, len_ret);
}

bool file_is_same(const char *a, const char *b)
{
	struct stat st_a, st_b;

	if (stat(a, &st_a) || stat(b, &st_b))
		return !strcmp(a, b);
	return S_ISREG(st_a.st_mode) && st_a.st_dev == st_b.st_dev &&
		st_a.st_ino == st_b.st_ino;
}

static void wait_for_room(int fd)
{
	struct pollfd room = { .fd = fd, .events = POLLOUT };

	(void)poll(&room, 1, -1);
}

/*
 * Another process with the same pipe or terminal may have made it non-blocking
 * (O_NONBLOCK belongs to what was opened, not to the descriptor).
 */
static int write_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t put = write(fd, data, len);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0 && errno == EAGAIN) {
			wait_for_room(fd);
			continue;
		}
		if (put < 0)
			return -errno;
		data += put;
		len -= (size_t)put;
	}
	return 0;
}

int file_print(FILE *out, const char *text, size_t len)
{
	int fd;

	if (fflush(out))
		return -errno;
	fd = fileno(out);
	if (fd >= 0)
		return write_all(fd, text, len);
	if (fwrite(text, 1, len, out) != len || fflush(out))
		return -errno;
	return 0;
}

/*
 * In a sticky world-writable folder (/tmp) a name may be a trap set by another
 * user: a link, or a file that this user reads. Files there that belong to
 * neither us nor the folder's owner are not used.
 */
static int check_owner(const char *path, uid_t owner)
{
	_cleanup_free_ char *folder = follow_folder(path);
	struct stat st;

	if (stat(folder, &st))
		return -errno;
	if (!(st.st_mode & S_ISVTX) || !(st.st_mode & S_IWOTH) ||
	    owner == geteuid() || owner == st.st_uid)
		return 0;
	return -EACCES;
}

int file_open_append(const char *path)
{
	int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC;
	_cleanup_free_ char *name = NULL;
	_cleanup_close_ int fd = -1;
	bool is_magic;
	struct stat st;
	int err = follow_links(path, &name, &is_magic);

	if (err)
		return err;
	fd = open(name, is_magic ? flags : flags | O_NOFOLLOW, 0666);
	if (fd < 0 || fstat(fd, &st))
		return -errno;
	if (!is_magic && (S_ISREG(st.st_mode) || S_ISFIFO(st.st_mode)))
		err = check_owner(name, st.st_uid);
	return err ? err : take_fd(fd);
}

const char *file_output_error(int err)
{
	if (err == ELOOP)
		return "it is a symbolic link of another user, which is not "
		       "followed; name the file that it points to";
	return strerror(err);
}

/* A file that was written under a temporary name. */
struct staged {
	char *path;    /* after symbolic links */
	char *temp;    /* NULL: is written directly */
	bool is_magic; /* @path is a symbolic link in /proc */
};

static int write_direct(const struct staged *staged,
			const struct file_output *output)
{
	int flags = O_WRONLY | O_CLOEXEC | (staged->is_magic ? 0 : O_NOFOLLOW);
	_cleanup_close_ int fd = open(staged->path, flags);

	return fd < 0 ? -errno : write_all(fd, output->data, output->len);
}

/*
 * mkstemp() gives 0600; an output file has the mode that open() would give. The
 * old file may be that of another user, who must not get a set-uid program that
 * belongs to us.
 */
static int give_mode(int fd, const struct stat *old)
{
	mode_t mask = umask(0);

	umask(mask);
	return fchmod(fd, old ? old->st_mode & 0777 : 0666 & ~mask) ? -errno : 0;
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
	bool exists;
	int err = follow_links(output->path, &staged->path, &staged->is_magic);

	if (err)
		return err;
	exists = !(staged->is_magic ? stat(staged->path, &st) :
				      lstat(staged->path, &st));
	if (exists && S_ISLNK(st.st_mode)) /* it was created just now */
		return -ELOOP;
	if (exists && S_ISDIR(st.st_mode))
		return -EISDIR;
	if (exists && !S_ISREG(st.st_mode))
		return 0;
	if (exists && access(staged->path, W_OK))
		return -errno;
	if (exists && staged->is_magic) {
		char *target = realpath(staged->path, NULL);

		if (!target)
			return -errno;
		free(staged->path);
		staged->path = target;
	}
	return stage_at(staged, exists ? &st : NULL, output);
}

static int put_in_place(struct staged *staged, const struct file_output *output)
{
	if (!staged->temp)
		return write_direct(staged, output);
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

// SPDX-License-Identifier: BSD-2-Clause
/*
 * A line of /proc/PID/maps is
 *
 *	7f5c1e000000-7f5c1e022000 r-xp 00026000 fe:01 1234   /usr/lib/x.so
 *
 * The path is the rest of the line, with newlines as \012 and " (deleted)"
 * after the path of a deleted file. `dtrace -l` reads the maps of every
 * process, so the text is scanned by hand, once.
 */
#include "sdt/maps.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"

enum { MAPS_CAP_START = 64 << 10 };

static int read_all(struct sdt_maps *maps, int fd)
{
	maps->len = 0;
	for (;;) {
		ssize_t n;

		if (maps->cap - maps->len < 4096 + 1) {
			maps->cap = maps->cap ? 2 * maps->cap : MAPS_CAP_START;
			maps->text = xrealloc(maps->text, maps->cap);
		}
		n = read(fd, maps->text + maps->len, maps->cap - maps->len - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			break;
		maps->len += n;
	}
	maps->text[maps->len] = '\0';
	return 0;
}

int sdt_maps_read(struct sdt_maps *maps, pid_t pid)
{
	_cleanup_close_ int fd = -1;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT ? -ESRCH : -errno;
	return read_all(maps, fd);
}

void sdt_maps_deinit(struct sdt_maps *maps)
{
	free(maps->text);
	*maps = (struct sdt_maps){ 0 };
}

/* Reads a number up to @end_char and moves past that; 0 on other text. */
static bool scan_number(const char **p, unsigned base, char end_char,
			uint64_t *ret)
{
	uint64_t number = 0;
	const char *s = *p;

	for (; *s != end_char; s++) {
		unsigned digit;

		if (*s >= '0' && *s <= '9')
			digit = *s - '0';
		else if (*s >= 'a' && *s <= 'f')
			digit = *s - 'a' + 10;
		else
			return false;
		if (digit >= base)
			return false;
		number = number * base + digit;
	}
	*p = s + 1;
	*ret = number;
	return true;
}

/* "r-xp " */
static bool scan_perms(const char **p, struct sdt_maps_line *ret)
{
	const char *s = *p;

	if (strnlen(s, 5) < 5 || s[4] != ' ')
		return false;
	ret->is_write = s[1] == 'w';
	ret->is_exec = s[2] == 'x';
	ret->is_shared = s[3] == 's';
	*p = s + 5;
	return true;
}

static bool scan_line(const char *p, const char *end, struct sdt_maps_line *ret)
{
	uint64_t dev_major, dev_minor;

	if (!scan_number(&p, 16, '-', &ret->start_uaddr) ||
	    !scan_number(&p, 16, ' ', &ret->end_uaddr) ||
	    !scan_perms(&p, ret) || !scan_number(&p, 16, ' ', &ret->fileoff) ||
	    !scan_number(&p, 16, ':', &dev_major) ||
	    !scan_number(&p, 16, ' ', &dev_minor))
		return false;
	ret->dev_major = dev_major;
	ret->dev_minor = dev_minor;
	ret->ino = 0;
	while (p < end && *p >= '0' && *p <= '9')
		ret->ino = ret->ino * 10 + (*p++ - '0');
	while (p < end && *p == ' ')
		p++;
	ret->path = p;
	ret->path_len = end - p;
	return true;
}

bool sdt_maps_next(const struct sdt_maps *maps, size_t *pos,
		   struct sdt_maps_line *ret)
{
	while (*pos < maps->len) {
		const char *line = maps->text + *pos;
		const char *end = strchrnul(line, '\n');

		*pos = end - maps->text + 1;
		if (scan_line(line, end, ret))
			return true;
	}
	return false;
}

void sdt_mapped_path(char path[SDT_MAPPED_PATH_BYTES], pid_t pid,
		     uint64_t start_uaddr, uint64_t end_uaddr)
{
	snprintf(path, SDT_MAPPED_PATH_BYTES, "/proc/%d/map_files/%llx-%llx",
		 (int)pid, (unsigned long long)start_uaddr,
		 (unsigned long long)end_uaddr);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * blocks N FILE: writes N blocks of 4096 bytes, past the page cache, to a new
 * FILE whose room was made before. Exit status 77: FILE can't be written so,
 * or lies in memory.
 */
#define _GNU_SOURCE 1
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { BLOCK_BYTES = 4096 };

int main(int argc, char **argv)
{
	static char block[BLOCK_BYTES] __attribute__((aligned(BLOCK_BYTES)));
	int cnt = atoi(argv[1]);
	int fd = argc > 2 ? open(argv[2], O_RDWR | O_CREAT | O_TRUNC | O_DIRECT, 0600) : -1;

	struct statfs fs;

	if (fd < 0 || fstatfs(fd, &fs) || fs.f_type == TMPFS_MAGIC || fs.f_type == RAMFS_MAGIC)
		return 77;
	for (int i = 0; i < cnt; i++) /* the file's own blocks are settled */
		if (pwrite(fd, block, BLOCK_BYTES, (off_t)i * BLOCK_BYTES) != BLOCK_BYTES)
			return 77;
	fsync(fd);
	for (int i = 0; i < cnt; i++)
		pwrite(fd, block, BLOCK_BYTES, (off_t)i * BLOCK_BYTES);
	return 0;
}

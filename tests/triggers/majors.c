// SPDX-License-Identifier: BSD-2-Clause
/*
 * majors N FILE: writes N pages to a new FILE, drops them from the page cache
 * and reads each through a mapping, between two calls of getppid(2). The kernel
 * reads no pages ahead there. Prints how many faults that needed I/O it counted
 * for the process. Exit status 77: FILE lies in memory.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096 };

static long major_faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_majflt;
}

int main(int argc, char **argv)
{
	static const char page[PAGE_BYTES] = "page";
	int cnt = atoi(argv[1]);
	int fd = argc > 2 ? open(argv[2], O_RDWR | O_CREAT | O_TRUNC, 0600) : -1;
	const volatile char *pages;
	struct statfs fs;
	long before;

	if (fd < 0 || fstatfs(fd, &fs) || fs.f_type == TMPFS_MAGIC || fs.f_type == RAMFS_MAGIC)
		return 77;
	for (int i = 0; i < cnt; i++)
		if (write(fd, page, PAGE_BYTES) != PAGE_BYTES)
			return 77;
	if (fsync(fd) || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED))
		return 77;
	pages = mmap(NULL, (size_t)cnt * PAGE_BYTES, PROT_READ, MAP_SHARED, fd, 0);
	if (pages == MAP_FAILED || madvise((void *)pages, (size_t)cnt * PAGE_BYTES, MADV_RANDOM))
		return 1;
	before = major_faults();
	getppid();
	for (int i = 0; i < cnt; i++)
		(void)pages[(size_t)i * PAGE_BYTES];
	getppid();
	dprintf(1, "%ld\n", major_faults() - before);
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Strings as probes meet them, each fired once: touched; in a page of a file
 * that this process never touched; crossing into a second such page; ending
 * at the end of the last mapped page; empty; longer than strsize (300 times
 * 'x'); at an address that is not mapped (0x10); NULL.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "texts.h"

enum { PAGE = 4096 };

static char *map_file(const char *bytes, size_t cnt, off_t at, size_t pages)
{
	int fd = memfd_create("texts", 0);
	char *ret;

	if (fd < 0 || ftruncate(fd, (off_t)pages * PAGE) ||
	    pwrite(fd, bytes, cnt, at) != (ssize_t)cnt)
		exit(1);
	ret = mmap(NULL, pages * PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
	if (ret == MAP_FAILED)
		exit(1);
	/* one file that is not mapped around: each fault brings one page */
	madvise(ret, pages * PAGE, MADV_RANDOM);
	close(fd);
	return ret;
}

int main(void)
{
	static const char text[] = "a page nobody has touched";
	static char lengthy[301];
	char *untouched = map_file(text, sizeof(text), 0, 1);
	char *crossing = map_file(text, sizeof(text), PAGE - 6, 2);
	char *edge = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			  -1, 0);

	if (edge == MAP_FAILED || munmap(edge + PAGE, PAGE))
		return 1;
	memcpy(edge + PAGE - 5, "edge", 5);
	memset(lengthy, 'x', 300);
	TEXTS_TOUCHED("touched");
	TEXTS_UNTOUCHED(untouched);
	TEXTS_FAR(crossing + PAGE - 6);
	TEXTS_EDGE(edge + PAGE - 5);
	TEXTS_EMPTY("");
	TEXTS_LENGTHY(lengthy);
	TEXTS_WILD((char *)0x10);
	TEXTS_NULL(NULL);
	return 0;
}

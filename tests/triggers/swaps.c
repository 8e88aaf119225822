// SPDX-License-Identifier: BSD-2-Clause
/*
 * swaps N FILE: makes FILE the only swap device's file, has N pages of its own
 * moved to swap and touches them, one after another. Prints how many pages the
 * kernel counted to and from swap (/proc/vmstat). getppid(2) is called before
 * and after. FILE is a block device. Exit status 77: there is swap already, or
 * FILE cannot be used.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/swap.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096, LABEL_AT = PAGE_BYTES - 10, HEADER_AT = 1024 };

/* swap space of this many pages, as mkswap(8) writes it */
static int make_swap(const char *path, unsigned int page_cnt)
{
	static char page[PAGE_BYTES];
	const unsigned int header[3] = { 1, page_cnt - 1, 0 };
	int fd = open(path, O_RDWR | O_CLOEXEC);
	int is_made;

	memcpy(page + LABEL_AT, "SWAPSPACE2", 10);
	memcpy(page + HEADER_AT, header, sizeof(header));
	is_made = fd >= 0 && pwrite(fd, page, PAGE_BYTES, 0) == PAGE_BYTES && !fsync(fd);
	close(fd);
	return is_made ? 0 : -1;
}

static long counted(const char *name)
{
	FILE *file = fopen("/proc/vmstat", "re");
	char got[64];
	long value, ret = -1;

	while (file && fscanf(file, "%63s %ld", got, &value) == 2)
		if (!strcmp(got, name))
			ret = value;
	if (file)
		fclose(file);
	return ret;
}

static int has_swap(void)
{
	FILE *file = fopen("/proc/swaps", "re");
	int lines = 0, c;

	while (file && (c = getc(file)) != EOF)
		lines += c == '\n';
	if (file)
		fclose(file);
	return lines != 1;
}

/* A page leaves memory by a second call, when it has been written. */
static void move_out(volatile char *pages, size_t cnt)
{
	unsigned char *resident = calloc(cnt, 1);
	size_t left;

	do {
		madvise((void *)pages, cnt * PAGE_BYTES, MADV_PAGEOUT);
		mincore((void *)pages, cnt * PAGE_BYTES, resident);
		left = 0;
		for (size_t i = 0; i < cnt; i++)
			left += resident[i] & 1;
	} while (left);
	free(resident);
}

int main(int argc, char **argv)
{
	size_t cnt = (size_t)atoi(argv[1]), bytes = cnt * PAGE_BYTES;
	const char *path = argc > 2 ? argv[2] : "";
	volatile char *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	long out, in;

	if (pages == MAP_FAILED || has_swap() || make_swap(path, 1024) || swapon(path, 0))
		return 77;
	madvise((void *)pages, bytes, MADV_NOHUGEPAGE);
	madvise((void *)pages, bytes, MADV_RANDOM);
	for (size_t i = 0; i < bytes; i++)
		pages[i] = (char)(i * 7 + i / PAGE_BYTES);
	out = counted("pswpout");
	in = counted("pswpin");
	getppid();
	move_out(pages, cnt);
	for (size_t i = 0; i < bytes; i += PAGE_BYTES)
		if (pages[i] != (char)(i * 7 + i / PAGE_BYTES))
			return 1;
	getppid();
	printf("out %ld in %ld\n", counted("pswpout") - out, counted("pswpin") - in);
	return swapoff(path) ? 1 : 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * kwork N: work of the kernel for this program, between calls of getppid(2):
 * N bytes through a pipe, one after another; N mappings made and removed;
 * N milliseconds of CPU time.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static void pipe_bytes(int cnt)
{
	int ends[2];
	char byte = 0;

	if (pipe(ends))
		exit(1);
	getppid();
	for (int i = 0; i < cnt; i++)
		if (write(ends[1], &byte, 1) != 1 || read(ends[0], &byte, 1) != 1)
			exit(1);
	getppid();
}

static void map(int cnt)
{
	for (int i = 0; i < cnt; i++) {
		void *addr = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (addr == MAP_FAILED || munmap(addr, 4096))
			exit(1);
	}
}

static long used_ms(void)
{
	struct timespec used;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	return used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

int main(int argc, char **argv)
{
	int cnt = argc > 1 ? atoi(argv[1]) : 1;
	long until;

	pipe_bytes(cnt);
	map(1);
	getppid();
	map(cnt);
	getppid();
	until = used_ms() + cnt;
	getppid();
	/* most of it in the program, not in the call that asks for the time */
	while (used_ms() < until)
		for (volatile int i = 0; i < 10000; i++)
			;
	getppid();
	return 0;
}

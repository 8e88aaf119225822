// SPDX-License-Identifier: BSD-2-Clause
/*
 * pages N: writes to N new pages, then a child writes to them, which copies
 * them. getppid(2) is called before and after each of the two. Nothing is read
 * before: some machines have a page of zeroes for that, which is then copied.
 * Prints how many faults of a process the kernel counted between the third and
 * the fourth.
 */
#define _GNU_SOURCE 1
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096 };

static long faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt;
}

static long write_all(volatile char *pages, int cnt)
{
	long before;

	getppid();
	before = faults();
	for (int i = 0; i < cnt; i++)
		pages[(size_t)i * PAGE_BYTES] = 1;
	before = faults() - before;
	getppid();
	return before;
}

int main(int argc, char **argv)
{
	int cnt = argc > 1 ? atoi(argv[1]) : 1;
	size_t bytes = (size_t)cnt * PAGE_BYTES;
	char *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	long num;
	pid_t pid;

	if (pages == MAP_FAILED || madvise(pages, bytes, MADV_NOHUGEPAGE))
		return 1;
	/* then the pages that it needs itself are present */
	write_all(pages, 1);
	pages++;
	num = write_all(pages + PAGE_BYTES, cnt - 1);
	pid = fork();
	if (!pid) {
		write_all(pages, 1);
		num = write_all(pages + PAGE_BYTES, cnt - 1);
		dprintf(1, "child faults %ld\n", num);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	dprintf(1, "parent faults %ld\n", num);
	return 0;
}

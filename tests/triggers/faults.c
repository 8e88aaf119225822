// SPDX-License-Identifier: BSD-2-Clause
/*
 * faults COUNT: COUNT times, a thread fires fire(N, text, N) with a text in a page that is not there. Whoever reads it
 * sleeps until the other thread, on the same CPU, has fired fire(N + 1000000, text, N + 1000000) in between and then
 * brings the page: two firings of one program, one within the other.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "faults.h"

enum { PAGE = 4096, OTHER = 1000000 };

static int fault_fd;
static int count;
static char *pages;

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static void bring(uint64_t address)
{
	static char page[PAGE] __attribute__((aligned(PAGE)));
	struct uffdio_copy copy = { .dst = address, .src = (uintptr_t)page, .len = PAGE };

	snprintf(page, sizeof(page), "first %d", (int)((address - (uintptr_t)pages) / PAGE));
	if (ioctl(fault_fd, UFFDIO_COPY, &copy))
		fail("UFFDIO_COPY");
}

static void *between(void *unused)
{
	for (int i = 0; i < count; i++) {
		struct uffd_msg msg;
		char text[32];

		if (read(fault_fd, &msg, sizeof(msg)) != sizeof(msg) || msg.event != UFFD_EVENT_PAGEFAULT)
			fail("userfaultfd");
		snprintf(text, sizeof(text), "second %d", i);
		FAULTS_FIRE(i + OTHER, text, i + OTHER);
		bring(msg.arg.pagefault.address & -(uint64_t)PAGE);
	}
	return unused;
}

static void watch_pages(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register all = { .mode = UFFDIO_REGISTER_MODE_MISSING };

	fault_fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
	if (fault_fd < 0 || ioctl(fault_fd, UFFDIO_API, &api))
		fail("userfaultfd");
	pages = mmap(NULL, (size_t)count * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (pages == MAP_FAILED)
		fail("mmap");
	all.range.start = (uintptr_t)pages;
	all.range.len = (uint64_t)count * PAGE;
	if (ioctl(fault_fd, UFFDIO_REGISTER, &all))
		fail("UFFDIO_REGISTER");
}

int main(int argc, char **argv)
{
	pthread_t thread;
	cpu_set_t one;

	count = argc > 1 ? atoi(argv[1]) : 1;
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		fail("sched_setaffinity");
	watch_pages();
	if (pthread_create(&thread, NULL, between, NULL))
		fail("pthread_create");
	for (int i = 0; i < count; i++) {
		FAULTS_FIRE(i, pages + (size_t)i * PAGE, i);
		/* where nobody traces, nobody has read it */
		(void)*(volatile char *)(pages + (size_t)i * PAGE);
	}
	pthread_join(thread, NULL);
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * counts EVENT N: does something N times on one CPU, between two calls of
 * getppid(2), and prints how often the kernel counted EVENT for this thread:
 * a perf event of its own, then what getrusage(2) says.
 *
 *	page_faults	writes to N new pages
 *	kernel_faults	has the kernel write to N new pages, by read(2)
 *	context_switches	sleeps N times, at a priority that nobody interrupts
 *	cpu_migrations	goes to the other CPU and back, N times; no rusage
 *	nothing		computes: N million rounds
 *	cpu_cycles	the same; cycles of the processor in this program
 */
#define _GNU_SOURCE 1
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096 };

static volatile char *pages;
static int zero_fd;
static int cpus[2];

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static void go_to(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		fail("sched_setaffinity");
}

/* Then its only switches are its sleeps. */
static void take_precedence(void)
{
	const struct sched_param param = { .sched_priority = 50 };

	if (sched_setscheduler(0, SCHED_FIFO, &param))
		fail("sched_setscheduler");
}

/* The first and the last CPU that this process may use. */
static void find_cpus(void)
{
	cpu_set_t all;

	cpus[0] = -1;
	if (sched_getaffinity(0, sizeof(all), &all))
		fail("sched_getaffinity");
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &all)) {
			cpus[0] = cpus[0] < 0 ? cpu : cpus[0];
			cpus[1] = cpu;
		}
}

static void write_page(int idx)
{
	pages[(size_t)idx * PAGE_BYTES] = 1;
}

static void read_into_page(int idx)
{
	if (read(zero_fd, (char *)pages + (size_t)idx * PAGE_BYTES, 1) != 1)
		fail("read");
}

static void nap(int idx)
{
	/* long enough that even a slow machine sleeps */
	const struct timespec nap_time = { 0, 10000000 };

	(void)idx;
	nanosleep(&nap_time, NULL);
}

static void wander(int idx)
{
	(void)idx;
	go_to(cpus[1]);
	go_to(cpus[0]);
}

static void compute(int idx)
{
	for (volatile int i = 0; i < 1000000; i++)
		;
	(void)idx;
}

static long minor_faults(const struct rusage *usage)
{
	return usage->ru_minflt;
}

static long switches(const struct rusage *usage)
{
	return usage->ru_nvcsw;
}

static long no_usage(const struct rusage *usage)
{
	(void)usage;
	return 0;
}

static const struct kind {
	const char *name;
	uint32_t type;
	uint64_t config;
	void (*act)(int idx);
	long (*usage)(const struct rusage *usage);
} kinds[] = {
	{ "page_faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, write_page, minor_faults },
	{ "kernel_faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, read_into_page, minor_faults },
	{ "context_switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, nap, switches },
	{ "cpu_migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, wander, no_usage },
	{ "nothing", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY, compute, no_usage },
	{ "cpu_cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, compute, no_usage },
};

static const struct kind *find_kind(const char *name)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	fprintf(stderr, "no such event: %s\n", name);
	exit(2);
}

static int open_counter(const struct kind *kind)
{
	struct perf_event_attr attr = { .size = sizeof(attr),
					.type = kind->type,
					.config = kind->config,
					.exclude_kernel = kind->type == PERF_TYPE_HARDWARE,
					.disabled = 1 };
	int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);

	if (fd < 0)
		fail("perf_event_open");
	return fd;
}

static void make_pages(size_t bytes)
{
	pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	zero_fd = open("/dev/zero", O_RDONLY | O_CLOEXEC);
	if (pages == MAP_FAILED || madvise((void *)pages, bytes, MADV_NOHUGEPAGE) ||
	    zero_fd < 0)
		fail("pages");
}

int main(int argc, char **argv)
{
	const struct kind *kind = find_kind(argc > 1 ? argv[1] : "");
	int cnt = argc > 2 ? atoi(argv[2]) : 1;
	int fd = open_counter(kind);
	struct rusage before, after;
	uint64_t counted = 0;

	find_cpus();
	go_to(cpus[0]);
	make_pages(((size_t)cnt + 1) * PAGE_BYTES);
	if (kind->act == nap)
		take_precedence();
	kind->act(cnt); /* then the pages that it needs itself are present */
	getrusage(RUSAGE_SELF, &after);
	getppid();
	getrusage(RUSAGE_SELF, &before);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (int i = 0; i < cnt; i++)
		kind->act(i);
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	getrusage(RUSAGE_SELF, &after);
	getppid();
	if (read(fd, &counted, sizeof(counted)) != sizeof(counted))
		fail("read");
	printf("%s %llu %ld\n", kind->name, (unsigned long long)counted,
	       kind->usage(&after) - kind->usage(&before));
	return 0;
}

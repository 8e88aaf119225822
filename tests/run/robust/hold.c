// SPDX-License-Identifier: BSD-2-Clause
/*
 * hold FILE OFFSET: another tracer: a uprobe at an offset of a file, by a perf
 * event, without the semaphore of the site. Prints "held", and holds it until
 * its standard input ends.
 */
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .sample_period = 1 };
	FILE *file = fopen("/sys/bus/event_source/devices/uprobe/type", "r");
	int type, fd;
	char c;

	if (argc != 3 || !file || fscanf(file, "%d", &type) != 1)
		return 1;
	attr.type = (uint32_t)type;
	attr.config1 = (uint64_t)(uintptr_t)argv[1];
	attr.config2 = strtoull(argv[2], NULL, 0);
	fd = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
	if (fd < 0) {
		perror("perf_event_open");
		return 1;
	}
	puts("held");
	fflush(stdout);
	return read(0, &c, 1) < 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * capped FILE OWN-FILE: enters the control group of FILE (its tasks or
 * cgroup.procs), uses a quarter of a second of CPU time there, and leaves it
 * for that of OWN-FILE.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { USED_NS = 250000000 };

static int enter(const char *path)
{
	char text[16];
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	snprintf(text, sizeof(text), "%d", getpid());
	return fd >= 0 && write(fd, text, strlen(text)) > 0 ? close(fd) : -1;
}

int main(int argc, char **argv)
{
	struct timespec used;

	if (argc < 3 || enter(argv[1]))
		return 1;
	do
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	while (used.tv_nsec < USED_NS && !used.tv_sec);
	return enter(argv[2]) ? 1 : 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * syscall_loop NAME CNT FILE: makes a system call CNT times and writes the nanoseconds
 * that each took into the file: the median of a hundred parts, so that what
 * interrupts one of them does not count.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PARTS = 100 };

static int call_open(void)
{
	return open("/nosuch", O_RDONLY);
}

static int call_stat(void)
{
	struct stat st;

	return stat("/nosuch", &st);
}

static int call_kill(void)
{
	return kill(getpid(), 0);
}

static int call_setuid(void)
{
	return setuid(getuid());
}

static int call_close(void)
{
	return close(-1);
}

static const struct {
	const char *name;
	int (*call)(void);
} calls[] = {
	{ "open", call_open }, { "stat", call_stat }, { "kill", call_kill },
	{ "setuid", call_setuid }, { "close", call_close },
};

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median_ns(int (*call)(void), int cnt)
{
	double ns[PARTS];

	for (int part = 0; part < PARTS; part++) {
		double start = now_ns();

		for (int i = 0; i < cnt / PARTS; i++)
			call();
		ns[part] = (now_ns() - start) / (cnt / PARTS);
	}
	qsort(ns, PARTS, sizeof(*ns), compare);
	return ns[PARTS / 2];
}

int main(int argc, char **argv)
{
	FILE *out = argc == 4 ? fopen(argv[3], "w") : NULL;

	for (size_t i = 0; out && i < sizeof(calls) / sizeof(*calls); i++) {
		if (strcmp(calls[i].name, argv[1]))
			continue;
		fprintf(out, "%.0f\n", median_ns(calls[i].call, atoi(argv[2])));
		return fclose(out);
	}
	return 2;
}

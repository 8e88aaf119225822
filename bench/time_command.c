// SPDX-License-Identifier: BSD-2-Clause
/*
 * time_command TIMES WORD...: runs a command TIMES times, discards its output,
 * and prints the median of the wall times in microseconds, the peak of its memory
 * in KB, the median of its CPU times in microseconds, and that of the times
 * until it has run `time_command --mark` (0: it has not). Exit status 1
 * if the command fails, 2 for wrong words.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

/* The file in which time_command --mark tells when it ran. */
static const char mark_env[] = "TIME_COMMAND_MARK";

static int mark(void)
{
	const char *path = getenv(mark_env);
	FILE *file = path ? fopen(path, "we") : NULL;

	if (!file)
		return 1;
	fprintf(file, "%ld\n", now_us());
	return fclose(file) != 0;
}

/* When the mark was made, or @start; the file is empty again. */
static long take_mark(const char *path, long start)
{
	FILE *file = fopen(path, "r+e");
	long us;

	if (!file)
		return start;
	if (fscanf(file, "%ld", &us) != 1 || ftruncate(fileno(file), 0))
		us = start;
	fclose(file);
	return us;
}

static long cpu_us(const struct rusage *usage)
{
	return (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000 +
	       usage->ru_utime.tv_usec + usage->ru_stime.tv_usec;
}

static int run_once(char **words, long *us_ret, long *cpu_us_ret,
		    long *mark_us_ret, long *kb)
{
	struct rusage usage;
	long start = now_us();
	int status;
	pid_t pid = fork();

	if (!pid) {
		int null_fd = open("/dev/null", O_RDWR);

		dup2(null_fd, 0);
		dup2(null_fd, 1);
		dup2(null_fd, 2);
		execvp(words[0], words);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &usage) != pid)
		return 1;
	*us_ret = now_us() - start;
	*cpu_us_ret = cpu_us(&usage);
	*mark_us_ret = take_mark(getenv(mark_env), start) - start;
	if (usage.ru_maxrss > *kb)
		*kb = usage.ru_maxrss;
	return status;
}

static int compare(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;

	return (x > y) - (x < y);
}

static long median(long *values, int cnt)
{
	qsort(values, (size_t)cnt, sizeof(*values), compare);
	return values[cnt / 2];
}

int main(int argc, char **argv)
{
	int times = argc > 2 ? atoi(argv[1]) : 0;
	long *us = calloc((size_t)times + 1, sizeof(*us));
	long *cpu = calloc((size_t)times + 1, sizeof(*cpu)), kb = 0;
	long *marks = calloc((size_t)times + 1, sizeof(*marks));
	char path[] = "/tmp/time_command.XXXXXX";
	int fd;

	if (argc == 2 && !strcmp(argv[1], "--mark"))
		return mark();
	if (times < 1)
		return 2;
	fd = mkstemp(path);
	if (fd < 0)
		return 2;
	close(fd);
	setenv(mark_env, path, 1);
	for (int i = 0; i < times; i++)
		if (run_once(argv + 2, &us[i], &cpu[i], &marks[i], &kb)) {
			fprintf(stderr, "spawn: %s failed\n", argv[2]);
			unlink(path);
			return 1;
		}
	unlink(path);
	printf("%ld %ld %ld %ld\n", median(us, times), kb, median(cpu, times),
	       median(marks, times));
	free(us);
	free(cpu);
	free(marks);
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Ends a tracer at random moments, and looks at the program that it traced.
 *
 *	kills start|end SIGNAL RUNS SEED PID WORD...
 *
 * WORD... traces process PID, RUNS times, and prints "go" when it begins and
 * "end" when it ends. It gets SIGNAL (a number) up to 150 ms after its start,
 * or (end) once it has printed something: SIGINT, and SIGNAL up to 40 ms later.
 * After each, the executable mappings of the process's program are compared
 * with its file; they have a second to become equal (ten where SLOW is set, as
 * in emulated machines), none if the tracer ended by itself. The next run begins once whatever the tracer left behind to clean
 * up has ended, too: the kernel takes such work one by one, so that runs would
 * wait for each other. Prints the number of runs, and for each what is wrong:
 * how many bytes differ, or how it ended when it neither printed its end with
 * status 0 nor died of SIGNAL (before it began, if that is SIGHUP).
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void sleep_us(long us)
{
	struct timespec ts = { us / 1000000, us % 1000000 * 1000 };

	nanosleep(&ts, NULL);
}

static size_t differing(int mem_fd, int exe_fd, uint64_t addr, uint64_t fileoff,
			size_t bytes)
{
	unsigned char mem[4096], file[4096];
	size_t ret = 0;

	for (size_t at = 0; at < bytes; at += sizeof(mem)) {
		ssize_t n = pread(exe_fd, file, sizeof(file),
				  (off_t)(fileoff + at));

		if (n <= 0 ||
		    pread(mem_fd, mem, (size_t)n, (off_t)(addr + at)) != n)
			return ret + (n > 0);
		for (ssize_t i = 0; i < n; i++)
			ret += mem[i] != file[i];
	}
	return ret;
}

/* Bytes of the program's code that are not those of its file. */
static size_t changed_bytes(pid_t pid)
{
	char path[64], line[4200], perms[8];
	unsigned long start, end, off, inode;
	size_t ret = 0;
	struct stat st;
	int exe_fd, mem_fd;
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%d/exe", pid);
	exe_fd = open(path, O_RDONLY);
	snprintf(path, sizeof(path), "/proc/%d/mem", pid);
	mem_fd = open(path, O_RDONLY);
	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	maps = fopen(path, "r");
	if (exe_fd < 0 || mem_fd < 0 || !maps || fstat(exe_fd, &st))
		return SIZE_MAX;
	while (fgets(line, sizeof(line), maps))
		if (sscanf(line, "%lx-%lx %7s %lx %*s %lu", &start, &end, perms,
			   &off, &inode) == 5 &&
		    perms[2] == 'x' && inode == st.st_ino)
			ret += differing(mem_fd, exe_fd, start, off,
					 end - start);
	fclose(maps);
	close(exe_fd);
	close(mem_fd);
	return ret;
}

/* Waits until it is 0, for a second at most. */
static size_t changed_after_a_while(pid_t pid)
{
	int rounds = getenv("SLOW") ? 1000 : 100;
	size_t cnt = changed_bytes(pid);

	for (int i = 0; i < rounds && cnt; i++) {
		sleep_us(10000);
		cnt = changed_bytes(pid);
	}
	return cnt;
}

static pid_t start_tracer(char **words, int *out_fd_ret)
{
	int ends[2], null;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	pid = fork();
	if (pid) {
		close(ends[1]);
		*out_fd_ret = ends[0];
		return pid;
	}
	null = open("/dev/null", O_RDWR);
	dup2(null, STDIN_FILENO);
	dup2(ends[1], STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	execv(words[0], words);
	_exit(127);
}

/* All that it prints until it ends; NUL-terminated. */
static void read_all(int fd, char *text, size_t bytes)
{
	size_t len = 0;
	ssize_t n;

	while (len < bytes - 1 && (n = read(fd, text + len, bytes - 1 - len)) > 0)
		len += (size_t)n;
	text[len] = '\0';
}

/* Returns whether the tracer ended by itself. */
static int run(char **words, int is_end, int number, int idx)
{
	char text[256];
	int out_fd = -1, status = 0, has_ended, is_right;
	pid_t pid = start_tracer(words, &out_fd);

	if (is_end) {
		if (read(out_fd, text, 1) != 1)
			printf("the tracer printed nothing\n");
		kill(pid, SIGINT);
	}
	sleep_us(rand() % (is_end ? 40000 : 150000));
	kill(pid, number);
	/* one that was killed may leave others that hold the pipe */
	if (number == SIGKILL)
		text[0] = '\0';
	else
		read_all(out_fd, text, sizeof(text));
	waitpid(pid, &status, 0);
	close(out_fd);
	has_ended = WIFEXITED(status);
	if (has_ended)
		is_right = !WEXITSTATUS(status) &&
			   (number == SIGKILL || strstr(text, "end"));
	else
		is_right = WTERMSIG(status) == number &&
			   (number != SIGHUP || (!is_end && !text[0]));
	if (!is_right)
		printf("run %d: status %x, printed %s\n", idx, status, text);
	return has_ended;
}

int main(int argc, char **argv)
{
	int is_end, runs, number, bad = 0;
	pid_t victim;

	if (argc < 7)
		return 2;
	is_end = !strcmp(argv[1], "end");
	number = atoi(argv[2]);
	runs = atoi(argv[3]);
	srand((unsigned int)atoi(argv[4]));
	victim = atoi(argv[5]);
	if (number < 1 || number > 31 || runs < 1 || victim < 1)
		return 2;
	/* processes that a tracer leaves become our children */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (int i = 0; i < runs; i++) {
		int has_ended = run(argv + 6, is_end, number, i);
		size_t cnt = has_ended ? changed_bytes(victim) :
					 changed_after_a_while(victim);

		if (cnt)
			printf("run %d: %zu bytes differ\n", i, cnt);
		bad += cnt != 0;
		while (waitpid(-1, NULL, 0) > 0)
			continue;
	}
	printf("%d runs\n", runs);
	return bad != 0;
}

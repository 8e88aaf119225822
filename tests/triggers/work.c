// SPDX-License-Identifier: BSD-2-Clause
/*
 * work STEP...: does each step in turn. A step is NAME:COUNT[:SIZE], done by the function step_NAME. The program
 * is static, so that none of these system calls comes from a run-time linker. Descriptors from 3 on are free.
 */
#define _GNU_SOURCE 1
#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STEP(name)                                                         \
	__attribute__((noinline, noclone, used)) void step_##name(int cnt, \
								  int size)

/* Results of steps for those who look at returns */
static volatile long sink;
static char buffer[65536];

STEP(none)
{
	sink = cnt + size;
}

/* COUNT reads of SIZE bytes from /dev/zero; opens and closes it */
STEP(read)
{
	int fd = open("/dev/zero", O_RDONLY);

	for (int i = 0; i < cnt; i++)
		sink = read(fd, buffer, (size_t)size);
	close(fd);
}

/* COUNT writes of SIZE bytes to /dev/null; opens and closes it */
STEP(write)
{
	int fd = open("/dev/null", O_WRONLY);

	for (int i = 0; i < cnt; i++)
		sink = write(fd, buffer, (size_t)size);
	close(fd);
}

/* Writes a text of its own COUNT times to /dev/null */
STEP(say)
{
	static const char *const lines[] = { "make\n", "make install\n",
					     "exit\n" };
	int fd = open("/dev/null", O_WRONLY);

	for (int i = 0; i < cnt; i++)
		sink = write(fd, lines[i % 3], strlen(lines[i % 3]));
	close(fd);
	sink = size;
}

STEP(open)
{
	for (int i = 0; i < cnt; i++)
		close(open("/dev/null", O_RDONLY));
	sink = size;
}

/* Opens files that are not there: /nowhere/0, /nowhere/1 ... */
STEP(missing)
{
	char path[] = "/nowhere/0";

	for (int i = 0; i < cnt; i++) {
		path[sizeof(path) - 2] = (char)('0' + i % 10);
		sink = open(path, O_RDONLY) + size;
	}
}

/* Asks for a file that is there */
STEP(stat)
{
	struct stat st;

	for (int i = 0; i < cnt; i++)
		sink = syscall(SYS_newfstatat, AT_FDCWD, "/dev/null", &st, 0) +
			size;
}

/* Makes a folder that is there: EEXIST */
STEP(mkdir)
{
	for (int i = 0; i < cnt; i++)
		sink = mkdirat(AT_FDCWD, "/", 0700) + size;
}

/* COUNT steps of SIZE bytes through a file */
STEP(seek)
{
	int fd = memfd_create("seek", 0);

	for (int i = 0; i < cnt; i++)
		sink = lseek(fd, size, SEEK_CUR);
	close(fd);
}

/* A descriptor that is no terminal: ENOTTY */
STEP(ioctl)
{
	int fd = open("/dev/null", O_RDONLY);

	for (int i = 0; i < cnt; i++)
		sink = ioctl(fd, TCGETS, buffer) + size;
	close(fd);
}

/* Is there a process group 99999? ESRCH */
STEP(nobody)
{
	for (int i = 0; i < cnt; i++)
		sink = kill(-99999, 0) + size;
}

/* Stays on CPU 0 */
STEP(pin)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	sink = sched_setaffinity(0, sizeof(cpus), &cpus) + cnt + size;
}

static void on_signal(int sig)
{
	sink = sig;
}

/* Sends itself a signal that it handles */
STEP(signal)
{
	signal(SIGUSR1, on_signal);
	for (int i = 0; i < cnt; i++)
		kill(getpid(), SIGUSR1);
	sink = size;
}

/* Children, one after the other, that exit with 0, 1, 2 ... */
STEP(fork)
{
	for (int i = 0; i < cnt; i++) {
		pid_t child = fork();

		if (!child)
			_exit(i);
		waitpid(child, NULL, 0);
	}
	sink = size;
}

/* Children that exec this program with the step none:I */
STEP(exec)
{
	/* on the stack: a page that the child has when it execs */
	char path[] = "/proc/self/exe", name[] = "work", last[] = "none:0";

	for (int i = 0; i < cnt; i++) {
		pid_t child = fork();

		last[sizeof(last) - 2] = (char)('0' + i % 10);
		if (!child) {
			execl(path, name, last, (char *)NULL);
			_exit(127);
		}
		waitpid(child, NULL, 0);
	}
	sink = size;
}

/* Sleeps COUNT times for SIZE microseconds */
STEP(nap)
{
	const struct timespec time = { 0, size * 1000L };

	for (int i = 0; i < cnt; i++)
		clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
}

STEP(yield)
{
	for (int i = 0; i < cnt; i++)
		sched_yield();
	sink = size;
}

STEP(getppid)
{
	for (int i = 0; i < cnt; i++)
		sink = syscall(SYS_getppid) + size;
}

/* Computes for COUNT milliseconds of CPU time */
STEP(cpu)
{
	struct timespec now;

	do {
		for (int i = 0; i < 100000; i++)
			sink += i;
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	} while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < cnt);
	sink = size;
}

/* Threads, one after the other, each of which asks for its number SIZE times */
static void *thread(void *arg)
{
	for (intptr_t i = 0; i < (intptr_t)arg; i++)
		syscall(SYS_gettid);
	return NULL;
}

STEP(thread)
{
	for (int i = 0; i < cnt; i++) {
		pthread_t id;

		if (!pthread_create(&id, NULL, thread, (void *)(intptr_t)size))
			pthread_join(id, NULL);
	}
}

/* Connects to a port of 127.83.19.9 where nobody listens */
STEP(refused)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_port = htons((uint16_t)size) };

	inet_pton(AF_INET, "127.83.19.9", &at.sin_addr);
	for (int i = 0; i < cnt; i++) {
		int fd = socket(AF_INET, SOCK_STREAM, 0);

		sink = connect(fd, (struct sockaddr *)&at, sizeof(at));
		close(fd);
	}
}

/* Sends SIZE bytes through a pair of sockets, and receives them */
STEP(send)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		return;
	for (int i = 0; i < cnt; i++) {
		sink = send(pair[0], buffer, (size_t)size, 0);
		sink = recv(pair[1], buffer, (size_t)size, 0);
	}
	close(pair[0]);
	close(pair[1]);
}

#define ROW(name)                  \
	{                          \
#name, step_##name \
	}
static const struct {
	const char *name;
	void (*run)(int cnt, int size);
} steps[] = {
	ROW(none),    ROW(read),    ROW(write), ROW(say),    ROW(open),
	ROW(missing), ROW(stat),    ROW(mkdir), ROW(seek),   ROW(ioctl),
	ROW(nobody),  ROW(signal),  ROW(fork),	ROW(exec),   ROW(nap),
	ROW(yield),   ROW(getppid), ROW(cpu),	ROW(thread), ROW(refused),
	ROW(send),    ROW(pin),
};

int main(int argc, char **argv)
{
	syscall(SYS_close_range, 3, ~0U, 0);
	for (int i = 1; i < argc; i++) {
		char name[16];
		int cnt = 1, size = 0;
		size_t row = 0;

		sscanf(argv[i], "%15[^:]:%d:%d", name, &cnt, &size);
		while (row < sizeof(steps) / sizeof(*steps) &&
		       strcmp(steps[row].name, name))
			row++;
		if (row == sizeof(steps) / sizeof(*steps))
			return 2;
		steps[row].run(cnt, size);
	}
	return 0;
}

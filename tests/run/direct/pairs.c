// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program with direct probes whose threads fire them in pairs. It does what it
 * reads, a line at a time, and answers each with a line: the number of pairs so
 * far, and of those that the signal handler has fired.
 *
 *	p THREADS ROUNDS N US	in each round so many new threads fire N pairs
 *				each, while a signal handler fires a pair every
 *				US (0: never)
 *	g THREADS		so many threads fire pairs until the next line
 *	f CHILDREN N		children of fork(2) fire N pairs each
 *	o			a thread fires half a pair, and ends
 *	b VALUE			the main thread fires the first half
 *	e VALUE			... the second half
 *	x			starts itself anew
 *	l FILE			opens the library FILE, and has its fire() fire
 *	q			ends
 *
 * pairs THREADS ROUNDS N US: the same as p, without reading.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pairs.h"
#include "threads.h"

/* shared with children */
static struct {
	unsigned long pairs, handled;
} * fired;
static unsigned long times;
static int is_over;

static void fire(long value)
{
	PAIRS_START(value, value & 7);
	PAIRS_DONE(value, value & 7);
	__atomic_fetch_add(&fired->pairs, 1, __ATOMIC_RELAXED);
}

static void on_signal(int nr)
{
	(void)nr;
	PAIRS_START(-5, 5);
	PAIRS_DONE(-5, 5);
	__atomic_fetch_add(&fired->handled, 1, __ATOMIC_RELAXED);
}

static void *fire_often(void *arg)
{
	for (unsigned long i = 0; i < times; i++)
		fire((long)i);
	return arg;
}

static void *fire_on(void *arg)
{
	for (long i = 0; !__atomic_load_n(&is_over, __ATOMIC_RELAXED); i++)
		fire(i);
	return arg;
}

static void *fire_half(void *arg)
{
	PAIRS_START(1, 1);
	OTHERS_DONE(1);
	return arg;
}

static void run_rounds(int threads, int rounds, unsigned long n, int us)
{
	times = n;
	for (int i = 0; i < rounds; i++)
		run_threads(threads, us, on_signal, fire_often);
}

static void run_children(int children, unsigned long n)
{
	times = n;
	for (int i = 0; i < children; i++) {
		pid_t pid = fork();
		int status;

		if (!pid) {
			fire_often(NULL);
			_exit(0);
		}
		if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
			_exit(5);
	}
}

static void run_on(int threads)
{
	pthread_t ids[THREAD_MAX];
	char line[100];

	is_over = 0;
	for (int i = 0; i < threads; i++)
		if (pthread_create(&ids[i], NULL, fire_on, NULL))
			_exit(8);
	if (!fgets(line, sizeof(line), stdin))
		_exit(7);
	__atomic_store_n(&is_over, 1, __ATOMIC_RELAXED);
	for (int i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
}

static void start_anew(void)
{
	execl("/proc/self/exe", "pairs", (char *)0);
	_exit(9);
}

static void fire_in(const char *path)
{
	void *library = dlopen(path, RTLD_NOW);
	void (*fn)(void) = library ? (void (*)(void))dlsym(library, "fire") :
				     NULL;

	if (!fn)
		_exit(10);
	fn();
}

static void obey(const char *line)
{
	int a = 1, b = 1, us = 0;
	unsigned long n = 0;
	char path[200];

	if (sscanf(line, "b %d", &a) == 1)
		PAIRS_START(a, 1);
	else if (sscanf(line, "e %d", &a) == 1)
		PAIRS_DONE(a, 1);
	else if (sscanf(line, "l %199s", path) == 1)
		fire_in(path);
	else if (line[0] == 'x')
		start_anew();
	else if (sscanf(line, "p %d %d %lu %d", &a, &b, &n, &us) == 4)
		run_rounds(a, b, n, us);
	else if (sscanf(line, "g %d", &a) == 1)
		run_on(a);
	else if (sscanf(line, "f %d %lu", &a, &n) == 2)
		run_children(a, n);
	else if (line[0] == 'o')
		run_threads(1, 0, on_signal, fire_half);
	printf("%lu %lu\n", fired->pairs, fired->handled);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	char line[200];

	setvbuf(stdin, NULL, _IONBF, 0); /* nothing is lost when it starts anew */
	fired = mmap(NULL, sizeof(*fired), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (fired == MAP_FAILED)
		return 3;
	PAIRS_WARM("begin");
	if (argc > 4) {
		snprintf(line, sizeof(line), "p %s %s %s %s", argv[1], argv[2],
			 argv[3], argv[4]);
		obey(line);
		return 0;
	}
	while (fgets(line, sizeof(line), stdin) && line[0] != 'q')
		obey(line);
	return 0;
}

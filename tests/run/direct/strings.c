// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program with direct probes that passes strings, good and bad ones. It does
 * what it reads, a line at a time, and answers each with a line that ask() of
 * direct.inc understands: how often it has warmed, how often it has fired in
 * all, and three zeros.
 *
 *	w		warm once
 *	m N		N firings with each kind of pointer
 *	a		one with each address around the constants
 *	p HOW N		some of its constants become something else: 1 protected,
 *			2 unmapped, 3 writable; then N firings with each of two
 *	t THREADS N US	m N in each thread, a signal that fires every US
 *	f FORKS N	m N in each of FORKS children
 *	o FILE		opens a library
 *	r N		N firings there with each of three pointers: two constants
 *			of the library, one of the program
 *	d		closes it
 *	q		ends
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "storm.h"
#include "threads.h"

enum { PAGE = 4096, AROUND = 64, HANDLER = 99 };

#define LONG_TEXT                                                        \
	"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef" \
	"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
static const char long_text[] = LONG_TEXT LONG_TEXT "tail";
/* pages of their own */
static const char gone[2][PAGE] __attribute__((aligned(PAGE))) = {
	"page one", "page two"
};
static char writable[] = "writable";
#ifdef LARGE
/* more constants than are copied */
__attribute__((used)) static const char large[5 << 20] = "large";
#endif

static unsigned long *fired, *warm, times;

static __attribute__((noinline)) void fire(const char *text, int kind)
{
	STORM_TEXT((char *)(uintptr_t)text, "constant", kind);
	__atomic_fetch_add(fired, 1, __ATOMIC_RELAXED);
}

static void *mix(void *arg)
{
	char on_stack[] = "on the stack";
	char *on_heap = strdup("on the heap");
	const char *const texts[] = {
		"short", "exactly8", "exactly15 chars", long_text, "", gone[0],
		gone[1] + PAGE - 1, "middle of it" + 7, writable, on_stack,
		on_heap, NULL, (char *)16,
		(char *)((uintptr_t)1 << 63), (char *)-1, getenv("HOME"),
	};

	for (unsigned long i = 0; i < times; i++)
		for (size_t k = 0; k < sizeof(texts) / sizeof(*texts); k++)
			fire(texts[k], (int)k);
	free(on_heap);
	return arg;
}

static void around(void)
{
	const char *texts[] = { "short", long_text, gone[0], gone[2] - 1 };
	uintptr_t first = UINTPTR_MAX, last = 0;

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		uintptr_t at = (uintptr_t)texts[i];

		first = at < first ? at : first;
		last = at > last ? at : last;
	}
	first = (first & -(uintptr_t)PAGE) - AROUND;
	last = (last | (PAGE - 1)) + AROUND;
	for (uintptr_t at = first; at <= last; at++)
		fire((const char *)at, 0);
}

static void protect(int how)
{
	void *at = (void *)(uintptr_t)gone;

	if (how == 2 ? munmap(at, sizeof(gone)) :
		       mprotect(at, sizeof(gone),
				how == 1 ? PROT_NONE : PROT_READ | PROT_WRITE))
		_exit(3);
	for (unsigned long i = 0; i < times; i++) {
		fire(gone[0], 0);
		fire(gone[1], 1);
	}
}

static void on_signal(int nr)
{
	(void)nr;
	fire("from a handler", HANDLER);
}

static void run_children(int forks)
{
	int status;

	for (int i = 0; i < forks; i++) {
		pid_t pid = fork();

		if (!pid) {
			mix(NULL);
			_exit(0);
		}
		if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
			_exit(5);
	}
}

#ifdef STATIC
static void open_library(const char *path)
{
	(void)path;
	_exit(6);
}

static void run_library(void)
{
}

static void close_library(void)
{
}
#else
static void *library;

static void open_library(const char *path)
{
	library = dlopen(path, RTLD_NOW);
	if (!library)
		_exit(6);
}

static void run_library(void)
{
	void (*run)(const char *, unsigned long);

	*(void **)&run = dlsym(library, "lib_fire");
	run("of the program", times);
	__atomic_fetch_add(fired, 3 * times, __ATOMIC_RELAXED);
}

static void close_library(void)
{
	if (dlclose(library))
		_exit(7);
}
#endif

static void obey(const char *line)
{
	static char path[256];
	int cnt, us;

	if (line[0] == 'w') {
		STORM_WARM(1);
		++*warm;
	} else if (sscanf(line, "m %lu", &times) == 1) {
		mix(NULL);
	} else if (line[0] == 'a') {
		around();
	} else if (sscanf(line, "p %d %lu", &cnt, &times) == 2) {
		protect(cnt);
	} else if (sscanf(line, "t %d %lu %d", &cnt, &times, &us) == 3) {
		run_threads(cnt, us, on_signal, mix);
	} else if (sscanf(line, "f %d %lu", &cnt, &times) == 2) {
		run_children(cnt);
	} else if (sscanf(line, "o %255s", path) == 1) {
		open_library(path);
	} else if (sscanf(line, "r %lu", &times) == 1) {
		run_library();
	} else if (line[0] == 'd') {
		close_library();
	} else {
		_exit(line[0] != 'q');
	}
}

int main(void)
{
	char line[512];

	fired = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	warm = fired + 1;
	setvbuf(stdin, NULL, _IONBF, 0);
	while (fgets(line, sizeof(line), stdin)) {
		obey(line);
		printf("%lu %lu 0 0 0\n", *warm, *fired);
		fflush(stdout);
	}
	return 1;
}

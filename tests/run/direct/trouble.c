// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program with direct probes in trouble.
 *
 *	trouble close LIB	fires in threads of a library that is opened and
 *				closed anew, 100 times, and prints how often
 *	trouble asked LIB	closes the library while it is asked for memory, has
 *				other memory there, and says how many bytes of that
 *				have changed
 *	trouble anew N		starts itself anew while it is asked for memory, and
 *				fires N times when the helper that asked has ended;
 *				status 1: the request was still there
 *	trouble apart N		the same, started by another thread than the first one
 *	trouble kill FILE	fires in threads until it is killed; FILE has the
 *				numbers of firings that have begun, and of those
 *				that are over
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "fire.h"
#include "sdt/direct_abi.h"

enum { THREADS = 4, OPENINGS = 100 };

/* ---- close ------------------------------------------------------------------- */

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void (*lib_fire)(unsigned long n);
static volatile int is_over;

static void *fire_lib(void *arg)
{
	while (!is_over) {
		pthread_rwlock_rdlock(&lock);
		lib_fire(100);
		add(&fired->over, 100);
		pthread_rwlock_unlock(&lock);
		usleep(50);
	}
	return arg;
}

static void open_close(const char *path)
{
	void *lib = dlopen(path, RTLD_NOW);
	pthread_t threads[THREADS];

	if (!lib)
		_exit(9);
	*(void **)&lib_fire = dlsym(lib, "lib_fire");
	say(0);
	if (getchar() == EOF)
		_exit(10);
	for (int t = 0; t < THREADS; t++)
		if (pthread_create(&threads[t], NULL, fire_lib, NULL))
			_exit(7);
	for (int i = 0; i < OPENINGS; i++) {
		usleep(5000);
		pthread_rwlock_wrlock(&lock);
		if (dlclose(lib))
			_exit(11);
		lib = dlopen(path, RTLD_NOW);
		if (!lib)
			_exit(9);
		*(void **)&lib_fire = dlsym(lib, "lib_fire");
		pthread_rwlock_unlock(&lock);
	}
	is_over = 1;
	for (int t = 0; t < THREADS; t++)
		pthread_join(threads[t], NULL);
	say(fired->over);
}

/* ---- asked, anew -------------------------------------------------------------- */

extern struct direct_control control __asm__(CONTROL)
	__attribute__((visibility("hidden")));

static void wait_until_asked(const struct direct_control *of)
{
	while (!__atomic_load_n(&of->request, __ATOMIC_SEQ_CST))
		usleep(100);
}

/* Who asks it is attached to it. */
static int has_helper(void)
{
	static const char none[] = "\nTracerPid:\t0\n";
	char text[1024];
	int fd = open("/proc/self/status", O_RDONLY);
	ssize_t got = read(fd, text, sizeof(text));

	close(fd);
	return got > 0 && !memmem(text, (size_t)got, none, sizeof(none) - 1);
}

static void wait_for_helper(void)
{
	while (has_helper())
		;
}

/* Whether it is asked although there is no helper. It may be asked anew at any time. */
static int is_asked_by_nobody(const struct direct_control *of)
{
	int is_asked;

	do {
		wait_for_helper();
		is_asked = __atomic_load_n(&of->request, __ATOMIC_SEQ_CST);
	} while (has_helper());
	return is_asked;
}

static void map_other(const char *path)
{
	void *lib = dlopen(path, RTLD_NOW);
	struct direct_control *(*lib_control)(void);
	unsigned long changed = 0;
	unsigned char *page;

	if (!lib)
		_exit(9);
	*(void **)&lib_control = dlsym(lib, "lib_control");
	page = (unsigned char *)((unsigned long)lib_control() & ~4095ul);
	say(0);
	wait_until_asked(lib_control());
	if (dlclose(lib))
		_exit(11);
	if (mmap(page, 4096, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
		 0) != page)
		_exit(12);
	memset(page, 0xaa, 4096);
	wait_for_helper();
	for (int i = 0; i < 4096; i++)
		changed += page[i] != 0xaa;
	say(changed);
}

static void *start_anew(void *arg)
{
	char **argv = arg;
	char *words[] = { argv[0], argv[1], argv[2], (char *)"again", NULL };

	say(0);
	wait_until_asked(&control);
	execv("/proc/self/exe", words);
	_exit(13);
}

static void start_apart(char **argv)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, start_anew, argv))
		_exit(7);
	pthread_join(thread, NULL);
}

static void *fire_always(void *arg)
{
	for (;;)
		fire(1000);
	return arg;
}

static void wait_for_kill(const char *path)
{
	int fd = open(path, O_RDWR);

	fired = mmap(NULL, sizeof(*fired), PROT_READ | PROT_WRITE, MAP_SHARED,
		     fd, 0);
	for (int t = 0; t < THREADS; t++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, fire_always, NULL))
			_exit(7);
	}
	pause();
}

int main(int argc, char **argv)
{
	fire_begin(argc);
	if (argc == 4) {
		int is_asked = is_asked_by_nobody(&control);

		fire(strtoul(argv[2], NULL, 10));
		say(fired->over);
		return is_asked;
	}
	if (argc != 3)
		return 2;
	if (!strcmp(argv[1], "close"))
		open_close(argv[2]);
	else if (!strcmp(argv[1], "asked"))
		map_other(argv[2]);
	else if (!strcmp(argv[1], "anew"))
		start_anew(argv);
	else if (!strcmp(argv[1], "apart"))
		start_apart(argv);
	else
		wait_for_kill(argv[2]);
	return 0;
}

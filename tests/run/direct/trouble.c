// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program with direct probes in trouble.
 *
 *	trouble close LIB	fires in threads of a library that is opened and
 *				closed anew, 100 times, and prints how often
 *	trouble kill FILE	fires in threads until it is killed; FILE has the
 *				numbers of firings that have begun, and of those
 *				that are over
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>

#include "fire.h"

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
	if (argc != 3)
		return 2;
	if (!strcmp(argv[1], "close"))
		open_close(argv[2]);
	else
		wait_for_kill(argv[2]);
	return 0;
}

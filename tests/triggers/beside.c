// SPDX-License-Identifier: BSD-2-Clause
/*
 * beside N FILE: fires beside:::work(0) again and again until FILE holds
 * something (by then every tracer has heard it); then work(1) ... work(N) and
 * work(1000000), the sign to end. Prints "semaphore 0" when the last tracer
 * is gone. (The kernel keeps a semaphore at 1 however many tracers there are.)
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "beside.h"

static void nap(void)
{
	nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
}

static int is_empty(const char *path)
{
	struct stat st;

	return stat(path, &st) || !st.st_size;
}

static void work(int number)
{
	if (BESIDE_WORK_ENABLED())
		BESIDE_WORK(number);
}

int main(int argc, char **argv)
{
	const volatile unsigned short *semaphore = &beside_work_semaphore;

	if (argc != 3)
		return 1;
	for (; is_empty(argv[2]); nap())
		work(0);
	for (int i = 1; i <= atoi(argv[1]); i++)
		work(i);
	for (; *semaphore; nap())
		work(1000000);
	printf("semaphore %d\n", *semaphore);
	return 0;
}

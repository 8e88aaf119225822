// SPDX-License-Identifier: BSD-2-Clause
/*
 * crowd N FILE: waits until FILE holds something, then calls work() N times,
 * which has a second name and fires crowd:::step. A child does the same, then
 * crowd:::end is fired with what its semaphore says.
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crowd.h"
#include "gate.h"

__attribute__((noinline, noclone, used)) int work(int number)
{
	CROWD_STEP(number);
	return number;
}
int labour(int number) __attribute__((alias("work")));

static void run(int cnt)
{
	for (int i = 0; i < cnt; i++)
		work(i);
	CROWD_END(CROWD_END_ENABLED());
}

int main(int argc, char **argv)
{
	int cnt = argc > 1 ? atoi(argv[1]) : 1;

	wait_for_text(argc > 2 ? argv[2] : NULL);
	if (!fork()) {
		run(cnt);
		_exit(0);
	}
	run(cnt);
	return wait(NULL) < 0;
}

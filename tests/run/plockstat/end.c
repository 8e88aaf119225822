// SPDX-License-Identifier: BSD-2-Clause
/* Locks and unlocks a mutex at 40 depths of the stack, without end. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline, noclone)) static int at_depth(volatile int depth)
{
	if (depth)
		return at_depth(depth - 1) + depth;
	pthread_mutex_lock(&mutex);
	pthread_mutex_unlock(&mutex);
	return 0;
}

int main(void)
{
	for (int i = 0;; i = (i + 1) % 40)
		at_depth(i);
}

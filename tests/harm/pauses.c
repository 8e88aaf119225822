// SPDX-License-Identifier: BSD-2-Clause
// pauses MS: two threads that find out for MS milliseconds how long they are held up: one does nothing but read the clock,
// one maps memory, writes to it and unmaps it. Prints the longest time between two rounds of each, in microseconds,
// without the time that it was ready to run and had no CPU.
// 10,000 functions are there to be traced; nobody calls them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define F1(n)                                 \
	void f##n(void);                      \
	void f##n(void)                       \
	{                                     \
		__asm__ volatile("nop; nop"); \
	}
#define F10(n)                                                         \
	F1(n##0)                                                       \
	F1(n##1)                                                       \
	F1(n##2) F1(n##3) F1(n##4) F1(n##5) F1(n##6) F1(n##7) F1(n##8) \
		F1(n##9)
#define F100(n)                                                               \
	F10(n##0)                                                             \
	F10(n##1)                                                             \
	F10(n##2) F10(n##3) F10(n##4) F10(n##5) F10(n##6) F10(n##7) F10(n##8) \
		F10(n##9)
#define F1000(n)                                                          \
	F100(n##0)                                                        \
	F100(n##1)                                                        \
	F100(n##2) F100(n##3) F100(n##4) F100(n##5) F100(n##6) F100(n##7) \
		F100(n##8) F100(n##9)
F1000(1)
F1000(2)
F1000(3) F1000(4) F1000(5) F1000(6) F1000(7) F1000(8) F1000(9) F1000(10)

	static long end_us;

static inline long now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000L + ts.tv_nsec / 1000;
}

/* the time that this thread has waited for a CPU */
static long waited_us(void)
{
	unsigned long long ran, waited = 0;
	FILE *file = fopen("/proc/thread-self/schedstat", "r");

	if (!file)
		return 0;
	if (fscanf(file, "%llu %llu", &ran, &waited) != 2)
		waited = 0;
	fclose(file);
	return waited / 1000;
}

static void *worker(void *kind)
{
	long last = now_us(), longest = 0, waited = waited_us(), now;
	volatile char *page;

	do {
		if (kind) {
			page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			page[0] = 1;
			munmap((void *)page, 4096);
		}
		now = now_us();
		if (now - last > longest && now - last > 200) {
			long before = waited;

			waited = waited_us();
			if (now - last - (waited - before) > longest)
				longest = now - last - (waited - before);
			now = now_us();
		}
		last = now;
	} while (now < end_us);
	return (void *)longest;
}

int main(int argc, char **argv)
{
	pthread_t thread[2];
	void *longest[2];

	end_us = now_us() + (argc > 1 ? atol(argv[1]) : 1000) * 1000;
	for (long i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, worker, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], &longest[i]);
	printf("runs %ld maps %ld\n", (long)longest[0], (long)longest[1]);
	return 0;
}

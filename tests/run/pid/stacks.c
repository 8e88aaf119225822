// SPDX-License-Identifier: BSD-2-Clause
/*
 * Ways out of a function other than its return:
 *
 *	stacks jump N	longjmp over N calls of `inner` from `outer`
 *	stacks cancel	a thread is cancelled in read(2), one leaves by
 *			pthread_exit; cleanup handlers run
 *	stacks fiber N	two contexts switch N times inside `inner`
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef FIBERS
#include <ucontext.h>
#endif

#define KEEP __attribute__((noinline, noclone, used))

static jmp_buf back;
static int cleanups;
static int gate[2], ready[2];

KEEP long leaf(long n)
{
	__asm__ volatile("");
	return n + 1;
}

KEEP void inner(long n)
{
	if (leaf(n) & 1)
		longjmp(back, 1);
}

KEEP long outer(long n)
{
	inner(n);
	return n;
}

static int jump(long cnt)
{
	volatile long jumps = 0, sum = 0;

	for (volatile long i = 0; i < cnt; i++)
		if (setjmp(back))
			jumps++;
		else
			sum += outer(i);
	printf("jumps %ld, sum %ld\n", jumps, sum);
	return 0;
}

KEEP void clean(void *arg)
{
	(void)arg;
	cleanups++;
}

KEEP long block(int fd)
{
	char byte = 0;

	pthread_cleanup_push(clean, NULL);
	if (write(ready[1], "", 1) == 1 && read(fd, &byte, 1) == 1)
		byte = 1;
	pthread_cleanup_pop(1);
	return byte;
}

KEEP void leave(void)
{
	pthread_cleanup_push(clean, NULL);
	pthread_exit("left");
	pthread_cleanup_pop(1);
}

static void *blocked(void *arg)
{
	(void)arg;
	block(gate[0]);
	return NULL;
}

static void *leaver(void *arg)
{
	leave();
	return arg;
}

static int cancel(void)
{
	pthread_t a, b;
	void *a_end, *b_end;
	char byte;

	if (pipe(gate) || pipe(ready))
		return 1;
	pthread_create(&a, NULL, blocked, NULL);
	pthread_create(&b, NULL, leaver, NULL);
	if (read(ready[0], &byte, 1) != 1)
		return 1;
	pthread_cancel(a);
	pthread_join(a, &a_end);
	pthread_join(b, &b_end);
	printf("%s, %s, cleanups %d\n",
	       a_end == PTHREAD_CANCELED ? "cancelled" : "?", (char *)b_end,
	       cleanups);
	return 0;
}

#ifdef FIBERS
static ucontext_t contexts[3];
static long switches;

KEEP void swap(int from, int to)
{
	switches++;
	swapcontext(&contexts[from], &contexts[to]);
}

KEEP void turn(int self, long cnt)
{
	for (long i = 0; i < cnt; i++) {
		leaf(i);
		swap(self, 3 - self);
	}
}

/* Leaves by the return instruction of another function. Never called. */
#if defined(__x86_64__)
#define JUMP "jmp"
#else
#define JUMP "b"
#endif
__asm__(".text\n.globl passes\n.type passes, %function\n"
	"passes: " JUMP " swap\n.size passes, . - passes\n");
#if defined(__x86_64__)
/* Contains data: a jump into `mov $0x909090c3,%eax`, and two returns. */
__asm__(".text\n.globl mixed\n.type mixed, %function\n"
	"mixed: call swap\njmp 1f\n"
	".byte 0x75, 0x01, 0xb8, 0xc3, 0x90, 0x90, 0x90, 0xc3\n"
	"1: ret\n.size mixed, . - mixed\n");
#endif

static void fiber_main(int self, int cnt)
{
	for (int i = 0; i < cnt; i++)
		turn(self, 1 + (i + self) % 2);
	swapcontext(&contexts[self], &contexts[0]);
}

static int fiber(int cnt)
{
	static char stacks[3][1 << 16];

	for (int i = 1; i < 3; i++) {
		getcontext(&contexts[i]);
		contexts[i].uc_stack.ss_sp = stacks[i];
		contexts[i].uc_stack.ss_size = sizeof(stacks[i]);
		makecontext(&contexts[i], (void (*)(void))fiber_main, 2, i, cnt);
	}
	swapcontext(&contexts[0], &contexts[1]);
	printf("switches %ld\n", switches);
	return 0;
}
#endif

int main(int argc, char **argv)
{
	if (argc > 2 && !strcmp(argv[1], "jump"))
		return jump(atol(argv[2]));
	if (argc > 1 && !strcmp(argv[1], "cancel"))
		return cancel();
#ifdef FIBERS
	if (argc > 2 && !strcmp(argv[1], "fiber"))
		return fiber(atoi(argv[2]));
#endif
	return 1;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Functions that begin with a loop, so that a call and a round arrive at their
 * first byte alike:
 *
 *	backs calls N		each of them N times
 *	backs conditions	by each condition, with all flags that there are
 *	backs threads N		four threads, N calls each
 *	backs signals N		a call that is interrupted N times; handlers
 *				call it too, the second half on another stack
 *	backs leaves N		N calls that a handler leaves by longjmp
 *	backs moves N		a call that is moved to another thread N times, as
 *				Go moves its goroutines: by signal handlers
 *	backs held FILE N	like threads, once FILE can be opened
 *
 * Prints what was done.
 */
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#define KEEP __attribute__((noinline, noclone, used))

enum { ROUNDS = 5, THREADS = 4 };

/*
 * Loops as compilers generate them, and a function that ends with its own call.
 * The second argument makes registers differ from call to call.
 */
KEEP void drain(volatile long *left, long id)
{
	(void)id;
	while (--*left)
		;
}

KEEP void drain_call(volatile long *left)
{
	if (--*left > 0)
		drain_call(left);
}

#define FUNC(name, begin, body)                                       \
	__asm__(".text\n.globl " #name "\n.type " #name ", @function\n" \
		#name ": " begin body                                   \
		"\n.size " #name ", . - " #name "\n")

#if defined(__x86_64__)
#include "backs_x86_64.h"
#else
#include "backs_aarch64.h"
#endif
long by_jmp(long n), by_far_jmp(long n), by_far_jnz(long n), by_two(long n);
long branded(long n), to_brand(long n), to_both(long n), hop(long n);
long leaver(long n);
long nest(long n, long levels);

/* Returns the number of rounds. */
static long try_condition(int cond, long (*on)(const uint64_t *flags))
{
	long rounds = 0;

	for (unsigned int bits = 0; bits < FLAG_CNT; bits++) {
		uint64_t flags[] = { flags_of(bits), NO_FLAGS };

		rounds += is_met(cond, flags[0]);
		/* flags that end the loop */
		for (unsigned int i = 0; is_met(cond, flags[1]); i++)
			flags[1] = flags_of(i);
		on(flags);
	}
	return rounds;
}

static void try_conditions(void)
{
	long rounds = 0;
	int cond = 0;

#define TRY(name) rounds += try_condition(cond++, on_##name);
	CONDITIONS(TRY)
	printf("%d conditions, %d calls, %ld rounds\n", cond, cond * FLAG_CNT,
	       rounds);
}

KEEP static void call_each(long cnt)
{
	for (long i = 0; i < cnt; i++) {
		volatile long left = ROUNDS, other = ROUNDS;

		drain(&left, 0);
		drain_call(&other);
		by_jmp(ROUNDS);
		by_far_jmp(ROUNDS);
		by_far_jnz(ROUNDS);
		by_two(ROUNDS);
		branded(ROUNDS);
		to_brand(ROUNDS);
		to_both(ROUNDS);
		nest(2, 3);
		hop(ROUNDS);
		leaver(ROUNDS);
		call_own();
	}
	printf("%ld calls each\n", cnt);
}

static void *call_often(void *arg)
{
	for (long i = 0; i < (intptr_t)arg; i++) {
		volatile long left = ROUNDS;

		drain(&left, 0);
	}
	return NULL;
}

static void run_threads(long cnt)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, call_often,
			       (void *)(intptr_t)cnt);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%d threads, %ld calls\n", THREADS, THREADS * cnt);
}

/* ----------------------------------------------------------------- signals */

static volatile long forever, handled, wanted;
static sigjmp_buf out;

static void set_timer(long us)
{
	struct itimerval timer = { { 0, us }, { 0, us } };

	setitimer(ITIMER_REAL, &timer, NULL);
}

static void catch(int flags, void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = flags };

	sigaction(SIGALRM, &action, NULL);
}

static void call_in_handler(int sig)
{
	volatile long left = ROUNDS;

	(void)sig;
	if (handled == wanted) {
		forever = 1;
		return;
	}
	drain(&left, 0);
	handled++;
	if (handled == wanted / 2)
		catch(SA_ONSTACK, call_in_handler);
	/*
	 * Repeatedly, because it may come in the middle of a round, which then
	 * stores the old value; but not so often that nothing else happens.
	 */
	if (handled == wanted) {
		set_timer(5000);
		forever = 1;
	}
}

static void run_signals(long cnt)
{
	stack_t stack = { .ss_sp = malloc(1 << 16), .ss_size = 1 << 16 };

	sigaltstack(&stack, NULL);
	wanted = cnt;
	forever = INT64_MAX;
	catch(0, call_in_handler);
	set_timer(100);
	drain(&forever, wanted);
	set_timer(0);
	printf("%ld calls, %ld of handlers\n", cnt + 1, handled);
}

static void leave(int sig)
{
	(void)sig;
	if (forever < INT64_MAX) /* it has been called */
		siglongjmp(out, 1);
}

static void run_leaves(long cnt)
{
	catch(0, leave);
	for (wanted = 0; wanted < cnt; wanted++) {
		forever = INT64_MAX;
		if (!sigsetjmp(out, 1)) {
			set_timer(200);
			drain(&forever, wanted);
		}
		set_timer(0);
	}
	printf("%ld calls were left\n", cnt);
}

static ucontext_t job, homes[2];
static sem_t turns[2];
static volatile int runner, returned;

static void move_on(int sig)
{
	(void)sig;
	if (handled == wanted) {
		forever = 1;
		return;
	}
	/* the thread of this turn does not continue here, the other one does */
	if (++handled == wanted)
		set_timer(5000);
	swapcontext(&job, &homes[runner]);
}

static void be_moved(void)
{
	sigset_t alarms;

	sigemptyset(&alarms);
	sigaddset(&alarms, SIGALRM);
	pthread_sigmask(SIG_UNBLOCK, &alarms, NULL);
	drain(&forever, wanted);
	/* an alarm may still come, and set forever again */
	returned = 1;
	setcontext(&homes[runner]);
}

static void *take_turns(void *arg)
{
	int self = (int)(intptr_t)arg;

	while (!sem_wait(&turns[self]) && !returned) {
		runner = self;
		swapcontext(&homes[self], &job);
		sem_post(&turns[!self]);
	}
	sem_post(&turns[!self]);
	return NULL;
}

static void run_moves(long cnt)
{
	static char stack[1 << 16];
	pthread_t thread;
	sigset_t alarms;

	wanted = cnt;
	forever = INT64_MAX;
	/*
	 * Only the job is interrupted, and not before it stands on its stack:
	 * a handler in the middle of swapcontext() would store a job that
	 * continues there, for ever.
	 */
	sigemptyset(&alarms);
	sigaddset(&alarms, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &alarms, NULL);
	getcontext(&job);
	job.uc_stack.ss_sp = stack;
	job.uc_stack.ss_size = sizeof(stack);
	makecontext(&job, be_moved, 0);
	catch(0, move_on);
	set_timer(200);
	sem_init(&turns[0], 0, 1);
	sem_init(&turns[1], 0, 0);
	pthread_create(&thread, NULL, take_turns, (void *)1);
	take_turns(NULL);
	pthread_join(thread, NULL);
	printf("a call was moved %ld times\n", handled);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	long cnt = argc > 2 ? atol(argv[argc - 1]) : 1;

	if (!strcmp(what, "calls"))
		call_each(cnt);
	else if (!strcmp(what, "conditions"))
		try_conditions();
	else if (!strcmp(what, "signals"))
		run_signals(cnt);
	else if (!strcmp(what, "leaves"))
		run_leaves(cnt);
	else if (!strcmp(what, "moves"))
		run_moves(cnt);
	else if (!strcmp(what, "held"))
		close(open(argv[2], O_RDONLY));
	if (!strcmp(what, "threads") || !strcmp(what, "held"))
		run_threads(cnt);
	return 0;
}

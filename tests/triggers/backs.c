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
 *	backs held FILE N	like threads, once FILE can be opened
 *
 * Prints what was done.
 */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define KEEP __attribute__((noinline, noclone, used))

enum { ROUNDS = 5, THREADS = 4, FLAG_CNT = 32 };

/*
 * What compilers make of loops, and of a function that ends with its own call.
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

#if defined(__x86_64__)
#define FUNC(name, begin, body)                                       \
	__asm__(".text\n.globl " #name "\n.type " #name ", @function\n" \
		#name ": " begin body                                   \
		"\n.size " #name ", . - " #name "\n")
#define PADDING ".fill 200, 1, 0x90\n"

/* Rounds in rdi; adds one to rax in each. */
FUNC(by_jmp, "", "inc %rax\n dec %rdi\n jz 1f\n jmp by_jmp\n1: ret");
FUNC(by_far_jmp, "", "inc %rax\n dec %rdi\n jz 1f\n" PADDING "jmp by_far_jmp\n1: ret");
FUNC(by_far_jnz, "", "inc %rax\n" PADDING "dec %rdi\n jnz by_far_jnz\n ret");
/* from two places, with two returns */
FUNC(by_two, "", "inc %rax\n test $1, %dil\n jz 1f\n dec %rdi\n jnz by_two\n ret\n"
		 "1: dec %rdi\n jnz by_two\n ret");
/* behind endbr, to it, and to both */
FUNC(branded, "endbr64\n", "1: inc %rax\n dec %rdi\n jnz 1b\n ret");
FUNC(to_brand, "endbr64\n", "inc %rax\n dec %rdi\n jnz to_brand\n ret");
FUNC(to_both, "endbr64\n", "1: inc %rax\n dec %rdi\n jz 2f\n test $1, %dil\n"
			   "jz 1b\n jmp to_both\n2: ret");
/* calls itself: rsi levels of it, with three rounds each */
FUNC(nest, "", "inc %rax\n dec %rdi\n jnz nest\n test %rsi, %rsi\n jz 1f\n"
	       "dec %rsi\n mov $3, %edi\n call nest\n1: ret");
/* enters another by a jump, which is a call of that one */
FUNC(hop, "", "nop\n jmp by_jmp");
/* ends with a jump to another */
FUNC(leaver, "", "inc %rax\n dec %rdi\n jnz leaver\n mov $2, %edi\n jmp by_jmp");
/* what is refused */
FUNC(by_loop, "", "inc %rax\n mov %rdi, %rcx\n dec %rdi\n loop by_loop\n ret");
FUNC(by_jrcxz, "", "dec %rdi\n mov %rdi, %rcx\n jrcxz by_jrcxz\n ret");
FUNC(by_table, "", "inc %rax\n dec %rdi\n jnz by_table\n lea 1f(%rip), %rdx\n"
		   "jmp *%rdx\n1: ret");
FUNC(at_once, "", "jmp at_once\n ret");
long by_jmp(long n), by_far_jmp(long n), by_far_jnz(long n), by_two(long n);
long branded(long n), to_brand(long n), to_both(long n), hop(long n);
long leaver(long n);
long nest(long n, long levels);

/* on_X(flags): a round for each word of flags that meets the condition X */
#define ON(cond)                                                          \
	FUNC(on_##cond, "", "mov (%rdi), %rax\n add $8, %rdi\n push %rax\n" \
			    "popfq\n j" #cond " on_" #cond "\n ret");     \
	long on_##cond(const uint64_t *flags);
#define CONDITIONS(X) \
	X(o) X(no) X(b) X(ae) X(e) X(ne) X(be) X(a) X(s) X(ns) X(p) X(np) X(l) X(ge) X(le) X(g)
CONDITIONS(ON)

static int is_met(int cond, uint64_t flags)
{
	int c = flags & 1, p = flags >> 2 & 1, z = flags >> 6 & 1;
	int s = flags >> 7 & 1, o = flags >> 11 & 1;
	const int met[] = { o, c, z, c | z, s, p, s ^ o, z | (s ^ o) };

	return met[cond / 2] ^ (cond & 1);
}

static uint64_t flags_of(unsigned int bits)
{
	return 0x202 | (bits & 1) | (bits & 2) << 1 | (bits & 4) << 4 |
	       (bits & 8) << 4 | (bits & 16) << 7;
}

/* Returns the rounds that were made. */
static long try_condition(int cond, long (*on)(const uint64_t *flags))
{
	long rounds = 0;

	for (unsigned int bits = 0; bits < FLAG_CNT; bits++) {
		uint64_t flags[] = { flags_of(bits), 0x202 };

		rounds += is_met(cond, flags[0]);
		/* something that ends it */
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
	}
	printf("%ld calls each\n", cnt);
}
#else
static void try_conditions(void)
{
}

KEEP static void call_each(long cnt)
{
	(void)cnt;
}
#endif

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
	if (handled == wanted)
		return;
	drain(&left, 0);
	handled++;
	if (handled == wanted / 2)
		catch(SA_ONSTACK, call_in_handler);
	if (handled == wanted)
		forever = 1;
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
	else if (!strcmp(what, "held"))
		close(open(argv[2], O_RDONLY));
	if (!strcmp(what, "threads") || !strcmp(what, "held"))
		run_threads(cnt);
	return 0;
}

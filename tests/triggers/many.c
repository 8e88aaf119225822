// SPDX-License-Identifier: BSD-2-Clause
/*
 * 10,000 functions that begin with `push %rbp`, called one after the other:
 *
 *	many run N	N rounds, prints the sum of what they return
 *	many SIGNAL WORD...
 *			a child goes round for ever; WORD... traces it (PID in
 *			a word stands for its id) and prints something once it
 *			does; it is sent SIGNAL then. Prints how many ms it took
 *			until that, from there to its end, and until the child
 *			was back at full speed.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* M(number) for each of 10, 100, 1000 numbers that begin with the digits n; of 0 to 9999 */
#define TEN(M, n) \
	M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) \
	M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define HUNDRED(M, n) \
	TEN(M, n##0) TEN(M, n##1) TEN(M, n##2) TEN(M, n##3) TEN(M, n##4) \
	TEN(M, n##5) TEN(M, n##6) TEN(M, n##7) TEN(M, n##8) TEN(M, n##9)
#define THOUSAND(M, n) \
	HUNDRED(M, n##0) HUNDRED(M, n##1) HUNDRED(M, n##2) HUNDRED(M, n##3) HUNDRED(M, n##4) \
	HUNDRED(M, n##5) HUNDRED(M, n##6) HUNDRED(M, n##7) HUNDRED(M, n##8) HUNDRED(M, n##9)
#define LED_BY(M, n) M(n) TEN(M, n) HUNDRED(M, n) THOUSAND(M, n)
#define ALL(M) \
	M(0) LED_BY(M, 1) LED_BY(M, 2) LED_BY(M, 3) LED_BY(M, 4) LED_BY(M, 5) \
	LED_BY(M, 6) LED_BY(M, 7) LED_BY(M, 8) LED_BY(M, 9)

#define DEFINE(number) \
	static __attribute__((noinline, noclone)) unsigned long f##number(unsigned long n) \
	{ \
		__asm__ volatile("" : : "r"(__builtin_frame_address(0))); \
		return n + number; \
	}
#define CALL(number) sum += f##number(n);

ALL(DEFINE)

static unsigned long call_all(unsigned long n)
{
	unsigned long sum = 0;

	for (; n; n--) {
		ALL(CALL)
	}
	return sum;
}

struct shared {
	volatile uint64_t round_ns;
	volatile uint64_t rounds;
};

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

static void run_victim(struct shared *shared)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		uint64_t start = now_ns();

		call_all(1);
		shared->round_ns = now_ns() - start;
		shared->rounds++;
	}
}

static void sleep_ms(long ms)
{
	struct timespec ts = { 0, ms * 1000000 };

	nanosleep(&ts, NULL);
}

/* The fastest of many rounds: what full speed is. */
static uint64_t full_speed(const struct shared *shared)
{
	uint64_t best = UINT64_MAX;

	while (shared->rounds < 100)
		sleep_ms(1);
	for (int i = 0; i < 100; i++) {
		best = shared->round_ns < best ? shared->round_ns : best;
		sleep_ms(1);
	}
	return best;
}

static pid_t run_tracer(char **words, pid_t victim, int out_fd)
{
	static char pid_text[16];
	pid_t pid = fork();

	if (pid)
		return pid;
	snprintf(pid_text, sizeof(pid_text), "%d", victim);
	for (char **word = words; *word; word++)
		if (!strcmp(*word, "PID"))
			*word = pid_text;
	dup2(out_fd, STDOUT_FILENO);
	execv(words[0], words);
	_exit(127);
}

static double ms_since(uint64_t start)
{
	return (double)(now_ns() - start) / 1e6;
}

static int measure(int sig, char **words)
{
	struct shared *shared = mmap(NULL, sizeof(*shared),
				     PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t victim = fork(), tracer;
	uint64_t fast_ns, start;
	double go_ms, end_ms;
	int ends[2];
	char byte;

	if (!victim)
		run_victim(shared);
	fast_ns = full_speed(shared);
	if (pipe(ends))
		return 1;
	start = now_ns();
	tracer = run_tracer(words, victim, ends[1]);
	close(ends[1]);
	if (read(ends[0], &byte, 1) != 1)
		return 1;
	go_ms = ms_since(start);
	/* a round that began when it was traced: some are in an emulated machine hardly slower */
	for (uint64_t rounds = shared->rounds + 2; shared->rounds < rounds;)
		sleep_ms(1);
	start = now_ns();
	kill(tracer, sig);
	waitpid(tracer, NULL, 0);
	end_ms = ms_since(start);
	while (shared->round_ns > 2 * fast_ns)
		sleep_ms(1);
	printf("%.0f %.0f %.0f\n", go_ms, end_ms, ms_since(start));
	kill(victim, SIGKILL);
	waitpid(victim, NULL, 0);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "run")) {
		printf("sum %lu\n", call_all(strtoul(argv[2], NULL, 10)));
		return 0;
	}
	return argc < 3 || measure(atoi(argv[1]), argv + 2);
}

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A signal handler of a thread that runs on a stack above the thread's, where the kernel takes pending returns for
# abandoned ones: they are probed at their instructions, and functions without these are refused.
. tests/run/common.inc

cat >"$TMP/signals.c" <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define KEEP __attribute__((noinline, noclone, used))
enum { HALF = 1 << 18 };
static char *block;
static volatile sig_atomic_t handled;

KEEP int within(int n) { __asm__ volatile(""); return n + 1; }
KEEP int outer(int n) { raise(SIGUSR1); return n + 1; }
static int (*volatile unknown)(int) = within;
KEEP int passes(int n) { return unknown(n + 1); }

static void handler(int sig)
{
	char *here = __builtin_frame_address(0);

	if (here < block + HALF || here >= block + 2 * HALF)
		abort();
	handled += within(sig) - sig;
}

static void *run(void *unused)
{
	stack_t stack = { .ss_sp = block + HALF, .ss_size = HALF };
	int sum = 0;

	if (sigaltstack(&stack, NULL))
		exit(1);
	for (int i = 0; i < 100; i++)
		sum += outer(passes(i));
	printf("handled %d, sum %d\n", (int)handled, sum);
	return unused;
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
	pthread_attr_t attr;
	pthread_t thread;

	block = mmap(NULL, 2 * HALF, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (block == MAP_FAILED || sigaction(SIGUSR1, &action, NULL) || pthread_attr_init(&attr) ||
	    pthread_attr_setstack(&attr, block, HALF) || pthread_create(&thread, &attr, run, NULL))
		return 1;
	pthread_join(thread, NULL);
	return 0;
}
END
${CC:-gcc} -O2 -fno-optimize-sibling-calls -pthread "$TMP/signals.c" -o "$TMP/signals" || exit 1
expect returns 0 -c "$TMP/signals" -qn 'pid$target:::return { all++; }
	pid$target:a.out:outer:return, pid$target:a.out:within:return, pid$target:a.out:within:entry,
	pid$target:a.out:passes:return { @[probefunc, probename] = count(); }' <<'END'
handled 100, sum 5250

  outer                                               return                                                          100
  passes                                              return                                                          100
  within                                              entry                                                           200
  within                                              return                                                          200
--
END

${CC:-gcc} -O2 -foptimize-sibling-calls -pthread "$TMP/signals.c" -o "$TMP/jumps" || exit 1
"$DT" -c "$TMP/jumps" -qn 'pid$target:a.out:passes:return { }' >"$TMP/out" 2>&1
result refused "$([ $? = 1 ] && grep -qF "passes can't be probed there: a signal handler of the program's threads may run on a stack above theirs: the return would be lost (-x unsafereturns)" "$TMP/out" || cat "$TMP/out")"

# without threads the stack of the program is above all others
printf '%s\n' '#include <signal.h>' 'static int (*volatile unknown)(int);' \
	'__attribute__((noinline)) int one(int n) { return n + 1; }' \
	'__attribute__((noinline)) int passes(int n) { return unknown(n + 1); }' \
	'int main(void) { stack_t stack; unknown = one; sigaltstack(0, &stack); return passes(1) - 3; }' >"$TMP/single.c"
${CC:-gcc} -O2 -foptimize-sibling-calls "$TMP/single.c" -o "$TMP/single" || exit 1
expect single 0 -c "$TMP/single" -qn 'pid$target:a.out:passes:return { trace(arg1); }' <<'END'
3
--
END

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# A dtrace without CPU time, here because it is stopped: the first stack through a library that
# it does not know yet waits for it, 0.3 s in all, and then is marked as cut. The program goes on, and its later
# stacks do not wait. A mapping that dtrace was told of just before, and that left nothing to do, changes nothing.
. tests/run/common.inc
. tests/run/stacks/stopped.inc

cat >"$TMP/lib.c" <<'END'
#include <sys/syscall.h>
#include <unistd.h>
long inside(void) { return syscall(SYS_getppid) + 1; }
END
cat >"$TMP/late.c" <<'END'
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>

static double ms(long (*call)(void), int times)
{
	struct timespec from, to;

	clock_gettime(CLOCK_MONOTONIC, &from);
	while (times--)
		call();
	clock_gettime(CLOCK_MONOTONIC, &to);
	return (to.tv_sec - from.tv_sec) * 1e3 + (to.tv_nsec - from.tv_nsec) / 1e6;
}

int main(int argc, char **argv)
{
	long (*inside)(void);
	double first;
	void *at = NULL;
	int dtrace, fd = open("/proc/self/exe", O_RDONLY);

	scanf("%d", &dtrace);
	for (int i = 0; i < 2; i++) { /* the second one is a notice without news */
		at = mmap(at, 4096, PROT_READ | PROT_EXEC, at ? MAP_PRIVATE | MAP_FIXED : MAP_PRIVATE, fd, 0);
		for (clock_t until = clock() + CLOCKS_PER_SEC / 200; clock() < until;)
			; /* as long as dtrace needs to look */
	}
	kill(dtrace, SIGSTOP);
	getchar(), getchar();
	inside = (long (*)(void))dlsym(dlopen(argv[argc - 1], RTLD_NOW), "inside");
	first = ms(inside, 1);
	printf("%d %d\n", (int)first, first < ms(inside, 10));
	fflush(stdout);
	getchar();
}
END
$CC -O1 -shared -fPIC -o "$TMP/lib.so" "$TMP/lib.c" && $CC -O1 -o "$TMP/late" "$TMP/late.c" || exit 1
while_stopped late 'syscall::getppid:entry /pid == $target/ { @[ustack(4)] = count(); }'
read -r first has_waited_again <"$TMP/times"
# turns of 3, 6 ... 768 us, three times
result waits "$([ "$first" -ge 290 ] || echo "only $first ms")"
result once "$([ "$has_waited_again" = 0 ] || echo "later stacks took longer than $first ms")"
shown says <<'END'
go
libc.so.6`syscall
[ cut: nothing executable is known at the next address ]
11
END

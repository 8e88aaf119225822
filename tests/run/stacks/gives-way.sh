#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @needs uprobe_give_way
# @lock stacks
#
# A user probe that waits for a dtrace without CPU time, here because it is stopped, does not keep others from running
# on its CPU, on a kernel that does not preempt itself: otherwise, programs that wait on all CPUs wait for nothing.
. tests/run/common.inc
. tests/run/stacks/stopped.inc

cat >"$TMP/lib.c" <<'END'
#include <unistd.h>
void inside(void (*call)(void)) { call(); __asm__ volatile("" ::: "memory"); }
END
cat >"$TMP/waits.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

static volatile int has_begun, is_over;

static double ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

__attribute__((noinline)) void probed(void) { __asm__ volatile(""); }

/* the longest time for which this thread, which goes before all others, got no CPU */
static void *urgent(void *ret)
{
	const struct sched_param first = { .sched_priority = 1 };
	double *longest = ret;

	if (sched_setscheduler(0, SCHED_FIFO, &first))
		return NULL;
	*longest = 0;
	has_begun = 1;
	while (!is_over) {
		double from = ms(), was;

		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
		was = ms() - from;
		if (was > *longest)
			*longest = was;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	void (*inside)(void (*)(void));
	double longest = 9999, from;
	pthread_t thread;
	cpu_set_t cpus;
	int dtrace, cpu;

	scanf("%d", &dtrace);
	sched_getaffinity(0, sizeof(cpus), &cpus);
	for (cpu = 0; !CPU_ISSET(cpu, &cpus); cpu++)
		;
	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	kill(dtrace, SIGSTOP);
	getchar(), getchar();
	inside = (void (*)(void (*)(void)))dlsym(dlopen(argv[argc - 1], RTLD_NOW), "inside");
	pthread_create(&thread, NULL, urgent, &longest);
	while (!has_begun)
		;
	from = ms();
	inside(probed);
	from = ms() - from;
	is_over = 1;
	pthread_join(thread, NULL);
	printf("%d %d\n", (int)from, (int)longest);
	fflush(stdout);
	getchar();
}
END
$CC -O1 -fomit-frame-pointer -shared -fPIC -o "$TMP/lib.so" "$TMP/lib.c" &&
	$CC -O1 -fomit-frame-pointer -pthread -o "$TMP/waits" "$TMP/waits.c" || exit 1
limit=60
[ -z "${SLOW:-}" ] || limit=200
# gave_way NAME
gave_way() {
	read -r waited longest <"$TMP/times"
	result "$1-waits" "$([ "$waited" -ge 290 ] || echo "only $waited ms")"
	# a call of the function that waits takes 23 ms at most
	result "$1" "$([ "$longest" -lt $limit ] || echo "another thread had no CPU for $longest ms")"
}

while_stopped waits 'pid$target:a.out:probed:entry { @[ustack(4)] = count(); }'
gave_way gives-way
shown stack <<'END'
go
waits`probed
[ cut: nothing executable is known at the next address ]
1
END

# ---- a clause of ERROR, which runs where the other one faults
while_stopped waits 'pid$target:a.out:probed:entry { this->zero = 0; trace(1 / this->zero); } ERROR { @[ustack(4)] = count(); }'
gave_way error
result error-fault "$(grep -q 'divide-by-zero' "$TMP/err" || cat "$TMP/err")"
: >"$TMP/err"
shown error-stack <<'END'
go
waits`probed
[ cut: nothing executable is known at the next address ]
1
END

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
# @timeout 120
# The two threads that track the mappings of processes end with the trace. A thread that was busy at the end once
# consumed the wake-up of both, and dtrace waited for them forever. Here each read of the wake-up takes 200 ms, so that
# one is busy at the end: the stacks of unknown processes keep them busy.
. tests/run/common.inc

cat >"$TMP/late.c" <<'end'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event_fd = -1; /* the first non-blocking one, which is the keeper's */

int eventfd(unsigned int first, int flags)
{
	int (*real)(unsigned int, int) = (int (*)(unsigned int, int))dlsym(RTLD_NEXT, "eventfd");
	int fd = real(first, flags);

	if (event_fd < 0 && flags & EFD_NONBLOCK)
		event_fd = fd;
	return fd;
}

ssize_t read(int fd, void *to, size_t bytes)
{
	ssize_t (*real)(int, void *, size_t) = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");

	if (fd == event_fd && fd >= 0)
		usleep(200000);
	return real(fd, to, bytes);
}
end
${CC:-gcc} -shared -fPIC -o "$TMP/late.so" "$TMP/late.c" || exit 1
cat >"$TMP/forks.sh" <<'end'
i=0
while [ $i -lt 100000 ]; do
	/bin/true
	i=$((i + 1))
done
end
sh "$TMP/forks.sh" &
forks=$!
why=
for run in 1 2 3 4; do
	LD_PRELOAD=$TMP/late.so timeout -s KILL 20 "$DT" -q -n '
		syscall::exit_group:entry /progenyof($1)/ { @[ustack()] = count(); n++; }
		syscall::exit_group:entry /n == 9/ { exit(0); }' $forks >"$TMP/out" 2>&1 || why="run $run: status $?"
	[ -z "$why" ] || break
done
kill $forks
result ends "$why"

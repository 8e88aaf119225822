#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# A process whose first thread has ended: /proc shows its mappings under the ids of the others only. Stacks of these
# are complete once dtrace has looked, and have names, whether it knew the process before or not.
. tests/run/common.inc

cat >"$TMP/leader.c" <<'END'
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_t first;

static void *other(void *arg)
{
	pthread_join(first, NULL);
	puts("ended");
	fflush(stdout);
	getchar();
	for (int i = 0; i < 5; i++) {
		syscall(SYS_getppid);
		usleep(100000); /* the first stack waits for dtrace for a millisecond only */
	}
	return arg;
}

int main(void)
{
	pthread_t thread;

	first = pthread_self();
	pthread_create(&thread, NULL, other, NULL);
	pthread_exit(NULL);
}
END
$CC -pthread -o "$TMP/leader" "$TMP/leader.c" || exit 1
program='syscall::getppid:entry /pid == $target/ { depth = ustackdepth; }
	syscall::getppid:entry /pid == $target && ++n == 5/ { @[ustack(2)] = count(); }'
cat >"$TMP/wanted" <<'END'
libc.so.6`syscall
leader`other
1
END
# what said ERR: compares the stacks in $TMP/out
same() {
	drop_missed
	sed -E '/^ *$|^go$|^ended$/d; s/\+0x[0-9a-f]+//; s/^ +//' "$TMP/out" >"$TMP/got"
	result "$1" "$(diff "$TMP/wanted" "$TMP/got" | cat - "$TMP/err")"
}

echo | "$DT" -qn "$program" -c "$TMP/leader" >"$TMP/out" 2>"$TMP/err"
same command

mkfifo "$TMP/go" || exit 1
"$TMP/leader" <"$TMP/go" >"$TMP/said" &
leader=$!
exec 3>"$TMP/go"
wait_for grep -q ended "$TMP/said"
"$DT" -qn 'BEGIN { printf("go\n"); }'"$program" -p $leader >"$TMP/out" 2>"$TMP/err" 3>&- &
dtrace=$!
wait_for began
exec 3>&-
wait $leader $dtrace
same grabbed

#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A thread id is not accepted as a process id.
. tests/run/common.inc

cat >"$TMP/two.c" <<'END'
#define _GNU_SOURCE 1
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include <sys/sdt.h>

static void *second(void *arg)
{
	char byte;

	DTRACE_PROBE1(two, started, arg);
	printf("%d\n", (int)gettid());
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		;
	return NULL;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, second, NULL))
		return 1;
	pthread_join(thread, NULL);
	return 0;
}
END
cc -I"$root/include" "$TMP/two.c" -o "$TMP/two" -lpthread || exit 1
mkfifo "$TMP/stdin"
: >"$TMP/tid"
"$TMP/two" <"$TMP/stdin" >"$TMP/tid" &
process=$!
exec 3>"$TMP/stdin"
wait_for [ -s "$TMP/tid" ]
thread=$(cat "$TMP/tid")

expect grab 1 -p "$thread" -n BEGIN <<END
--
dtrace: failed to grab pid PID: it is a thread of process PID
END
expect pid 1 -n "pid$thread::main:entry" <<END
--
dtrace: invalid probe specifier pid$thread::main:entry: probe description pid$thread::main:entry does not match any probes ($thread is a thread of process PID)
  pid$thread::main:entry
  ^~~~~~~~~~~~~~~$(echo "$thread" | sed 's/./~/g')
END
expect usdt 0 -ln "two$thread:::started" <<END
   ID   PROVIDER            MODULE                          FUNCTION NAME
--
dtrace: failed to match two$thread:::started: No probe matches description ($thread is a thread of process PID)
END
expect process 0 -qn "two$process:::started { } BEGIN { exit(0); }" <<'END'

--
END
exec 3>&-
wait $process

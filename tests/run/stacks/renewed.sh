#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# A dtrace that cannot answer, here because it may open no more files: the stack of a process that it does not know
# is cut. Once it can, the next stack asks again, without a wait, and those after it are complete. (It may not
# have read names either.)
. tests/run/common.inc

cat >"$TMP/renewed.c" <<'END'
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	(void)argv;
	while (getchar() != EOF) {
		/* longer than a question stays open */
		nanosleep(&(struct timespec){ argc > 1 ? 5 : 0, 300000000 }, NULL);
		syscall(SYS_getppid);
		puts("done");
		fflush(stdout);
	}
}
END
$CC -O1 -o "$TMP/renewed" "$TMP/renewed.c" || exit 1
mkfifo "$TMP/go" || exit 1
"$TMP/renewed" ${SLOW:+slow} <"$TMP/go" >"$TMP/said" &
program=$!
exec 3>"$TMP/go"
wait_for runs $program "$TMP/renewed"
"$DT" -qn 'BEGIN { printf("go\n"); } syscall::getppid:entry /pid == $1/ { @[++n, ustack(2)] = count(); } tick-1ms /n == 3/ { exit(0); }' \
	$program >"$TMP/out" 2>"$TMP/err" 3>&- &
dtrace=$!
wait_for began
said() { [ "$(grep -c done "$TMP/said")" = "$1" ]; }
files=$(prlimit --pid $dtrace --nofile --output=SOFT --noheadings)
prlimit --pid $dtrace --nofile=4:
printf 1 >&3
wait_for said 1
prlimit --pid $dtrace --nofile="$files":
printf 2 >&3
wait_for said 2
printf 3 >&3
wait_for said 3
exec 3>&-
wait $program $dtrace
sed -E '/^ *$/d; s/^ +//; s/ +/ /g; s/^(0x[0-9a-f]+|.*`.*)$/a frame/' "$TMP/out" >"$TMP/got"
cat >"$TMP/wanted" <<'END'
go
1
a frame
[ cut: the mappings of the process were not known yet ]
1
2
a frame
[ cut: the mappings of the process were not known yet ]
1
3
a frame
a frame
1
END
drop_missed
result says "$(diff "$TMP/wanted" "$TMP/got" | cat - "$TMP/err")"

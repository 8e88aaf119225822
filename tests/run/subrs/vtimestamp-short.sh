#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# vtimestamp advances between two ticks, whichever clock of the kernel is ahead, and is the CPU time that the program
# reads (to 20 ms, the error of a tick and a hypervisor).
. tests/run/common.inc

cat >"$TMP/short.c" <<'C'
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
	struct timespec spent;

	for (int i = 0; i < 300; i++) {
		for (volatile int turn = 0; turn < 50000; turn++)
			;
		syscall(SYS_getpgid, -1);
	}
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
	syscall(SYS_getpgid, -2, spent.tv_sec * 1000000000L + spent.tv_nsec);
	return 0;
}
C
cat >"$TMP/short.d" <<'SCRIPT'
#pragma D option quiet
uint64_t last;
int64_t off;
syscall::getpgid:entry
/pid == $target/
{
	calls++;
	stops += vtimestamp == last;
	last = vtimestamp;
}
syscall::getpgid:entry
/pid == $target && (int)arg0 == -2/
{
	off = (int64_t)(vtimestamp - arg1);
}
END
{
	printf("%d calls, %d without progress, %s\n", calls, stops,
	    off > -20000000 && off < 20000000 ? "as CPU time" : lltostr(off));
}
SCRIPT
$CC -O1 "$TMP/short.c" -o "$TMP/short" || exit 1
printf '301 calls, 0 without progress, as CPU time\n\n--\n' >"$TMP/wanted"
"$DT" -s "$TMP/short.d" -c "$TMP/short" >"$TMP/out" 2>"$TMP/err" </dev/null
same vtimestamp-short $? 0

# dtrace in a time namespace, whose CLOCK_MONOTONIC is not the one of the kernel
if unshare -T --monotonic 500000 true 2>/dev/null; then
	unshare -T --monotonic 500000 --fork "$DT" -s "$TMP/short.d" -c "$TMP/short" >"$TMP/out" 2>"$TMP/err" </dev/null
	same vtimestamp-namespace $? 0
else
	echo "skip vtimestamp-namespace: needs time namespaces"
fi

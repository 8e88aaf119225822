#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# -lv of a process: arguments with their types, and a warning if the page of the semaphore is not writable.
. tests/run/common.inc

echo 'provider locked { probe work(int8_t small, const char *text); };' >"$TMP/locked.d"
cat >"$TMP/locked.c" <<'END'
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "locked.h"
int main(int argc, char **argv)
{
	char c;
	if (argc > 1)
		mprotect((void *)((uintptr_t)&locked_work_semaphore & -4096), 4096, PROT_READ);
	if (write(1, "ready\n", 6) != 6)
		return 1;
	LOCKED_WORK(1, argv[0]);
	_exit(read(0, &c, 1) < 0);
}
END
made locked -Wl,-z,now

# listed NAME [WORD]: -lv of `locked WORD`
listed() {
	cat >"$TMP/wanted"
	rm -f "$TMP/stdin" "$TMP/ready"
	mkfifo "$TMP/stdin"
	"$TMP/locked" $2 <"$TMP/stdin" >"$TMP/ready" &
	pid=$!
	exec 4>"$TMP/stdin"
	wait_for test -s "$TMP/ready"
	"$DT" -lv -P "locked$pid" >"$TMP/out" 2>"$TMP/err"
	status=$?
	exec 4>&-
	wait
	sed -i -E -e 's/ *locked[1-9][0-9]+/ lockedPID/' "$TMP/out" "$TMP/err"
	same "$1" $status 0
}
listed writable <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4 lockedPID            locked                              main work

	Probe Description Attributes
		Identifier Names: Unstable
		Data Semantics:   Unstable
		Dependency Class: Common

	Argument Attributes
		Identifier Names: Unstable
		Data Semantics:   Unstable
		Dependency Class: Common

	Argument Types
		args[0]: int8_t
		args[1]: const char *

--
END
listed not-writable read-only <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4 lockedPID            locked                              main work

	Probe Description Attributes
		Identifier Names: Unstable
		Data Semantics:   Unstable
		Dependency Class: Common

	Argument Attributes
		Identifier Names: Unstable
		Data Semantics:   Unstable
		Dependency Class: Common

	Argument Types
		args[0]: int8_t
		args[1]: const char *

--
dtrace: warning: the semaphore is in a page that is not writable: it would stay set for ever
END

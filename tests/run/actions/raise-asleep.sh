#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# raise() on a process that is about to sleep in a system call takes effect at once, also if the process is in a session
# of its own: it does not sleep on.
. tests/run/common.inc

expect command 0 -wqn 'syscall::clock_nanosleep:entry /pid == $target/ { raise(SIGTERM); }' -c 'sleep 10000' <<'END'

--
dtrace: pid PID was killed by signal SIGTERM
END
"$DT" -wqn 'syscall::clock_nanosleep:entry /progenyof($target) && execname == "sleep"/ {
	printf("%d\n", pid != $target); raise(SIGTERM); }' -c 'setsid -fw sleep 10000' >"$TMP/out" 2>"$TMP/err"
result session "$([ $? = 0 ] && [ "$(sed '/^$/d' "$TMP/out")" = 1 ] || cat "$TMP/out" "$TMP/err")"
# Records made before the end are printed before the message about it, however late they are read.
expect late 0 -wqn 'syscall::clock_nanosleep:entry /pid == $target/ { raise(SIGTERM); n = *(int *)8; }' \
	-x switchrate=10s -c 'sleep 10000' <<'END'

--
dtrace: error on enabled probe ID 1 (ID 4: syscall:vmlinux:clock_nanosleep:entry): invalid address (0x8) in action #2
dtrace: pid PID was killed by signal SIGTERM
END

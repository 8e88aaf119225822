#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Ticks hit a program in its own code or in the kernel, as many as sched:::tick shows, and the kernel has added as much
# to the program's time.
. tests/run/common.inc

needs_kprobes ticks
cat >"$TMP/ticks.d" <<'SCRIPT'
BEGIN
{
	calls = 0;
	user = 0;
	all = 0;
	ticks = 0;
}
syscall::getppid:return
/pid == $target && ++calls == 5/
{
	before = curthread->utime;
}
sysinfo:::cpu_ticks_user
/pid == $target && calls == 5/
{
	user += arg0;
}
sysinfo:::cpu_ticks_user, sysinfo:::cpu_ticks_kernel, sysinfo:::cpu_ticks_idle
/pid == $target && calls == 5/
{
	all += arg0;
}
sched:::tick
/pid == $target && calls == 5/
{
	ticks++;
}
syscall::getppid:entry
/pid == $target && calls == 5/
{
	each = user ? (curthread->utime - before) / user : 0;
	printf("some %d, all %d, as the kernel counts %d\n", user > 0, all == ticks,
	    each * user == curthread->utime - before && 1000000000 / each <= 1000 && 1000000000 / each >= 100);
}
SCRIPT
cat >"$TMP/wanted" <<'END'
some 1, all 1, as the kernel counts 1

--
END
"$DT" -qs "$TMP/ticks.d" -c "$TRIGGERS/kwork 300" >"$TMP/out" 2>"$TMP/err"
same ticks $? 0

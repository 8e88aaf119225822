#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A program that only waits for its pages: each time that it gives up the CPU is one wait for I/O, with its end. It is
# not known for which request it waits.
. tests/run/common.inc

if ! "$DT" -l -n io:::wait-done 2>/dev/null | grep -q wait-done; then
	echo "skip waits: the kernel has no tracepoint sched_exit_tp"
	exit
fi
"$TRIGGERS/majors" 1 "$TMP/file" >/dev/null
if [ $? = 77 ]; then
	echo "skip waits: $TMP lies in memory"
	exit
fi
cat >"$TMP/waits.d" <<'SCRIPT'
BEGIN
{
	calls = 0;
	starts = 0;
	ends = 0;
	preempted = 0;
	unpaired = 0;
	known = 0;
	is_waiting = 0;
}
syscall::getppid:return
/pid == $target && calls++ == 0/
{
	before = curthread->nvcsw;
}
io:::wait-start
/pid == $target && calls == 1/
{
	starts++;
	unpaired += is_waiting;
	known += args[0] != NULL;
	is_waiting = 1;
}
io:::wait-done
/pid == $target && calls == 1/
{
	ends++;
	unpaired += !is_waiting;
	is_waiting = 0;
}
sched:::preempt
/pid == $target && calls == 1 && curthread->in_iowait/
{
	preempted++;
}
syscall::getppid:entry
/pid == $target && calls == 1/
{
	printf("some %d, as the kernel counts %d, ended %d, unpaired %d, requests known %d\n", starts > 0,
	    starts - preempted == curthread->nvcsw - before, starts == ends, unpaired, known);
}
SCRIPT
cat >"$TMP/wanted" <<'END'
300
some 1, as the kernel counts 1, ended 1, unpaired 0, requests known 0

--
END
"$DT" -qs "$TMP/waits.d" -c "$TRIGGERS/majors 300 $TMP/file" >"$TMP/out" 2>"$TMP/err"
same waits $? 0

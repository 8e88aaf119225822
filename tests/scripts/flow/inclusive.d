#!/usr/sbin/dtrace -s
/*
 * How often and how long each function ran; the test checks only that there are times.
 * @trigger work read:3:512 write:5:64 open:2 none:7 none:1
 * @awk NF == 3 { print $1, $2, ($3 > 0) }
 * @filter sort
 */
#pragma D option quiet

pid$target:a.out:step_*:entry
{
	self->start[probefunc] = timestamp;
}

pid$target:a.out:step_*:return
/self->start[probefunc]/
{
	@calls[probefunc] = count();
	@ns[probefunc] = sum(timestamp - self->start[probefunc]);
	self->start[probefunc] = 0;
}

dtrace:::END
{
	printf("%-16s %8s %10s\n", "FUNCTION", "CALLS", "TIME(ns)");
	printa("%-16s %@8d %@10d\n", @calls, @ns);
}

#!/usr/sbin/dtrace -qs
/*
 * Trace for some time, then print: tick-1s ends the run. (Not == 1: the kernel
 * can miss the one firing for which that is true, docs/limits.md, "Clocks".)
 */
#pragma D option destructive

BEGIN
{
	began = timestamp;
}

tick-1s
{
	seconds++;
}

tick-1sec
/seconds >= 1/
{
	exit(0);
}

END
{
	printf("in time %d\n", seconds >= 1 && timestamp - began >= 1000000000);
}

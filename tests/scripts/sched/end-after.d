#!/usr/sbin/dtrace -qs
/*
 * Trace for some time, then print: tick-1s ends the run.
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
/seconds == 1/
{
	exit(0);
}

END
{
	printf("%d s, in time %d\n", seconds, timestamp - began >= 1000000000);
}

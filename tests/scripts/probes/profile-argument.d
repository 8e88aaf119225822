#!/usr/sbin/dtrace -s
/*
 * The rate of a clock is an argument of the script.
 * @args 5
 */
#pragma D option quiet

profile:::tick-$1ms
{
	n++;
}

profile:::tick-$1ms
/n == $1/
{
	printf("%d times\n", n);
	exit(0);
}

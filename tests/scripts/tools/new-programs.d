#!/usr/sbin/dtrace -s
/*
 * A line for each new program with the time in a column, its id and its parent's.
 * @trigger work exec:2
 * @awk { print NF, $6, $8, $9 }
 */
#pragma D option quiet

proc:::exec-success
/ppid == $target/
{
	printf("%-24Y %d of %d %s\n", walltimestamp, pid, ppid, execargs);
}

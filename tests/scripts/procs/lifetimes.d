#!/usr/sbin/dtrace -s
/*
 * Lifetimes of processes in a histogram; all are shorter than ten seconds.
 * @trigger work exec:3 fork:2
 */
#pragma D option quiet

proc:::start
/ppid == $target/
{
	born[pid] = timestamp;
}

proc:::exit
/born[pid]/
{
	@lives[execname] = lquantize((timestamp - born[pid]) / 1000000000, 0, 10, 10);
	born[pid] = 0;
}

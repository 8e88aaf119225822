#!/usr/sbin/dtrace -s
/*
 * New programs with their parents and arguments.
 * @trigger work exec:3
 */
#pragma D option quiet

proc:::exec-success
/ppid == $target/
{
	printf("%s %d %s\n", execname, curpsinfo->pr_ppid == $target, curpsinfo->pr_psargs);
}

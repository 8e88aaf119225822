#!/usr/sbin/dtrace -s
/*
 * The programs with the most system calls, by name, and the total.
 * @trigger work getppid:100
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	@num[execname] = count();
	@all["(all)"] = sum(1);
}

#!/usr/sbin/dtrace -s
/*
 * Threads that give up their CPU: once for each call, and where the kernel requests it.
 * @trigger work yield:9
 */
#pragma D option quiet

sched:::surrender
/args[1]->pr_pid == $target/
{
	surrenders++;
}

syscall::sched_yield:entry
/pid == $target/
{
	@calls[execname] = count();
	calls++;
}

END
{
	printa("%s %@d calls", @calls);
	printf(", %s\n", surrenders >= calls ? "each is a surrender" : "some are none");
}

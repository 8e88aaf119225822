/*
 * Activity of dtrace's process before the command runs in it (it waits, sets
 * its signal mask, calls execve) does not count for the command.
 * @trigger kcalls
 */
#pragma D option quiet

proc:::, sched:::, sysinfo:::, vminfo:::, lockstat:::
/pid == $target && execname != "kcalls"/
{
	@[probename, execname] = count();
}

sysinfo:::readch
/pid == $target && arg0 % 100 == 0/
{
	@bytes[execname] = sum(arg0);
}

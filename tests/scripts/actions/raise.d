#!/usr/sbin/dtrace -ws
/*
 * A signal at a certain call: the program does not reach the next one.
 * @trigger work getppid:5 stat:1
 * @filter pid
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target && ++calls == 3/
{
	raise(SIGTERM);
}

syscall::getppid:entry,
syscall::newfstatat:entry
/pid == $target/
{
	@[probefunc] = count();
}

END
{
	printf("%d calls\n", calls);
	printa("%s %@d\n", @);
}

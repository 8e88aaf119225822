#!/usr/sbin/dtrace -s
/*
 * Counters of the system by program: bytes and calls.
 * @trigger work read:10:100 write:20:50
 */
#pragma D option quiet

sysinfo:::readch,
sysinfo:::writech,
sysinfo:::sysread,
sysinfo:::syswrite
/pid == $target/
{
	@[execname, probename] = sum(arg0);
}

END
{
	printa("%s %s %@d\n", @);
}

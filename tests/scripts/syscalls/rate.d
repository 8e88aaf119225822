#!/usr/sbin/dtrace -s
/*
 * The number of calls in each interval: their sum is the number of calls made.
 * @trigger work getppid:200 nap:3:20000 getppid:100
 * @awk { n += $2 } END { print n, (NR >= 3) }
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	@calls = count();
}

profile:::tick-20ms
{
	printa("calls %@d\n", @calls);
	clear(@calls);
}

END
{
	printa("last %@d\n", @calls);
	printf("done 0\n");
}

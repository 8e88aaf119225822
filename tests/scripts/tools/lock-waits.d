#!/usr/sbin/dtrace -s
/*
 * Waits for locks of the kernel by program.
 * @trigger locks tty 5
 * @awk { print $1, ($2 > 0) }
 */
#pragma D option quiet

lockstat:::adaptive-block
/execname == "waiter"/
{
	@slept[execname] = sum(arg1);
}

END
{
	printa("%-12s %@d\n", @slept);
}

#!/usr/sbin/dtrace -s
/*
 * Sums in two units and counts: one of two aggregations in a table is normalised, then denormalised.
 * @trigger work read:10:1024 write:30:512
 */
#pragma D option quiet

syscall::read:return,
syscall::write:return
/pid == $target && (int)arg0 > 0/
{
	@sums[probefunc] = sum(arg0);
	@calls[probefunc] = count();
}

END
{
	normalize(@sums, 1024);
	printa("%-8s %@4dK in %@4d\n", @sums, @calls);
	denormalize(@sums);
	printa("%-8s %@6d in %@4d\n", @sums, @calls);
}

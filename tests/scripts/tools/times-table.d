#!/usr/sbin/dtrace -Cs
/*
 * Calls and their sum in one aggregation; the sum is a row like the others, and the last one.
 * @trigger work getppid:5 stat:4 missing:3
 * @args -DWITH_SUM=1
 */
#pragma D option quiet

inline int with_sum = WITH_SUM;

syscall::getppid:return,
syscall::newfstatat:return,
syscall::openat:return
/pid == $target/
{
	@[probefunc] = count();
	with_sum ? @["together"] = count() : 1;
}

END
{
	printa("%16s %@d\n", @);
}

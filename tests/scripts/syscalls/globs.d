#!/usr/sbin/dtrace -s
/*
 * Patterns for the name of the function: all calls with "read" or "write" in it, by clauses and with a list.
 * @trigger work read:4:8 write:3:8
 */
#pragma D option quiet

syscall::*read*:entry,
syscall::*write*:entry
/pid == $target && (probefunc == "read" || probefunc == "write")/
{
	@[probefunc, probename] = count();
}

syscall::rea?:return,
syscall::wr[hi]te:return
/pid == $target/
{
	@[probefunc, probename] = count();
}

END
{
	printa("%s:%s %@d\n", @);
}

#!/usr/sbin/dtrace -s
/*
 * Paths that are queried: all calls of the family by a pattern; the position of the path depends on the call.
 * @trigger work stat:7 missing:2
 */
#pragma D option quiet

syscall::newfstatat:entry,
syscall::statx:entry,
syscall::openat:entry
/pid == $target/
{
	@[probefunc, copyinstr(arg1)] = count();
}

syscall::stat:entry,
syscall::lstat:entry
/pid == $target/
{
	@[probefunc, copyinstr(arg0)] = count();
}

END
{
	printa("%-12s %-12s %@d\n", @);
}

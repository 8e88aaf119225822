#!/usr/sbin/dtrace -s
/*
 * Who calls a function of the kernel.
 * @trigger work read:6:1
 * @needs kprobe
 */
#pragma D option quiet

fbt::vfs_read:entry
/pid == $target/
{
	@[func(caller), probefunc] = count();
}

END
{
	printa("%a > %s %@d\n", @);
}

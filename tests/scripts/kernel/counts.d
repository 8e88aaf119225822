#!/usr/sbin/dtrace -s
/*
 * Functions of the kernel by name, of one process, below one call.
 * @trigger work read:25:10 write:15:10
 * @needs kprobe
 */
#pragma D option quiet

fbt::vfs_read:entry,
fbt::vfs_write:entry
/pid == $target/
{
	@[probefunc] = count();
}

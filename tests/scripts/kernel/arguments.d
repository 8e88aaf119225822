#!/usr/sbin/dtrace -s
/*
 * Arguments with their types: the name of the file that is read, and how much.
 * @trigger work read:5:100 write:2:7
 * @needs kprobe
 */
#pragma D option quiet

fbt::vfs_read:entry,
fbt::vfs_write:entry
/pid == $target/
{
	@[probefunc, stringof(args[0]->f_path.dentry->d_name.name), args[2]] = count();
}

END
{
	printa("%s %s %d: %@d\n", @);
}

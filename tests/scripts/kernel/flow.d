#!/usr/sbin/dtrace -Fs
/*
 * Functions that the kernel calls for a system call, between its entry and its return.
 * @trigger work pin read:1:10
 * @needs kprobe
 * @awk { sub(/^ *[0-9]+ /, ""); sub(/ +$/, ""); print }
 */
syscall::read:entry
/pid == $target/
{
	self->on = 1;
}

fbt::ksys_read:entry,
fbt::ksys_read:return,
fbt::vfs_read:entry,
fbt::vfs_read:return
/self->on/
{
}

syscall::read:return
/self->on/
{
	self->on = 0;
}

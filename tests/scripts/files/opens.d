#!/usr/sbin/dtrace -s
/*
 * File opens with their results: a line each, as they happen.
 * @trigger work open:1 missing:2 read:1:1
 */
#pragma D option quiet
#pragma D option switchrate=10hz

dtrace:::BEGIN
{
	printf("%5s %-12s %3s %s\n", "who", "program", "got", "asked for");
}

syscall::open:entry
/pid == $target/
{
	self->name_at = arg0;
}

syscall::openat:entry
/pid == $target/
{
	self->name_at = arg1;
}

syscall::open:return,
syscall::openat:return
/self->name_at/
{
	printf("%5d %-12s %3d %s\n", uid, execname, (int)arg0 < 0 ? -1 : (int)arg0, copyinstr(self->name_at));
	self->name_at = 0;
}

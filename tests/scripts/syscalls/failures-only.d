#!/usr/sbin/dtrace -s
/*
 * Failed opens with their paths, which the entry passes to the return.
 * @trigger work open:2 missing:3
 */
#pragma D option quiet

syscall::open:entry
/pid == $target/
{
	self->path = arg0;
}

syscall::openat:entry
/pid == $target/
{
	self->path = arg1;
}

syscall::open:return,
syscall::openat:return
/self->path && (int)arg0 < 0/
{
	printf("%s %s %d\n", execname, copyinstr(self->path), errno);
}

syscall::open:return,
syscall::openat:return
{
	self->path = 0;
}

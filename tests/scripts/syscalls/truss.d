#!/usr/sbin/dtrace -s
/*
 * name(arguments) = result, as truss prints them.
 * @trigger work read:2:10 write:1:5 missing:1 seek:2:100
 */
#pragma D option quiet
#pragma D option switchrate=10hz

syscall::read:entry, syscall::write:entry, syscall::lseek:entry, syscall::openat:entry
/pid == $target/
{
	self->arg0 = arg0;
	self->arg1 = arg1;
	self->arg2 = arg2;
	self->in = 1;
}

syscall::read:return, syscall::write:return
/self->in/
{
	printf("%s(%d, 0x%s, %d)\t\t = %d %d\n", probefunc, self->arg0, self->arg1 ? "..." : "0", self->arg2,
	    (int)arg0, errno);
}

syscall::lseek:return
/self->in/
{
	printf("%s(%d, %d, %d)\t\t = %d %d\n", probefunc, self->arg0, self->arg1, self->arg2, (int)arg0, errno);
}

syscall::openat:return
/self->in/
{
	printf("%s(%d, \"%S\", 0x%X)\t\t = %d %d\n", probefunc, self->arg0, copyinstr(self->arg1), self->arg2,
	    (int)arg0, errno);
}

syscall::read:return, syscall::write:return, syscall::lseek:return, syscall::openat:return
{
	self->arg0 = 0;
	self->arg1 = 0;
	self->arg2 = 0;
	self->in = 0;
}

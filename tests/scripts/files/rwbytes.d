#!/usr/sbin/dtrace -s
/*
 * Bytes read and written by file, taken from fds[] at the return.
 * @trigger work read:5:1000 write:4:500 read:1:24
 */
#pragma D option quiet

syscall::read:entry,
syscall::write:entry
/pid == $target/
{
	self->path = fds[arg0].fi_pathname;
	self->dir = probefunc == "read" ? "R" : "W";
}

syscall::read:return,
syscall::write:return
/self->dir != NULL && (int)arg0 >= 0/
{
	@bytes[self->dir, self->path] = sum(arg0);
	@ops[self->dir, self->path] = count();
}

syscall::read:return,
syscall::write:return
{
	self->dir = 0;
	self->path = 0;
}

END
{
	printf("%3s %-16s %8s %8s\n", "DIR", "FILE", "OPS", "BYTES");
	printa("%3s %-16s %@8d %@8d\n", @ops, @bytes);
}

#!/usr/sbin/dtrace -s
/*
 * A descriptor from open to close: an array indexed by process and number.
 * @trigger work read:3:100 read:2:10 write:1:7
 */
#pragma D option quiet

syscall::openat:entry
/pid == $target/
{
	self->path = copyinstr(arg1);
}

syscall::openat:return
/pid == $target && self->path != NULL && (int)arg0 >= 0/
{
	name[pid, (int)arg0] = self->path;
	began[pid, (int)arg0] = timestamp;
	bytes[pid, (int)arg0] = 0;
	self->path = 0;
}

syscall::read:entry, syscall::write:entry
/name[pid, (int)arg0] != NULL/
{
	bytes[pid, (int)arg0] += arg2;
}

syscall::close:entry
/began[pid, (int)arg0]/
{
	printf("%s: %d bytes, %s\n", name[pid, (int)arg0], bytes[pid, (int)arg0],
	    timestamp > began[pid, (int)arg0] ? "some time" : "no time");
	name[pid, (int)arg0] = 0;
	began[pid, (int)arg0] = 0;
	bytes[pid, (int)arg0] = 0;
}

#!/usr/sbin/dtrace -s
/*
 * Entry and return with a thread-local variable: each return finds its entry.
 * @trigger work read:30:4096
 * @needs kprobe
 */
#pragma D option quiet

fbt::vfs_read:entry
/pid == $target/
{
	self->since = timestamp;
}

fbt::vfs_read:return
/self->since/
{
	@took = count();
	backwards += timestamp < self->since;
	self->since = 0;
}

END
{
	printa("%@d", @took);
	printf(", %d backwards\n", backwards);
}

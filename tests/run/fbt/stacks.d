/*
 * The kernel's stack begins with the function at its entry, and with the
 * caller at a return.
 *
 * @needs kprobe
 * @trigger kcalls
 * @filter off
 * @timeout 60
 */
#pragma D option quiet

fbt::vfs_read:entry
/pid == $target && arg2 == 300/
{
	self->in = 1;
	printf("entry, from %s", "");
	sym(caller);
	stack(3);
}

fbt::vfs_read:return
/self->in/
{
	self->in = 0;
	printf("return, to %s", "");
	sym(caller);
	stack(2);
}

/*
 * Strings of a program, read at the entry; numbers of a failed call.
 * @trigger calls 3
 */
#pragma D option quiet

syscall::openat:entry
/pid == $target && arg5 == 0x5ca11/
{
	self->own = 1;
	printf("openat %s", copyinstr(arg1));
}

syscall::openat:return
/self->own/
{
	printf(" = %d\n", arg1);
}

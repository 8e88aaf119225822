/*
 * A command's first system call is the return of its execve; arguments are as wide as their types.
 * @trigger calls 1
 */
#pragma D option quiet

syscall:::entry,
syscall:::return
/pid == $target && !calls++/
{
	printf("%s %s %s %d\n", execname, probefunc, probename, arg1);
}

syscall::openat:entry
/pid == $target && !opens++/
{
	printf("%d %d\n", arg0, args[0]);
}

syscall:::entry
/pid == $target && probefunc == "openat" && !others++/
{
	printf("%d\n", arg0);
}

/*
 * Strings of a program, read on the way in; numbers of a failed call.
 * @trigger calls 3
 */
#pragma D option quiet

syscall::open:entry
/pid == $target/
{
	printf("open %s", copyinstr(arg0));
}

syscall::open:return
/pid == $target/
{
	printf(" = %d\n", arg1);
}

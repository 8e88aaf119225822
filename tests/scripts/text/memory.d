/*
 * Bytes that a program writes, as a dump of as many as there are.
 * @trigger work say:2
 */
#pragma D option quiet

syscall::write:entry
/pid == $target/
{
	tracemem(copyin(arg1, arg2), 16, arg2);
	printf("%s", stringof(copyin(arg1, arg2)));
}

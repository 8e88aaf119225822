/*
 * Bytes that a program writes, dumped in their actual number.
 * @trigger work say:2
 */
#pragma D option quiet

syscall::write:entry
/pid == $target/
{
	tracemem(copyin(arg1, arg2), 16, arg2);
	printf("%s", stringof(copyin(arg1, arg2)));
}

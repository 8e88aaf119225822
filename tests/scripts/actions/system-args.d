#!/usr/sbin/dtrace -wqs
/*
 * Commands with traced values as arguments, in the order of the output.
 * @trigger loop 3
 */
loop$target:::tick
{
	printf("before %d\n", arg0);
	system("echo command %d %s", arg0, copyinstr(arg2));
	printf("after %d\n", arg0);
}

#!/usr/sbin/dtrace -wqs
/*
 * Options of the first line: -w and -q.
 */
BEGIN
{
	system("echo %s %d", "said by a shell", 7);
	exit(0);
}

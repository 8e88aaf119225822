#!/usr/sbin/dtrace -qs
/*
 * Destructive actions need -w.
 * @exit 1
 */
BEGIN
{
	system("echo never");
	exit(0);
}

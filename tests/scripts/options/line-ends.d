#!/usr/sbin/dtrace -qs
/*
 * Line ends of other systems, including the first line.
 */
BEGIN
{
	printf("%s\n", "ends");
	exit(0);
}

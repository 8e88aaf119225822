#!/usr/sbin/dtrace -wqs
/*
 * Output to a file for some time, then to standard output again.
 * @trigger loop 3
 */
BEGIN
{
	printf("here\n");
	freopen("/dev/null");
}

loop$target:::tick
{
	printf("nobody sees %d\n", arg0);
}

loop$target:::done
{
	freopen("");
	printf("here again\n");
}

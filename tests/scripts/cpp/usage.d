#!/usr/sbin/dtrace -Cs
/*
 * A script that prints its usage if its argument is missing.
 * @exit 1
 */
#pragma D option quiet
#pragma D option defaultargs

dtrace:::BEGIN
/$$1 == ""/
{
	printf("USAGE: usage.d number\n");
	exit(1);
}

dtrace:::BEGIN
/$$1 != ""/
{
	printf("number %d\n", $1);
}

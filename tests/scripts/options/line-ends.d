#!/usr/sbin/dtrace -qs
/*
 * Lines that end as on other systems, the first one too.
 */
BEGIN
{
	printf("%s\n", "ends");
	exit(0);
}

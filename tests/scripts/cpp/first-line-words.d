#!/usr/sbin/dtrace -C -s
/*
 * -C and -s as two words of the first line.
 * @trigger loop 2
 */
#pragma D option quiet
#define FIRST(n) ((n) == 0)

loop$target:::tick
/FIRST(arg0)/
{
	printf("first\n");
}

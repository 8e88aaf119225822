#!/usr/sbin/dtrace -qs
/*
 * A predicate with a side effect.
 */
BEGIN
{
	left = 4;
}

tick-2ms
/--left == 0/
{
	printf("none left\n");
	exit(0);
}

tick-2ms
/left > 0/
{
	printf("%d\n", left);
}

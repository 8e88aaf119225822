#!/usr/sbin/dtrace -qs
/*
 * A countdown by a clock: a line each tick, then the end with a status.
 * @exit 3
 */
BEGIN
{
	left = 4;
}

profile:::tick-5ms
/left > 0/
{
	printf("%d\n", left);
	left--;
}

profile:::tick-5ms
/left == 0/
{
	printf("go\n");
	exit(3);
}

END
{
	printf("ended\n");
}

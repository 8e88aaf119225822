#!/usr/sbin/dtrace -s
/*
 * Consecutive arguments, compared at each tick, until one is right.
 * @args 5 50 42
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
{
	said[1] = $1;
	said[2] = $2;
	said[3] = $3;
	said[4] = $4;
	turn = 0;
}

tick-2ms
{
	turn++;
	hint = said[turn] < 42 ? "more" : said[turn] > 42 ? "less" : "yes";
}

tick-2ms
/said[turn] == 0/
{
	exit(1);
}

tick-2ms
{
	printf("%d: %s\n", said[turn], hint);
}

tick-2ms
/hint == "yes"/
{
	exit(0);
}

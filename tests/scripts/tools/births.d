#!/usr/sbin/dtrace -s
/*
 * The number of births in each interval, and the last one: the clock prints and resets two variables.
 * @trigger work fork:3 nap:1:30000 fork:4
 * @awk { n += $1 } END { print n, (NR >= 3) }
 */
#pragma D option quiet

BEGIN
{
	born = 0;
	youngest = 0;
}

proc:::start
/ppid == $target/
{
	born++;
	youngest = pid;
}

tick-10ms,
END
{
	printf("%d %s\n", born, youngest ? "someone" : "nobody");
	born = 0;
}

#!/usr/sbin/dtrace -s
/*
 * Switches in each interval with an average that must not divide by zero.
 * @trigger work pin nap:6:1000 yield:3
 * @awk { n += $1 } END { print (n >= 6), (NR >= 2) }
 */
#pragma D option quiet

sched:::off-cpu
/pid == $target/
{
	self->off = timestamp;
	offs++;
}

sched:::on-cpu
/self->off/
{
	away_ns += timestamp - self->off;
	self->off = 0;
}

tick-2ms,
END
{
	printf("%d switches, %d us each\n", offs, offs ? away_ns / (1000 * offs) : 0);
	offs = 0;
	away_ns = 0;
}

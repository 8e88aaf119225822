#!/usr/sbin/dtrace -Zs
/*
 * Collections of garbage: how many, of which generation, and what they freed.
 * @trigger languages python
 * @awk { print $1, $2, $3, ($4 > 0) }
 */
#pragma D option quiet

python$target:::gc-start
{
	self->start = timestamp;
	self->generation = arg0;
}

python$target:::gc-done
/self->start/
{
	printf("generation %d %d %d\n", self->generation, arg0, timestamp - self->start);
	self->start = 0;
	self->generation = 0;
}

#!/usr/sbin/dtrace -Cs
/*
 * A list of probes as a macro, in several clauses.
 * @trigger loop 3
 */
#pragma D option quiet

#define ALL_PROBES loop$target:::tick, loop$target:::signed-value, loop$target:::done

ALL_PROBES
{
	order++;
	self->name = probename;
}

ALL_PROBES
/self->name == "done"/
{
	printf("the last of %d was %s\n", order, self->name);
}

ALL_PROBES
{
	self->name = 0;
}

#!/usr/sbin/dtrace -s
/*
 * From one probe to the next of the same thread: counts of pairs; a thread-local variable holds the previous name.
 * @trigger work read:2:1 write:2:1 read:1:1
 */
#pragma D option quiet

self string before;

pid$target:a.out:step_*:entry
/self->before != NULL/
{
	@pairs[self->before, probefunc] = count();
}

pid$target:a.out:step_*:entry
{
	self->before = probefunc;
}

END
{
	printa("%s > %s: %@d\n", @pairs);
}

#!/usr/sbin/dtrace -s
/*
 * Entry and return in one clause: the probe's name distinguishes them.
 * @trigger tree 2
 */
#pragma D option quiet

self int depth;

pid$target::down:entry,
pid$target::down:return
{
	self->depth -= probename == "return" ? 1 : 0;
	printf("%d %*s%s %s\n", self->depth, self->depth * 4, "", probename == "entry" ? "->" : "<-", probefunc);
	self->depth += probename == "entry" ? 1 : 0;
}

#!/usr/sbin/dtrace -qs
/*
 * Calls of one function of a process, each further in than its caller, by a depth that the thread keeps.
 * @trigger tree 3
 */
self int depth;

pid$target:a.out:down:entry
{
	printf("%*s-> %s(%d)\n", self->depth * 2, "", probefunc, arg0);
	self->depth++;
}

pid$target:a.out:down:return
{
	self->depth--;
	printf("%*s<- %s\n", self->depth * 2, "", probefunc);
}

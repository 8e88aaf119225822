#!/usr/sbin/dtrace -qs
/*
 * Calls of functions of a process, each indented more than its caller, by a thread-local depth.
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

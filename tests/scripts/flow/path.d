#!/usr/sbin/dtrace -s
/*
 * The path of calls as a key: a text that grows at each entry.
 * @trigger nest 3
 */
#pragma D option quiet

pid$target:a.out:main:entry
{
	self->path[0] = "main";
}

pid$target:a.out:left:entry,
pid$target:a.out:right:entry,
pid$target:a.out:inner:entry
/self->path[0] != NULL/
{
	self->depth++;
	self->path[self->depth] = strjoin(self->path[self->depth - 1], strjoin(";", probefunc));
	@[self->path[self->depth]] = count();
}

pid$target:a.out:left:return,
pid$target:a.out:right:return,
pid$target:a.out:inner:return
/self->depth/
{
	self->path[self->depth] = 0;
	self->depth--;
}

#!/usr/sbin/dtrace -Zs
/*
 * Callers of `send`: the names of all of them, joined in the order of their calls.
 * @trigger languages python
 */
#pragma D option quiet

self string frames[int];
self int depth;

python$target:::function-entry
{
	self->depth++;
	self->frames[self->depth] = copyinstr(arg1);
}

python$target:::function-entry
/copyinstr(arg1) == "send"/
{
	@[self->frames[1], self->frames[2], self->frames[3], self->frames[4]] = count();
}

python$target:::function-return
/self->depth > 0/
{
	self->frames[self->depth] = 0;
	self->depth--;
}

END
{
	printa("%s;%s;%s;%s %@d\n", @);
}

#!/usr/sbin/dtrace -s
/*
 * The maximum depth of calls.
 * @trigger tree 12
 */
#pragma D option quiet

pid$target::down:entry
{
	self->depth++;
	@deepest["deepest"] = max(self->depth);
	@each[probefunc] = lquantize(self->depth, 0, 20, 5);
}

pid$target::down:return
{
	self->depth--;
}

END
{
	printa("%s: %@d\n", @deepest);
	printa("%s %@d", @each);
}

#!/usr/sbin/dtrace -s
/*
 * Depths of threads do not mix.
 * @trigger workers 500
 */
#pragma D option quiet

workers$target:::worker
{
	self->fired++;
	@most[execname] = max(self->fired);
	@fired[execname] = count();
}

END
{
	printa("%s: %@d by one, %@d by all\n", @most, @fired);
}

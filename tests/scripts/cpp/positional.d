#!/usr/sbin/dtrace -Cs
/*
 * Arguments of the script: a number, a name, a text; one of them chooses the probe.
 * @trigger loop 7
 * @args tick 3 'a text'
 */
#pragma D option quiet

#define LIMIT $2

loop$target:::$1
/arg0 < LIMIT/
{
	@[$$1, $$3] = count();
}

END
{
	printf("first %s of %d\n", $$1, LIMIT);
	printa("%s %s %@d\n", @);
}
